import { useNavigate } from '@tanstack/react-router'
import { createEmployer } from '../../../contract/employers.ts'
import { PAGES } from '../../../contract/pages.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { toast } from '../../ui/toast.tsx'
import { EmployerFields } from './employer-fields.tsx'

export default function NewEmployer() {
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title="New employer" crumbs={[{ label: 'Employers', to: PAGES.employers }]} />
      <ContractForm
        contract={createEmployer}
        defaults={{
          status: 'ACTIVE',
          payFrequencies: [],
          payrollContact: { name: null, email: null, phone: null },
        }}
        ids={{}}
        submitLabel="Add employer"
        onCancel={() => void navigate({ to: PAGES.employers })}
        onSaved={({ id, legalName }) => {
          toast('saved', `${legalName} is added`)
          void navigate({ to: PAGES.employer, params: { employerId: id } })
        }}
      >
        <EmployerFields />
      </ContractForm>
    </>
  )
}
