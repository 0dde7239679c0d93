import { useNavigate, useSearch } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { AssessmentTrigger, createOwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { Id } from '../../../../contract/values.ts'
import { getTodayInDublin } from '../../../format.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { SchemeField } from '../../../records/record-field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { AssessmentFields, removeIdleEvent } from './assessment-fields.tsx'

/** What the page that led here knows already. */
function known(search: Record<string, unknown>) {
  const idIn = (value: unknown): string | null => Id.safeParse(value).data ?? null
  const trigger = AssessmentTrigger.safeParse(search.trigger).data
  return {
    schemeId: idIn(search.schemeId),
    triggerEventId: trigger === 'SIGNIFICANT_CHANGE' ? idIn(search.triggerEventId) : null,
    trigger: trigger ?? 'TRIENNIAL',
  }
}

export default function NewAssessment() {
  const beginning = known(useSearch({ strict: false }))
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Plan an own-risk assessment"
        crumbs={[{ label: 'Own-risk assessments', to: PAGES.ownRiskAssessments }]}
      />
      <ContractForm
        contract={createOwnRiskAssessment}
        defaults={{ ...beginning, asOfOn: getTodayInDublin() }}
        ids={{}}
        submitLabel="Plan assessment"
        prepare={removeIdleEvent}
        onCancel={() =>
          void navigate(
            beginning.schemeId
              ? { to: PAGES.schemeAssessments, params: { schemeId: beginning.schemeId } }
              : { to: PAGES.ownRiskAssessments },
          )
        }
        onSaved={({ id }) => {
          showToast('saved', 'The assessment is planned')
          void navigate({ to: PAGES.ownRiskAssessment, params: { assessmentId: id } })
        }}
      >
        <SchemeField name="schemeId" isRequired />
        <Fields />
      </ContractForm>
    </>
  )
}

function Fields() {
  const schemeId: unknown = useWatch({ name: 'schemeId' })
  return <AssessmentFields schemeId={typeof schemeId === 'string' && schemeId !== '' ? schemeId : null} />
}
