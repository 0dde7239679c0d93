import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { getOwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { createRiskItem } from '../../../../contract/risk-items.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { queryFor } from '../../../queries.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { withinAssessment } from './assessment-crumbs.ts'
import { RiskItemFields } from './risk-item-fields.tsx'

export default function NewRiskItem() {
  const { assessmentId } = useParams({ from: `/house${PAGES.newRiskItem}` })
  const { data: assessment } = useSuspenseQuery(queryFor(getOwnRiskAssessment, { id: assessmentId }))
  const navigate = useNavigate()
  const back = () => void navigate({ to: PAGES.assessmentRisks, params: { assessmentId } })
  return (
    <>
      <PageHeader title="Add a risk" crumbs={withinAssessment(assessment)} />
      <ContractForm
        contract={createRiskItem}
        defaults={{ appetite: 'WITHIN' }}
        ids={{ id: assessmentId }}
        submitLabel="Add risk"
        onCancel={back}
        onSaved={() => {
          showToast('saved', 'The risk is added')
          back()
        }}
      >
        <RiskItemFields />
      </ContractForm>
    </>
  )
}
