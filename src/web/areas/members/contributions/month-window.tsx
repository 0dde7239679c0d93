import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { addMonthsToMonth } from '../../../../contract/civil-dates.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatMonth } from '../../../../contract/value-format.ts'
import { joinClassNames } from '../../../ui/class-names.ts'

const LENGTHS = [6, 12, 24]
/** More than the table of a narrow window has room for. */
const LONGEST = 24

const STEP = 'inline-flex min-h-8 items-center gap-1 rounded-md px-2 hover:bg-hover'

/** Which months are shown: they stand in the address. */
export function MonthWindow({ months, asOfOn }: { months: readonly string[]; asOfOn: string }) {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return null
  const { length } = months
  const current = asOfOn.slice(0, 7)
  const earlier = addMonthsToMonth(first, -1)
  const later = [addMonthsToMonth(last, length), current].sort()[0] ?? current
  return (
    <nav aria-label="Months shown" className="flex flex-wrap items-center">
      <Step from={addMonthsToMonth(earlier, 1 - length)} to={earlier}>
        <ChevronLeft aria-hidden="true" size={15} />
        Earlier
      </Step>
      {last < current && (
        <Step from={addMonthsToMonth(later, 1 - length)} to={later}>
          Later
          <ChevronRight aria-hidden="true" size={15} />
        </Step>
      )}
      {LENGTHS.map((count) => (
        <Step
          key={count}
          from={addMonthsToMonth(last, 1 - count)}
          to={last}
          isCurrent={count === length}
          isOnlyWide={count === LONGEST}
        >
          {count} months
        </Step>
      ))}
      <span className="sr-only">
        From {formatMonth(first)} to {formatMonth(last)}
      </span>
    </nav>
  )
}

function Step({
  from,
  to,
  isCurrent = false,
  isOnlyWide = false,
  children,
}: {
  from: string
  to: string
  isCurrent?: boolean
  isOnlyWide?: boolean
  children: ReactNode
}) {
  return (
    <Link
      to={PAGES.contributions}
      search={(before: object) => ({ ...before, from, to })}
      aria-current={isCurrent ? 'true' : undefined}
      resetScroll={false}
      className={joinClassNames(
        STEP,
        isOnlyWide && 'max-lg:hidden',
        isCurrent ? 'bg-accent-soft font-medium' : 'text-muted hover:text-text',
      )}
    >
      {children}
    </Link>
  )
}
