import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { getServiceProvider, updateServiceProvider } from '../../../../contract/service-providers.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ProviderFields } from './provider-fields.tsx'

export default function EditProvider() {
  const { providerId } = useParams({ from: `/house${PAGES.editProvider}` })
  const { data: provider } = useSuspenseQuery(queryFor(getServiceProvider, { id: providerId }))
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={`Edit ${provider.name}`}
        crumbs={[
          { label: 'Service providers', to: PAGES.providers },
          { label: provider.name, to: PAGES.provider, params: { providerId } },
        ]}
      />
      <EditForm
        update={updateServiceProvider}
        get={getServiceProvider}
        record={provider}
        saved="The provider is saved"
        onLeave={() => void navigate({ to: PAGES.provider, params: { providerId } })}
      >
        <ProviderFields />
      </EditForm>
    </>
  )
}
