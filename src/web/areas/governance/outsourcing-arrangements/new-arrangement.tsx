import { useNavigate, useSearch } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { createOutsourcingArrangement } from '../../../../contract/outsourcing-arrangements.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { SchemeField } from '../../../records/record-field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { ArrangementFields } from './arrangement-fields.tsx'

export default function NewArrangement() {
  const navigate = useNavigate()
  const { schemeId = null, providerId = null } = useSearch({ strict: false }) as Record<
    string,
    string | undefined
  >
  return (
    <>
      <PageHeader
        title="Plan an outsourcing arrangement"
        crumbs={[{ label: 'Outsourcing', to: PAGES.outsourcing }]}
      />
      <p className="mb-5 max-w-[70ch]">
        It is recorded as planned. A key function, or management, is notified to the Authority before the
        agreement enters into force ({formatCitedSources('DIR 31(6)', 'PA 64AM')}); only then it is brought
        into force here.
      </p>
      <ContractForm
        contract={createOutsourcingArrangement}
        defaults={{ schemeId, providerId }}
        ids={{}}
        submitLabel="Plan arrangement"
        onCancel={() => void navigate({ to: PAGES.outsourcing })}
        onSaved={({ id }) => {
          showToast('saved', 'The arrangement is planned')
          void navigate({ to: PAGES.outsourcingArrangement, params: { arrangementId: id } })
        }}
      >
        <Fields />
      </ContractForm>
    </>
  )
}

function Fields() {
  const schemeId = useWatch({ name: 'schemeId' }) as string | null
  return (
    <>
      <SchemeField isRequired />
      <ArrangementFields schemeId={schemeId} />
    </>
  )
}
