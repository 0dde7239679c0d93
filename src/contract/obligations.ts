/** Compliance calendar: every obligation of every scheme, computed from facts, with the rule and the source of each date. */
import { z } from 'zod'
import { AssigneeFilter, Assignment, assigneeFields } from './assignments.ts'
import { CITATIONS, type CitationId } from './citations.ts'
import { command, query } from './define.ts'
import { ObligationStatus } from './obligation-status.ts'
import { ComplianceScore, RegimeProfile } from './schemes.ts'
import type { Transitions } from './transitions.ts'
import {
  CivilDate,
  Day,
  Id,
  Instant,
  ListFields,
  line,
  listOf,
  listWithSummaries,
  NoParameters,
  optional,
  pageOf,
  reason,
  recordFields,
  SearchText,
} from './values.ts'

export { ObligationStatus }

/** Answer of a user about an obligation that fell due before its scheme was added to the service. */
export const Confirmation = z.enum(['DONE', 'NOT_DONE', 'NOT_APPLICABLE'])
export type Confirmation = z.infer<typeof Confirmation>

export const Confidence = z
  .enum(['H', 'M', 'L'])
  .describe('Confidence of the rule. H: verified in the legal source. M: partly verified. L: not verified')

export const RuleId = z.string().regex(/^[A-Z]{2,4}-\d\d$/)

const CitationKey = z.enum(Object.keys(CITATIONS) as [CitationId, ...CitationId[]])

const RESTRICTED =
  'True if the obligation concerns a restricted breach. It is then visible only to administrators and the user who recorded the breach, and does not count in the compliance status'

export const TrusteeName = z
  .string()
  .nullable()
  .describe('Name of the trustee that the obligation concerns; null if it concerns another record')

/** A fact that a date was computed from. */
const NamedFact = z.object({ label: z.string(), value: z.string() })

/** Calculation of a due date; the last day of a month stays within the month that a step leads to. */
const Calculation = z.object({
  startOn: Day,
  steps: z
    .array(
      z.object({
        count: z.int().describe('Number of days or months; negative to count backwards'),
        unit: z.enum(['DAY', 'MONTH']),
      }),
    )
    .min(1),
  endOn: Day.describe('Resulting due date'),
})
export type Calculation = z.infer<typeof Calculation>
const CALCULATION = 'Calculation of the due date; null if the rule has none, or moved the date'

export const Obligation = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  employerId: Id,
  ruleId: z.string().describe('Id of the rule of the compliance calendar, such as REP-01'),
  ruleVersion: z.int(),
  title: z.string(),
  who: z.string().describe('Responsible party'),
  periodKey: z
    .string()
    .describe(
      'Identifies the obligation within its rule, for example by a scheme year end, an event or a record',
    ),
  status: ObligationStatus,
  anchorOn: Day.nullable().describe('Start of the period; null if the rule has none'),
  dueOn: Day.nullable(),
  dueAt: Instant.nullable().describe(
    'Due time if the period runs in hours, otherwise null. `dueOn` is the same day in Dublin',
  ),
  legalEndOn: Day.nullable().describe(
    'Last day by law if it is later than `dueOn`. `dueOn` is then the safe, earlier date. Otherwise null',
  ),
  workBackOn: Day.nullable().describe(
    'Suggested date: the due date, or the Friday before it if it falls on a weekend. Advice, not law',
  ),
  completedOn: Day.nullable(),
  completedAt: Instant.nullable().describe(
    'Time of completion if the period runs in hours and a record has the time; otherwise null',
  ),
  effectiveOn: Day.nullable().describe(
    'Date from which the next period runs, if it is not the completion date; otherwise null',
  ),
  completionNote: z.string().nullable(),
  evidenceDocumentIds: z.array(Id),
  isByHand: z
    .boolean()
    .describe(
      'True if a user completed or waived the obligation; false if its status follows from other records',
    ),
  completedBy: z.string().nullable(),
  waivedBy: z.string().nullable(),
  waiverReason: z
    .string()
    .nullable()
    .describe('Why the obligation is waived or does not apply; null otherwise'),
  confirmation: Confirmation.nullable().describe(
    'Answer of a user for an obligation that fell due before its scheme was added to the service; otherwise null',
  ),
  confirmedBy: z.string().nullable(),
  ...assigneeFields,
  reason: z.string().describe('How the due date was calculated, or why there is none'),
  facts: z.array(NamedFact).describe('Facts used for the calculation'),
  calculation: Calculation.nullable().describe(CALCULATION),
  source: z.string(),
  citations: z.array(CitationKey).describe('Ids of the legal references'),
  confidence: Confidence,
  ruling: z.string().nullable().describe('Our interpretation (not law); null if the rule needs none'),
  severity: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  subject: z
    .object({ kind: z.string(), id: z.string() })
    .nullable()
    .describe('Record that the obligation concerns; null if it concerns the scheme itself'),
  trusteeName: TrusteeName,
  isRestricted: z.boolean().describe(RESTRICTED),
})
export type Obligation = z.infer<typeof Obligation>

/** A row in a list: without what only the page of the record shows. */
export const ObligationSummary = Obligation.omit({
  updatedAt: true,
  ruleVersion: true,
  anchorOn: true,
  workBackOn: true,
  effectiveOn: true,
  completionNote: true,
  evidenceDocumentIds: true,
  isByHand: true,
  completedBy: true,
  waivedBy: true,
  waiverReason: true,
  confirmation: true,
  confirmedBy: true,
  reason: true,
  facts: true,
  calculation: true,
  citations: true,
  ruling: true,
})
export type ObligationSummary = z.infer<typeof ObligationSummary>

export const listObligations = query('obligation.list', {
  route: 'GET /api/obligations',
  access: 'BrokerUser',
  summary: 'Lists the obligations of the schemes that the caller can see, earliest due date first.',
  input: pageOf({
    fields: ListFields,
    schemeId: Id.optional(),
    employerId: Id.optional(),
    status: ObligationStatus.optional(),
    isOpen: z
      .stringbool()
      .optional()
      .describe(
        'true: obligations that are open or lack a fact; false: closed obligations. Neither value returns obligations that are TO_CONFIRM or a CHECK',
      ),
    ruleId: RuleId.optional(),
    dueFrom: CivilDate.optional(),
    dueTo: CivilDate.optional(),
    assigneeId: AssigneeFilter,
    q: SearchText.optional().describe('Part of the title or of the name of the scheme'),
    sort: z.enum(['dueOn', '-dueOn']).default('dueOn'),
  }),
  output: listWithSummaries(Obligation, ObligationSummary),
})
export const getObligation = query('obligation.get', {
  route: 'GET /api/obligations/{id}',
  access: 'BrokerUser',
  summary: 'Returns one obligation.',
  input: NoParameters,
  output: Obligation,
})

export type ObligationVerb = 'complete' | 'waive' | 'reopen'
export const OBLIGATION_TRANSITIONS: Transitions<ObligationVerb, ObligationStatus> = {
  complete: {
    from: ['UPCOMING', 'DUE_SOON', 'OVERDUE', 'TO_CONFIRM', 'CHECK', 'DATA_GAP', 'CANNOT_TELL'],
    to: 'DONE',
  },
  waive: {
    from: ['UPCOMING', 'DUE_SOON', 'OVERDUE', 'TO_CONFIRM', 'CHECK', 'DATA_GAP', 'CANNOT_TELL'],
    to: 'WAIVED',
  },
  reopen: { from: ['DONE', 'DONE_LATE', 'WAIVED'], to: 'UPCOMING' },
}

export const completeObligation = command('obligation.complete', {
  route: 'POST /api/obligations/{id}/complete',
  access: 'BrokerUser',
  summary: 'Marks an obligation complete, with a document or a note as evidence (422 without either).',
  input: z.object({
    completedOn: CivilDate.optional().describe(
      'Date on which the obligation was met. Default: today. It cannot be in the future',
    ),
    effectiveOn: optional(
      CivilDate.describe(
        'Effective date of a certificate or valuation, if the next period runs from that date',
      ),
    ),
    note: optional(line(1, 1000)),
    evidenceDocumentIds: z.array(Id).max(20).default([]),
  }),
  output: Obligation,
})
export const waiveObligation = command('obligation.waive', {
  route: 'POST /api/obligations/{id}/waive',
  access: 'BrokerUser',
  summary: 'Waives an obligation, with the reason. This does not waive the legal requirement.',
  input: z.object({ reason: reason(3) }),
  output: Obligation,
})
export const reopenObligation = command('obligation.reopen', {
  route: 'POST /api/obligations/{id}/reopen',
  access: 'BrokerUser',
  summary: 'Undoes a completion or a waiver, with the reason.',
  input: z.object({ reason: reason(3) }),
  output: Obligation,
})

export const assignObligation = command('obligation.assign', {
  route: 'POST /api/obligations/{id}/assign',
  access: 'BrokerUser',
  summary: 'Assigns an obligation to a user of the firm, who is notified; null removes the assignment.',
  input: Assignment,
  output: Obligation,
})

export const MAX_CONFIRMED_AT_ONCE = 100
const Ids = z
  .array(Id)
  .min(1)
  .max(MAX_CONFIRMED_AT_ONCE)
  .refine((ids) => new Set(ids).size === ids.length, 'List each obligation only once')
const Confirmed = z.object({ data: z.array(Obligation) })

/** DONE needs its date, NOT_APPLICABLE a reason. */
export function addIssuesOfAnswer(
  {
    answer,
    completedOn,
    isOnDueDate = false,
    reason: given,
  }: { answer: Confirmation; completedOn: string | null; isOnDueDate?: boolean; reason: string | null },
  context: z.RefinementCtx,
): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (answer === 'DONE' && !completedOn && !isOnDueDate)
    refuse('completedOn', 'Enter the date on which they were met')
  if (completedOn && (answer !== 'DONE' || isOnDueDate))
    refuse(
      'completedOn',
      answer === 'DONE'
        ? 'Remove the date: each obligation was met on its due date'
        : 'Only for obligations that were met',
    )
  if (isOnDueDate && answer !== 'DONE') refuse('isOnDueDate', 'Only for obligations that were met')
  if (answer === 'NOT_APPLICABLE' && !given) refuse('reason', 'Enter why they do not apply')
}

export const confirmObligations = command('obligation.confirm', {
  route: 'POST /api/obligations/confirm',
  access: 'BrokerUser',
  summary: `Records whether obligations that fell due before their scheme was added were met, for up to ${MAX_CONFIRMED_AT_ONCE} obligations. DONE needs a date, NOT_APPLICABLE a reason. NOT_DONE makes them overdue from their due date. The service answers all or none, with one audit entry each.`,
  input: z
    .object({
      ids: Ids,
      answer: Confirmation,
      completedOn: optional(
        CivilDate.describe('For DONE: the date on which they were met. It cannot be in the future'),
      ),
      reason: optional(reason(3)),
    })
    .superRefine(addIssuesOfAnswer),
  output: Confirmed,
})
export const withdrawConfirmation = command('obligation.withdraw-confirmation', {
  route: 'POST /api/obligations/withdraw-confirmation',
  access: 'BrokerUser',
  summary: `Withdraws the answers to up to ${MAX_CONFIRMED_AT_ONCE} obligations, which must then be confirmed again. The service withdraws all or none, with one audit entry each.`,
  input: z.object({ ids: Ids }),
  output: Confirmed,
})

export const CalendarRule = z.object({
  id: z.string(),
  title: z.string(),
  who: z.string(),
  trigger: z.enum(['RECURRING_SYE', 'RECURRING_CALENDAR', 'ROLLING', 'EVENT']),
  due: z.string().describe('Due date in words'),
  severity: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  source: z.string(),
  citations: z.array(CitationKey),
  confidence: Confidence,
  ruling: z.string().nullable(),
  evidenceKinds: z.array(z.string()),
  soonDays: z.int(),
  isCheck: z
    .boolean()
    .describe(
      'True for a check, which is not an obligation. A check is never overdue and does not count in the compliance status',
    ),
  version: z.int(),
  validFrom: Day.nullable(),
  validTo: Day.nullable(),
})
export type CalendarRule = z.infer<typeof CalendarRule>

export const listRules = query('obligation.rules', {
  route: 'GET /api/obligations/rules',
  access: 'BrokerUser',
  summary: 'Lists the rules of the compliance calendar with responsible party, deadline and legal source.',
  input: NoParameters,
  output: listOf(CalendarRule),
})

/** Decision of a rule on a scheme on a day. */
export const RuleDecision = z.object({
  ruleId: z.string(),
  title: z.string(),
  applies: z.enum(['YES', 'NO', 'CONFIRM', 'CANNOT_TELL']),
  periodKey: z.string().nullable(),
  status: ObligationStatus,
  anchorOn: Day.nullable(),
  dueOn: Day.nullable(),
  dueAt: Instant.nullable().describe('Due time if the period runs in hours; otherwise null'),
  legalEndOn: Day.nullable(),
  completedOn: Day.nullable(),
  completedAt: Instant.nullable().describe(
    'Time of completion if the period runs in hours and a record has the time; otherwise null',
  ),
  reason: z.string(),
  facts: z.array(NamedFact),
  calculation: Calculation.nullable().describe(CALCULATION),
  source: z.string(),
  citations: z.array(CitationKey),
  confidence: Confidence,
  ruling: z.string().nullable(),
  subject: z.object({ kind: z.string(), id: z.string() }).nullable(),
  missing: z
    .string()
    .nullable()
    .describe(
      'Fact that the rule needs and that is not recorded; null if none is missing. Rule DAT-01 lists each missing fact once',
    ),
  isRestricted: z.boolean().describe(RESTRICTED),
})
export type RuleDecision = z.infer<typeof RuleDecision>

export const AsKnown = z.enum(['then', 'now'])
export type AsKnown = z.infer<typeof AsKnown>

export const SchemeStanding = z.object({
  schemeId: Id,
  asAtOn: Day,
  asKnown: AsKnown.describe(
    'Records that were used. then: the records at the end of that date. now: the records of today',
  ),
  profile: RegimeProfile,
  score: ComplianceScore,
  decisions: z.array(RuleDecision),
})
export type SchemeStanding = z.infer<typeof SchemeStanding>

export const getStanding = query('obligation.standing', {
  route: 'GET /api/schemes/{id}/standing',
  access: 'BrokerUser',
  summary:
    "Returns the result of each rule for a scheme, as at today or a past date, by the rules of today. For a past date the service rebuilds the records at the end of that date from the audit log. With asKnown=now it uses today's records without those that are dated later.",
  input: z.strictObject({
    on: CivilDate.optional().describe('Date in the past. Default: today'),
    asKnown: AsKnown.default('then').describe(
      'then: use the records at the end of that date. now: use the records of today',
    ),
  }),
  output: SchemeStanding,
})
