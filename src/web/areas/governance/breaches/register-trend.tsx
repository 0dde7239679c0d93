/** Entered and closed in twelve months: as bars for the eye, and as the numbers that they stand for. */

import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type BreachTrend, getBreachTrend } from '../../../../contract/breaches.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatMonth, formatNumber } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { Section } from '../../../ui/section.tsx'

/** Fewer months with records are read faster in the table. */
const CHARTED_FROM = 3

export function RegisterTrend() {
  const { data: trend } = useSuspenseQuery(createQuery(getBreachTrend, {}))
  const withRecords = trend.months.filter(({ opened, closed }) => opened + closed > 0)
  if (withRecords.length === 0) return null
  return (
    <Section title="Twelve months">
      {withRecords.length >= CHARTED_FROM && <Chart months={trend.months} />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Table name="By month" heads={['Month', 'Recorded', 'Closed']}>
          {withRecords.toReversed().map(({ month, opened, closed }) => (
            <NumberRow key={month} head={formatMonth(month)} numbers={[opened, closed]} />
          ))}
        </Table>
        <Table name="By category" heads={['Category', 'Recorded', 'Closed', 'Open']}>
          {trend.rows.map(({ category, opened, closed, open }) => (
            <NumberRow
              key={category}
              head={
                <Link to={PAGES.breaches} search={{ category }} className="link">
                  {formatCode(category)}
                </Link>
              }
              numbers={[opened, closed, open]}
            />
          ))}
        </Table>
      </div>
    </Section>
  )
}

const BAR = 'w-1/2 max-w-3 rounded-t-sm [forced-color-adjust:none] [print-color-adjust:exact]'

/** Two bars per month, distinguished by colour and position; the numbers are above them and in the table. */
function Chart({ months }: { months: BreachTrend['months'] }) {
  const highest = Math.max(1, ...months.flatMap(({ opened, closed }) => [opened, closed]))
  const heightOf = (count: number) => ({ height: `${(count / highest) * 100}%` })
  return (
    <figure className="rounded-md border border-line bg-surface p-3">
      <figcaption className="mb-2 flex gap-4 text-sm">
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2.5 rounded-sm bg-accent" />
          Recorded (left)
        </span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2.5 rounded-sm bg-done" />
          Closed (right)
        </span>
      </figcaption>
      <div aria-hidden="true" className="flex gap-1">
        {months.map(({ month, opened, closed }) => (
          <div key={month} className="flex min-w-0 flex-1 flex-col items-center gap-1">
            <span className="h-4 text-muted text-xs tabular-nums">
              {opened + closed > 0 && `${opened}·${closed}`}
            </span>
            <span className="flex h-24 w-full items-end justify-center gap-px border-line border-b">
              <span className={`${BAR} bg-accent`} style={heightOf(opened)} />
              <span className={`${BAR} bg-done`} style={heightOf(closed)} />
            </span>
            <span className="text-muted text-xs">
              {formatMonth(month).slice(0, 1)}
              <span className="max-sm:hidden">{formatMonth(month).slice(1, 3)}</span>
            </span>
          </div>
        ))}
      </div>
    </figure>
  )
}

const Table = ({ name, heads, children }: { name: string; heads: string[]; children: ReactNode }) => (
  <table aria-label={name} className="w-full border-separate border-spacing-0">
    <thead>
      <tr>
        {heads.map((head, index) => (
          <th
            key={head}
            scope="col"
            className={`pb-1 font-medium text-muted text-sm ${index === 0 ? 'text-left' : 'w-14 text-right sm:w-20'}`}
          >
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

const NumberRow = ({ head, numbers }: { head: ReactNode; numbers: readonly number[] }) => (
  <tr>
    <th scope="row" className="border-line border-t py-1 text-left font-normal">
      {head}
    </th>
    {numbers.map((number, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a column keeps its place
      <td key={index} className="border-line border-t py-1 text-right tabular-nums">
        {formatNumber(number)}
      </td>
    ))}
  </tr>
)
