import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { addDays } from '../../../../contract/civil-dates.ts'
import { createGrant, type Grant } from '../../../../contract/grants.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getTodayInDublin } from '../../../format.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { toIdOrNull } from '../../../forms/new-page.tsx'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { SchemeField } from '../../../records/record-field.tsx'
import { DateField, TextField } from '../../../ui/form/fields.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'

const USUAL_INSPECTION_DAYS = 28
const getTrustee = operation('trustee.get')

/** For the trustee that the address names, otherwise for an inspector. */
export function NewPage() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const trusteeId = toIdOrNull(search.trusteeId)
  return trusteeId ? <TrusteeForm trusteeId={trusteeId} /> : <InspectorForm />
}

function useSaved() {
  const navigate = useNavigate()
  return {
    onCancel: () => void navigate({ to: PAGES.grants }),
    onSaved: ({ id, email }: Grant) => {
      showToast('saved', `A mail with a link is sent to ${email}`)
      void navigate({ to: PAGES.grant, params: { grantId: id } })
    },
  }
}

const CRUMBS = [
  { label: 'Settings', to: PAGES.settings },
  { label: 'Trustees and inspectors', to: PAGES.grants },
]

const ADDRESS = (
  <TextField
    name="email"
    label="E-mail address"
    isRequired
    help="The person signs in with this address. A person who has an account uses it; others choose a password first"
  />
)

function TrusteeForm({ trusteeId }: { trusteeId: string }) {
  const { data: trustee } = useQuery(createQuery(getTrustee, { id: trusteeId }))
  const saved = useSaved()
  if (!trustee) return null
  return (
    <>
      <PageHeader title={`Give ${trustee.personName} access`} crumbs={CRUMBS} />
      <p className="mb-4 max-w-[70ch]">
        A trustee reads the records of the scheme, its members included, comments, decides on papers that you
        put to the trustees, and adds certificates of training. PPS numbers, file notes and documents for the
        firm alone stay hidden. The access begins with the appointment and ends with the office.
      </p>
      <ContractForm
        contract={createGrant}
        defaults={{ capability: 'TRUSTEE', schemeId: trustee.schemeId, trusteeId }}
        ids={{}}
        submitLabel="Give access"
        {...saved}
      >
        {ADDRESS}
        <DateField name="endsOn" label="Last day" help="Without a date the access ends with the office" />
      </ContractForm>
    </>
  )
}

function InspectorForm() {
  const saved = useSaved()
  return (
    <>
      <PageHeader title="Give an inspector access" crumbs={CRUMBS} />
      <p className="mb-4 max-w-[70ch]">
        An inspector reads the records of one scheme, its members included, and changes nothing. PPS numbers
        stay hidden. Each read is in the audit log, and pages are marked with the name of the inspector. To
        give a trustee access, open the page of the trustee.
      </p>
      <ContractForm
        contract={createGrant}
        defaults={{
          capability: 'INSPECTOR',
          endsOn: addDays(getTodayInDublin(), USUAL_INSPECTION_DAYS),
        }}
        ids={{}}
        submitLabel="Give access"
        {...saved}
      >
        <SchemeField isRequired />
        <TextField name="personName" label="Name" isRequired />
        {ADDRESS}
        <DateField name="endsOn" label="Last day" isRequired help="At most 90 days from today" />
      </ContractForm>
    </>
  )
}
