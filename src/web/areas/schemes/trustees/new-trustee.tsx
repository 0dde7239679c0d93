import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getScheme } from '../../../../contract/schemes.ts'
import { createTrustee } from '../../../../contract/trustees.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { queryFor } from '../../../queries.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { isCorporate } from './trustee-body.ts'
import { buildTrusteeCrumbs } from './trustee-crumbs.ts'
import { TrusteeFields } from './trustee-fields.tsx'

export default function NewTrustee() {
  const { schemeId } = useParams({ from: `/house${PAGES.newTrustee}` })
  const { data: scheme } = useSuspenseQuery(queryFor(getScheme, { id: schemeId }))
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title="Propose a trustee" crumbs={buildTrusteeCrumbs(scheme)} />
      <p className="mb-5 max-w-[70ch]">
        The person is recorded as proposed. The fit and proper assessment comes next, then the appointment:
        nobody is appointed before ({formatCitedSources('PA 59A')}).
      </p>
      <ContractForm
        contract={createTrustee}
        defaults={{
          role: isCorporate(scheme) ? 'DIRECTOR_OF_CORPORATE_TRUSTEE' : 'TRUSTEE',
          isProfessional: false,
          isRemunerated: false,
          hasTrusteeQualification: false,
        }}
        ids={{ id: schemeId }}
        submitLabel="Propose trustee"
        onCancel={() => void navigate({ to: PAGES.schemeTrustees, params: { schemeId } })}
        onSaved={({ id, personName }) => {
          showToast('saved', `${personName} is proposed`)
          void navigate({ to: PAGES.trustee, params: { trusteeId: id } })
        }}
      >
        <TrusteeFields />
      </ContractForm>
    </>
  )
}
