import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { getScheme } from '../../../../contract/schemes.ts'
import { getTrustee, updateTrustee } from '../../../../contract/trustees.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { buildTrusteeCrumbs } from './trustee-crumbs.ts'
import { TrusteeFields } from './trustee-fields.tsx'

export default function EditTrustee() {
  const { trusteeId } = useParams({ from: `/house${PAGES.editTrustee}` })
  const { data: trustee } = useSuspenseQuery(queryFor(getTrustee, { id: trusteeId }))
  const { data: scheme } = useSuspenseQuery(queryFor(getScheme, { id: trustee.schemeId }))
  const navigate = useNavigate()
  const back = () => void navigate({ to: PAGES.trustee, params: { trusteeId } })
  return (
    <>
      <PageHeader
        title={`Edit ${trustee.personName}`}
        crumbs={[
          ...buildTrusteeCrumbs(scheme),
          { label: trustee.personName, to: PAGES.trustee, params: { trusteeId } },
        ]}
      />
      <EditForm
        update={updateTrustee}
        get={getTrustee}
        record={trustee}
        saved="The trustee is saved"
        onLeave={back}
      >
        <TrusteeFields />
      </EditForm>
    </>
  )
}
