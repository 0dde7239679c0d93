import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, defineRecordCommands, query } from './define.ts'
import { enquiryContactFields } from './enquiry-contact.ts'
import { LegalForm, SchemeType } from './scheme-type.ts'
import type { Transitions } from './transitions.ts'
import { listUnusualSchemeValues } from './unusual-values.ts'
import {
  CivilDate,
  Dated,
  Day,
  Id,
  Instant,
  ListFields,
  line,
  listWithSummaries,
  NoParameters,
  Nothing,
  optional,
  Percent,
  pageOf,
  reason,
  recordFields,
  SearchText,
  spellCode,
  toStoredFields,
} from './values.ts'

export { LegalForm, SchemeType }

/** Which legal forms a type can have; the first is taken where none is given. */
export const LEGAL_FORMS: Record<SchemeType, readonly [LegalForm, ...LegalForm[]]> = {
  DB: ['OCCUPATIONAL_TRUST', 'MASTER_TRUST_SECTION', 'DEATH_BENEFIT_ONLY'],
  DC: ['OCCUPATIONAL_TRUST', 'MASTER_TRUST_SECTION', 'DEATH_BENEFIT_ONLY', 'ONE_MEMBER', 'AVC_ONLY'],
  RAC: ['RAC_CONTRACT', 'TRUST_RAC'],
  PRSA: ['PRSA_CONTRACT'],
}

/** The legal form that is given or recorded, otherwise the usual one of the type. */
export const getLegalForm = ({
  type,
  legalForm,
}: {
  type: SchemeType
  legalForm?: LegalForm | null | undefined
}): LegalForm => legalForm ?? LEGAL_FORMS[type][0]

export const SchemeStatus = z.enum([
  'DRAFT',
  'PENDING_APPROVAL',
  'ACTIVE',
  'CLOSED_TO_NEW',
  'PAID_UP',
  'WINDING_UP',
  'WOUND_UP',
])
export type SchemeStatus = z.infer<typeof SchemeStatus>

export const RevenueApprovalStatus = z.enum(['NOT_SOUGHT', 'APPLIED', 'APPROVED', 'WITHDRAWN'])
export const BenefitBasis = z.enum([
  'FINAL_SALARY',
  'CAREER_AVERAGE',
  'MONEY_PURCHASE',
  'HYBRID',
  'RISK_ONLY',
])

/**
 * The compliance status of a scheme, always shown with its reasons. Green says that no open items are known, never "compliant".
 * Wound up: without open items; what was due before the wind-up keeps its colour.
 */
export const ComplianceRating = z.enum(['RED', 'AMBER', 'GREEN', 'WOUND_UP'])
export type ComplianceRating = z.infer<typeof ComplianceRating>

export const ComplianceScore = z.object({
  rating: ComplianceRating,
  summary: z.string().describe('Compliance status in words. It never states that a scheme is compliant'),
  reasons: z.array(
    z.object({
      weight: z.enum(['RED', 'AMBER']),
      text: z.string(),
      ruleId: z.string().nullable(),
      periodKey: z
        .string()
        .nullable()
        .describe('Identifies the obligation together with the rule; null if there is none'),
      breachId: z.string().nullable(),
      dueOn: Day.nullable(),
    }),
  ),
})
export type ComplianceScore = z.infer<typeof ComplianceScore>

/** Requirements that can be missing for approval; a sole corporate trustee without two directors counts as lacking trustees. */
export const MissingForApproval = z.enum([
  'SCHEME_YEAR_END',
  'TRUSTEES',
  'REGISTERED_ADMINISTRATOR',
  'REGISTRATION',
])
export type MissingForApproval = z.infer<typeof MissingForApproval>

/** 29 February is stored as it is given and means the last day of February (ruling). */
const YearEnd = z
  .object({ month: z.int().min(1).max(12), day: z.int().min(1).max(31) })
  .refine(({ month, day }) => day <= new Date(Date.UTC(2024, month, 0)).getUTCDate(), {
    message: 'This month does not have this day: check the date',
    path: ['day'],
  })
  .describe(`Month and day on which the scheme year ends (${formatCitedSources('PA 55(1)')})`)

const ContributionBasis = z.object({
  employeeRatePercent: optional(Percent),
  employerRatePercent: optional(Percent),
  additionalVoluntaryAllowed: z.boolean().default(false),
  basis: optional(z.enum(['BASIC', 'PENSIONABLE', 'FIXED'])),
  effectiveFrom: optional(CivilDate),
})

const MemberCounts = z
  .object({
    active: z.int().min(0),
    deferred: z.int().min(0),
    pensioner: z.int().min(0),
    asOfOn: CivilDate,
  })
  .describe(
    'Member counts entered by hand. The service uses them instead of the counts from the member records',
  )

const TrusteeBody = z
  .object({
    kind: z.enum(['INDIVIDUALS', 'CORPORATE', 'SOLE_CORPORATE']),
    name: optional(line(1, 200)),
    croNumber: optional(line(1, 20)),
    appointedOn: optional(CivilDate).describe(
      `For a corporate trustee: date of appointment of the company. The training period of its directors starts on that date or on their own appointment, whichever is later (${formatCitedSources('PA 59AA')})`,
    ),
  })
  .describe(
    `Composition of the trustee body. A sole corporate trustee needs two directors (${formatCitedSources('PA 64AC')})`,
  )

/** Adds "PB" to a number that was entered as digits only. For forms and workbooks: the API takes the number with its prefix. */
export const prefixPbNumber = <T>(entered: T): T | string =>
  typeof entered === 'string' && /^\s*\d[\d\s-]*$/.test(entered) ? `PB${entered.trim()}` : entered

const schemeFields = {
  legalForm: LegalForm.optional().describe(
    'Legal form, which must match the type. Default: the usual form of the type',
  ),
  pensionsAuthorityNumber: optional(
    line(1, 20)
      .transform((text) => text.toUpperCase().replace(/[\s-]/g, ''))
      .pipe(z.string().regex(/^PB\d{1,7}$/, 'Enter the number as PB and up to seven digits'))
      .describe('Registration number with the Pensions Authority ("PB number"), unique in the firm'),
  ),
  registrationPending: z
    .boolean()
    .default(false)
    .describe(`Registration with the Pensions Authority is pending (${formatCitedSources('PA 60')})`),
  revenueApprovalReference: optional(line(1, 60).describe(`Approval under ${formatCitedSources('TCA 772')}`)),
  revenueApprovalOn: optional(CivilDate),
  revenueApprovalStatus: RevenueApprovalStatus.default('NOT_SOUGHT'),
  establishedOn: optional(CivilDate),
  wentLiveOn: optional(CivilDate),
  schemeYearEnd: optional(YearEnd),
  normalRetirementAge: optional(z.int().min(50).max(75)),
  benefitBasis: optional(BenefitBasis),
  contributionBasis: optional(ContributionBasis),
  memberCounts: optional(MemberCounts),
  trusteeBody: optional(TrusteeBody),
  registeredAdministratorName: optional(
    line(1, 200).describe(
      `Name of the registered administrator, which every scheme and trust RAC must have (${formatCitedSources('PA 59(1)(f)')}). If a provider is chosen, the service uses the name of the provider`,
    ),
  ),
  registeredAdministratorId: optional(Id).describe('Service provider of the kind RA'),
  auditorId: optional(Id).describe('Service provider of the kind AUDITOR'),
  actuaryId: optional(Id).describe('Service provider of the kind ACTUARY'),
  depositaryId: optional(Id).describe(
    'Service provider of the kind DEPOSITARY. If it is given, `hasDepositary` becomes true',
  ),
  investmentManagerIds: z
    .array(Id)
    .max(20)
    .transform((ids) => [...new Set(ids)])
    .default([])
    .describe('Service providers of the kind INVESTMENT_MANAGER'),
  isFunded: z
    .boolean()
    .default(true)
    .describe(`Assets are set aside for the benefits (${formatCitedSources('DIR 6(1)')})`),
  isRegulatoryOwnFunds: optional(z.boolean()).describe(
    `Whether the scheme itself covers biometric risks or gives guarantees (${formatCitedSources('PA 53E')}). It then needs an actuarial key function. Empty if not recorded`,
  ),
  isMasterTrust: z.boolean().default(false),
  isCrossBorder: z
    .boolean()
    .default(false)
    .describe(
      `The scheme operates across borders, which needs prior authorisation (${formatCitedSources('DIR 11')})`,
    ),
  hasAuthorisedTradeUnion: optional(z.boolean()).describe(
    'Whether an authorised trade union represents members. The annual report must be sent to it. Empty if not recorded',
  ),
  considersEsg: optional(z.boolean()).describe(
    `Whether investment decisions consider environmental, social and governance factors (${formatCitedSources('DIR 28(2)(h)')}). Empty if not recorded`,
  ),
  hasDepositary: optional(z.boolean()).describe(
    `Whether a depositary is appointed (${formatCitedSources('DIR 33')}). Empty if not recorded`,
  ),
  trustMemberCount: optional(
    z
      .int()
      .min(0)
      .max(10_000_000)
      .describe(
        'For a section of a master trust: number of active and deferred members of the whole trust, because DORA counts members per trust',
      ),
  ),
  limitsEntry: optional(z.boolean()).describe(
    `Whether the scheme rules limit which employees can join. The employer must then give the others access to a Standard PRSA (${formatCitedSources('PA 121')}). Empty if not recorded`,
  ),
  waitingPeriodMonths: optional(z.int().min(0).max(600)).describe(
    `Months from the start of employment until an employee can join. Above 6, the employer must give access to a Standard PRSA (${formatCitedSources('PA 121')}). Empty if not recorded`,
  ),
  ...enquiryContactFields,
  joining: z
    .enum(['AUTOMATIC', 'BY_CHOICE'])
    .default('AUTOMATIC')
    .describe(
      `How employees become members; decides when they are informed (${formatCitedSources('DIR 41')})`,
    ),
}

/** First day of a new year end; requested only where it changes. */
const yearEndChange = {
  schemeYearEndFrom: optional(
    CivilDate.describe(
      'If the scheme year end changes: first day on which the new one applies. Default: today. Obligations under the old one remain',
    ),
  ),
}

const refuseImpossible = (
  scheme: {
    type?: SchemeType | undefined
    legalForm?: LegalForm | undefined
    establishedOn?: string | null
    wentLiveOn?: string | null
  },
  context: z.core.$RefinementCtx,
): void => {
  if (scheme.type && scheme.legalForm && !LEGAL_FORMS[scheme.type].includes(scheme.legalForm)) {
    context.addIssue({
      code: 'custom',
      path: ['legalForm'],
      message: `A ${scheme.type} scheme has one of the forms ${LEGAL_FORMS[scheme.type].map(spellCode).join(', ')}`,
    })
  }
  // The legal form decides whether the regime applies to a retirement annuity contract: none is presumed.
  if (scheme.type === 'RAC' && !scheme.legalForm) {
    context.addIssue({
      code: 'custom',
      path: ['legalForm'],
      message: 'Choose whether the contract is held under a trust',
    })
  }
  if (scheme.establishedOn && scheme.wentLiveOn && scheme.establishedOn > scheme.wentLiveOn) {
    context.addIssue({
      code: 'custom',
      path: ['wentLiveOn'],
      message: 'The date cannot be before the date of establishment',
    })
  }
}

export const NewScheme = z
  .object({ employerId: Id, name: line(1, 200), type: SchemeType, ...schemeFields })
  .superRefine(refuseImpossible)
export type NewScheme = z.infer<typeof NewScheme>

export const EditableScheme = z
  .object({ name: line(1, 200), type: SchemeType, ...schemeFields, ...yearEndChange })
  .superRefine(refuseImpossible)
export type EditableScheme = z.infer<typeof EditableScheme>

export const Scheme = z.object({
  ...recordFields,
  tenantId: Id,
  employerId: Id,
  employerName: z.string(),
  isExample: z.boolean().describe('Of the example that the firm can remove'),
  name: z.string(),
  type: SchemeType,
  status: SchemeStatus,
  ...toStoredFields(schemeFields),
  closedToNewOn: Day.nullable(),
  paidUpOn: Day.nullable().describe(
    'Last day for which contributions are expected; null if the scheme is not paid up, or the date was not recorded',
  ),
  windUpStartedOn: Day.nullable(),
  windUpReason: z.string().nullable(),
  woundUpOn: Day.nullable(),
  schemeYearEnds: z
    .array(z.object({ month: z.int(), day: z.int(), effectiveFrom: Day.nullable() }))
    .describe('All scheme year ends of the scheme, oldest first. `effectiveFrom` null: from the beginning'),
  memberCountHistory: z
    .array(z.object(toStoredFields(MemberCounts.shape)))
    .describe(
      'All member counts entered by hand, oldest first. Rules use the count on the date that the law names',
    ),
  trusteeBody: z
    .object({
      ...toStoredFields(TrusteeBody.shape),
      appointedOn: Day.nullish().describe('For a company: date on which it became trustee'),
    })
    .nullable(),
  submittedBy: z.string().nullable(),
  submittedAt: Instant.nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: Instant.nullable(),
  rejectionReason: z.string().nullable(),
})
export type Scheme = z.infer<typeof Scheme>

/** A row in a list. */
export const SchemeSummary = Scheme.pick({
  id: true,
  version: true,
  createdAt: true,
  employerId: true,
  employerName: true,
  name: true,
  type: true,
  status: true,
  legalForm: true,
  pensionsAuthorityNumber: true,
  registrationPending: true,
  schemeYearEnd: true,
})
export type SchemeSummary = z.infer<typeof SchemeSummary>

export const listSchemes = query('scheme.list', {
  route: 'GET /api/schemes',
  access: 'EmployerUser',
  summary: "Lists the schemes that the caller can see: those of the firm, or of the caller's employer.",
  input: pageOf({
    fields: ListFields,
    status: SchemeStatus.optional(),
    type: SchemeType.optional(),
    employerId: Id.optional(),
    q: SearchText.optional().describe('Part of the name or the PB number'),
    missing: MissingForApproval.optional().describe(
      'Schemes within the IORP II regime, not wound up, that lack this item for approval. TRUSTEES includes directors of a corporate trustee. Only for broker roles',
    ),
    rating: ComplianceRating.optional().describe(
      'Schemes with this compliance status today. Only for broker roles',
    ),
    sort: z.enum(['name', 'employerName', 'status', 'schemeYearEnd', '-createdAt']).default('name'),
  }),
  output: listWithSummaries(Scheme, SchemeSummary),
})
export const getScheme = query('scheme.get', {
  route: 'GET /api/schemes/{id}',
  access: 'EmployerUser',
  summary: 'Returns one scheme.',
  input: NoParameters,
  output: Scheme,
  listWarnings: listUnusualSchemeValues,
})
export const createScheme = command('scheme.create', {
  route: 'POST /api/schemes',
  access: 'BrokerUser',
  summary: 'Adds a scheme to an employer. The scheme is a DRAFT until it is approved (Spec 2.4).',
  input: NewScheme,
  output: Scheme,
  listWarnings: listUnusualSchemeValues,
  status: 201,
})
export const updateScheme = command('scheme.update', {
  route: 'PUT /api/schemes/{id}',
  access: 'BrokerUser',
  summary: 'Replaces the editable fields of a scheme.',
  input: EditableScheme,
  output: Scheme,
  listWarnings: listUnusualSchemeValues,
})

export type SchemeVerb =
  | 'submit'
  | 'withdraw-submission'
  | 'approve'
  | 'reject'
  | 'close'
  | 'reopen'
  | 'freeze'
  | 'unfreeze'
  | 'start-wind-up'
  | 'complete-wind-up'

export const SCHEME_TRANSITIONS: Transitions<SchemeVerb, SchemeStatus> = {
  submit: { from: ['DRAFT'], to: 'PENDING_APPROVAL' },
  'withdraw-submission': { from: ['PENDING_APPROVAL'], to: 'DRAFT' },
  approve: { from: ['PENDING_APPROVAL'], to: 'ACTIVE' },
  reject: { from: ['PENDING_APPROVAL'], to: 'DRAFT' },
  close: { from: ['ACTIVE'], to: 'CLOSED_TO_NEW' },
  reopen: { from: ['CLOSED_TO_NEW'], to: 'ACTIVE' },
  freeze: { from: ['ACTIVE', 'CLOSED_TO_NEW'], to: 'PAID_UP' },
  unfreeze: { from: ['PAID_UP'], to: 'ACTIVE' },
  'start-wind-up': { from: ['ACTIVE', 'CLOSED_TO_NEW', 'PAID_UP'], to: 'WINDING_UP' },
  'complete-wind-up': { from: ['WINDING_UP'], to: 'WOUND_UP' },
}

const schemeVerb = defineRecordCommands('scheme', '/api/schemes/{id}', Scheme)

export const submitScheme = schemeVerb(
  'submit',
  'DRAFT to PENDING_APPROVAL: submits the scheme for approval. 422 with a list of the items that are missing for approval.',
  Nothing,
)
export const withdrawSchemeSubmission = schemeVerb(
  'withdraw-submission',
  'PENDING_APPROVAL to DRAFT: withdraws the submission. Only the submitter or an administrator of the firm can do this.',
  Nothing,
)
export const approveScheme = schemeVerb(
  'approve',
  'PENDING_APPROVAL to ACTIVE, or to CLOSED_TO_NEW or PAID_UP if the scheme was imported with the date of that status. 422 for an IORP without year end, trustees, registered administrator or PB number.',
  Nothing,
  'BrokerAdmin',
)
export const rejectScheme = schemeVerb(
  'reject',
  'PENDING_APPROVAL to DRAFT: rejects the submission, with the reason.',
  z.object({ reason: reason() }),
  'BrokerAdmin',
)
export const closeScheme = schemeVerb(
  'close',
  'ACTIVE to CLOSED_TO_NEW: the scheme accepts no new members.',
  Dated,
)
export const reopenScheme = schemeVerb(
  'reopen',
  'CLOSED_TO_NEW to ACTIVE: the scheme accepts new members again.',
  Nothing,
)
export const freezeScheme = schemeVerb(
  'freeze',
  'ACTIVE or CLOSED_TO_NEW to PAID_UP: no contributions are expected after the given date. Earlier contributions remain due.',
  Dated,
)
export const unfreezeScheme = schemeVerb(
  'unfreeze',
  'PAID_UP to ACTIVE: contributions are expected again.',
  Nothing,
)
export const startWindUpScheme = schemeVerb(
  'start-wind-up',
  `ACTIVE, CLOSED_TO_NEW or PAID_UP to WINDING_UP: starts the wind-up. A transfer into PRSAs needs three months of notice to members (${formatCitedSources('PA 125')}).`,
  Dated.extend({
    reason: z
      .enum(['EMPLOYER_DECISION', 'EMPLOYER_INSOLVENCY', 'TRANSFER_OUT', 'NO_MEMBERS', 'OTHER'])
      .default('OTHER'),
  }),
)
export const completeWindUpScheme = schemeVerb(
  'complete-wind-up',
  'WINDING_UP to WOUND_UP, which is final: completes the wind-up.',
  Dated,
)

/** domain: the facts from which every later rule decides what applies, each with its reason. */
export const RegimeProfile = z.object({
  iorpInScope: z.object({ value: z.boolean(), reason: z.string(), source: z.string() }),
  memberCounts: z.object({
    active: z.int(),
    deferred: z.int(),
    pensioner: z.int(),
    source: z.enum(['DERIVED', 'STATED']),
  }),
  activeAndDeferred: z
    .int()
    .describe(
      `Number of active and deferred members, which thresholds of IORP II and DORA refer to (${formatCitedSources('DIR 6(5)')})`,
    ),
  sizeBand: z
    .enum(['NONE', 'OMA', 'MICRO', 'SMALL', 'LARGE'])
    .describe(
      'Size by active and deferred members. NONE: 0. OMA: 1. MICRO: 2 to 15. SMALL: 16 to 99. LARGE: 100 or more',
    ),
  isOneMemberArrangement: z
    .boolean()
    .describe(
      `True if the scheme was established as a one-member arrangement (${formatCitedSources('PA 2 OMA')}), independent of its member count`,
    ),
  isOneMemberBeforeApril2021: z
    .boolean()
    .nullable()
    .describe('Null if the date of establishment is not recorded'),
  isRegulatoryOwnFunds: z.boolean().nullable().describe('Null if not recorded'),
  isMasterTrust: z.boolean(),
  isDeathBenefitOnly: z.boolean(),
  isTrustRac: z.boolean(),
  doraTier: z.object({
    value: z.enum(['NONE', 'SIMPLIFIED', 'FULL']),
    reason: z.string(),
    source: z.string(),
  }),
  memberBearsRisk: z.boolean(),
})
export type RegimeProfile = z.infer<typeof RegimeProfile>

export const getSchemeCompliance = query('scheme.compliance', {
  route: 'GET /api/schemes/{id}/compliance',
  access: 'BrokerUser',
  summary:
    'Returns the regime profile of a scheme, its compliance status today with reasons, its next due dates, and the items that are missing for approval.',
  input: NoParameters,
  output: z.object({
    schemeId: Id,
    profile: RegimeProfile,
    score: ComplianceScore,
    nextDates: z
      .array(
        z.object({
          ruleId: z.string(),
          title: z.string(),
          periodKey: z.string(),
          dueOn: Day,
          dueAt: Instant.nullable().describe('Due time if the period runs in hours; otherwise null'),
          isOverdue: z.boolean(),
        }),
      )
      .describe('The ten open obligations with the earliest due dates, overdue ones included'),
    approvalGaps: z.array(
      z.object({
        code: z.string(),
        field: z
          .string()
          .nullable()
          .describe('Field of the scheme that is missing; null if the item is not a single field'),
        message: z.string(),
        source: z.string(),
      }),
    ),
    approval: z
      .object({
        mayApprove: z.boolean(),
        reason: z
          .string()
          .nullable()
          .describe('Why the caller cannot approve the scheme; null if the caller can'),
      })
      .describe(
        'Whether the role of the caller, the status of the scheme and the four-eyes rule allow the caller to approve it. Missing items are not considered',
      ),
  }),
})
