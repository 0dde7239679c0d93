import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { createMember } from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getScheme } from '../../../../contract/schemes.ts'
import { useCreate } from '../../../lists/create.tsx'
import { queryFor } from '../../../queries.ts'
import { Section } from '../../../ui/section.tsx'
import { ImportMembersLink } from './import-link.tsx'
import { ListOfMembers } from './list-of-members.tsx'

export default function MembersOfScheme() {
  const { schemeId } = useParams({ from: '/house/schemes/$schemeId' })
  const { data: scheme } = useSuspenseQuery(queryFor(getScheme, { id: schemeId }))
  const newMember = useCreate(createMember, { to: PAGES.newMember, search: { schemeId } }, 'New member')
  // A wound-up scheme takes no members, not even for the record.
  const create = scheme.status === 'WOUND_UP' ? null : newMember
  return (
    <Section
      title="Members"
      actions={
        create && (
          <>
            <ImportMembersLink schemeId={schemeId} />
            {create}
          </>
        )
      }
    >
      <ListOfMembers
        name="Members of the scheme"
        schemeId={schemeId}
        empty={{
          title: 'No members yet',
          text: create
            ? 'Many obligations depend on the number of members. Import members from a file, or add the first one by hand.'
            : 'Members appear here once your broker has added them.',
          action: create && (
            <span className="flex flex-wrap justify-center gap-2">
              <ImportMembersLink schemeId={schemeId} />
              {create}
            </span>
          ),
        }}
      />
    </Section>
  )
}
