import { TrusteeMeeting as TrusteeMeetingRecord } from '../../../../contract/trustee-meetings.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { buildBarredApproversExpression, buildFirstPeopleExpression } from '../../../operation/four-eyes.ts'
import { recordSet } from '../../../operation/record-set.ts'

/** The day that counts: held, or planned where it was not held. */
const MEETS_ON = 'coalesce(r.held_on, r.planned_for_on)'

export const trusteeMeetings = recordSet({
  record: TrusteeMeetingRecord,
  from: 'trustee_meetings r join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id',
  columns: {
    schemeName: 's.name',
    openActions: `(select count(*) from meeting_actions a
      where a.tenant_id = r.tenant_id and a.meeting_id = r.id and a.status = 'OPEN')`,
    barredApproverIds: buildBarredApproversExpression(
      "r.status = 'HELD' and r.minutes_approved_on is null",
      buildFirstPeopleExpression('trustee_meetings', 'r'),
    ),
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {
    schemeId: 'r.scheme_id = $',
    status: 'r.status = $',
    from: `${MEETS_ON} >= $::date`,
    to: `${MEETS_ON} <= $::date`,
    minutesPending: "(r.status = 'HELD' and r.minutes_approved_on is null) = ($ = 'true')",
  },
  sorts: {
    '-meetsOn': { by: MEETS_ON, type: 'date', descending: true },
    meetsOn: { by: MEETS_ON, type: 'date' },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** Shown: date, quorum and status of the minutes. Attendance and text are only in the record. */
export const auditedTrusteeMeeting = defineAuditedRecord('trusteeMeeting', TrusteeMeetingRecord, {
  shown: ['cancelledReason'],
  concealed: ['title', 'location', 'agenda', 'attendees', 'apologies', 'decisions'],
  leftOut: ['schemeName', 'openActions', 'barredApproverIds'],
})
