/** Actions agreed at a meeting, and their progress. */

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
import { formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { formatCode } from '../../../labels.ts'
import { useListQuery } from '../../../lists/list-query.ts'
import { DueDay } from '../../../records/due-day.tsx'
import { useMay } from '../../../session.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { DateField, TextField } from '../../../ui/form/fields.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { ACTION_TONES } from './meeting.ts'

export function MeetingActions({ meeting }: { meeting: TrusteeMeeting }) {
  const may = useMay()
  const { query, rows, more } = useListQuery(listMeetingActions, { meetingId: meeting.id })
  const add: Act = {
    contract: createMeetingAction,
    label: 'Add action',
    title: 'Add an action to this meeting',
    explanation: [
      'A task with a responsible person and a due date. It stays in the list of open actions until done.',
    ],
    fields: <ActionFields />,
    isMain: true,
    done: 'Action added',
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
        <p className="text-muted">No actions yet.</p>
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
    buildActTable(action, getTodayInDublin()),
    action,
    useMay(),
  )
  return (
    <Row
      title={
        <>
          <p className="font-medium">{description}</p>
          <p className="text-muted">
            {owner ?? 'Unassigned'}
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
              <span className="text-muted">No due date</span>
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
    <TextField name="description" label="Action" rows={2} isRequired />
    <TextField name="owner" label="Responsible person" />
    <DateField name="dueOn" label="Due date" />
  </>
)

function buildActTable({ description, owner, dueOn }: MeetingAction, today: string): Record<string, Act> {
  return {
    done: {
      contract: doneMeetingAction,
      label: 'Done',
      title: 'Record this action as done',
      explanation: [`“${description}” is recorded as done. The audit log records the date and the user.`],
      fields: (
        <>
          <DateField name="doneOn" label="Done" isRequired />
          <TextField name="outcome" label="Result" rows={3} />
        </>
      ),
      defaults: { doneOn: today },
      isMain: true,
      done: 'Action completed',
    },
    update: {
      contract: updateMeetingAction,
      label: 'Edit',
      title: 'Edit this action',
      explanation: ['Open actions can be edited. The audit log records the change.'],
      fields: <ActionFields />,
      defaults: { description, owner, dueOn },
      done: 'Action saved',
    },
    drop: {
      contract: dropMeetingAction,
      label: 'Drop',
      title: 'Drop this action',
      explanation: ['The action will not be done. It stays readable with the reason.'],
      fields: <TextField name="reason" label="Reason" rows={3} isRequired />,
      done: 'Action dropped',
    },
  }
}
