import { z } from 'zod'
import { AssigneeFilter, Assignment, assigneeFields } from './assignments.ts'
import { type CitationId, formatCitedSources } from './citations.ts'
import { command, defineRecordCommands, query } from './define.ts'
import { Reference } from './findings.ts'
import type { Transitions } from './transitions.ts'
import {
  Cents,
  CivilDate,
  Day,
  Id,
  Instant,
  ListFields,
  line,
  listWithSummaries,
  Moment,
  Month,
  NoParameters,
  optional,
  pageOf,
  prose,
  reason,
  recordFields,
  SearchText,
  toStoredFields,
} from './values.ts'

/** Origin of a breach: the calendar, the contribution clock, a key function holder, a user of the firm, a member. */
export const BreachSource = z.enum(['CALENDAR', 'CONTRIBUTION', 'KFH', 'MANUAL', 'MEMBER_COMPLAINT'])
export type BreachSource = z.infer<typeof BreachSource>

export const BreachCategory = z.enum([
  'LATE_REMITTANCE',
  'LATE_INVESTMENT',
  'LATE_REPORT',
  'KFH_VACANCY',
  'TRUSTEE_VACANCY',
  'POLICY_OVERDUE',
  'ORA_OVERDUE',
  'DISCLOSURE',
  'DATA_PROTECTION',
  'ICT_INCIDENT',
  'INVESTMENT_RULE',
  'MISAPPROPRIATION_SUSPECTED',
  'OTHER',
])
export type BreachCategory = z.infer<typeof BreachCategory>

/** Lowest first: a scale of this service, not the law. */
export const BREACH_SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
export const BreachSeverity = z.enum(BREACH_SEVERITIES).describe('Our own scale, not law')
export type BreachSeverity = z.infer<typeof BreachSeverity>

/** Authority to report to; UNDECIDED until a user decides. */
export const Reportability = z.enum([
  'UNDECIDED',
  'NONE',
  'VOLUNTARY_S84',
  'COMPULSORY_S83',
  'KFH_S64AH',
  'GDPR_33',
  'DORA_19',
])
export type Reportability = z.infer<typeof Reportability>
/** Values that a user can decide on. */
export const ReportabilityDecision = Reportability.exclude(['UNDECIDED'])
export type ReportabilityDecision = z.infer<typeof ReportabilityDecision>

/** Description of each decision in our own words, and the rule it rests on unless another is named. */
export const REPORTABILITY_RULES: Record<Reportability, { citation: CitationId | null; passage: string }> = {
  UNDECIDED: {
    citation: null,
    passage:
      'A report is not required: decide between no report and a voluntary one, which is protected if made in good faith',
  },
  NONE: { citation: null, passage: 'It need not be reported' },
  VOLUNTARY_S84: {
    citation: 'PA 84',
    passage:
      'A person who reports to the Pensions Authority in good faith is protected, even if the report is not required',
  },
  COMPULSORY_S83: {
    citation: 'PA 83',
    passage:
      'A relevant person (such as a trustee, the actuary, the auditor or the administrator) with reasonable cause to believe that the assets were or will be materially misappropriated must report it to the Pensions Authority in writing as soon as practicable. This includes the broker: an insurance intermediary need not have advised on the scheme',
  },
  KFH_S64AH: {
    citation: 'DIR 24(4)',
    passage:
      'A key function holder who reported a material finding to the trustees must notify the Pensions Authority if they do not act in good time',
  },
  GDPR_33: {
    citation: 'GDPR 33',
    passage:
      'The controller notifies the Data Protection Commission within 72 hours of becoming aware, unless a risk to people is unlikely',
  },
  DORA_19: {
    citation: 'DORA 19',
    passage:
      'A major ICT-related incident is reported to the competent authority: first, intermediate and final report, within periods that technical standards set',
  },
}

/** How likely a personal-data breach results in a risk to people: unlikely needs no report, for a high risk they are informed as well. */
export const RiskToPeople = z.enum(['UNLIKELY', 'RISK', 'HIGH'])
export type RiskToPeople = z.infer<typeof RiskToPeople>

export const BreachStatus = z.enum(['OPEN', 'ASSESSED', 'REPORTABLE', 'REPORTED', 'REMEDIATION', 'CLOSED'])
export type BreachStatus = z.infer<typeof BreachStatus>

export const BreachAssessment = z.object({
  assessedOn: Day,
  assessedBy: z.string(),
  suggestedSeverity: BreachSeverity.nullable(),
  severity: BreachSeverity,
  suggestedReportability: Reportability,
  reportability: ReportabilityDecision,
  riskToPeople: RiskToPeople.nullish(),
  citation: Reference.nullable(),
  reason: z.string(),
})
export type BreachAssessment = z.infer<typeof BreachAssessment>

/** The hours that a controller has to tell the supervisory authority, from awareness (GDPR art. 33(1)). */
export const DATA_BREACH_HOURS = 72

const descriptiveFields = {
  rootCause: optional(prose(1, 4000)),
  remedialAction: optional(prose(1, 4000)),
  owner: optional(line(1, 200)).describe('Person responsible'),
  membersAffected: optional(z.int().min(0).max(10_000_000)),
  amountCents: optional(Cents),
}
export const EditableBreach = z.object(descriptiveFields)

export const Breach = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id.nullable(),
  schemeName: z.string().nullable(),
  employerId: Id.nullable(),
  employerName: z.string().nullable(),
  source: BreachSource,
  category: BreachCategory,
  isDetected: z
    .boolean()
    .describe('True if the service detected the breach. Detected values cannot be edited'),
  obligationId: Id.nullable(),
  contributionId: Id.nullable(),
  title: z.string(),
  description: z.string().nullable(),
  occurredOn: Day,
  detectedOn: Day,
  awareAt: Instant.describe('Time of awareness. Periods in hours start at this time'),
  dueOn: Day.nullable().describe(
    'Due date of the late payment, filing or notice; null if the breach has none',
  ),
  resolvedOn: Day.nullable().describe(
    'Date on which the breach was remedied; days late are counted up to this date. Null if not remedied',
  ),
  daysLate: z.int().nullable(),
  ...toStoredFields(descriptiveFields),
  severity: BreachSeverity,
  suggestedSeverity: BreachSeverity.nullable().describe(
    'Severity by our own scale; null if the scale does not apply',
  ),
  reportability: Reportability,
  suggestedReportability: Reportability,
  suggestionReason: z.string().nullable(),
  reportabilityReason: z.string().nullable(),
  reportabilityCitation: Reference.nullable(),
  assessments: z
    .array(BreachAssessment)
    .describe('Reporting decisions with the suggestion that the service made at the time, oldest first'),
  riskToPeople: RiskToPeople.nullable().describe(
    `For a personal-data breach: the assessed risk to people (${formatCitedSources('GDPR 33', 'GDPR 34')}); null if not assessed`,
  ),
  isRestricted: z
    .boolean()
    .describe("Visible only to the firm's administrators and to the person who recorded it"),
  assessedOn: Day.nullable(),
  remediationOn: Day.nullable(),
  reportByAt: Instant.nullable().describe(
    `End of the 72 hours, if a report under ${formatCitedSources('GDPR 33')} is decided or suggested; otherwise null`,
  ),
  reportedAt: Instant.nullable(),
  reportReference: z.string().nullable(),
  closedOn: Day.nullable(),
  closingReason: z.string().nullable(),
  isNotABreach: z.boolean(),
  correctsId: Id.nullable().describe('Breach that this one corrects; null if it corrects none'),
  correctedById: Id.nullable().describe('Breach that corrects this one; null if there is none'),
  status: BreachStatus,
  ...assigneeFields,
  enteredBy: z.string().nullable().describe('User who recorded the breach; null if the service detected it'),
})
export type Breach = z.infer<typeof Breach>

export const PAGES = {
  schemeBreaches: '/schemes/$schemeId/register',
  breaches: '/breaches',
  newBreach: '/breaches/new',
  breach: '/breaches/$breachId',
  editBreach: '/breaches/$breachId/edit',
}

/** A row in a list: without what only the page of the record shows. */
export const BreachSummary = Breach.omit({
  updatedAt: true,
  isDetected: true,
  obligationId: true,
  contributionId: true,
  description: true,
  awareAt: true,
  rootCause: true,
  remedialAction: true,
  suggestedSeverity: true,
  suggestionReason: true,
  reportabilityReason: true,
  reportabilityCitation: true,
  assessments: true,
  riskToPeople: true,
  assessedOn: true,
  remediationOn: true,
  correctsId: true,
  correctedById: true,
  enteredBy: true,
})
export type BreachSummary = z.infer<typeof BreachSummary>

export const listBreaches = query('breach.list', {
  route: 'GET /api/breaches',
  access: 'BrokerUser',
  summary:
    "Lists breaches. Restricted breaches are visible only to the firm's administrators and to the person who recorded them.",
  input: pageOf({
    fields: ListFields,
    schemeId: Id.optional(),
    employerId: Id.optional(),
    status: BreachStatus.optional(),
    open: z
      .enum(['true', 'false'])
      .optional()
      .describe('true: breaches that are not CLOSED; false: CLOSED breaches'),
    severity: BreachSeverity.optional(),
    category: BreachCategory.optional(),
    reportability: Reportability.optional(),
    toReport: z
      .enum(['true', 'false'])
      .optional()
      .describe('true: breaches with a report that is decided or suggested and not yet made'),
    source: BreachSource.optional(),
    assigneeId: AssigneeFilter,
    q: SearchText.optional(),
    sort: z.enum(['-detectedOn', 'severity', '-createdAt']).default('-detectedOn'),
  }),
  output: listWithSummaries(Breach, BreachSummary),
})

export const BreachTrend = z.object({
  asOfOn: Day,
  months: z.array(z.object({ month: Month, opened: z.int(), closed: z.int() })),
  openBySeverity: z.array(z.object({ severity: BreachSeverity, open: z.int() })),
  rows: z
    .array(z.object({ category: BreachCategory, opened: z.int(), closed: z.int(), open: z.int() }))
    .describe('Counts by category; a category without breaches is left out'),
})
export type BreachTrend = z.infer<typeof BreachTrend>

export const getBreachTrend = query('breach.trend', {
  route: 'GET /api/breaches/trend',
  access: 'BrokerUser',
  summary:
    'Counts the breaches recorded and closed in each of the last twelve months and by category, and open breaches by severity. A corrected breach counts once.',
  input: z.strictObject({ schemeId: Id.optional() }),
  output: BreachTrend,
})
export const getBreach = query('breach.get', {
  route: 'GET /api/breaches/{id}',
  access: 'BrokerUser',
  summary: 'Returns one breach.',
  input: NoParameters,
  output: Breach,
})

export const NewBreach = z.object({
  ...descriptiveFields,
  tenantId: optional(Id).describe(
    'SuperAdmin only: the firm. Needed if neither a scheme nor an employer is given',
  ),
  schemeId: optional(Id),
  employerId: optional(Id),
  contributionId: optional(Id).describe('Contribution batch (payroll month) that the breach concerns'),
  source: BreachSource.extract(['MANUAL', 'MEMBER_COMPLAINT']).default('MANUAL'),
  category: BreachCategory,
  title: line(1, 200),
  description: optional(prose(1, 4000)),
  occurredOn: CivilDate,
  detectedOn: optional(CivilDate).describe('Default: today'),
  awareAt: optional(Moment).describe(
    'Time of awareness, on the date of detection. Default: now if that date is today, otherwise the beginning of that date (Dublin)',
  ),
  dueOn: optional(CivilDate),
  severity: optional(BreachSeverity).describe('Default: the severity suggested by the category'),
  isRestricted: z
    .boolean()
    .default(false)
    .describe(
      'True: only administrators of the firm and the person who records the breach can see it. Suspected misappropriation is always restricted',
    ),
  correctsId: optional(Id).describe(
    'Breach that this one corrects. It must be closed. Awareness, links and reports are copied from it unless given',
  ),
})

export const createBreach = command('breach.create', {
  route: 'POST /api/breaches',
  access: 'BrokerUser',
  summary: 'Records a breach, or a correction of one. Breaches are never deleted.',
  input: NewBreach,
  output: Breach,
  status: 201,
})
export const updateBreach = command('breach.update', {
  route: 'PUT /api/breaches/{id}',
  access: 'BrokerUser',
  summary:
    'Updates a breach that is not closed. Detected values cannot be changed; record a correction instead.',
  input: EditableBreach,
  output: Breach,
})

export const assignBreach = command('breach.assign', {
  route: 'POST /api/breaches/{id}/assign',
  access: 'BrokerUser',
  summary: 'Assigns a breach to a user of the firm, who is notified; null removes the assignment.',
  input: Assignment,
  output: Breach,
})

export type BreachVerb = 'assess' | 'report' | 'remediate' | 'close' | 'reopen'

/** An assessment leads to REPORTABLE where something is to be reported, and to REPORTED where that was done before. */
export const BREACH_TRANSITIONS: Transitions<BreachVerb, BreachStatus> = {
  assess: { from: ['OPEN', 'ASSESSED', 'REPORTABLE'], to: 'ASSESSED' },
  report: { from: ['REPORTABLE'], to: 'REPORTED' },
  remediate: { from: ['ASSESSED', 'REPORTED'], to: 'REMEDIATION' },
  close: { from: ['OPEN', 'ASSESSED', 'REPORTABLE', 'REPORTED', 'REMEDIATION'], to: 'CLOSED' },
  reopen: { from: ['CLOSED'], to: 'OPEN' },
}

const breachVerb = defineRecordCommands('breach', '/api/breaches/{id}', Breach)

export const assessBreach = breachVerb(
  'assess',
  'OPEN, ASSESSED or REPORTABLE: records the assessment of severity and reportability, with the reason. The breach becomes REPORTABLE if it must be reported, otherwise ASSESSED.',
  z.object({
    severity: BreachSeverity,
    reportability: ReportabilityDecision,
    riskToPeople: optional(RiskToPeople).describe(
      `For a personal-data breach. UNLIKELY: no notification to the Data Protection Commission is due, with the given reason (${formatCitedSources('GDPR 33')}). HIGH: the people concerned must be informed too (${formatCitedSources('GDPR 34')}). Default: the previous assessment`,
    ),
    reason: reason(3),
    citation: optional(Reference).describe(
      'Legal reference of the decision. Default: the usual reference for this decision',
    ),
  }),
)
export const reportBreach = breachVerb(
  'report',
  'REPORTABLE to REPORTED: records that the report was made.',
  z.object({
    reportedAt: Moment.optional().describe('Default: now'),
    reportReference: optional(line(1, 120)),
  }),
)
export const remediateBreach = breachVerb(
  'remediate',
  'ASSESSED or REPORTED to REMEDIATION: starts the remedy of the breach.',
  z.object({
    on: CivilDate.optional().describe('Default: today'),
    remedialAction: optional(prose(1, 4000)).describe('Default: the recorded remedial action'),
  }),
)
export const closeBreach = breachVerb(
  'close',
  'Closes a breach, with the reason. A reportable breach must be reported first. A breach that is not assessed can be closed only with the outcome that it was no breach.',
  z.object({
    closingReason: reason(3),
    isNotABreach: z.boolean().default(false),
    resolvedOn: optional(CivilDate).describe('Date on which the breach was remedied'),
  }),
)
export const reopenBreach = breachVerb(
  'reopen',
  'CLOSED to OPEN: reopens a breach for a new assessment.',
  z.object({ reason: reason(3) }),
)
