import {
  approveTrusteeMeetingMinutes,
  cancelTrusteeMeeting,
  holdTrusteeMeeting,
  TRUSTEE_MEETING_TRANSITIONS,
  type TrusteeMeeting,
  type TrusteeMeetingVerb,
} from '../../../../contract/trustee-meetings.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { useMayDecide } from '../../../records/four-eyes.tsx'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { CheckField, DateField, ProseField, TextField } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/lines-field.tsx'

const RECORDED =
  'The audit log records the change and the user; names and decisions are kept only with the meeting.'

/** Actions for a meeting; none once its minutes are approved. */
export function MeetingActs({ meeting }: { meeting: TrusteeMeeting }) {
  const may = useMayDecide(meeting)
  if (meeting.minutesApprovedOn) return null
  const acts = listActions(
    TRUSTEE_MEETING_TRANSITIONS,
    buildActTable(meeting, getTodayInDublin()),
    meeting,
    may,
  )
  return <Acts acts={acts} subject={meeting} />
}

function buildActTable(meeting: TrusteeMeeting, today: string): Record<TrusteeMeetingVerb, Act> {
  const { status, plannedForOn, heldOn, attendees, apologies, quorumMet, decisions, schemeId } = meeting
  const isHeld = status === 'HELD'
  return {
    hold: {
      contract: holdTrusteeMeeting,
      label: isHeld ? 'Correct record' : 'Record meeting',
      title: isHeld ? 'Correct the record of this meeting' : 'Record this meeting',
      explanation: [
        'Record attendance, quorum and decisions. You can correct them until the minutes are approved.',
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="heldOn" label="Held" isRequired />
          <LinesField name="attendees" label="Present" isRequired rows={5} help="One name per line" />
          <LinesField name="apologies" label="Apologies" help="One name per line" />
          <CheckField
            name="quorumMet"
            label="Quorum met"
            help="According to the deed and rules of the scheme"
          />
          <ProseField name="decisions" rows={6} />
        </>
      ),
      defaults: {
        heldOn: heldOn ?? (plannedForOn <= today ? plannedForOn : today),
        attendees,
        apologies,
        quorumMet: quorumMet ?? false,
        decisions,
      },
      ...(isHeld ? {} : { look: 'primary', isMain: true }),
      done: 'Meeting recorded',
    },
    'approve-minutes': {
      contract: approveTrusteeMeetingMinutes,
      label: 'Approve minutes',
      title: 'Record the approval of the minutes',
      explanation: ['After approval the record of the meeting is final. Its actions continue.', RECORDED],
      fields: (
        <>
          <DateField
            name="minutesApprovedOn"
            label="Approved"
            isRequired
            help="Often the date of the next meeting"
          />
          <UploadableDocumentField
            name="minutesDocumentId"
            kind="TRUSTEE_MINUTES"
            schemeId={schemeId}
            help="A document of this scheme"
          />
        </>
      ),
      defaults: { minutesApprovedOn: today },
      look: 'primary',
      isMain: true,
      done: 'Minutes approved',
    },
    cancel: {
      contract: cancelTrusteeMeeting,
      label: 'Cancel meeting',
      title: 'Cancel this meeting',
      explanation: ['The meeting stays readable with the reason. It cannot be planned again.', RECORDED],
      fields: <TextField name="reason" label="Reason" rows={3} isRequired />,
      look: 'danger',
      done: 'Meeting cancelled',
    },
  }
}
