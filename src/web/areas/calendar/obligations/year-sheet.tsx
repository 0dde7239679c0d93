/**
 * Schemes by month: a table, one stop of the Tab key; arrows go from month to month, Enter lists the obligations. Where the words do not
 * fit, the cells show the icon and the number, and a key above the table has the words.
 */

import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { toLastDayOfMonth } from '../../../../contract/civil-dates.ts'
import type { SchemeYear } from '../../../../contract/obligation-years.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatMonth } from '../../../../contract/value-format.ts'
import { countByKind } from '../../../records/obligation-kinds.ts'
import { joinClassNames } from '../../../ui/class-names.ts'
import { Status, type Tone } from '../../../ui/status.tsx'
import { useCellFocus } from '../../../ui/table/use-cell-focus.ts'

const MONTHS = 12
const SHADES: Partial<Record<Tone, string>> = {
  late: 'bg-danger-soft',
  soon: 'bg-warn-soft',
  settled: 'bg-accent-soft',
  idle: 'bg-sunken',
  done: 'bg-done-soft',
}

interface YearSheetProps {
  year: string
  schemes: readonly SchemeYear[]
  today: string
  ruleId: string | undefined
  /** The months that a phone shows. */
  onPhone: { first: number; last: number }
}

export function YearSheet({ year, schemes, today, ruleId, onPhone }: YearSheetProps) {
  const months = Array.from({ length: MONTHS }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)
  const box = useRef<HTMLTableSectionElement>(null)
  const { place, onKeyDown, onFocus } = useCellFocus(box)
  const hasCell = (row: number, column: number): boolean =>
    schemes[row]?.months.some(({ month }) => month === months[column]) ?? false
  const stop = hasCell(place.row, place.column) ? place : findFirstCell(schemes, months)
  const phoneClass = (index: number): string | false =>
    (index < onPhone.first || index > onPhone.last) && 'max-sm:hidden'
  return (
    <div className="@container flex flex-col gap-2">
      <Key schemes={schemes} />
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys go from month to month
        role="grid"
        aria-label={`Obligations of ${year} by scheme and month`}
        className="w-full table-fixed border-separate border-spacing-0 rounded-md border border-line bg-surface"
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <thead>
          <tr>
            <th
              scope="col"
              className={joinClassNames(HEAD, 'rounded-tl-md w-52 text-left @max-4xl:w-40 max-sm:w-28!')}
            >
              Scheme
            </th>
            {months.map((month, index) => (
              <th
                key={month}
                scope="col"
                abbr={formatMonth(month)}
                className={joinClassNames(
                  HEAD,
                  'text-center',
                  month === today.slice(0, 7) && 'font-semibold text-text',
                  phoneClass(index),
                )}
              >
                {formatMonth(month).slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={box}>
          {schemes.map((scheme, row) => (
            <tr key={scheme.id}>
              <th scope="row" className="border-line border-b px-2 py-1 text-left font-normal">
                <Link
                  to={PAGES.schemeObligations}
                  params={{ schemeId: scheme.id }}
                  className="rounded-sm font-medium [overflow-wrap:anywhere] hover:underline"
                >
                  {scheme.name}
                </Link>
                <span className="block text-muted text-xs max-sm:hidden">{scheme.employerName}</span>
              </th>
              {months.map((month, column) => (
                <td
                  key={month}
                  className={joinClassNames('border-line border-b border-l p-0.5', phoneClass(column))}
                >
                  <MonthCell
                    scheme={scheme}
                    month={month}
                    ruleId={ruleId}
                    place={`${row} ${column}`}
                    tabIndex={row === stop.row && column === stop.column ? 0 : -1}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const HEAD =
  'sticky top-12 z-10 border-line border-b bg-surface print:static px-2 py-1.5 font-medium text-muted text-sm @max-4xl:px-1'

/** The words of the icons in the cells. */
function Key({ schemes }: { schemes: readonly SchemeYear[] }) {
  const kinds = new Map(
    schemes.flatMap(({ months }) =>
      months
        .flatMap(({ statuses }) => countByKind(statuses).slice(0, 1))
        .map(({ words, tone }) => [words, tone]),
    ),
  )
  return (
    <ul
      aria-label="Statuses"
      className="@7xl:hidden flex flex-wrap gap-x-4 gap-y-1 text-sm max-sm:hidden print:hidden"
    >
      {Array.from(kinds, ([words, tone]) => (
        <li key={words}>
          <Status tone={tone}>{words}</Status>
        </li>
      ))}
    </ul>
  )
}

function findFirstCell(
  schemes: readonly SchemeYear[],
  months: readonly string[],
): { row: number; column: number } {
  const row = schemes.findIndex((scheme) => scheme.months.length > 0)
  return { row, column: months.indexOf(schemes[row]?.months[0]?.month ?? '') }
}

function MonthCell({
  scheme,
  month,
  ruleId,
  place,
  tabIndex,
}: {
  scheme: SchemeYear
  month: string
  ruleId: string | undefined
  place: string
  tabIndex: number
}) {
  const counts = countByKind(scheme.months.find((one) => one.month === month)?.statuses ?? [])
  const [worst] = counts
  if (!worst) return null
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const words = counts.map(({ count, words }) => `${count} ${words}`).join(', ')
  return (
    <Link
      to={PAGES.calendarList}
      search={{
        schemeId: scheme.id,
        dueFrom: `${month}-01`,
        dueTo: toLastDayOfMonth(month),
        ...(ruleId ? { ruleId } : {}),
      }}
      data-place={place}
      tabIndex={tabIndex}
      title={words}
      className={joinClassNames(
        'flex min-h-11 flex-col items-center justify-center rounded-sm px-0.5 py-1 @max-4xl:px-0 -outline-offset-2 hover:bg-hover',
        SHADES[worst.tone],
      )}
    >
      <span className="sr-only">{`${scheme.name}, ${formatMonth(month)}: ${words}`}</span>
      <span aria-hidden="true">
        <Status tone={worst.tone}>{String(total)}</Status>
      </span>
      <span aria-hidden="true" className="text-center text-xs sm:@max-7xl:not-print:hidden">
        {worst.count === total ? worst.short : `${worst.count} ${worst.short}`}
      </span>
    </Link>
  )
}
