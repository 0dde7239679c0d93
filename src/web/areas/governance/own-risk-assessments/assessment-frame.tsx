/** The workspace of one own-risk assessment: its next step, and its parts as tabs. */

import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { CHECKLIST, listMissingSections } from '../../../../contract/assessment-checklist.ts'
import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  approveOwnRiskAssessment,
  getOwnRiskAssessment,
  type OwnRiskAssessment,
  updateOwnRiskAssessment,
} from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { buildRequestUrl } from '../../../client.ts'
import { formatCode } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { BarredNotice, useIsBarred } from '../../../records/four-eyes.tsx'
import { HistoryLink } from '../../../records/history-link.tsx'
import { PaperLinks } from '../../../records/paper-links.tsx'
import { SendToTrustees } from '../../../records/send-to-trustees.tsx'
import { useMay } from '../../../session.tsx'
import { useEditLink } from '../../../ui/edit-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { ASSESSMENT_TONES, buildAssessmentCrumbs, formatAssessmentTitle } from './assessment.ts'
import { AssessmentActs } from './assessment-acts.tsx'

export default function AssessmentFrame() {
  const { assessmentId } = useParams({ from: `/authenticated${PAGES.ownRiskAssessment}` })
  const { data: assessment } = useSuspenseQuery(createQuery(getOwnRiskAssessment, { id: assessmentId }))
  const may = useMay()
  const params = { assessmentId }
  const isEditable = assessment.status === 'PLANNED' || assessment.status === 'DRAFTING'
  const editLink = useEditLink(
    { to: PAGES.editOwnRiskAssessment, params },
    isEditable && may(updateOwnRiskAssessment),
  )
  return (
    <>
      <PageHeader
        title={formatAssessmentTitle(assessment)}
        crumbs={buildAssessmentCrumbs(assessment)}
        status={<Status tone={ASSESSMENT_TONES[assessment.status]}>{formatCode(assessment.status)}</Status>}
        facts={[
          <Link key="scheme" to={PAGES.scheme} params={{ schemeId: assessment.schemeId }} className="link">
            {assessment.schemeName}
          </Link>,
          formatCode(assessment.scope),
          formatCode(assessment.trigger),
          `as of ${formatDate(assessment.asOfOn)}`,
        ]}
        actions={
          <>
            <PaperLinks
              title={formatAssessmentTitle(assessment).toLowerCase()}
              buildUrl={(format) =>
                buildRequestUrl(operation('report.own-risk-assessment'), { id: assessment.id, format })
              }
            />
            <HistoryLink entityType="ownRiskAssessment" entityId={assessment.id} />
            {assessment.status === 'TRUSTEE_REVIEW' && (
              <SendToTrustees subjectKind="OWN_RISK_ASSESSMENT" subjectId={assessment.id} />
            )}
            {editLink}
            <AssessmentActs assessment={assessment} />
          </>
        }
      />
      <div className="mb-5">
        <Answer assessment={assessment} />
      </div>
      <Tabs
        name="Parts of the assessment"
        tabs={[
          { label: 'Sections', to: PAGES.ownRiskAssessment, params },
          { label: 'Risk register', to: PAGES.assessmentRisks, params, count: assessment.riskItemCount },
          { label: 'Comparison', to: PAGES.assessmentComparison, params },
          { label: 'Approval', to: PAGES.assessmentApproval, params },
        ]}
      />
      <Suspense fallback={<TableSkeleton />}>
        <Outlet />
      </Suspense>
    </>
  )
}

/** Next step of the assessment. */
function Answer({ assessment }: { assessment: OwnRiskAssessment }) {
  const { status, sections, sectionFacts, nextDueOn, approvedOn, returnReason, returnedOn } = assessment
  const missing = listMissingSections(sections, sectionFacts)
  const rule = formatCitedSources('DIR 28(2)', 'PA 64AL')
  const isBarred = useIsBarred(assessment, approveOwnRiskAssessment)
  if (status === 'PLANNED')
    return <Notice title="Next: start drafting">Then write the sections and the risk register.</Notice>
  if (status === 'DRAFTING' || status === 'TRUSTEE_REVIEW')
    return (
      <div className="flex flex-col gap-3">
        {status === 'DRAFTING' && returnedOn && (
          <Notice look="warn" title={`Returned by the trustees on ${formatDate(returnedOn)}`}>
            {returnReason}
          </Notice>
        )}
        {missing.length > 0 ? (
          <Notice look="warn" title={`${missing.length} of ${CHECKLIST.length} sections missing`}>
            Write each section, or state why it does not apply, before the approval of the trustees ({rule}).
          </Notice>
        ) : status === 'DRAFTING' ? (
          <Notice look="done" title="Complete: ready for the trustees">
            {assessment.riskItemCount === 0 && 'The risk register is still empty. '}
            {rule}
          </Notice>
        ) : isBarred ? (
          <BarredNotice
            title="Waiting for another administrator to record the approval"
            did="You sent this assessment to the trustees or edited it"
          />
        ) : (
          <Notice title="Next: record the approval of the trustees">
            An administrator of the firm records the approval with its date and minutes.
          </Notice>
        )}
      </div>
    )
  if (status === 'SUPERSEDED')
    return (
      <Notice title="Superseded by a later assessment">
        {approvedOn && `Approved by the trustees on ${formatDate(approvedOn)}.`}
      </Notice>
    )
  return (
    <Notice
      look="done"
      title={`Approved by the trustees${approvedOn ? ` on ${formatDate(approvedOn)}` : ''}`}
    >
      {nextDueOn
        ? `The next assessment of the whole IORP is due by ${formatDate(nextDueOn)} (${formatCitedSources('PA 64AL')}).`
        : `It covers a single scheme, so the three-year cycle of the whole IORP continues (${formatCitedSources('DIR 28(1)')}).`}
    </Notice>
  )
}
