/** The sheet of a month: a table of days, one stop of the Tab key; arrows go from day to day, Enter shows its duties. */

import { Link, useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import type { ObligationSummary } from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { countByKind } from '../../../records/obligation-kinds.ts'
import { joinClassNames } from '../../../ui/class-names.ts'
import { Status } from '../../../ui/status.tsx'
import { useCellFocus } from '../../../ui/table/use-cell-focus.ts'
import { splitIntoWeeks } from './month-weeks.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function MonthSheet({
  month,
  today,
  obligations,
}: {
  month: string
  today: string
  obligations: readonly ObligationSummary[]
}) {
  const byDay = Map.groupBy(obligations, ({ dueOn }) => dueOn ?? '')
  const weeks = splitIntoWeeks(month)
  const box = useRef<HTMLTableSectionElement>(null)
  const { place, onKeyDown, onFocus } = useCellFocus(box)
  const { hash } = useLocation()
  const isThere = (row: number, column: number): boolean => weeks[row]?.[column]?.startsWith(month) ?? false
  const stop = isThere(place.row, place.column)
    ? place
    : { row: 0, column: weeks[0]?.findIndex((day) => day.startsWith(month)) ?? 0 }
  return (
    <div className="relative overflow-x-auto rounded-md border border-line bg-surface print:overflow-visible">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys go from day to day
        role="grid"
        aria-label="Obligations by day"
        className="w-full table-fixed border-separate border-spacing-0"
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th
                key={name}
                scope="col"
                abbr={name}
                className="border-line border-b px-2 py-1.5 text-left font-medium text-muted text-sm max-sm:px-1"
              >
                <span className="max-sm:sr-only">{name}</span>
                <span aria-hidden="true" className="sm:hidden">
                  {name.slice(0, 2)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={box}>
          {weeks.map((week, row) => (
            <tr key={week[0]}>
              {week.map((day, column) => (
                <td
                  key={day}
                  className={joinClassNames(
                    'h-24 border-line p-0.5 align-top not-last:border-r max-sm:h-14',
                    row < weeks.length - 1 && 'border-b',
                    !day.startsWith(month) && 'bg-sunken',
                  )}
                >
                  {day.startsWith(month) && (
                    <DayCell
                      day={day}
                      obligations={byDay.get(day) ?? []}
                      isToday={day === today}
                      isChosen={day === hash}
                      place={`${row} ${column}`}
                      tabIndex={row === stop.row && column === stop.column ? 0 : -1}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DayCell({
  day,
  obligations,
  isToday,
  isChosen,
  place,
  tabIndex,
}: {
  day: string
  obligations: readonly ObligationSummary[]
  isToday: boolean
  isChosen: boolean
  place: string
  tabIndex: number
}) {
  const counts = countByKind(obligations.map(({ status }) => ({ status, count: 1 })))
  const words = counts.map(({ count, words: kind }) => `${count} ${kind}`).join(', ') || 'no obligations due'
  return (
    <Link
      to={PAGES.calendarMonth}
      search={true}
      hash={day}
      // The day's duties come below; the sheet stays where it is.
      hashScrollIntoView={{ block: 'nearest' }}
      resetScroll={false}
      replace
      data-place={place}
      tabIndex={tabIndex}
      aria-current={isChosen ? 'true' : undefined}
      title={`${formatDate(day)}: ${words}`}
      className={joinClassNames(
        'flex h-full min-h-full flex-col gap-0.5 rounded-sm p-1.5 -outline-offset-2 hover:bg-hover max-sm:p-0.5',
        isChosen && 'bg-accent-soft',
      )}
    >
      <span
        className={joinClassNames(
          'w-fit min-w-6 rounded-sm px-1 text-center text-sm',
          isToday ? 'bg-accent font-semibold text-on-accent' : counts.length === 0 && 'text-muted',
        )}
      >
        {Number(day.slice(8))}
      </span>
      {counts.map(({ count, words: kind, tone }) => (
        <span key={kind} className="text-sm max-lg:text-xs max-sm:hidden">
          <Status tone={tone} wraps>{`${count} ${kind}`}</Status>
        </span>
      ))}
      {counts.slice(0, 2).map(({ count, words: kind, tone }) => (
        <span key={kind} className="text-xs sm:hidden [&_*]:gap-0.5 [&_svg]:size-3">
          <Status tone={tone}>{String(count)}</Status>
        </span>
      ))}
    </Link>
  )
}
