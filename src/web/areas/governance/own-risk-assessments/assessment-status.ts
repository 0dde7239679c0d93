import type { AssessmentDueRule, AssessmentStatus } from '../../../../contract/own-risk-assessments.ts'
import type { Tone } from '../../../ui/status.tsx'

export const ASSESSMENT_TONES: Record<AssessmentStatus, Tone> = {
  PLANNED: 'idle',
  DRAFTING: 'progress',
  TRUSTEE_REVIEW: 'progress',
  APPROVED: 'done',
  SUBMITTED: 'done',
  SUPERSEDED: 'ended',
}

/** Why the next one is due when it is. */
export const DUE_RULE_WORDS: Record<AssessmentDueRule, string> = {
  THREE_YEARS: 'three years after the last approval',
  FIRST: 'three years after the scheme went live, or after 22 Apr 2021',
  AFTER_CHANGE: 'without delay after a change that no approved assessment answers',
  TO_CONFIRM: 'before the scheme was added here, and not recorded yet',
  NOT_KNOWN: 'three years after a day that is not known: when the scheme went live is missing',
}
