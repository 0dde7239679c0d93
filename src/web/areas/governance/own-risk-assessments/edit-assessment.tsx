import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { getOwnRiskAssessment, updateOwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { formatAssessmentTitle, withinAssessment } from './assessment-crumbs.ts'
import { AssessmentFields, removeIdleEvent } from './assessment-fields.tsx'

export default function EditAssessment() {
  const { assessmentId } = useParams({ from: `/house${PAGES.editOwnRiskAssessment}` })
  const { data: assessment } = useSuspenseQuery(queryFor(getOwnRiskAssessment, { id: assessmentId }))
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={`Edit ${formatAssessmentTitle(assessment).toLowerCase()}`}
        crumbs={withinAssessment(assessment)}
      />
      <EditForm
        update={updateOwnRiskAssessment}
        get={getOwnRiskAssessment}
        record={assessment}
        saved="The assessment is saved"
        prepare={removeIdleEvent}
        onLeave={() => void navigate({ to: PAGES.ownRiskAssessment, params: { assessmentId } })}
      >
        <AssessmentFields schemeId={assessment.schemeId} />
      </EditForm>
    </>
  )
}
