import { useParams } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { createTrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import { useCreate } from '../../../lists/create.tsx'
import { useScheme } from '../../../records/use-scheme.ts'
import { Section } from '../../../ui/section.tsx'
import { ListOfMeetings } from './list-of-meetings.tsx'
import { MeetingsAnswer } from './meetings-answer.tsx'

export default function MeetingsOfScheme() {
  const { schemeId } = useParams({ from: `/house${PAGES.scheme}` })
  const scheme = useScheme(schemeId)
  const create = useCreate(
    // The trustees of a wound-up scheme meet no more: the service refuses it.
    scheme.status === 'WOUND_UP' ? null : createTrusteeMeeting,
    { to: PAGES.newMeeting, search: { schemeId } },
    'Plan meeting',
  )
  return (
    <div className="flex flex-col gap-6">
      <MeetingsAnswer schemeId={schemeId} />
      <Section title="Meetings" actions={create}>
        <ListOfMeetings
          name="Meetings of the scheme"
          schemeId={schemeId}
          empty={{
            title: 'No meetings yet',
            text: 'Plan the first meeting with its agenda.',
            action: create,
          }}
        />
      </Section>
    </div>
  )
}
