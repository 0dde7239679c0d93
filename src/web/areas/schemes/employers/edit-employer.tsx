import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { getEmployer, updateEmployer } from '../../../../contract/employers.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmployerFields } from './employer-fields.tsx'

export default function EditEmployer() {
  const { employerId } = useParams({ from: `/house${PAGES.editEmployer}` })
  const { data: employer } = useSuspenseQuery(queryFor(getEmployer, { id: employerId }))
  const navigate = useNavigate()
  const back = () => void navigate({ to: PAGES.employer, params: { employerId } })
  return (
    <>
      <PageHeader
        title={`Edit ${employer.legalName}`}
        crumbs={[
          { label: 'Employers', to: PAGES.employers },
          { label: employer.legalName, to: PAGES.employer, params: { employerId } },
        ]}
      />
      <EditForm
        update={updateEmployer}
        get={getEmployer}
        record={employer}
        saved="The employer is saved"
        onLeave={back}
      >
        <EmployerFields />
      </EditForm>
    </>
  )
}
