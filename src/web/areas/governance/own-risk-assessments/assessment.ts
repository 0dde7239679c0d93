import type {
  AssessmentDueRule,
  AssessmentStatus,
  OwnRiskAssessment,
} from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type { Crumb } from '../../../ui/page-header.tsx'
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
  AFTER_CHANGE: 'without delay after a change not covered by an approved assessment',
  TO_CONFIRM: 'before the scheme was added, not recorded yet',
  NOT_KNOWN: 'date not known: enter the date the scheme went live',
}

type Named = Pick<OwnRiskAssessment, 'id' | 'schemeId' | 'schemeName' | 'cycleNumber'>

export const formatAssessmentTitle = ({ cycleNumber }: Pick<Named, 'cycleNumber'>): string =>
  `Own-risk assessment ${cycleNumber}`

/** By the scheme it is of. */
export const buildAssessmentCrumbs = ({ schemeId, schemeName }: Named): Crumb[] => [
  { label: 'Own-risk assessments', to: PAGES.ownRiskAssessments },
  { label: schemeName, to: PAGES.schemeAssessments, params: { schemeId } },
]

/** The same, and the assessment itself: for what stands below it. */
export const buildAssessmentPageCrumbs = (assessment: Named): Crumb[] => [
  ...buildAssessmentCrumbs(assessment),
  {
    label: formatAssessmentTitle(assessment),
    to: PAGES.ownRiskAssessment,
    params: { assessmentId: assessment.id },
  },
]

/** `12 to 6, 6 lower`, `6`, `new: 6`, `was 12`. */
export function formatMovement(before: number | null, after: number | null, movement: number | null): string {
  if (before === null) return after === null ? '—' : `new: ${after}`
  if (after === null) return `was ${before}`
  if (!movement) return String(after)
  return `${before} to ${after}, ${Math.abs(movement)} ${movement > 0 ? 'higher' : 'lower'}`
}
