import { Link } from '@tanstack/react-router'
import { CHECKLIST, listMissingSections } from '../../../../contract/assessment-checklist.ts'
import { formatCitedSources } from '../../../../contract/citations.ts'
import type { OwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'

/** Links to the sections that are missing before the approval, with the reason of each. */
export function MissingSections({
  assessment,
  onFollow,
}: {
  assessment: OwnRiskAssessment
  onFollow?: () => void
}) {
  return (
    <>
      <ul className="flex flex-col gap-2">
        {listMissingSections(assessment.sections, assessment.sectionFacts).map(({ key, passage }) => (
          <li key={key}>
            <Link
              to={PAGES.ownRiskAssessment}
              params={{ assessmentId: assessment.id }}
              hash={`section-${key}`}
              className="link"
              {...(onFollow ? { onClick: onFollow } : {})}
            >
              {key}. {CHECKLIST.find((entry) => entry.key === key)?.title}
            </Link>
            <span className="block text-muted">{passage}.</span>
          </li>
        ))}
      </ul>
      <p className="text-muted text-sm">{formatCitedSources('DIR 28(2)', 'PA 64AL')}</p>
    </>
  )
}
