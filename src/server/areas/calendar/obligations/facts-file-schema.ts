/**
 * Schema of a facts file: one spelling of each field, the one of docs/facts.md. Only `type` is required; a null reads like a field
 * that is not there.
 */
import { z } from 'zod'
import { BreachCategory, Reportability, RiskToPeople } from '../../../../contract/breaches.ts'
import { countDaysInMonth } from '../../../../contract/civil-dates.ts'
import { ContributionStatus } from '../../../../contract/contributions.ts'
import { DocumentKind, DocumentStatus } from '../../../../contract/documents.ts'
import { HolderStatus, KeyFunction } from '../../../../contract/key-function-holders.ts'
import { MemberStatus } from '../../../../contract/members.ts'
import { Confirmation } from '../../../../contract/obligations.ts'
import { OutsourcingActivity, OutsourcingStatus } from '../../../../contract/outsourcing-arrangements.ts'
import { AssessmentScope } from '../../../../contract/own-risk-assessments.ts'
import { PolicyStatus } from '../../../../contract/policies.ts'
import { PolicyKind } from '../../../../contract/policy-kind.ts'
import { RuleSettings } from '../../../../contract/rule-settings.ts'
import { SchemeEventKind, SchemeEventStatus } from '../../../../contract/scheme-events.ts'
import {
  BenefitBasis,
  LEGAL_FORMS,
  LegalForm,
  SchemeStatus,
  SchemeType,
} from '../../../../contract/schemes.ts'
import { TrusteeRole, TrusteeStatus } from '../../../../contract/trustees.ts'
import { CivilDate, Moment } from '../../../../contract/values.ts'

// --- Values

const RequiredDay = z.custom<string>(
  (value) => CivilDate.safeParse(value).success,
  'must be a valid date, written as YYYY-MM-DD',
)
const day = RequiredDay.nullable().default(null)
const moment = z
  .custom<string>(
    (value) => Moment.safeParse(value).success,
    'must be a timestamp with offset, such as 2026-11-20T09:00:00Z',
  )
  .transform((value) => Moment.parse(value))
  .nullable()
  .default(null)
const text = z.string().nullable().default(null)
const flag = z.boolean().nullable().default(null)
const count = z.int().min(0).nullable().default(null)
const amount = z.number().nullable().default(null)
const oneOf = <T extends z.ZodType>(codes: T) => codes.nullable().default(null)

/** Fields for readers of the file; no rule reads them. */
const REMARKS = { name: z.string().optional(), comment: z.string().optional() }

const record = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(
    { ...REMARKS, ...shape },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => formatUnknown(key, Object.keys(shape))).join('\n')
          : undefined,
    },
  )
const listOf = <T extends z.ZodType>(one: T) => z.array(one).default([])
/** A list of records, each with an id: its own, or `member1`, `member2` and so on. */
const numbered = <S extends z.ZodRawShape>(noun: string, schema: ReturnType<typeof record<S>>) =>
  listOf(schema).transform((rows) =>
    rows.map((row, index) => ({ ...row, id: (row as { id?: string }).id ?? `${noun}${index + 1}` })),
  )
const id = z.string().optional()
/** A day alone stands for a record that has only this field. */
const dayOr = <T extends z.ZodType>(field: string, one: T) =>
  z.preprocess((value) => (typeof value === 'string' ? { [field]: value } : value), one)

type Dates = readonly (readonly [name: string, day: string | null])[]
/** Refuses a day that is before one of the days listed before it. */
function requireOrder(dates: Dates, ctx: z.RefinementCtx): void {
  for (const [index, [name, on]] of dates.entries()) {
    const earlier = dates.slice(0, index).find(([, before]) => before !== null && on !== null && on < before)
    if (earlier)
      ctx.addIssue({
        code: 'custom',
        path: [name],
        message: `must not be before ${earlier[0]} (${earlier[1]})`,
      })
  }
}

/** `12-31`, the date of one scheme year end, or `{ "month": 12, "day": 31 }`. */
const YearEnd = z.preprocess(
  (value) => {
    const parts = typeof value === 'string' ? /^(?:\d{4}-)?(\d\d)-(\d\d)$/.exec(value) : null
    return parts ? { month: Number(parts[1]), day: Number(parts[2]) } : value
  },
  // Of a leap year: 29 February is a year end.
  z.custom<{ month: number; day: number }>((value) => {
    const { month, day: last } = (value ?? {}) as { month?: number; day?: number }
    return z.int().min(1).max(12).safeParse(month).success && z.int().min(1).safeParse(last).success
      ? (last as number) <= countDaysInMonth(2024, month as number)
      : false
  }, 'must be a day of the year, as "12-31" or { "month": 12, "day": 31 }'),
)

// --- Records

const Count = record({
  active: z.int().min(0),
  deferred: count,
  pensioner: count,
  /** A count without a day holds for every day. */
  at: RequiredDay.default('1900-01-01'),
}).transform(({ at, active, deferred, pensioner }) => ({ active, deferred, pensioner, asOfOn: at }))

const SchemeYearEnd = record({ month: z.int(), day: z.int(), effectiveFrom: day }).transform(
  ({ month, day: last, effectiveFrom }, ctx) => {
    const read = YearEnd.safeParse({ month, day: last })
    if (!read.success) ctx.addIssue({ code: 'custom', message: 'must be a day of the year' })
    return { month, day: last, effectiveFrom }
  },
)

const FactsMember = record({
  id,
  status: MemberStatus.default('ACTIVE'),
  joinedScheme: day,
  leftService: day,
  retirementDate: day,
  normalRetirementDate: day,
  endedOn: day,
  lastPbsDate: day,
})

const FactsTrustee = record({
  id,
  status: oneOf(TrusteeStatus),
  role: TrusteeRole.default('TRUSTEE'),
  isProfessional: z.boolean().default(false),
  appointedOn: day,
  ceasedOn: day,
  training: listOf(dayOr('completedOn', record({ completedOn: RequiredDay }))),
}).superRefine((one, ctx) =>
  requireOrder(
    [
      ['appointedOn', one.appointedOn],
      ['ceasedOn', one.ceasedOn],
    ],
    ctx,
  ),
)

const Holder = record({
  id,
  function: KeyFunction,
  isDeputy: z.boolean().default(false),
  status: oneOf(HolderStatus),
  effectiveFrom: day,
  endedOn: day,
  termEnd: day,
  fitProper: record({ assessedOn: day, nextReviewOn: day }).nullable().default(null),
  holdsSameFunctionForEmployer: z.boolean().default(false),
  reports: listOf(dayOr('receivedOn', record({ receivedOn: RequiredDay }))),
  isOutsourced: z.boolean().default(false),
  outsourcingAgreementId: text,
  authorityNotifiedOn: day,
}).superRefine((one, ctx) =>
  requireOrder(
    [
      ['effectiveFrom', one.effectiveFrom],
      ['endedOn', one.endedOn],
    ],
    ctx,
  ),
)

const Arrangement = record({
  id,
  activity: OutsourcingActivity,
  isKeyFunction: flag,
  isManagement: z.boolean().default(false),
  status: OutsourcingStatus.default('IN_FORCE'),
  inForceFrom: day,
  authorityNotifiedOn: day,
  endedOn: day,
  developments: listOf(record({ occurredOn: RequiredDay, notifiedOn: day })),
})

const Assessment = record({
  id,
  scope: AssessmentScope.default('WHOLE_IORP'),
  approvedOn: day,
  triggerEvent: text,
  asOfDate: day,
})

const WrittenPolicy = record({
  id,
  kind: PolicyKind,
  status: oneOf(PolicyStatus),
  approvedOn: day,
  lastReviewedOn: day,
  reviewIntervalMonths: z.int().min(1).default(36),
  lastSignificantChangeOn: day,
})

const Event = record({
  id,
  kind: z.enum([...SchemeEventKind.options, 'PERSONAL_DATA_BREACH', 'SIGNIFICANT_CHANGE']),
  status: oneOf(SchemeEventStatus),
  occurredOn: RequiredDay,
  reportedOn: day,
  relevantOn: day,
  documentId: text,
  awareAt: moment,
  isSignificant: flag,
  extendedOn: day,
  riskToPeople: oneOf(RiskToPeople),
})

const FactsBreach = record({
  id,
  category: BreachCategory.default('OTHER'),
  occurredOn: day,
  detectedOn: day,
  awareAt: moment,
  reportedOn: day,
  reportedAt: moment,
  riskToPeople: oneOf(RiskToPeople),
  reportability: Reportability.default('UNDECIDED'),
  isNotABreach: z.boolean().default(false),
  isRestricted: z.boolean().default(false),
})

const FactsDocument = record({
  id,
  kind: DocumentKind,
  status: oneOf(DocumentStatus),
  periodEnd: day,
  effectiveOn: day,
  signedOn: day,
  filedOn: day,
})

const Contribution = record({
  employerId: text,
  payDate: day,
  payrollMonth: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, written as YYYY-MM')
    .nullable()
    .default(null),
  status: oneOf(ContributionStatus),
  eeCents: amount,
  avcCents: amount,
  erCents: amount,
  declaredTotalCents: amount,
  bankReceivedCents: amount,
  receivedDate: day,
  eeReceivedDate: day,
  erReceivedDate: day,
  investedDate: day,
  eeInvestedDate: day,
  erInvestedDate: day,
  statementIssuedOn: day,
}).superRefine((row, ctx) => {
  if (row.payDate === null && row.payrollMonth === null)
    ctx.addIssue({ code: 'custom', message: 'must have a payDate (YYYY-MM-DD) or a payrollMonth (YYYY-MM)' })
})
export type FileContribution = z.infer<typeof Contribution>

const Participation = record({
  employerId: text,
  employerName: text,
  participationDate: day,
  cessationDate: day,
})

const Completion = record({
  ruleId: z.string(),
  periodKey: z.string().default(''),
  completedOn: day,
  effectiveOn: day,
  waiverReason: text,
  confirmation: oneOf(Confirmation),
  dueOn: day,
  legalEndOn: day,
})

const BODIES = z.enum(['INDIVIDUALS', 'CORPORATE', 'SOLE_CORPORATE'])

const SCHEME = {
  type: SchemeType,
  legalForm: oneOf(LegalForm),
  isOMA: z.boolean().default(false),
  isDeathBenefitOnly: z.boolean().default(false),
  status: SchemeStatus.default('ACTIVE'),
  isFunded: z.boolean().default(true),
  establishedOn: day,
  wentLiveOn: day,
  windUpStartedOn: day,
  windUpReason: text,
  woundUpOn: day,
  benefitBasis: oneOf(BenefitBasis),
  contributionBasis: record({
    eeRate: amount,
    erRate: amount,
    avcAllowed: z.boolean().default(false),
    effectiveFrom: day,
  })
    .nullable()
    .default(null),
  counts: Count.nullable().default(null),
  countsManual: z.boolean().default(true),
  memberCountHistory: listOf(Count),
  trustMemberCount: count,
  isRegulatoryOwnFunds: flag,
  isMasterTrust: flag,
  pensionsAuthorityNumber: text,
  schemeYearEnd: YearEnd.nullable().default(null),
  schemeYearEnds: listOf(SchemeYearEnd),
  trusteeBody: record({ kind: oneOf(BODIES), appointedOn: day }).default({ kind: null, appointedOn: null }),
  hasAuthorisedTradeUnion: flag,
  considersEsg: flag,
  hasDepositary: flag,
  joining: z.enum(['AUTOMATIC', 'BY_CHOICE']).default('AUTOMATIC'),
  limitsEntry: flag,
  waitingPeriodMonths: count,
  prsaAccess: record({ provider: text, designatedOn: day, notifiedOn: day }).default({
    provider: null,
    designatedOn: null,
    notifiedOn: null,
  }),
}

export const FactsFile = record({
  ...SCHEME,
  trackedSince: day,
  employerId: text,
  participations: listOf(Participation),
  contributions: listOf(Contribution),
  members: numbered('member', FactsMember),
  trustees: numbered('trustee', FactsTrustee),
  keyFunctionHolders: numbered('holder', Holder),
  outsourcingArrangements: numbered('outsourcing', Arrangement),
  ownRiskAssessments: listOf(dayOr('approvedOn', Assessment)),
  writtenPolicies: numbered('policy', WrittenPolicy),
  events: numbered('event', Event),
  breaches: numbered('breach', FactsBreach),
  documents: numbered('document', FactsDocument),
  meetings: listOf(dayOr('heldOn', record({ heldOn: RequiredDay }))),
  completions: listOf(Completion),
  settings: record({ ...RuleSettings.shape, raRegistrationExpires: day }).optional(),
}).superRefine((file, ctx) => {
  const { type, legalForm, establishedOn, wentLiveOn, windUpStartedOn, woundUpOn } = file
  requireOrder(Object.entries({ establishedOn, wentLiveOn, windUpStartedOn, woundUpOn }), ctx)
  const form = file.isOMA ? 'ONE_MEMBER' : file.isDeathBenefitOnly ? 'DEATH_BENEFIT_ONLY' : legalForm
  if (form !== null && !LEGAL_FORMS[type].includes(form))
    ctx.addIssue({
      code: 'custom',
      path: ['legalForm'],
      message: `a ${type} scheme has one of the forms ${LEGAL_FORMS[type].join(', ')}`,
    })
})
export type FactsFile = z.infer<typeof FactsFile>

/** Says what a value must be, for the kinds of values that a facts file has. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing'
      return `must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.input === undefined
        ? `is missing: one of ${issue.values.join(', ')}`
        : `must be one of ${issue.values.join(', ')}`
    case 'too_small':
      return `must be ${issue.minimum} or more`
    case 'too_big':
      return `must be ${issue.maximum} or less`
    default:
      return undefined
  }
}
const TYPES: Partial<Record<string, string>> = {
  boolean: 'true or false, without quotation marks',
  number: 'a number, without quotation marks',
  int: 'a whole number, without quotation marks',
  string: 'a text in quotation marks',
  object: 'an object in braces',
  array: 'a list in brackets',
}

// --- Unknown fields

function formatUnknown(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((one) => ({ one, distance: countEdits(one.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(2, name.length / 2))
    .sort((a, b) => a.distance - b.distance)
  return nearest ? `${name} (is ${nearest.one} meant?)` : name
}

/** Letters to add, remove or replace (Levenshtein). */
function countEdits(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1]
    for (const [column, against] of [...other].entries()) {
      const [left = 0, up = 0, corner = 0] = [line[column], above[column + 1], above[column]]
      line.push(Math.min(left + 1, up + 1, corner + (letter === against ? 0 : 1)))
    }
    above = line
  }
  return above.at(-1) ?? 0
}
