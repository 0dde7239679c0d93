/** Obligations of kinds of schemes side by side. */
import { Link } from '@tanstack/react-router'
import type { ComparisonTable } from '../../../../contract/assistant.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatSources } from '../../../records/answer-text.ts'
import { Status } from '../../../ui/status.tsx'

export default function Comparison({ comparison: { columns, rows, same } }: { comparison: ComparisonTable }) {
  return (
    <section aria-label="Comparison" className="flex flex-col gap-3">
      <h3 className="text-muted">Comparison by the rules of the calendar</h3>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-left">
          <caption className="sr-only">Obligations that differ: {columns.join(', ')}</caption>
          <thead>
            <tr className="border-line border-b">
              <th scope="col" className="py-2 pr-4">
                Obligation
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="py-2 pr-4">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ ruleId, title, sources, cells }) => (
              <tr key={ruleId} className="border-line border-b align-top">
                <th scope="row" className="py-2 pr-4 font-medium">
                  {title}
                  <p className="font-normal text-sm">
                    {sources.map((source) => (
                      <Link
                        key={source}
                        to={PAGES.sources}
                        search={{ q: formatSources([source]) }}
                        className="link mr-3 inline-block min-h-6"
                      >
                        {formatSources([source])}
                      </Link>
                    ))}
                  </p>
                </th>
                {cells.map(({ applies, text }, at) => (
                  <td key={columns[at]} className="py-2 pr-4">
                    <Status tone={applies === 'YES' ? 'done' : applies === 'NO' ? 'idle' : 'soon'}>
                      {VERDICTS[applies]}
                    </Status>
                    <p className="text-muted text-sm">{text}</p>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-muted text-sm">
        {same} {same === 1 ? 'obligation applies' : 'obligations apply'} to each of them and are not shown.
      </p>
    </section>
  )
}

const VERDICTS = { YES: 'Applies', NO: 'Does not apply', CONFIRM: 'To be confirmed' } as const
