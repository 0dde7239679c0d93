import { formatNumber } from '../../contract/value-format.ts'
import { joinClassNames } from '../ui/class-names.ts'
import { StateIcon } from './row-state.tsx'
import { type CheckedSheet, isRejecting } from './sheets.ts'

/** The sheets of the workbook, each with the number of its rows and whether it stands in the way. */
export function SheetChoice({
  sheets,
  current,
  onChoose,
}: {
  sheets: readonly CheckedSheet[]
  current: string
  onChoose: (sheet: string) => void
}) {
  return (
    // Positioned, so that the hidden words scroll with their buttons and widen no page.
    <fieldset className="relative min-w-0 overflow-x-auto border-line border-b">
      <legend className="sr-only">Sheet</legend>
      <div className="flex gap-1">
        {sheets.map(({ name, report }) => {
          const isRejected = isRejecting(report)
          const state = isRejected ? 'REJECT' : (report.counts?.warn ?? 0) > 0 ? 'WARN' : 'OK'
          return (
            <button
              key={name}
              type="button"
              aria-pressed={name === current}
              className={joinClassNames(
                '-mb-px inline-flex min-h-10 items-center gap-1.5 whitespace-nowrap border-b-2 px-3 -outline-offset-2',
                name === current
                  ? 'border-accent font-semibold text-text'
                  : 'border-transparent text-muted hover:text-text',
              )}
              onClick={() => onChoose(name)}
            >
              <StateIcon state={state} />
              {name} <span className="text-muted text-sm">{formatNumber(report.counts?.rows ?? 0)}</span>
              {isRejected && <span className="sr-only">, rejected rows</span>}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
