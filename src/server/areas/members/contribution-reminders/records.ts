import { ContributionReminder as ContributionReminderRecord } from '../../../../contract/contribution-reminders.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'

/** Recorded reminders, and automatic mails to employers that the mail server accepted: those have one payroll month each. */
const REMINDERS = `(
  select c.tenant_id, c.id, c.employer_id, c.payroll_month, c.contacted_on, c.channel, c.recipient, c.note, c.version, c.created_at,
      c.updated_at, c.created_by
    from contribution_reminders c
  union all
  select m.tenant_id, m.id, m.employer_id, m.items ->> 0, m.for_on, 'AUTOMATIC_EMAIL', m.recipient, null, 1, m.created_at,
      m.handed_over_at, null
    from sent_reminders m where m.kind = 'CHASER' and m.handed_over_at is not null)`

export const contributionReminders = recordSet({
  record: ContributionReminderRecord,
  from: `${REMINDERS} r join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id
    left join users u on u.id = r.created_by`,
  columns: { employerName: 'e.legal_name', recordedById: 'r.created_by', recordedByName: 'u.name' },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: { employerId: 'r.employer_id = $', payrollMonth: 'r.payroll_month = $', channel: 'r.channel = $' },
  sorts: { '-contactedOn': { by: 'r.contacted_on', type: 'date', descending: true } },
})

/** The note may name people: the audit log records only that there is one. */
export const auditedContributionReminder = defineAuditedRecord(
  'contributionReminder',
  ContributionReminderRecord,
  {
    shown: ['payrollMonth'],
    concealed: ['note'],
    leftOut: ['employerName', 'recordedByName'],
  },
)
