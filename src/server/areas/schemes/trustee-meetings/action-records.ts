import { MeetingAction as MeetingActionRecord } from '../../../../contract/meeting-actions.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'

export const meetingActions = recordSet({
  record: MeetingActionRecord,
  from: `meeting_actions r join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id
    join trustee_meetings m on m.tenant_id = r.tenant_id and m.id = r.meeting_id`,
  columns: {
    schemeName: 's.name',
    meetingTitle: 'm.title',
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {
    meetingId: 'r.meeting_id = $',
    schemeId: 'r.scheme_id = $',
    status: 'r.status = $',
    dueBefore: 'r.due_on < $::date',
  },
  sorts: {
    // Actions without a due date are last.
    dueOn: { by: "coalesce(r.due_on, 'infinity')", type: 'date' },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

export const auditedMeetingAction = defineAuditedRecord('meetingAction', MeetingActionRecord, {
  concealed: ['description', 'owner', 'outcome'],
  leftOut: ['schemeName', 'meetingTitle'],
})
