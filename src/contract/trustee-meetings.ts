import { z } from 'zod'
import { command, defineRecordCommands, query } from './define.ts'
import type { Transitions } from './transitions.ts'
import {
  CivilDate,
  Day,
  fourEyesFields,
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
  plannedForOn: CivilDate.describe('Planned date. It does not change after the meeting was held'),
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
  ...fourEyesFields,
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
  summary: 'Lists trustee meetings of one scheme or of all schemes.',
  input: pageOf({
    schemeId: Id.optional(),
    status: TrusteeMeetingStatus.optional(),
    from: CivilDate.optional().describe(
      'Only meetings held on or after this date, or planned on or after it if not yet held',
    ),
    to: CivilDate.optional().describe(
      'Only meetings held, or planned if not yet held, on or before this date',
    ),
    minutesPending: z
      .enum(['true', 'false'])
      .optional()
      .describe('true: meetings that were held and whose minutes are not approved'),
    sort: z.enum(['-meetsOn', 'meetsOn', '-createdAt']).default('-meetsOn'),
  }),
  output: listOf(TrusteeMeeting),
})
export const getTrusteeMeeting = query('trustee-meeting.get', {
  route: 'GET /api/trustee-meetings/{id}',
  access: 'BrokerUser',
  summary: 'Returns one trustee meeting.',
  input: NoParameters,
  output: TrusteeMeeting,
})
export const createTrusteeMeeting = command('trustee-meeting.create', {
  route: 'POST /api/schemes/{id}/meetings',
  access: 'BrokerUser',
  summary:
    'Creates a planned trustee meeting of a scheme. To record a past meeting, create it and then mark it as held.',
  input: EditableTrusteeMeeting,
  output: TrusteeMeeting,
  status: 201,
})
export const updateTrusteeMeeting = command('trustee-meeting.update', {
  route: 'PUT /api/trustee-meetings/{id}',
  access: 'BrokerUser',
  summary:
    'Replaces the editable fields of a meeting that is not cancelled and whose minutes are not approved.',
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
  'PLANNED to HELD: records attendance and decisions. A held meeting can be recorded again while its minutes are not approved.',
  z.object({
    heldOn: CivilDate.optional().describe('Default: the planned date'),
    attendees: people.min(1),
    apologies: people.default([]),
    quorumMet: z.boolean(),
    decisions: optional(prose(1, 6000)),
  }),
)
export const cancelTrusteeMeeting = meetingVerb(
  'cancel',
  'PLANNED to CANCELLED: cancels the meeting.',
  z.object({ reason: reason(3) }),
)
export const approveTrusteeMeetingMinutes = meetingVerb(
  'approve-minutes',
  'Records that the trustees approved the minutes of a held meeting. The record of the meeting cannot be changed after that.',
  z.object({
    minutesDocumentId: optional(Id).describe('Document with the minutes, of the same scheme'),
    minutesApprovedOn: CivilDate.optional().describe('Default: today. Not before the meeting'),
  }),
  'BrokerAdmin',
)
