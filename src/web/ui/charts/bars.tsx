import { Link, type LinkProps } from '@tanstack/react-router'
import { formatNumber } from '../../../contract/value-format.ts'
import { joinClassNames } from '../class-names.ts'

export interface Bar {
  label: string
  count: number
  /** The list that is counted. */
  link: LinkProps
}

/** Counts beside each other: each with its name, its number, a printable bar and a link to the list. */
export function Bars({ name, bars }: { name: string; bars: readonly Bar[] }) {
  const highest = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ul aria-label={name} className="rounded-md border border-line bg-surface py-1">
      {bars.map(({ label, count, link }) => (
        <li key={label}>
          <Link
            {...link}
            className={joinClassNames(
              'grid min-h-7 grid-cols-[minmax(0,12.5rem)_minmax(0,1fr)_3.5rem] items-center gap-3 px-3 -outline-offset-2 hover:bg-hover',
              count === 0 && 'text-muted',
            )}
          >
            <span>{label}</span>
            <span aria-hidden="true">
              {count > 0 && (
                <span
                  className="block h-2 min-w-0.5 rounded-sm bg-accent [forced-color-adjust:none] [print-color-adjust:exact]"
                  style={{ width: `${(count / highest) * 100}%` }}
                />
              )}
            </span>
            <span className="text-right">{formatNumber(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
