import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { getMember, updateMember } from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { MemberFields } from './member-fields.tsx'
import { formatFullName } from './member-status.ts'
import { isNumberKept } from './pps-number-field.tsx'

export default function EditMember() {
  const { memberId } = useParams({ from: `/house${PAGES.editMember}` })
  const { data: member } = useSuspenseQuery(queryFor(getMember, { id: memberId }))
  const navigate = useNavigate()
  const back = () => void navigate({ to: PAGES.member, params: { memberId } })
  return (
    <>
      <PageHeader
        title={`Edit ${formatFullName(member)}`}
        crumbs={[
          { label: 'Members', to: PAGES.members },
          { label: formatFullName(member), to: PAGES.member, params: { memberId } },
        ]}
      />
      <EditForm
        update={updateMember}
        get={getMember}
        record={member}
        valuesOf={(read) => ({ ...read, ppsNumber: read.ppsNumberMasked })}
        isLeftOut={(name, value) => name === 'ppsNumber' && isNumberKept(value, member.ppsNumberMasked)}
        saved="The member is saved"
        onLeave={back}
      >
        <MemberFields recordedPpsNumber={member.ppsNumberMasked} />
      </EditForm>
    </>
  )
}
