/** Twelve months of contributions of a scheme in twelve small cells: the height tells the states apart besides the colour. */

import type { ContributionMonthState } from '../../contract/contributions.ts'
import type { PortfolioScheme } from '../../contract/portfolio.ts'
import { capitalise, formatMonth } from '../../contract/value-format.ts'
import { joinClassNames } from '../ui/class-names.ts'

type Months = PortfolioScheme['contributions']

const LOOKS: Record<ContributionMonthState, string> = {
  OVERDUE: 'h-4 bg-danger-fill',
  LATE: 'h-3 border-2 border-danger bg-danger-soft',
  PART_FUNDED: 'h-3 border-2 border-accent bg-accent-soft',
  AWAITING_FUNDS: 'h-2 border border-accent',
  EXPECTED: 'h-2 border border-control border-dashed',
  ON_TIME: 'h-2 bg-done',
  NONE: 'h-0.5 bg-line',
}

const WORDS: readonly [ContributionMonthState, string][] = [
  ['OVERDUE', 'overdue'],
  ['LATE', 'paid late'],
  ['PART_FUNDED', 'paid in part'],
  ['AWAITING_FUNDS', 'awaiting payment'],
  ['EXPECTED', 'file expected'],
  ['ON_TIME', 'paid in time'],
]

/** `Overdue: Sep 2026, Oct 2026. Paid in time: 9 months`. */
export function formatContributionMonths(months: Months): string {
  const parts = WORDS.flatMap(([state, word]) => {
    const those = months.filter((one) => one.state === state)
    if (those.length === 0) return []
    const label = capitalise(word)
    return state === 'ON_TIME'
      ? `${label}: ${those.length} of ${months.length} months`
      : `${label}: ${those.map(({ month }) => formatMonth(month)).join(', ')}`
  })
  return parts.length > 0 ? parts.join('. ') : 'No contributions in twelve months'
}

export const ContributionStrip = ({ months }: { months: Months }) => (
  <span
    role="img"
    aria-label={formatContributionMonths(months)}
    className="inline-flex h-4 items-end gap-0.5 align-middle"
  >
    {months.map(({ month, state }) => (
      <span key={month} className={joinClassNames('w-1.5 rounded-[1px]', LOOKS[state])} />
    ))}
  </span>
)
