import { useNavigate } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { createServiceProvider } from '../../../../contract/service-providers.ts'
import { canSeeEveryFirm } from '../../../../contract/users.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { FirmField } from '../../../records/record-field.tsx'
import { useMay } from '../../../session.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { ProviderFields } from './provider-fields.tsx'

export default function NewProvider() {
  const navigate = useNavigate()
  const may = useMay()
  return (
    <>
      <PageHeader
        title="Enter a service provider"
        crumbs={[{ label: 'Service providers', to: PAGES.providers }]}
      />
      <ContractForm
        contract={createServiceProvider}
        defaults={{ kinds: [] }}
        ids={{}}
        submitLabel="Enter provider"
        onCancel={() => void navigate({ to: PAGES.providers })}
        onSaved={({ id, name }) => {
          showToast('saved', `${name} is entered`)
          void navigate({ to: PAGES.provider, params: { providerId: id } })
        }}
      >
        {may(canSeeEveryFirm) && <FirmField isRequired />}
        <ProviderFields />
      </ContractForm>
    </>
  )
}
