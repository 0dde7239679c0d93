import { useParams } from '@tanstack/react-router'
import { Section } from '../../ui/section.tsx'
import { ListOfMembers } from './list-of-members.tsx'
import { useNewMember } from './new-member-link.tsx'

export default function MembersOfScheme() {
  const { schemeId } = useParams({ from: '/house/schemes/$schemeId' })
  const create = useNewMember(schemeId)
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
