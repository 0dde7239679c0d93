/** Contributions by month as a chart; its numbers are in a table. */

import type { ContributionGrid } from '../../contract/contributions.ts'
import { formatCount, formatMoney, formatMonth } from '../../contract/value-format.ts'
import { formatShortMoney } from '../short-money.ts'
import type { Part } from '../ui/charts/fill.tsx'
import { StackedColumns } from '../ui/charts/stacked-columns.tsx'
import { type MonthOfContributions, sumContributionMonths } from './contribution-months.ts'

type Amount = Exclude<keyof MonthOfContributions, 'month' | 'filesMissing'>

const PARTS: Record<Amount, Part> = {
  onTimeCents: { name: 'Paid in time', colour: 'var(--done)' },
  lateCents: { name: 'Paid late', colour: 'var(--warn)', pattern: 'hatched' },
  partCents: { name: 'Paid in part', colour: 'var(--accent)' },
  awaitedCents: { name: 'Awaiting payment', colour: 'var(--accent)', pattern: 'dotted' },
  overdueCents: { name: 'Overdue', colour: 'var(--danger)', pattern: 'crossed' },
}
const AMOUNTS = Object.keys(PARTS) as Amount[]

export default function ContributionChart({ grid }: { grid: Pick<ContributionGrid, 'months' | 'rows'> }) {
  const months = sumContributionMonths(grid)
  const shown = AMOUNTS.filter((amount) => months.some((month) => month[amount] > 0))
  const filesMissing = months.reduce((sum, month) => sum + month.filesMissing, 0)
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last || shown.length === 0) return null
  const sums = shown.map(
    (amount) =>
      `${PARTS[amount].name}: ${formatMoney(months.reduce((sum, month) => sum + month[amount], 0))}`,
  )
  return (
    <div className="flex flex-col gap-1 rounded-md border border-line bg-surface p-3">
      <StackedColumns
        name="Contributions by month and state"
        heading="Month"
        summary={`Contributions by month, ${formatMonth(first.month)} to ${formatMonth(last.month)}. ${sums.join('. ')}.`}
        parts={shown.map((amount) => PARTS[amount])}
        columns={months.map((month) => ({
          label: formatMonth(month.month),
          shortLabel: formatMonth(month.month).slice(0, 3),
          values: shown.map((amount) => month[amount]),
        }))}
        format={formatMoney}
        formatTotal={formatShortMoney}
        height={120}
      />
      {filesMissing > 0 && (
        <p className="text-muted text-sm">
          {formatCount(filesMissing, 'payroll month')} without a file:{' '}
          {filesMissing === 1 ? 'the amount is' : 'the amounts are'} not known.
        </p>
      )}
    </div>
  )
}
