import { useNavigate, useSearch } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { createScheme } from '../../../../contract/schemes.ts'
import { Id } from '../../../../contract/values.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { EmployerField } from '../../../records/record-field.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { SchemeFields } from './scheme-fields.tsx'
import { createSchemeValues, prepareScheme } from './scheme-values.ts'

export default function NewScheme() {
  const navigate = useNavigate()
  const asked = useSearch({ strict: false }) as { employerId?: string }
  // An employer's page leads here with its id; what is no id is nobody's choice.
  const employerId = Id.safeParse(asked.employerId).data ?? null
  return (
    <>
      <PageHeader title="New scheme" crumbs={[{ label: 'Schemes', to: PAGES.schemes }]} />
      <p className="mb-6 max-w-[70ch] text-muted">
        The scheme begins as a draft. Enter what is known; the rest can follow until it is submitted for
        approval.
      </p>
      <ContractForm
        contract={createScheme}
        defaults={createSchemeValues(employerId)}
        ids={{}}
        prepare={prepareScheme}
        submitLabel="Add scheme"
        onCancel={() => void navigate({ to: PAGES.schemes })}
        onSaved={({ id, name }) => {
          showToast('saved', `${name} is added as a draft`)
          void navigate({ to: PAGES.scheme, params: { schemeId: id } })
        }}
      >
        <FormSection title="Whose scheme it is">
          <EmployerField isRequired />
        </FormSection>
        <SchemeFields />
      </ContractForm>
    </>
  )
}
