import {
  BREACH_SEVERITIES,
  Breach as BreachRecord,
  BreachSummary,
  DATA_BREACH_HOURS,
} from '../../../../contract/breaches.ts'
import { ASSIGNEE_NAME } from '../../../operation/assignment.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet, refuseHiddenRecords } from '../../../operation/record-set.ts'

/** Reportability decided, or suggested and not yet decided. */
const buildReportabilityCondition = (reportability: string, breach: string): string =>
  `(${breach}.reportability = '${reportability}' or (${breach}.reportability = 'UNDECIDED' and ${breach}.suggested_reportability = '${reportability}'))`

/** The instant by which a personal data breach must be reported; null for other breaches. Weekends and clock changes are included. */
export const buildReportDeadlineExpression = (breach: string): string =>
  `case when ${buildReportabilityCondition('GDPR_33', breach)} then ${breach}.aware_at + interval '${DATA_BREACH_HOURS} hours' end`

/** A report is decided or suggested but not yet made; agrees with getStatusAfterDecision(). */
export const buildToReportCondition = (breach: string): string => `(${breach}.status = 'REPORTABLE'
  or (${breach}.status = 'OPEN' and ${breach}.reported_at is null and ${breach}.reportability = 'UNDECIDED'
      and ${breach}.suggested_reportability not in ('UNDECIDED', 'NONE')))`

/** A corrected breach is no longer counted. */
export const IS_CORRECTED =
  'exists (select from breaches c where c.tenant_id = r.tenant_id and c.corrects_id = r.id)'

const rank = `case r.severity ${[...BREACH_SEVERITIES]
  .reverse()
  .map((severity, index) => `when '${severity}' then '${index}'`)
  .join(' ')} end`

const register = recordSet({
  record: BreachRecord,
  summary: BreachSummary,
  from: `breaches r
    left join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id
    left join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id`,
  columns: {
    schemeName: 's.name',
    employerName: 'e.legal_name',
    isDetected: 'r.detection_key is not null',
    daysLate:
      'case when r.due_on is not null then greatest(0, coalesce(r.resolved_on, r.closed_on, app.today()) - r.due_on) end',
    reportByAt: `app.instant(${buildReportDeadlineExpression('r')})`,
    correctedById: '(select c.id from breaches c where c.tenant_id = r.tenant_id and c.corrects_id = r.id)',
    enteredBy: 'r.created_by',
    assigneeName: ASSIGNEE_NAME,
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {
    schemeId: 'r.scheme_id = $',
    employerId: 'r.employer_id = $',
    status: 'r.status = $',
    open: "(r.status <> 'CLOSED') = ($ = 'true')",
    severity: 'r.severity = $',
    category: 'r.category = $',
    reportability: 'r.reportability = $',
    toReport: `${buildToReportCondition('r')} = ($ = 'true')`,
    source: 'r.source = $',
    assigneeId: 'r.assignee_id = $',
    q: 'r.search_key like all ($::text[])',
  },
  contains: ['q'],
  searchedAs: 'breach',
  sorts: {
    '-detectedOn': { by: 'r.detected_on', type: 'date', descending: true },
    // Highest severity first.
    severity: { by: rank, type: 'text' },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** Row-level security hides restricted breaches from most users. */
export const breaches = refuseHiddenRecords(register)

/** Dates, statuses and amounts only; free text is not copied to the audit log. */
export const auditedBreach = defineAuditedRecord('breach', BreachRecord, {
  shown: ['closingReason', 'enteredBy'],
  concealed: [
    'title',
    'description',
    'rootCause',
    'remedialAction',
    'owner',
    'reportabilityReason',
    'reportReference',
  ],
  leftOut: [
    'schemeName',
    'employerName',
    'suggestionReason',
    'assessments',
    'daysLate',
    'correctedById',
    'assigneeName',
  ],
})
