/** The warnings by code, each to be ticked once it was read: what was confirmed is recorded with the import. */
import { formatCount } from '../../contract/value-format.ts'
import { listWarnings, type Report } from './report.ts'

export function Warnings({
  report,
  confirmed,
  codeWords,
  onShow,
  onConfirm,
}: {
  report: Report
  confirmed: ReadonlySet<string>
  codeWords: (code: string) => string
  /** Narrows the rows to those with this warning. */
  onShow: (code: string) => void
  onConfirm: (code: string, isRead: boolean) => void
}) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">
        Warnings to confirm <span className="font-normal text-muted">(your confirmations are recorded)</span>
      </legend>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {listWarnings(report).map(({ code, rows, notes }) => (
          <li key={code} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-3 py-2">
            <div className="min-w-0 flex-1 basis-60">
              <p>
                {codeWords(code)} <span className="text-muted text-sm">({code})</span>
              </p>
              {rows > 0 && (
                <button type="button" className="link" onClick={() => onShow(code)}>
                  Show {formatCount(rows, 'row')}
                </button>
              )}
              {notes.length > 0 && (
                <p className="text-muted text-sm">
                  {notes.length === 1 ? notes[0] : `${notes.length} times, listed above`}
                </p>
              )}
            </div>
            <label className="flex min-h-9 cursor-pointer items-center gap-2">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={confirmed.has(code)}
                onChange={({ target }) => onConfirm(code, target.checked)}
              />
              <span>
                Confirm<span className="sr-only">: {codeWords(code)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
