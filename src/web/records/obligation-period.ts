/** What tells a duty from the next one of its rule: the function that is vacant, the kind of policy, the month, the scheme year. */
import type { Obligation } from '../../contract/obligations.ts'
import { formatDate, formatMonth, toSentenceCase } from '../format.ts'
import { formatCode } from '../labels.ts'
import { formatMissingFact } from './missing-fact.ts'

type Duty = Pick<Obligation, 'ruleId'> & { periodKey: string | null }

/** Counted from the end of a scheme year, which is not the day that they are due. */
const OF_A_SCHEME_YEAR = /^(?:REP-0[1-7]|PBS-0[12]|DIS-07|DB-06)$/

/** Null where the rule has one duty at a time, or the record it is about says more than a word could. */
export function formatObligationPeriod({ ruleId, periodKey }: Duty): string | null {
  if (periodKey === null) return null
  const missing = formatMissingFact({ ruleId, periodKey })
  if (missing) return missing
  const [head = '', tail] = periodKey.split(':')
  if (/^\d{4}-\d\d$/.test(head)) return formatMonth(head)
  if (/^\d{4}-\d\d-\d\d$/.test(periodKey))
    return OF_A_SCHEME_YEAR.test(ruleId) ? `year to ${formatDate(periodKey)}` : null
  if (!tail || !/^[A-Z_]+$/.test(head)) return null
  return toSentenceCase(formatCode(head))
}

/** `Pay over employee deductions: Oct 2026`. */
export const formatObligationName = (
  obligation: Duty & Pick<Obligation, 'title'> & Partial<Pick<Obligation, 'isRestricted'>>,
): string =>
  [obligation.title, formatObligationPeriod(obligation)].filter(Boolean).join(': ') +
  (obligation.isRestricted ? ' (restricted)' : '')
