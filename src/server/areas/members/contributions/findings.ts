/** Findings of the contribution clock for the breach register: one per limb and payroll month, even if the month has several batches. */

import { addDays } from '../../../../contract/civil-dates.ts'
import type { BreachCandidate } from '../../../../contract/contributions.ts'
import { formatLongMonth } from '../../../../contract/value-format.ts'
import { type BreachFinding, calculateLatenessSeverity } from '../../governance/breaches/index.ts'
import {
  calculatePaymentStatus,
  type Facts,
  findEmployerShareUnderDeed,
  listBreachCandidates,
  listContributionObligations,
} from './clock.ts'

/** A batch with all inputs of its obligations. */
export interface LateBatch extends Facts {
  id: string
  schemeId: string
  employerId: string
}

type Limb = 'CON-01' | 'CON-02' | 'CON-01 or CON-02' | 'CON-04' | 'CON-05'
const TITLES: Record<Limb, (month: string) => string> = {
  'CON-01': (month) => `Deductions of ${month} not paid over in time`,
  'CON-02': (month) => `Employer contributions of ${month} not paid in time`,
  'CON-01 or CON-02': (month) => `Contributions of ${month} short, and not known whose`,
  'CON-04': (month) => `Contributions of ${month} not invested in time`,
  'CON-05': (month) => `Contributions of ${month} not invested within ten days of the month of receipt`,
}
const isLimb = (rule: string): rule is Limb => rule in TITLES

/**
 * Late employee money: s.58A(1), for every scheme type. Late employer money: s.58A(2) in DC schemes; in a DB scheme a shortfall is a matter
 * of the deed and never of s.58A. Money invested late: s.59. A statement that was not recorded (CON-03) is not a finding: payslips are not
 * recorded here, so a missing record does not mean a missing statement.
 */
export const listContributionFindings = (batches: readonly LateBatch[], today: string): BreachFinding[] =>
  batches.flatMap((batch) => [...listClockBreaches(batch, today), ...listUnderDeedBreaches(batch, today)])

function listClockBreaches(batch: LateBatch, today: string): BreachFinding[] {
  const obligations = listContributionObligations(batch, today)
  return listBreachCandidates(batch, obligations, today).flatMap((candidate) => {
    if (!isLimb(candidate.rule)) return []
    const obligation = obligations.find(({ rule }) => rule === candidate.rule)
    return {
      ...getFinding(batch, candidate.rule, obligation?.dueOn ?? batch.dueOn),
      ...pick(candidate),
      title: TITLES[candidate.rule](formatLongMonth(batch.payrollMonth)),
      resolvedOn: obligation?.metOn ?? null,
    }
  })
}
const pick = ({ category, severity, amountCents }: BreachCandidate) => ({ category, severity, amountCents })

function listUnderDeedBreaches(batch: LateBatch, today: string): BreachFinding[] {
  const share = findEmployerShareUnderDeed(batch, today)
  const { daysLate } = calculatePaymentStatus(batch, today)
  const isShort = share?.state === 'OVERDUE' || (share?.state === 'CANNOT_TELL' && daysLate > 0)
  if (!share || !isShort) return []
  const isOverdue = share.state === 'OVERDUE'
  return [
    {
      ...getFinding(batch, 'deed', batch.dueOn),
      category: 'OTHER',
      severity: calculateLatenessSeverity(daysLate, batch.settings),
      title: `${isOverdue ? 'Employer contributions' : 'Contributions'} of ${formatLongMonth(batch.payrollMonth)} short: under the deed`,
      amountCents: isOverdue
        ? (share.dueCents ?? 0) - (share.receivedCents ?? 0)
        : batch.totalCents - batch.receivedCents,
      // The deed sets the due date and is not recorded here.
      dueOn: null,
    },
  ]
}

const getFinding = (batch: LateBatch, limb: string, dueOn: string) => ({
  schemeId: batch.schemeId,
  employerId: batch.employerId,
  source: 'CONTRIBUTION' as const,
  detectionKey: `contribution:${batch.schemeId}:${batch.employerId}:${batch.payrollMonth}:${limb}`,
  occurredOn: addDays(dueOn, 1),
  dueOn,
  membersAffected: null,
  obligationId: null,
  contributionId: batch.id,
})
