import { PageHeader } from '../../ui/page-header.tsx'
import { ListOfMembers } from './list-of-members.tsx'
import { useNewMember } from './new-member-link.tsx'

export default function MemberList() {
  const create = useNewMember()
  return (
    <>
      <PageHeader title="Members" actions={create} />
      <ListOfMembers
        name="Members"
        empty={{
          title: 'No members yet',
          text: create
            ? 'A member belongs to a scheme. Add the first one, from here or from the page of the scheme.'
            : 'Members appear here once your broker has added them to a scheme.',
          action: create,
        }}
      />
    </>
  )
}
