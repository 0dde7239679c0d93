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
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { useMay } from '../../../session.tsx'
import { CheckField, DateField, ProseField, TextField } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/lines-field.tsx'

const RECORDED =
  'The audit log keeps the act and who recorded it; names and decisions stand with the meeting only.'

/** What can be done with a meeting; nothing any more once its minutes are approved. */
export function MeetingActs({ meeting }: { meeting: TrusteeMeeting }) {
  const may = useMay()
  if (meeting.minutesApprovedOn) return null
  const acts = listActions(TRUSTEE_MEETING_TRANSITIONS, tableOf(meeting, getTodayInDublin()), meeting, may)
  return <Acts acts={acts} subject={meeting} />
}

function tableOf(meeting: TrusteeMeeting, today: string): Record<TrusteeMeetingVerb, Act> {
  const { status, plannedForOn, heldOn, attendees, apologies, quorumMet, decisions, schemeId } = meeting
  const isHeld = status === 'HELD'
  return {
    hold: {
      contract: holdTrusteeMeeting,
      label: isHeld ? 'Record it again' : 'Record the meeting',
      title: isHeld ? 'Put right what is recorded of this meeting' : 'Record that this meeting was held',
      explanation: [
        'Who was there, whether they were enough, and what was decided. It can be put right until the minutes are approved.',
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="heldOn" label="Held" isRequired />
          <LinesField name="attendees" label="Who was there" isRequired rows={5} help="One name a line" />
          <LinesField name="apologies" label="Apologies" help="One name a line" />
          <CheckField
            name="quorumMet"
            label="There was a quorum"
            help="By the deed and rules of the scheme"
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
      done: 'The meeting is recorded',
    },
    'approve-minutes': {
      contract: approveTrusteeMeetingMinutes,
      label: 'Approve minutes',
      title: 'Record that the minutes were approved',
      explanation: [
        'The trustees approved the minutes. What is recorded of the meeting is final then; its actions go on.',
        RECORDED,
      ],
      fields: (
        <>
          <DateField
            name="minutesApprovedOn"
            label="Approved"
            isRequired
            help="Often the day of the next meeting"
          />
          <UploadableDocumentField
            name="minutesDocumentId"
            kind="TRUSTEE_MINUTES"
            schemeId={schemeId}
            help="The minutes, of this scheme"
          />
        </>
      ),
      defaults: { minutesApprovedOn: today },
      look: 'primary',
      isMain: true,
      done: 'The minutes are approved',
    },
    cancel: {
      contract: cancelTrusteeMeeting,
      label: 'Cancel the meeting',
      title: 'Cancel this meeting',
      explanation: ['It stays to be read with why, and cannot be planned again in this record.', RECORDED],
      fields: <TextField name="reason" label="Why" rows={3} isRequired />,
      look: 'danger',
      done: 'The meeting is cancelled',
    },
  }
}
