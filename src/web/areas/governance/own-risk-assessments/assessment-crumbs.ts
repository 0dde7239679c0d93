import type { OwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type { Crumb } from '../../../ui/page-header.tsx'

type Named = Pick<OwnRiskAssessment, 'id' | 'schemeId' | 'schemeName' | 'cycleNumber'>

export const formatAssessmentTitle = ({ cycleNumber }: Pick<Named, 'cycleNumber'>): string =>
  `Own-risk assessment ${cycleNumber}`

/** By the scheme it is of. */
export const buildAssessmentCrumbs = ({ schemeId, schemeName }: Named): Crumb[] => [
  { label: 'Own-risk assessments', to: PAGES.ownRiskAssessments },
  { label: schemeName, to: PAGES.schemeAssessments, params: { schemeId } },
]

/** The same, and the assessment itself: for what stands below it. */
export const withinAssessment = (assessment: Named): Crumb[] => [
  ...buildAssessmentCrumbs(assessment),
  {
    label: formatAssessmentTitle(assessment),
    to: PAGES.ownRiskAssessment,
    params: { assessmentId: assessment.id },
  },
]
