import { z } from 'zod'
import { command, defineRecordCommands, query } from './define.ts'
import type { Transitions } from './transitions.ts'
import {
  CivilDate,
  Day,
  Id,
  line,
  listOf,
  NoParameters,
  optional,
  pageOf,
  reason,
  recordFields,
  toStoredFields,
} from './values.ts'

export const MeetingActionStatus = z.enum(['OPEN', 'DONE', 'DROPPED'])
export type MeetingActionStatus = z.infer<typeof MeetingActionStatus>

export const EditableMeetingAction = z.object({
  description: line(1, 500),
  owner: optional(line(1, 200)).describe('Person responsible'),
  dueOn: optional(CivilDate),
})

export const MeetingAction = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  meetingId: Id,
  meetingTitle: z.string(),
  ...toStoredFields(EditableMeetingAction.shape),
  doneOn: Day.nullable(),
  outcome: z
    .string()
    .nullable()
    .describe('Outcome of the action, or why it was dropped; null while it is open'),
  status: MeetingActionStatus,
})
export type MeetingAction = z.infer<typeof MeetingAction>

export const listMeetingActions = query('meeting-action.list', {
  route: 'GET /api/meeting-actions',
  access: 'BrokerUser',
  summary:
    'Lists the actions of one meeting, of one scheme or of all schemes. Actions without a due date are last.',
  input: pageOf({
    meetingId: Id.optional(),
    schemeId: Id.optional(),
    status: MeetingActionStatus.optional(),
    dueBefore: CivilDate.optional().describe('Only actions due before this date'),
    sort: z.enum(['dueOn', '-createdAt']).default('dueOn'),
  }),
  output: listOf(MeetingAction),
})
export const getMeetingAction = query('meeting-action.get', {
  route: 'GET /api/meeting-actions/{id}',
  access: 'BrokerUser',
  summary: 'Returns one action.',
  input: NoParameters,
  output: MeetingAction,
})
export const createMeetingAction = command('meeting-action.create', {
  route: 'POST /api/trustee-meetings/{id}/actions',
  access: 'BrokerUser',
  summary: 'Adds an action to a meeting.',
  input: EditableMeetingAction,
  output: MeetingAction,
  status: 201,
})
export const updateMeetingAction = command('meeting-action.update', {
  route: 'PUT /api/meeting-actions/{id}',
  access: 'BrokerUser',
  summary: 'Replaces the editable fields of an open action.',
  input: EditableMeetingAction,
  output: MeetingAction,
})

export type MeetingActionVerb = 'done' | 'drop'
export const MEETING_ACTION_TRANSITIONS: Transitions<MeetingActionVerb, MeetingActionStatus> = {
  done: { from: ['OPEN'], to: 'DONE' },
  drop: { from: ['OPEN'], to: 'DROPPED' },
}

const actionVerb = defineRecordCommands('meeting-action', '/api/meeting-actions/{id}', MeetingAction)

export const doneMeetingAction = actionVerb(
  'done',
  'OPEN to DONE: completes an action.',
  z.object({
    doneOn: CivilDate.optional().describe('Default: today'),
    outcome: optional(line(1, 500)),
  }),
)
export const dropMeetingAction = actionVerb(
  'drop',
  'OPEN to DROPPED: drops an action, with the reason.',
  z.object({ reason: reason(3) }),
)
