import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { createMember } from '../../../contract/members.ts'
import { PAGES } from '../../../contract/pages.ts'
import { getScheme } from '../../../contract/schemes.ts'
import { useCreate } from '../../lists/create.tsx'
import { asked } from '../../queries.ts'
import { Section } from '../../ui/section.tsx'
import { ListOfMembers } from './list-of-members.tsx'

export default function MembersOfScheme() {
  const { schemeId } = useParams({ from: '/house/schemes/$schemeId' })
  const { data: scheme } = useSuspenseQuery(asked(getScheme, { id: schemeId }))
  const newMember = useCreate(createMember, { to: PAGES.newMember, search: { schemeId } }, 'New member')
  // What is wound up takes nobody, not even for the record.
  const create = scheme.status === 'WOUND_UP' ? null : newMember
  return (
    <Section title="Members" actions={create}>
      <ListOfMembers
        name="Members of the scheme"
        schemeId={schemeId}
        empty={{
          title: 'No members yet',
          text: create
            ? 'The size of a scheme, and with it many duties, follows from its members. Add the first one.'
            : 'Members appear here once your broker has added them.',
          action: create,
        }}
      />
    </Section>
  )
}
