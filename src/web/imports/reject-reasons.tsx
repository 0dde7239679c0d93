import { formatCount } from '../../contract/value-format.ts'
import { listRejectReasons, type Report } from './report.ts'

/** Why rows are rejected, most frequent reason first; each number narrows the rows to those it counts. */
export function RejectReasons({
  report,
  codeWords,
  onShow,
}: {
  report: Report
  codeWords: (code: string) => string
  onShow: (code: string) => void
}) {
  return (
    <ul aria-label="Reasons" className="mt-1 flex list-disc flex-col gap-1 pl-4">
      {listRejectReasons(report).map(({ code, rows, message }) => (
        <li key={code}>
          {codeWords(code)} <span className="text-muted text-sm">({code})</span>:{' '}
          <button type="button" className="link" onClick={() => onShow(code)}>
            {formatCount(rows, 'row')}
          </button>
          {message && <span className="block text-muted text-sm">{message}</span>}
        </li>
      ))}
    </ul>
  )
}
