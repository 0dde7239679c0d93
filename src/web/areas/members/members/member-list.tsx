import { createMember } from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { useCreate } from '../../../lists/create.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ImportMembersLink } from './import-link.tsx'
import { ListOfMembers } from './list-of-members.tsx'

export default function MemberList() {
  const create = useCreate(createMember, { to: PAGES.newMember }, 'New member')
  return (
    <>
      <PageHeader
        title="Members"
        actions={
          <>
            <ImportMembersLink />
            {create}
          </>
        }
      />
      <ListOfMembers
        name="Members"
        empty={{
          title: 'No members yet',
          text: create
            ? 'A member belongs to a scheme. Import members from a file, or add the first one by hand.'
            : 'Members appear here once your broker has added them to a scheme.',
          action: create && (
            <span className="flex flex-wrap justify-center gap-2">
              <ImportMembersLink />
              {create}
            </span>
          ),
        }}
      />
    </>
  )
}
