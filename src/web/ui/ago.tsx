import { formatInstant } from '../../contract/value-format.ts'
import { formatTimeAgo } from '../format.ts'

/** How long ago it was; the instant itself on hover, and on paper, where "ago" soon means nothing. */
export function Ago({ at, now }: { at: string; now: Date }) {
  const instant = formatInstant(at)
  return (
    <time dateTime={at} title={instant} className="whitespace-nowrap">
      <span className="print:hidden">{formatTimeAgo(at, now)}</span>
      <span className="hidden print:inline">{instant}</span>
    </time>
  )
}
