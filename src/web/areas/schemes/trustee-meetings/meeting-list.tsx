import { PAGES } from '../../../../contract/pages.ts'
import { createTrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import { useCreate } from '../../../lists/create.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ListOfMeetings } from './list-of-meetings.tsx'
import { MeetingsAnswer } from './meetings-answer.tsx'

/** The meetings of the trustees of all schemes. */
export default function MeetingList() {
  const create = useCreate(createTrusteeMeeting, { to: PAGES.newMeeting }, 'Plan meeting')
  return (
    <>
      <PageHeader title="Trustee meetings" actions={create} />
      <div className="flex flex-col gap-6">
        <MeetingsAnswer />
        <ListOfMeetings
          name="Trustee meetings"
          empty={{
            title: 'No meetings yet',
            text: 'Plan the first meeting with its agenda. Record attendance and decisions after the meeting.',
            action: create,
          }}
        />
      </div>
    </>
  )
}
