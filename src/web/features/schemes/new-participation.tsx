import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { PAGES } from '../../../contract/pages.ts'
import { createParticipation } from '../../../contract/participations.ts'
import { getScheme } from '../../../contract/schemes.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { asked } from '../../queries.ts'
import { EmployerField } from '../../records/record-field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { toast } from '../../ui/toast.tsx'
import { ParticipationFields } from './participation-fields.tsx'

export default function NewParticipation() {
  const { schemeId } = useParams({ from: `/house${PAGES.newParticipation}` })
  const { data: scheme } = useSuspenseQuery(asked(getScheme, { id: schemeId }))
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
          toast('saved', `${employerName} is added`)
          back()
        }}
      >
        <EmployerField isRequired />
        <ParticipationFields isFromRequired />
      </ContractForm>
    </>
  )
}
