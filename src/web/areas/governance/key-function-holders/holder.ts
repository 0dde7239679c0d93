/** Summary of a holder: next assessment, and notification of the Authority. */

import { addMonths } from '../../../../contract/civil-dates.ts'
import {
  isVoluntary,
  type KeyFunction,
  type KeyFunctionCoverage,
  type KeyFunctionHolder,
} from '../../../../contract/key-function-holders.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'

/** The day that was set, or twelve months after the assessment, which is practice and not law. */
export function getReviewDue({
  nextReviewOn,
  assessedOn,
}: Pick<KeyFunctionHolder, 'nextReviewOn' | 'assessedOn'>): { on: string; isSet: boolean } | null {
  if (nextReviewOn) return { on: nextReviewOn, isSet: true }
  return assessedOn ? { on: addMonths(assessedOn, 12), isSet: false } : null
}

/** For an outsourced function: the date of notification, and whether it was before the agreement entered into force. */
export function formatNotification({
  function: keyFunction,
  isOutsourced,
  authorityNotifiedOn: on,
  outsourcingInForceFrom: from,
}: Pick<
  KeyFunctionHolder,
  'function' | 'isOutsourced' | 'authorityNotifiedOn' | 'outsourcingInForceFrom'
>): string {
  if (!isOutsourced) return 'Not outsourced'
  if (!on) return isVoluntary(keyFunction) ? 'Not required' : 'Not notified'
  return from !== null && on >= from ? `${formatDate(on)}, too late` : formatDate(on)
}

export type Covered = 'riskManagement' | 'internalAudit' | 'actuarial'
export const COVERED: readonly { of: Covered; keyFunction: KeyFunction }[] = [
  { of: 'riskManagement', keyFunction: 'RISK_MANAGEMENT' },
  { of: 'internalAudit', keyFunction: 'INTERNAL_AUDIT' },
  { of: 'actuarial', keyFunction: 'ACTUARIAL' },
]

/** Reason why the function is not required; null where it is. */
export function findReasonNotRequired(
  { isInScope, isDerogated, isActuarialRequired }: KeyFunctionCoverage,
  of: Covered,
): string | null {
  if (!isInScope) return 'Not applicable'
  if (isDerogated) return 'Not required yet'
  if (of !== 'actuarial' || isActuarialRequired === true) return null
  return isActuarialRequired === null ? 'Own funds not recorded' : 'Not required'
}

export type Cover = 'HELD' | 'NOT_REQUIRED' | 'NOT_RECORDED' | 'VACANT'

export function getCover(coverage: KeyFunctionCoverage, of: Covered): Cover {
  if (coverage[of]) return 'HELD'
  if (findReasonNotRequired(coverage, of)) return 'NOT_REQUIRED'
  const isUnknown = COVERED.some((one) => one.of === of && coverage.notRecorded.includes(one.keyFunction))
  return isUnknown ? 'NOT_RECORDED' : 'VACANT'
}

const getHolders = (coverage: KeyFunctionCoverage) =>
  COVERED.flatMap(({ of, keyFunction }) => {
    const holder = coverage[of]
    return holder ? [{ ...holder, keyFunction }] : []
  })

/** The review that comes first among those in office. */
export function getNextReview(coverage: KeyFunctionCoverage): string | null {
  const days = getHolders(coverage).flatMap(({ nextReviewOn }) => nextReviewOn ?? [])
  return days.toSorted()[0] ?? null
}

/** Concerns of a scheme besides vacancies: holders who do the same for the employer, failed assessments, late or missing notifications. */
export function listConcerns(coverage: KeyFunctionCoverage): string[] {
  const holders = getHolders(coverage)
  return [
    coverage.candidates > 0 && `${formatCount(coverage.candidates, 'candidate')} to appoint`,
    holders.some(({ holdsSameFunctionForEmployer }) => holdsSameFunctionForEmployer) &&
      'Same function for the employer',
    holders.some(({ assessmentOutcome }) => assessmentOutcome === 'CONDITIONAL') && 'Fit with conditions',
    holders.some(({ assessmentOutcome }) => assessmentOutcome === 'FAIL') && 'Not fit and proper',
  ].filter((words) => words !== false)
}

/** Whether the Authority was notified of the outsourcing. */
export function formatNotified(coverage: KeyFunctionCoverage): string {
  const outsourced = getHolders(coverage).filter(({ isOutsourced }) => isOutsourced)
  if (outsourced.length === 0) return '—'
  const missing = outsourced.filter(({ authorityNotifiedOn }) => authorityNotifiedOn === null)
  if (missing.length > 0) return 'Not notified'
  const [only] = outsourced
  return outsourced.length === 1 && only?.authorityNotifiedOn
    ? formatDate(only.authorityNotifiedOn)
    : 'All notified'
}
