/** What a meeting asked somebody to do, and how far that is. */
import {
  createMeetingAction,
  doneMeetingAction,
  dropMeetingAction,
  listMeetingActions,
  MEETING_ACTION_TRANSITIONS,
  type MeetingAction,
  updateMeetingAction,
} from '../../../../contract/meeting-actions.ts'
import type { TrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import { formatDate, getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { formatCode } from '../../../labels.ts'
import { useListQuery } from '../../../lists/list-query.ts'
import { DueDay } from '../../../records/due-day.tsx'
import { useMay } from '../../../session.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { DateField, TextField } from '../../../ui/form/fields.tsx'
import { ShowMore } from '../../../ui/more.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { ACTION_TONES } from './meeting.ts'

export function MeetingActions({ meeting }: { meeting: TrusteeMeeting }) {
  const may = useMay()
  const { query, rows, more } = useListQuery(listMeetingActions, { meetingId: meeting.id })
  const add: Act = {
    contract: createMeetingAction,
    label: 'Add an action',
    title: 'Add an action of this meeting',
    explanation: [
      'What somebody is to do, and by when. It is listed with the open actions until it is done.',
    ],
    fields: <ActionFields />,
    isMain: true,
    done: 'The action is added',
  }
  return (
    <Section
      title="Actions"
      actions={
        may(createMeetingAction) && meeting.status !== 'CANCELLED' && <Acts acts={[add]} subject={meeting} />
      }
    >
      {query.isError && !query.data ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : !query.data ? (
        <TableSkeleton rows={2} />
      ) : rows.length === 0 ? (
        <p className="text-muted">This meeting asked nobody to do anything, as far as is recorded.</p>
      ) : (
        <>
          <Rows name="Actions">
            {rows.map((action) => (
              <ActionRow key={action.id} action={action} />
            ))}
          </Rows>
          <ShowMore more={more} />
        </>
      )}
    </Section>
  )
}

function ActionRow({ action }: { action: MeetingAction }) {
  const { description, owner, dueOn, doneOn, outcome, status } = action
  const acts = listActions(
    { ...MEETING_ACTION_TRANSITIONS, update: { from: ['OPEN'] } },
    tableOf(action, getTodayInDublin()),
    action,
    useMay(),
  )
  return (
    <Row
      title={
        <>
          <p className="font-medium">{description}</p>
          <p className="text-muted">
            {owner ?? 'Nobody is named'}
            {status !== 'OPEN' && dueOn && ` · was due ${formatDate(dueOn)}`}
          </p>
        </>
      }
      aside={
        <span className="flex max-w-[calc(100vw-4rem)] flex-wrap items-center gap-2">
          {status === 'OPEN' ? (
            dueOn ? (
              <DueDay on={dueOn} />
            ) : (
              <span className="text-muted">No day is set</span>
            )
          ) : (
            <Status tone={ACTION_TONES[status]}>
              {doneOn ? `${formatCode(status)} ${formatDate(doneOn)}` : formatCode(status)}
            </Status>
          )}
          <Acts acts={acts} subject={action} />
        </span>
      }
    >
      {outcome && <p className="max-w-[80ch]">{outcome}</p>}
    </Row>
  )
}

const ActionFields = () => (
  <>
    <TextField name="description" label="What is to be done" rows={2} isRequired />
    <TextField name="owner" label="Responsible person" />
    <DateField name="dueOn" label="By when" />
  </>
)

function tableOf({ description, owner, dueOn }: MeetingAction, today: string): Record<string, Act> {
  return {
    done: {
      contract: doneMeetingAction,
      label: 'Done',
      title: 'Record that this is done',
      explanation: [`“${description}” is recorded as done. The audit log keeps the day and who recorded it.`],
      fields: (
        <>
          <DateField name="doneOn" label="Done" isRequired />
          <TextField name="outcome" label="What came of it" rows={3} />
        </>
      ),
      defaults: { doneOn: today },
      isMain: true,
      done: 'The action is done',
    },
    update: {
      contract: updateMeetingAction,
      label: 'Change',
      title: 'Change this action',
      explanation: ['As long as it is open. The audit log keeps that it changed.'],
      fields: <ActionFields />,
      defaults: { description, owner, dueOn },
      done: 'The action is changed',
    },
    drop: {
      contract: dropMeetingAction,
      label: 'Drop',
      title: 'Drop this action',
      explanation: ['It will not be done; it stays to be read, with why.'],
      fields: <TextField name="reason" label="Why" rows={3} isRequired />,
      done: 'The action is dropped',
    },
  }
}
