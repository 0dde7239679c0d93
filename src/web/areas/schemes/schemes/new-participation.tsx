import { useNavigate, useParams } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { createParticipation } from '../../../../contract/participations.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { EmployerField } from '../../../records/record-field.tsx'
import { useScheme } from '../../../records/use-scheme.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { ParticipationFields } from './participation-fields.tsx'

export default function NewParticipation() {
  const { schemeId } = useParams({ from: `/house${PAGES.newParticipation}` })
  const scheme = useScheme(schemeId)
  const navigate = useNavigate()
  const back = () => void navigate({ to: PAGES.scheme, params: { schemeId } })
  return (
    <>
      <PageHeader
        title="Add a participating employer"
        crumbs={[
          { label: 'Schemes', to: PAGES.schemes },
          { label: scheme.name, to: PAGES.scheme, params: { schemeId } },
        ]}
      />
      <ContractForm
        contract={createParticipation}
        defaults={{}}
        ids={{ id: schemeId }}
        submitLabel="Add employer"
        onCancel={back}
        onSaved={({ employerName }) => {
          showToast('saved', `${employerName} is added`)
          back()
        }}
      >
        <EmployerField isRequired />
        <ParticipationFields isFromRequired />
      </ContractForm>
    </>
  )
}
