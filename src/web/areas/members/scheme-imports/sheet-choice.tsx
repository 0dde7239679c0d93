import type { SheetName, SheetReport } from '../../../../contract/scheme-imports.ts'
import { countWords } from '../../../format.ts'
import { StateIcon } from '../../../imports/row-state.tsx'
import { joinClassNames } from '../../../ui/class-names.ts'

/** The sheets of the workbook, each with the number of its rows and whether it stands in the way. */
export function SheetChoice({
  sheets,
  current,
  onChoose,
}: {
  sheets: readonly SheetReport[]
  current: SheetName
  onChoose: (sheet: SheetName) => void
}) {
  return (
    <fieldset className="min-w-0 overflow-x-auto border-line border-b">
      <legend className="sr-only">Sheet</legend>
      <div className="flex gap-1">
        {sheets.map(({ sheet, counts, status }) => {
          const state = status === 'REJECTED' ? 'REJECT' : counts.warn > 0 ? 'WARN' : 'OK'
          return (
            <button
              key={sheet}
              type="button"
              aria-pressed={sheet === current}
              className={joinClassNames(
                '-mb-px inline-flex min-h-10 items-center gap-1.5 whitespace-nowrap border-b-2 px-3 -outline-offset-2',
                sheet === current
                  ? 'border-accent font-semibold text-text'
                  : 'border-transparent text-muted hover:text-text',
              )}
              onClick={() => onChoose(sheet)}
            >
              <StateIcon state={state} />
              {sheet} <span className="text-muted text-sm">{countWords(counts.rows)}</span>
              {status === 'REJECTED' && <span className="sr-only">, rejected rows</span>}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
