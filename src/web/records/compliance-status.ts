import { countDaysBetween } from '../../contract/civil-dates.ts'
import type { SchemeStanding } from '../../contract/obligations.ts'
import { formatCount } from '../../contract/value-format.ts'

const NEAR_DAYS = 30

/** `2 overdue, 3 due in 30 days, 1 fact missing`; where there is nothing of that, what the score says. */
export function formatComplianceStatus({ asAtOn, decisions, score }: SchemeStanding): string {
  const overdue = decisions.filter(({ status }) => status === 'OVERDUE').length
  const near = decisions.filter(
    ({ status, dueOn }) =>
      (status === 'DUE_SOON' || status === 'UPCOMING') &&
      dueOn !== null &&
      countDaysBetween(asAtOn, dueOn) <= NEAR_DAYS,
  ).length
  const unrecorded = decisions.filter(({ status }) => status === 'TO_CONFIRM').length
  const missing = decisions.filter(({ status }) => status === 'DATA_GAP').length
  const breaches = score.reasons.filter(({ breachId }) => breachId !== null).length
  const parts = [
    overdue > 0 && `${overdue} overdue`,
    near > 0 && `${near} due in ${NEAR_DAYS} days`,
    breaches > 0 && formatCount(breaches, 'high-severity breach', 'high-severity breaches'),
    missing > 0 && `${formatCount(missing, 'fact')} missing`,
    unrecorded > 0 && `${unrecorded} not recorded yet`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : score.summary
}
