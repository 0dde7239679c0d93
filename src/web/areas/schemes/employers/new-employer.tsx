import { useNavigate } from '@tanstack/react-router'
import { createEmployer } from '../../../../contract/employers.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { canSeeEveryFirm } from '../../../../contract/users.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { FirmField } from '../../../records/record-field.tsx'
import { useMay } from '../../../session.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { EmployerFields } from './employer-fields.tsx'

export default function NewEmployer() {
  const navigate = useNavigate()
  // Who belongs to no firm has to name one.
  const namesFirm = useMay()(canSeeEveryFirm)
  return (
    <>
      <PageHeader title="New employer" crumbs={[{ label: 'Employers', to: PAGES.employers }]} />
      <ContractForm
        contract={createEmployer}
        defaults={{
          status: 'ACTIVE',
          payFrequencies: [],
          payrollContact: { name: null, email: null, phone: null },
          ...(namesFirm ? { tenantId: null } : {}),
        }}
        ids={{}}
        submitLabel="Add employer"
        onCancel={() => void navigate({ to: PAGES.employers })}
        onSaved={({ id, legalName }) => {
          showToast('saved', `${legalName} is added`)
          void navigate({ to: PAGES.employer, params: { employerId: id } })
        }}
      >
        {namesFirm && (
          <FormSection title="Whose client it is">
            <FirmField isRequired />
          </FormSection>
        )}
        <EmployerFields />
      </ContractForm>
    </>
  )
}
