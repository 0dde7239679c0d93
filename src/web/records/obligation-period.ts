/**
 * The period or subject that distinguishes obligations of one rule: the trustee, the vacant function, the kind of policy, the month, the
 * scheme year.
 */

import type { Obligation } from '../../contract/obligations.ts'
import { formatDate, formatMonth, toSentenceCase } from '../../contract/value-format.ts'
import { formatCode } from '../labels.ts'
import { formatMissingFact } from './missing-fact.ts'

type ObligationInPeriod = Pick<Obligation, 'ruleId'> & { periodKey: string | null } & Partial<
    Pick<Obligation, 'trusteeName'>
  >

/** Rules counted from the end of a scheme year, which is not their due date. */
const OF_A_SCHEME_YEAR = /^(?:REP-0[1-7]|PBS-0[12]|DIS-07|DB-06)$/

/** Null where the rule has one obligation at a time, or its record describes it better. */
export function formatObligationPeriod({
  ruleId,
  periodKey,
  trusteeName,
}: ObligationInPeriod): string | null {
  if (trusteeName) return trusteeName
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
  obligation: ObligationInPeriod & Pick<Obligation, 'title'> & Partial<Pick<Obligation, 'isRestricted'>>,
): string =>
  [obligation.title, formatObligationPeriod(obligation)].filter(Boolean).join(': ') +
  (obligation.isRestricted ? ' (restricted)' : '')
