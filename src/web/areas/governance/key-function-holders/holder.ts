/** Summary of a holder: next assessment, and notification of the Authority. */

import { addMonths } from '../../../../contract/civil-dates.ts'
import {
  isVoluntary,
  type KeyFunction,
  type KeyFunctionCoverage,
  type KeyFunctionHolder,
} from '../../../../contract/key-function-holders.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'

const REVIEW_MONTHS = 12

interface ReviewDue {
  on: string
  /** False if it is calculated from the assessment. */
  isSet: boolean
}

/** The day that was set, or twelve months after the assessment, which is practice and not law. */
export function getReviewDue({
  nextReviewOn,
  assessedOn,
}: Pick<KeyFunctionHolder, 'nextReviewOn' | 'assessedOn'>): ReviewDue | null {
  if (nextReviewOn) return { on: nextReviewOn, isSet: true }
  return assessedOn ? { on: addMonths(assessedOn, REVIEW_MONTHS), isSet: false } : null
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

/** Whether a required function has no holder. */
export const needsHolder = (coverage: KeyFunctionCoverage): boolean =>
  COVERED.some(({ of }) => ['VACANT', 'NOT_RECORDED'].includes(getCover(coverage, of)))

const getHolders = (coverage: KeyFunctionCoverage) =>
  COVERED.flatMap(({ of, keyFunction }) => {
    const holder = coverage[of]
    return holder ? [{ ...holder, keyFunction }] : []
  })

export interface NextReview {
  holder: ReturnType<typeof getHolders>[number]
  /** Null if neither an assessment nor a review date is recorded. */
  due: ReviewDue | null
}

/** The review that comes first among those in office; null without a holder. */
export function getNextReview(coverage: KeyFunctionCoverage): NextReview | null {
  const reviews = getHolders(coverage).map((holder) => ({ holder, due: getReviewDue(holder) }))
  const [first] = reviews.toSorted((a, b) => (a.due?.on ?? LAST_DAY).localeCompare(b.due?.on ?? LAST_DAY))
  return first ?? null
}
const LAST_DAY = '9999-12-31'

/** How the date of a review comes about: `Assessed 29 Apr 2026 + 12 months = 29 Apr 2027 (practice, not law)`. */
export function formatReviewSum(assessedOn: string | null, { on, isSet }: ReviewDue): string {
  const assessed = assessedOn && `Assessed ${formatDate(assessedOn)}`
  if (isSet)
    return [assessed, `next review set for ${formatDate(on)}`].filter(Boolean).join(', ').replace(/^n/, 'N')
  return `${assessed} + ${REVIEW_MONTHS} months = ${formatDate(on)} (practice, not law)`
}

/** Concerns of a scheme: missing holders, candidates, holders who do the same for the employer, failed assessments, missing notifications. */
export function listConcerns(coverage: KeyFunctionCoverage): string[] {
  const holders = getHolders(coverage)
  const toRecord = coverage.notRecorded.length
  const toPropose = coverage.vacant.length - toRecord
  return [
    toPropose > coverage.candidates && `${formatCount(toPropose - coverage.candidates, 'holder')} to propose`,
    toRecord > 0 && `${formatCount(toRecord, 'present holder')} to add`,
    coverage.candidates > 0 && `${formatCount(coverage.candidates, 'candidate')} to appoint`,
    holders.some(({ holdsSameFunctionForEmployer }) => holdsSameFunctionForEmployer) &&
      'Same function for the employer',
    holders.some(({ assessmentOutcome }) => assessmentOutcome === 'CONDITIONAL') && 'Fit with conditions',
    holders.some(({ assessmentOutcome }) => assessmentOutcome === 'FAIL') && 'Not fit and proper',
    formatOutsourcingNotified(coverage) === NOT_NOTIFIED && 'Authority not notified',
  ].filter((words) => words !== false)
}

const NOT_NOTIFIED = 'Not notified'

/** Whether the Authority was notified of the outsourcing. */
export function formatOutsourcingNotified(coverage: KeyFunctionCoverage): string {
  const outsourced = getHolders(coverage).filter(({ isOutsourced }) => isOutsourced)
  if (outsourced.length === 0) return '—'
  const missing = outsourced.filter(({ authorityNotifiedOn }) => authorityNotifiedOn === null)
  if (missing.length > 0) return NOT_NOTIFIED
  const [only] = outsourced
  return outsourced.length === 1 && only?.authorityNotifiedOn
    ? formatDate(only.authorityNotifiedOn)
    : 'All notified'
}
