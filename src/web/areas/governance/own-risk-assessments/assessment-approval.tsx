import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { listMissingSections } from '../../../../contract/assessment-checklist.ts'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { getOwnRiskAssessment, type OwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { createQuery } from '../../../queries.ts'
import { DocumentName, SchemeEventName } from '../../../records/names.tsx'
import { RecordActivity } from '../../../records/record-activity.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { formatAssessmentTitle } from './assessment.ts'
import { MissingSections } from './missing-sections.tsx'

/** Missing parts before an approval, and the dates and documents so far. */
export default function AssessmentApproval() {
  const { assessmentId } = useParams({ from: `/authenticated${PAGES.ownRiskAssessment}` })
  const { data: assessment } = useSuspenseQuery(createQuery(getOwnRiskAssessment, { id: assessmentId }))
  const isOpen = ['PLANNED', 'DRAFTING', 'TRUSTEE_REVIEW'].includes(assessment.status)
  return (
    <div className="flex flex-col gap-6">
      {isOpen && <Missing assessment={assessment} />}
      <Section title="Dates and documents">
        <Details details={getDetails(assessment, isOpen)} />
      </Section>
      <RecordActivity
        entityType="ownRiskAssessment"
        entityId={assessment.id}
        name={formatAssessmentTitle(assessment).toLowerCase()}
      />
    </div>
  )
}

function Missing({ assessment }: { assessment: OwnRiskAssessment }) {
  const missing = listMissingSections(assessment.sections, assessment.sectionFacts)
  if (missing.length === 0)
    return (
      <Notice look="done" title="All sections are complete">
        {formatCitedSources('DIR 28(2)', 'PA 64AL')}
      </Notice>
    )
  return (
    <Section title="Missing sections">
      <MissingSections assessment={assessment} />
    </Section>
  )
}

const formatDateOr = (on: string | null, otherwise: string): string => (on ? formatDate(on) : otherwise)

function getDetails(assessment: OwnRiskAssessment, isOpen: boolean): Detail[] {
  const { triggerEventId, minutesDocumentId, reportDocumentId, supersedesId } = assessment
  return [
    { label: 'Started', value: formatDateOr(assessment.startedOn, 'Not started') },
    { label: 'With the trustees since', value: formatDateOr(assessment.sentToTrusteesOn, 'Not yet') },
    ...(assessment.returnedOn ? [{ label: 'Returned', value: formatDate(assessment.returnedOn) }] : []),
    { label: 'Approved by the trustees', value: formatDateOr(assessment.approvedOn, 'Not approved') },
    {
      label: 'Next due',
      value: formatDateOr(assessment.nextDueOn, isOpen ? 'Not known before approval' : 'Starts no new cycle'),
      source: formatCitedSources('PA 64AL'),
    },
    { label: 'Minutes', value: formatDocumentLinkOr(minutesDocumentId, 'Not recorded') },
    { label: 'Report', value: formatDocumentLinkOr(reportDocumentId, 'Not recorded') },
    {
      label: 'Requested by the Authority',
      value: formatDateOr(assessment.authorityRequestedOn, 'No request'),
    },
    {
      label: 'Submitted to the Authority',
      value: formatDateOr(assessment.authoritySubmittedOn, 'Not submitted'),
    },
    { label: 'Reference of the Authority', value: assessment.authorityReference ?? '—' },
    ...(triggerEventId
      ? [
          {
            label: 'Triggering event',
            value: (
              <Link to={PAGES.schemeEvent} params={{ eventId: triggerEventId }} className="link">
                <SchemeEventName id={triggerEventId} />
              </Link>
            ),
          },
        ]
      : []),
    ...(supersedesId
      ? [
          {
            label: 'Replaces',
            value: (
              <Link to={PAGES.ownRiskAssessment} params={{ assessmentId: supersedesId }} className="link">
                Previous assessment
              </Link>
            ),
          },
        ]
      : []),
  ]
}

const formatDocumentLinkOr = (documentId: string | null, otherwise: string) =>
  documentId ? (
    <Link to={PAGES.document} params={{ documentId }} className="link">
      <DocumentName id={documentId} />
    </Link>
  ) : (
    otherwise
  )
