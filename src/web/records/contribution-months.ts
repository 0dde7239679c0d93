/** Contributions by month and state, summed over the employers of a grid. */
import type { ContributionGrid } from '../../contract/contributions.ts'

type Cell = ContributionGrid['rows'][number]['cells'][number]

export interface MonthOfContributions {
  month: string
  onTimeCents: number
  lateCents: number
  /** Received of months that are not paid in full. */
  partCents: number
  awaitedCents: number
  overdueCents: number
  /** Employers without a file: their amount is not known. */
  filesMissing: number
}

const NOTHING = {
  onTimeCents: 0,
  lateCents: 0,
  partCents: 0,
  awaitedCents: 0,
  overdueCents: 0,
  filesMissing: 0,
}

function getAmounts({ state, totalCents, receivedCents }: Cell): Partial<MonthOfContributions> {
  if (state === 'NONE') return {}
  if (totalCents === null) return { filesMissing: 1 }
  if (state === 'ON_TIME') return { onTimeCents: totalCents }
  if (state === 'LATE') return { lateCents: totalCents }
  const partCents = Math.min(totalCents, receivedCents ?? 0)
  const missingCents = totalCents - partCents
  return state === 'OVERDUE'
    ? { partCents, overdueCents: missingCents }
    : { partCents, awaitedCents: missingCents }
}

export const sumContributionMonths = ({
  months,
  rows,
}: Pick<ContributionGrid, 'months' | 'rows'>): MonthOfContributions[] =>
  months.map((month) => {
    const sum: MonthOfContributions = { month, ...NOTHING }
    for (const cell of rows.flatMap(({ cells }) => cells.filter((one) => one.month === month)))
      for (const [name, value] of Object.entries(getAmounts(cell)))
        sum[name as keyof typeof NOTHING] += value as number
    return sum
  })
