import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { getOwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getRiskItem, removeRiskItem, updateRiskItem } from '../../../../contract/risk-items.ts'
import { Acts } from '../../../forms/acts.tsx'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { useMay } from '../../../session.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { withinAssessment } from './assessment-crumbs.ts'
import { RiskItemFields } from './risk-item-fields.tsx'

export default function EditRiskItem() {
  const { riskItemId } = useParams({ from: `/house${PAGES.editRiskItem}` })
  const { data: item } = useSuspenseQuery(queryFor(getRiskItem, { id: riskItemId }))
  const { data: assessment } = useSuspenseQuery(queryFor(getOwnRiskAssessment, { id: item.assessmentId }))
  const navigate = useNavigate()
  const may = useMay()
  const back = () => void navigate({ to: PAGES.assessmentRisks, params: { assessmentId: item.assessmentId } })
  return (
    <>
      <PageHeader
        title="Edit a risk"
        crumbs={withinAssessment(assessment)}
        actions={
          <>
            <HistoryLink entityType="riskItem" entityId={item.id} />
            {may(removeRiskItem) && assessment.status === 'DRAFTING' && (
              <Acts
                subject={item}
                acts={[
                  {
                    contract: removeRiskItem,
                    label: 'Remove',
                    title: 'Remove this risk from the register',
                    explanation: [
                      'It is gone from this assessment. Where it carried on one of the assessment before, the comparison shows that one as gone.',
                      'The audit log keeps its scores and who removed it.',
                    ],
                    look: 'danger',
                    isMain: true,
                    done: 'The risk is removed',
                    after: back,
                  },
                ]}
              />
            )}
          </>
        }
      />
      <EditForm
        update={updateRiskItem}
        get={getRiskItem}
        record={item}
        saved="The risk is saved"
        onLeave={back}
      >
        <RiskItemFields />
      </EditForm>
    </>
  )
}
