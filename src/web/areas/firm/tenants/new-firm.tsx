import { useNavigate } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { createTenant, TenantSettings } from '../../../../contract/tenants.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { FirmFields, openFirm, prepareFirm } from './firm-fields.tsx'

const DEFAULTS = openFirm({ intermediaryTypes: [], settings: TenantSettings.parse({}) })

export default function NewFirm() {
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title="New firm" crumbs={[{ label: 'Firms', to: PAGES.firms }]} />
      <ContractForm
        contract={createTenant}
        defaults={DEFAULTS}
        ids={{}}
        prepare={prepareFirm}
        submitLabel="Open firm and send invitation"
        onCancel={() => void navigate({ to: PAGES.firms })}
        onSaved={({ id, name }) => {
          showToast('saved', `${name} is open; the invitation is on its way`)
          void navigate({ to: PAGES.firm, params: { firmId: id } })
        }}
      >
        <FormSection title="First administrator">
          <p className="max-w-[70ch] text-muted">
            This person gets a mail with a link to set a password, and invites everybody else of the firm.
          </p>
          <TextField name="adminName" label="Name" isRequired />
          <TextField name="adminEmail" label="E-mail address" type="email" isRequired />
        </FormSection>
        <FirmFields />
      </ContractForm>
    </>
  )
}
