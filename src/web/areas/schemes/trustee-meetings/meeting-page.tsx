import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import {
  approveTrusteeMeetingMinutes,
  getTrusteeMeeting,
  type TrusteeMeeting,
  updateTrusteeMeeting,
} from '../../../../contract/trustee-meetings.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { BarredNotice, useIsBarred } from '../../../records/four-eyes.tsx'
import { HistoryLink } from '../../../records/history-link.tsx'
import { DocumentName } from '../../../records/names.tsx'
import { RecordActivity } from '../../../records/record-activity.tsx'
import { SendToTrustees } from '../../../records/send-to-trustees.tsx'
import { useMay } from '../../../session.tsx'
import { useEditLink } from '../../../ui/edit-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FactLink, PageHeader } from '../../../ui/page-header.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { buildMeetingCrumbs, MEETING_TONES } from './meeting.ts'
import { MeetingActions } from './meeting-actions.tsx'
import { MeetingActs } from './meeting-acts.tsx'

export default function Meeting() {
  const { meetingId } = useParams({ from: `/authenticated${PAGES.meeting}` })
  const { data: meeting } = useSuspenseQuery(createQuery(getTrusteeMeeting, { id: meetingId }))
  const may = useMay()
  const editLink = useEditLink(
    { to: PAGES.editMeeting, params: { meetingId } },
    may(updateTrusteeMeeting) && meeting.status !== 'CANCELLED' && meeting.minutesApprovedOn === null,
  )
  return (
    <>
      <PageHeader
        title={meeting.title}
        crumbs={buildMeetingCrumbs(meeting)}
        status={<Status tone={MEETING_TONES[meeting.status]}>{formatCode(meeting.status)}</Status>}
        facts={[
          formatDate(meeting.heldOn ?? meeting.plannedForOn),
          <FactLink key="scheme" to={PAGES.schemeMeetings} params={{ schemeId: meeting.schemeId }}>
            {meeting.schemeName}
          </FactLink>,
          ...(meeting.location ? [meeting.location] : []),
        ]}
        actions={
          <>
            <HistoryLink entityType="trusteeMeeting" entityId={meeting.id} />
            {meeting.status === 'HELD' && meeting.minutesApprovedOn === null && (
              <SendToTrustees subjectKind="MINUTES" subjectId={meeting.id} />
            )}
            {editLink}
            <MeetingActs meeting={meeting} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Answer meeting={meeting} today={getTodayInDublin()} />
        <Section title="Agenda">
          <Prose text={meeting.agenda} nothing="No agenda recorded." />
        </Section>
        {meeting.status === 'HELD' && (
          <>
            <Section title="Attendance">
              <Details details={listAttendanceDetails(meeting)} />
            </Section>
            <Section title="Decisions">
              <Prose text={meeting.decisions} nothing="No decisions recorded." />
            </Section>
          </>
        )}
        <MeetingActions meeting={meeting} />
        {meeting.status === 'HELD' && (
          <Section title="Minutes">
            <Details details={listMinutesDetails(meeting)} />
          </Section>
        )}
        <RecordActivity entityType="trusteeMeeting" entityId={meeting.id} name={meeting.title} />
      </div>
    </>
  )
}

/** Next step of this meeting. */
function Answer({ meeting, today }: { meeting: TrusteeMeeting; today: string }) {
  const { status, plannedForOn, heldOn, quorumMet, minutesApprovedOn, cancelledReason, openActions } = meeting
  const isBarred = useIsBarred(meeting, approveTrusteeMeetingMinutes)
  if (status === 'CANCELLED') return <Notice title="Cancelled">{cancelledReason}</Notice>
  if (status === 'PLANNED')
    return plannedForOn < today ? (
      <Notice look="warn" title="The planned date has passed">
        Record attendance and decisions, or cancel the meeting.
      </Notice>
    ) : (
      <Notice title={`Planned for ${formatDate(plannedForOn)}`}>
        The agenda can be edited until the meeting is held.
      </Notice>
    )
  const actions = openActions > 0 ? `${formatCount(openActions, 'action')} open.` : 'No open actions.'
  if (!quorumMet)
    return (
      <Notice look="late" title="There was no quorum">
        Too few trustees attended to decide. {actions}
      </Notice>
    )
  return minutesApprovedOn ? (
    <Notice
      look={openActions > 0 ? 'info' : 'done'}
      title={`Minutes approved on ${formatDate(minutesApprovedOn)}`}
    >
      {actions}
    </Notice>
  ) : isBarred ? (
    <BarredNotice
      title="Waiting for another administrator to approve the minutes"
      did="You recorded the meeting"
    />
  ) : (
    <Notice title="Next: approve the minutes">
      Held on {formatDate(heldOn ?? plannedForOn)}. The approval of the minutes is not recorded yet. {actions}
    </Notice>
  )
}

const Prose = ({ text, nothing }: { text: string | null; nothing: string }) =>
  text ? (
    <p className="max-w-[80ch] whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
  ) : (
    <p className="text-muted">{nothing}</p>
  )

const listAttendanceDetails = ({
  attendees,
  apologies,
  quorumMet,
  plannedForOn,
  heldOn,
}: TrusteeMeeting): Detail[] => [
  { label: `Present (${attendees.length})`, value: <Names names={attendees} /> },
  { label: 'Apologies', value: apologies.length > 0 ? <Names names={apologies} /> : 'No apologies' },
  { label: 'Quorum', value: quorumMet ? 'Yes' : 'No' },
  ...(heldOn && heldOn !== plannedForOn ? [{ label: 'Planned for', value: formatDate(plannedForOn) }] : []),
]

const Names = ({ names }: { names: readonly string[] }) => (
  <span className="whitespace-pre-line">{names.join('\n')}</span>
)

const listMinutesDetails = ({ minutesApprovedOn, minutesDocumentId }: TrusteeMeeting): Detail[] => [
  { label: 'Approved', value: minutesApprovedOn ? formatDate(minutesApprovedOn) : 'Not yet' },
  {
    label: 'Document',
    value: minutesDocumentId ? (
      <Link to={PAGES.document} params={{ documentId: minutesDocumentId }} className="link">
        <DocumentName id={minutesDocumentId} />
      </Link>
    ) : (
      'Not recorded'
    ),
  },
]
