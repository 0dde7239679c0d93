/** The statutory calendar: every duty of every scheme, computed from facts, with the rule and the source of each date. */
import { z } from 'zod'
import { AssigneeFilter, Assignment, assigneeFields } from './assignments.ts'
import { CITATIONS, type CitationId } from './citations.ts'
import { command, query } from './define.ts'
import { ComplianceScore, RegimeProfile } from './schemes.ts'
import type { Transitions } from './transitions.ts'
import {
  CivilDate,
  Day,
  Id,
  Instant,
  line,
  listOf,
  NoParameters,
  optional,
  pageOf,
  reason,
  recordFields,
  SearchText,
} from './values.ts'

export const ObligationStatus = z.enum([
  'UPCOMING',
  'DUE_SOON',
  'OVERDUE',
  'TO_CONFIRM',
  'CHECK',
  'DONE',
  'DONE_LATE',
  'WAIVED',
  'NOT_APPLICABLE',
  'DATA_GAP',
  'CANNOT_TELL',
])
export type ObligationStatus = z.infer<typeof ObligationStatus>

/** What a person answered about an obligation that fell due before its scheme was added to the service. */
export const Confirmation = z.enum(['DONE', 'NOT_DONE', 'NOT_APPLICABLE'])
export type Confirmation = z.infer<typeof Confirmation>

export const Confidence = z
  .enum(['H', 'M', 'L'])
  .describe('Confidence of the rule: H verified in the text, M partly verified, L not verified')

export const RuleId = z.string().regex(/^[A-Z]{2,4}-\d\d$/)

const CitationKey = z.enum(Object.keys(CITATIONS) as [CitationId, ...CitationId[]])

const RESTRICTED =
  'Concerns a restricted breach: visible only to administrators and the person who recorded it, and not counted in the compliance status'

/** A fact that a date was computed from. */
const NamedFact = z.object({ label: z.string(), value: z.string() })

/** The sum behind a due date; the last day of a month stays within the month that a step leads to. */
const Calculation = z.object({
  startOn: Day,
  steps: z
    .array(
      z.object({ count: z.int().describe('Negative: before the start'), unit: z.enum(['DAY', 'MONTH']) }),
    )
    .min(1),
  endOn: Day.describe('The due date'),
})
export type Calculation = z.infer<typeof Calculation>
const CALCULATION = 'The sum that gives the due date; null where a rule has none, or moved the date'

export const Obligation = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  employerId: Id,
  ruleId: z.string().describe('Rule of the statutory calendar, such as REP-01'),
  ruleVersion: z.int(),
  title: z.string(),
  who: z.string().describe('Responsible party'),
  periodKey: z
    .string()
    .describe('Identifies the obligation within its rule: a scheme year end, an event, a record'),
  status: ObligationStatus,
  anchorOn: Day.nullable().describe('Start of the period'),
  dueOn: Day.nullable(),
  dueAt: Instant.nullable().describe(
    'The instant, where the period runs in hours; dueOn is its day in Dublin',
  ),
  legalEndOn: Day.nullable().describe(
    'Where the law counts longer than the date that is shown, which is the safe one',
  ),
  workBackOn: Day.nullable().describe('The due day, or the Friday before a weekend: advice, not law'),
  completedOn: Day.nullable(),
  completedAt: Instant.nullable().describe(
    'The instant, where the period runs in hours and a register has it',
  ),
  effectiveOn: Day.nullable().describe(
    'The day that the next period runs from, where it is not that of completion',
  ),
  completionNote: z.string().nullable(),
  evidenceDocumentIds: z.array(Id),
  isByHand: z.boolean().describe('A person completed or waived it; otherwise a register says so'),
  completedBy: z.string().nullable(),
  waivedBy: z.string().nullable(),
  waiverReason: z.string().nullable().describe('Why it is not pursued, or does not apply'),
  confirmation: Confirmation.nullable().describe(
    'The answer of a person, where the obligation fell due before the scheme was added to the service',
  ),
  confirmedBy: z.string().nullable(),
  ...assigneeFields,
  reason: z.string().describe('How the date was calculated, or why there is none'),
  facts: z.array(NamedFact).describe('Facts used for the calculation'),
  calculation: Calculation.nullable().describe(CALCULATION),
  source: z.string(),
  citations: z.array(CitationKey).describe('Ids of the registry of references'),
  confidence: Confidence,
  ruling: z.string().nullable().describe('Our interpretation (not law)'),
  severity: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  subject: z
    .object({ kind: z.string(), id: z.string() })
    .nullable()
    .describe('The record it concerns, if not the scheme'),
  isRestricted: z.boolean().describe(RESTRICTED),
})
export type Obligation = z.infer<typeof Obligation>

export const listObligations = query('obligation.list', {
  route: 'GET /api/obligations',
  access: 'BrokerUser',
  summary: 'Lists the obligations of the schemes that the caller can see, earliest due date first.',
  input: pageOf({
    schemeId: Id.optional(),
    employerId: Id.optional(),
    status: ObligationStatus.optional(),
    isOpen: z
      .stringbool()
      .optional()
      .describe(
        'true: what is still to be done, or lacks a fact; false: what is closed. Neither lists what is TO_CONFIRM, nor a CHECK',
      ),
    ruleId: RuleId.optional(),
    dueFrom: CivilDate.optional(),
    dueTo: CivilDate.optional(),
    assigneeId: AssigneeFilter,
    q: SearchText.optional().describe('Part of the title or of the name of the scheme'),
    sort: z.enum(['dueOn', '-dueOn']).default('dueOn'),
  }),
  output: listOf(Obligation),
})
export const getObligation = query('obligation.get', {
  route: 'GET /api/obligations/{id}',
  access: 'BrokerUser',
  summary: 'One obligation.',
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
  summary: 'Marks an obligation complete, with evidence: a document or a note (422 without either).',
  input: z.object({
    completedOn: CivilDate.optional().describe(
      'The day it was met; today unless given, and never in the future',
    ),
    effectiveOn: optional(
      CivilDate.describe(
        'Where the next period runs from another day: the effective date of a certificate or valuation',
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
        ? 'Leave the date out: each was met on its due date'
        : 'Only for obligations that were met',
    )
  if (isOnDueDate && answer !== 'DONE') refuse('isOnDueDate', 'Only for obligations that were met')
  if (answer === 'NOT_APPLICABLE' && !given) refuse('reason', 'Enter why they do not apply')
}

export const confirmObligations = command('obligation.confirm', {
  route: 'POST /api/obligations/confirm',
  access: 'BrokerUser',
  summary: `Answers, for up to ${MAX_CONFIRMED_AT_ONCE} obligations at once that fell due before their scheme was added, whether they were met. DONE needs a date, NOT_APPLICABLE a reason; NOT_DONE makes them overdue from their due date. All are answered or none, with one audit entry each.`,
  input: z
    .object({
      ids: Ids,
      answer: Confirmation,
      completedOn: optional(CivilDate.describe('The day they were met: for DONE, and never in the future')),
      reason: optional(reason(3)),
    })
    .superRefine(addIssuesOfAnswer),
  output: Confirmed,
})
export const withdrawConfirmation = command('obligation.withdraw-confirmation', {
  route: 'POST /api/obligations/withdraw-confirmation',
  access: 'BrokerUser',
  summary: `Withdraws such answers, of up to ${MAX_CONFIRMED_AT_ONCE} obligations at once: they are to be confirmed again. All or none, with one audit entry each.`,
  input: z.object({ ids: Ids }),
  output: Confirmed,
})

export const CalendarRule = z.object({
  id: z.string(),
  title: z.string(),
  who: z.string(),
  trigger: z.enum(['RECURRING_SYE', 'RECURRING_CALENDAR', 'ROLLING', 'EVENT']),
  due: z.string().describe('The due date in words'),
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
      'A check, and no obligation: it is shown, is never overdue and does not count in the compliance status',
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

/** What a rule says of a scheme on a day. */
export const RuleDecision = z.object({
  ruleId: z.string(),
  title: z.string(),
  applies: z.enum(['YES', 'NO', 'CONFIRM', 'CANNOT_TELL']),
  periodKey: z.string().nullable(),
  status: ObligationStatus,
  anchorOn: Day.nullable(),
  dueOn: Day.nullable(),
  dueAt: Instant.nullable().describe('The instant, where the period runs in hours'),
  legalEndOn: Day.nullable(),
  completedOn: Day.nullable(),
  completedAt: Instant.nullable().describe(
    'The instant, where the period runs in hours and a register has it',
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
    .describe('The missing fact that the rule needs; rule DAT-01 lists each missing fact once'),
  isRestricted: z.boolean().describe(RESTRICTED),
})
export type RuleDecision = z.infer<typeof RuleDecision>

export const AsKnown = z.enum(['then', 'now'])
export type AsKnown = z.infer<typeof AsKnown>

export const SchemeStanding = z.object({
  schemeId: Id,
  asAtOn: Day,
  asKnown: AsKnown.describe('Which records were read: those of the end of that day, or those of today'),
  profile: RegimeProfile,
  score: ComplianceScore,
  decisions: z.array(RuleDecision),
})
export type SchemeStanding = z.infer<typeof SchemeStanding>

export const getStanding = query('obligation.standing', {
  route: 'GET /api/schemes/{id}/standing',
  access: 'BrokerUser',
  summary:
    "Returns each rule's decision for a scheme, today or as at a past date, by today's rules. For a past date the service rebuilds the records as at the end of that day from the audit log; with asKnown=now it uses today's records without those dated later.",
  input: z.strictObject({
    on: CivilDate.optional().describe('A past day; today unless given'),
    asKnown: AsKnown.default('then').describe(
      'then: what was recorded by the end of that day; now: the same day by the records of today',
    ),
  }),
  output: SchemeStanding,
})
