import { useNavigate, useSearch } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { createTrusteeMeeting, EditableTrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import { Id } from '../../../../contract/values.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { SchemeField } from '../../../records/record-field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { MeetingFields } from './meeting-fields.tsx'

/** The scheme stands in the address of the request, and is chosen here like any other field. */
const PLAN = { ...createTrusteeMeeting, input: EditableTrusteeMeeting.extend({ schemeId: Id }) }

export default function NewMeeting() {
  const { schemeId } = useSearch({ strict: false }) as { schemeId?: unknown }
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Plan a trustee meeting"
        crumbs={[{ label: 'Trustee meetings', to: PAGES.meetings }]}
      />
      <p className="mb-5 max-w-[70ch]">
        One that was held already is planned with its day first; who was there and what was decided is
        recorded next.
      </p>
      <ContractForm
        contract={PLAN}
        defaults={{ schemeId: typeof schemeId === 'string' ? schemeId : null, title: 'Trustee meeting' }}
        ids={{}}
        prepare={(values) => ({ ...values, id: values.schemeId })}
        submitLabel="Plan meeting"
        onCancel={() => void navigate({ to: PAGES.meetings })}
        onSaved={({ id }) => {
          showToast('saved', 'The meeting is planned')
          void navigate({ to: PAGES.meeting, params: { meetingId: id } })
        }}
      >
        <SchemeField isRequired />
        <MeetingFields />
      </ContractForm>
    </>
  )
}
