import { createMember } from '../../../contract/members.ts'
import { PAGES } from '../../../contract/pages.ts'
import { useCreate } from '../../lists/create.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ListOfMembers } from './list-of-members.tsx'

export default function MemberList() {
  const create = useCreate(createMember, { to: PAGES.newMember }, 'New member')
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
