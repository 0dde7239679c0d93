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
  prose,
  reason,
  recordFields,
  toStoredFields,
} from './values.ts'

export const TrusteeMeetingStatus = z.enum(['PLANNED', 'HELD', 'CANCELLED'])
export type TrusteeMeetingStatus = z.infer<typeof TrusteeMeetingStatus>

export const EditableTrusteeMeeting = z.object({
  title: line(1, 200),
  plannedForOn: CivilDate.describe('Stays as it is once the meeting was held'),
  location: optional(line(1, 200)),
  agenda: optional(prose(1, 6000)),
})

export const TrusteeMeeting = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  ...toStoredFields(EditableTrusteeMeeting.shape),
  heldOn: Day.nullable(),
  attendees: z.array(z.string()),
  apologies: z.array(z.string()),
  quorumMet: z.boolean().nullable(),
  decisions: z.string().nullable(),
  minutesDocumentId: Id.nullable(),
  minutesApprovedOn: Day.nullable(),
  cancelledReason: z.string().nullable(),
  openActions: z.int(),
  status: TrusteeMeetingStatus,
})
export type TrusteeMeeting = z.infer<typeof TrusteeMeeting>

export const PAGES = {
  schemeMeetings: '/schemes/$schemeId/meetings',
  meetings: '/meetings',
  newMeeting: '/meetings/new',
  meeting: '/meetings/$meetingId',
  editMeeting: '/meetings/$meetingId/edit',
}

export const listTrusteeMeetings = query('trustee-meeting.list', {
  route: 'GET /api/trustee-meetings',
  access: 'BrokerUser',
  summary: 'Meetings of trustees, of one scheme or of all.',
  input: pageOf({
    schemeId: Id.optional(),
    status: TrusteeMeetingStatus.optional(),
    from: CivilDate.optional().describe('Held, or planned where not held yet, on this day or later'),
    to: CivilDate.optional().describe('On this day or earlier'),
    minutesPending: z.enum(['true', 'false']).optional().describe('true: held, and no minutes approved'),
    sort: z.enum(['-meetsOn', 'meetsOn', '-createdAt']).default('-meetsOn'),
  }),
  output: listOf(TrusteeMeeting),
})
export const getTrusteeMeeting = query('trustee-meeting.get', {
  route: 'GET /api/trustee-meetings/{id}',
  access: 'BrokerUser',
  summary: 'One meeting.',
  input: NoParameters,
  output: TrusteeMeeting,
})
export const createTrusteeMeeting = command('trustee-meeting.create', {
  route: 'POST /api/schemes/{id}/meetings',
  access: 'BrokerUser',
  summary:
    'Plans a meeting of the trustees of a scheme; one that was held before is planned first and then held.',
  input: EditableTrusteeMeeting,
  output: TrusteeMeeting,
  status: 201,
})
export const updateTrusteeMeeting = command('trustee-meeting.update', {
  route: 'PUT /api/trustee-meetings/{id}',
  access: 'BrokerUser',
  summary:
    'Replaces the editable record of a meeting that was not cancelled and whose minutes were not approved.',
  input: EditableTrusteeMeeting,
  output: TrusteeMeeting,
})

export type TrusteeMeetingVerb = 'hold' | 'cancel' | 'approve-minutes'

export const TRUSTEE_MEETING_TRANSITIONS: Transitions<TrusteeMeetingVerb, TrusteeMeetingStatus> = {
  // Again until the minutes are approved: what was written down of a meeting is put right in the same way.
  hold: { from: ['PLANNED', 'HELD'], to: 'HELD' },
  cancel: { from: ['PLANNED'], to: 'CANCELLED' },
  'approve-minutes': { from: ['HELD'], to: null },
}

const meetingVerb = defineRecordCommands('trustee-meeting', '/api/trustee-meetings/{id}', TrusteeMeeting)

const people = z.array(line(1, 200)).max(60)
export const holdTrusteeMeeting = meetingVerb(
  'hold',
  'PLANNED to HELD: who was there and what was decided. Once more while the minutes are not approved.',
  z.object({
    heldOn: CivilDate.optional().describe('The planned day unless given'),
    attendees: people.min(1),
    apologies: people.default([]),
    quorumMet: z.boolean(),
    decisions: optional(prose(1, 6000)),
  }),
)
export const cancelTrusteeMeeting = meetingVerb(
  'cancel',
  'PLANNED to CANCELLED.',
  z.object({ reason: reason(3) }),
)
export const approveTrusteeMeetingMinutes = meetingVerb(
  'approve-minutes',
  'The trustees approved the minutes of a meeting that was held; its record is final with that.',
  z.object({
    minutesDocumentId: optional(Id).describe('The minutes, of the same scheme'),
    minutesApprovedOn: CivilDate.optional().describe('Today unless given; not before the meeting'),
  }),
  'BrokerAdmin',
)
