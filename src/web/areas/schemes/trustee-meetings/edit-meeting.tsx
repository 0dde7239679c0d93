import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { getTrusteeMeeting, updateTrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { buildMeetingCrumbs } from './meeting-crumbs.ts'
import { MeetingFields } from './meeting-fields.tsx'

export default function EditMeeting() {
  const { meetingId } = useParams({ from: `/house${PAGES.editMeeting}` })
  const { data: meeting } = useSuspenseQuery(queryFor(getTrusteeMeeting, { id: meetingId }))
  const navigate = useNavigate()
  const back = () => void navigate({ to: PAGES.meeting, params: { meetingId } })
  const isFinal = meeting.status === 'CANCELLED' || meeting.minutesApprovedOn !== null
  return (
    <>
      <PageHeader
        title={`Edit ${meeting.title}`}
        crumbs={[
          ...buildMeetingCrumbs(meeting),
          { label: meeting.title, to: PAGES.meeting, params: { meetingId } },
        ]}
      />
      {isFinal ? (
        <Notice title="This meeting stays as it is">
          {meeting.status === 'CANCELLED' ? 'It was cancelled.' : 'Its minutes are approved.'}
        </Notice>
      ) : (
        <EditForm
          update={updateTrusteeMeeting}
          get={getTrusteeMeeting}
          record={meeting}
          saved="The meeting is saved"
          onLeave={back}
        >
          <MeetingFields isHeld={meeting.status === 'HELD'} />
        </EditForm>
      )}
    </>
  )
}
