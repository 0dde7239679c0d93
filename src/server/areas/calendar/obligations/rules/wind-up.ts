/** Effect of a wind-up: ends the recurring rules of a running scheme; obligations that were due or arose earlier stay. */
import type { SchemeFacts } from '../facts.ts'
import { type Found, isDue, type Rule } from './define.ts'

/** Rules started by an event or calendar date that concern only the governance of a running scheme. */
const OF_RUNNING_SCHEMES: readonly string[] = [
  'DB-11',
  'GOV-02',
  'GOV-04',
  'GOV-08',
  'GOV-10',
  'GOV-11',
  'GOV-16',
  'KFH-01',
  'OMA-01',
  'RA-02',
  'REG-01',
  'PRS-01',
  'TAX-01',
  'TAX-02',
  'TAX-03',
]

export const isEndedByWindUp = ({ id, trigger }: Pick<Rule, 'id' | 'trigger'>): boolean =>
  trigger === 'ROLLING' || OF_RUNNING_SCHEMES.includes(id)

/** Reason why the rules of a running scheme have ended by that date; null while it runs. */
export function findEnd(
  { status, woundUpOn }: SchemeFacts['scheme'],
  today: string,
): { on: string | null; reason: string } | null {
  if (status !== 'WOUND_UP' || (woundUpOn !== null && woundUpOn > today)) return null
  return { on: woundUpOn, reason: `The scheme was wound up${woundUpOn ? ` on ${woundUpOn}` : ''}` }
}

/**
 * Keeps the findings for a wound-up scheme that arose before the wind-up: ended scheme years and calendar years, months whose
 * money is recorded, and findings that an event started.
 */
export const limitToBeforeEnd = (
  rule: Pick<Rule, 'id' | 'trigger'>,
  found: Found[],
  on: string | null,
): Found[] => {
  const isOfPeriods =
    (rule.trigger === 'RECURRING_SYE' || rule.trigger === 'RECURRING_CALENDAR') && !rule.id.startsWith('CON-')
  return found.filter((one) =>
    isDue(one) ? !isOfPeriods || on === null || one.anchorOn <= on : !('since' in one),
  )
}
