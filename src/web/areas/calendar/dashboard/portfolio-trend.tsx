/** Schemes by compliance status over twelve months. */
import { formatCount, formatMonth, formatNumber } from '../../../../contract/value-format.ts'
import type { PortfolioMonth } from '../../../../contract/work-queue.ts'
import { StackedColumns } from '../../../ui/charts/stacked-columns.tsx'
import { Section } from '../../../ui/section.tsx'
import { RATINGS } from './portfolio.tsx'

export default function PortfolioTrend({ months }: { months: readonly PortfolioMonth[] }) {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return null
  const shown = (['GREEN', 'AMBER', 'RED', 'WOUND_UP'] as const).filter(
    (rating) => rating !== 'WOUND_UP' || months.some(({ woundUp }) => woundUp > 0),
  )
  const changes = shown.map((rating) => {
    const { name, field } = RATINGS[rating]
    return `${name} from ${formatNumber(first[field])} to ${formatNumber(last[field])}`
  })
  return (
    <Section title="Trend">
      <StackedColumns
        name="Schemes by compliance status"
        heading="Month"
        summary={`${formatCount(months.length, 'month')}, ${formatMonth(first.month)} to ${formatMonth(last.month)}. ${changes.join(', ')}.`}
        parts={shown.map((rating) => RATINGS[rating])}
        columns={months.map((month) => ({
          label: formatMonth(month.month),
          shortLabel: formatMonth(month.month).slice(0, 1),
          values: shown.map((rating) => month[RATINGS[rating].field]),
        }))}
      />
    </Section>
  )
}
