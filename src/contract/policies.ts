/**
 * Written policies of a scheme, the statement of investment policy principles among them. A policy has versions: at most one
 * is open (being drafted, reviewed or approved), at most one is in force, and what was approved stays as it was approved.
 */

import { z } from 'zod'
import { AssigneeFilter, Assignment, assigneeFields } from './assignments.ts'
import { formatCitedSources } from './citations.ts'
import { command, defineRecordCommands, query } from './define.ts'
import { getLongestReviewMonths, PolicyBasis, PolicyKind, Required } from './policy-kind.ts'
import { LegalForm } from './scheme-type.ts'
import type { Transitions } from './transitions.ts'
import {
  CivilDate,
  Day,
  Id,
  Instant,
  line,
  listOf,
  NoParameters,
  Nothing,
  optional,
  Percent,
  pageOf,
  prose,
  reason,
  recordFields,
  SearchText,
  toStoredFields,
} from './values.ts'

/** Of the policy as a whole: IN_FORCE while a version is, else what its open version is. */
export const PolicyStatus = z.enum(['DRAFT', 'IN_REVIEW', 'APPROVED', 'IN_FORCE', 'WITHDRAWN'])
export type PolicyStatus = z.infer<typeof PolicyStatus>

export const PolicyVersionStatus = z.enum([
  'DRAFT',
  'IN_REVIEW',
  'APPROVED',
  'IN_FORCE',
  'SUPERSEDED',
  'WITHDRAWN',
])
export type PolicyVersionStatus = z.infer<typeof PolicyVersionStatus>

/** REVIEW_DUE from 60 days before the day of the review on. */
export const ReviewFlag = z.enum(['REVIEW_DUE', 'REVIEW_OVERDUE'])
export type ReviewFlag = z.infer<typeof ReviewFlag>

export const DraftedBy = z.enum(['HUMAN', 'AI'])

const principle = () => optional(prose(1, 20_000))

export const Borrowing = z.enum(['NONE', 'TEMPORARY_FOR_LIQUIDITY', 'OTHER'])
export const EarlierInvestments = z.enum(['NONE', 'RING_FENCED', 'NOT_RING_FENCED'])

const investmentChecks = {
  borrowing: Borrowing.describe('OTHER: more than temporarily, or for more than liquidity'),
  isMostlyOnRegulatedMarkets: z
    .boolean()
    .describe('The assets are predominantly invested on regulated markets'),
  earlierInvestments: EarlierInvestments.describe(
    'Of a one-member arrangement: whether its investments from before 22 April 2021 are ring-fenced from later ones',
  ),
}
/** A value that is not recorded is absent, not null: versions from before these fields keep their hash. */
const absentUnlessRecorded = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined)

/** What a statement of investment policy principles says (Directive 2016/2341 art. 30); all of it before it is approved. */
export const InvestmentStatement = z.object({
  riskMeasurementMethods: principle().describe('How investment risk is measured'),
  riskManagementProcesses: principle().describe('How investment risk is managed'),
  strategicAssetAllocation: principle().describe('How the assets are allocated in the long run'),
  liabilityNatureDuration: principle().describe(
    'The nature and duration of the liabilities that the allocation follows',
  ),
  esgConsideration: principle().describe(
    'How environmental, social and governance factors are considered. "Not considered" is an answer',
  ),
  defaultStrategy: principle().describe(
    'The default investment strategy; asked for where members bear the investment risk',
  ),
  employerRelatedPercent: optional(Percent).describe(
    'Of the portfolio, invested in the sponsoring employer: 5 % at most',
  ),
  groupRelatedPercent: optional(Percent).describe(
    'Of the portfolio, invested in the group of the employer: 10 % at most',
  ),
  borrowing: absentUnlessRecorded(investmentChecks.borrowing),
  isMostlyOnRegulatedMarkets: absentUnlessRecorded(investmentChecks.isMostlyOnRegulatedMarkets),
  earlierInvestments: absentUnlessRecorded(investmentChecks.earlierInvestments),
})
export type InvestmentStatement = z.output<typeof InvestmentStatement>

const PublicUrl = line(1, 500).pipe(
  z.url({ protocol: /^https?$/, error: 'Enter the whole address, beginning with https://' }),
)

const policyFields = {
  isPubliclyDisclosed: z.boolean().default(false).describe('The public can find it'),
  publicUrl: optional(PublicUrl).describe('Where the public finds it'),
}
const Interval = z.int().min(1).max(36)

const versionFields = {
  content: prose(1, 200_000).describe(
    'The text, in Markdown. Say nothing of a person that has to stay secret',
  ),
  statement: optional(InvestmentStatement).describe('Of a statement of investment policy principles only'),
  changeSummary: optional(line(1, 500)).describe('Changes since the previous version'),
  documentId: optional(Id).describe('The version as a document, such as a signed copy'),
}
export const EditablePolicyVersion = z.object(versionFields)
export const NewPolicyVersion = z.object({
  ...versionFields,
  draftedBy: DraftedBy.default('HUMAN').describe(
    'AI: the text came from a model. It is a draft like any other, and is marked as what it is',
  ),
})

export const NewPolicy = z
  .object({
    schemeId: Id,
    kind: PolicyKind,
    title: optional(line(1, 200)).describe('The title of the kind where none is given'),
    reviewIntervalMonths: optional(Interval).describe(
      'Months between reviews, at most what the kind allows; that where none are given',
    ),
    ...policyFields,
    ...NewPolicyVersion.shape,
  })
  .superRefine(({ kind, reviewIntervalMonths, statement }, context) => {
    const longest = getLongestReviewMonths(kind)
    if (reviewIntervalMonths !== null && reviewIntervalMonths > longest) {
      context.addIssue({
        code: 'custom',
        path: ['reviewIntervalMonths'],
        message: `A policy of this kind is reviewed at least every ${longest} months`,
      })
    }
    if (statement !== null && kind !== 'SIPP') {
      context.addIssue({
        code: 'custom',
        path: ['statement'],
        message: 'This field applies only to a statement of investment policy principles',
      })
    }
  })

export const EditablePolicy = z.object({
  title: line(1, 200),
  reviewIntervalMonths: Interval.describe('Months between reviews, at most what the kind allows'),
  ...policyFields,
})

export const Policy = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  employerId: Id,
  kind: PolicyKind,
  ...toStoredFields(EditablePolicy.shape),
  basis: PolicyBasis,
  status: PolicyStatus,
  flag: ReviewFlag.nullable().describe('As of today'),
  approvedOn: Day.nullable().describe('Of the version in force, like what follows'),
  effectiveFrom: Day.nullable(),
  lastReviewedOn: Day.nullable(),
  nextReviewOn: Day.nullable(),
  inForceVersion: z.int().nullable(),
  inForceSha256: z.string().nullable(),
  latestVersion: z.int(),
  openVersion: z.int().nullable().describe('The open version'),
  openVersionStatus: PolicyVersionStatus.nullable(),
  openVersionApprovedOn: Day.nullable(),
  openSha256: z.string().nullable(),
  withdrawnOn: Day.nullable(),
  withdrawnReason: z.string().nullable(),
  ...assigneeFields,
})
export type Policy = z.infer<typeof Policy>

const versionHead = {
  id: Id,
  policyId: Id,
  number: z.int(),
  status: PolicyVersionStatus,
  changeSummary: z.string().nullable(),
  documentId: Id.nullable(),
  draftedBy: DraftedBy,
  draftId: Id.nullable().describe('The approved draft that it was made of'),
  createdBy: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  submittedBy: z.string().nullable(),
  submittedOn: Day.nullable(),
  returnedReason: z.string().nullable().describe('Why it came back from its review'),
  approvedBy: z.string().nullable(),
  approvedOn: Day.nullable(),
  minutesDocumentId: Id.nullable(),
  effectiveFrom: Day.nullable(),
  endedOn: Day.nullable(),
  sha256: z.string().describe('Over the text and the statement'),
}
/** A version without its text. */
export const PolicyVersionHead = z.object(versionHead)
export type PolicyVersionHead = z.infer<typeof PolicyVersionHead>

export const PolicyVersion = z.object({
  ...versionHead,
  content: z.string(),
  statement: z
    .object({
      ...toStoredFields(InvestmentStatement.shape),
      ...z.object(investmentChecks).partial().shape,
    })
    .nullable(),
})
export type PolicyVersion = z.infer<typeof PolicyVersion>

export const PolicyWithVersions = Policy.extend({
  schemeType: z.enum(['DB', 'DC', 'PRSA', 'RAC']),
  schemeLegalForm: LegalForm,
  schemeEstablishedOn: Day.nullable(),
  versions: z.array(PolicyVersionHead).describe('The newest first'),
})
export type PolicyWithVersions = z.infer<typeof PolicyWithVersions>

export const PAGES = {
  schemePolicies: '/schemes/$schemeId/policies',
  policies: '/policies',
  policyList: '/policies/list',
  newPolicy: '/policies/new',
  policy: '/policies/$policyId',
  editPolicy: '/policies/$policyId/edit',
  policyChanges: '/policies/$policyId/changes',
  newPolicyVersion: '/policies/$policyId/versions/new',
  policyVersion: '/policies/$policyId/versions/$number',
  editPolicyVersion: '/policies/$policyId/versions/$number/edit',
}

export const listPolicies = query('policy.list', {
  route: 'GET /api/policies',
  access: 'BrokerUser',
  summary: 'The written policies of the schemes of the firm.',
  input: pageOf({
    schemeId: Id.optional(),
    employerId: Id.optional(),
    kind: PolicyKind.optional(),
    status: PolicyStatus.optional(),
    flag: ReviewFlag.optional(),
    openVersionStatus: PolicyVersionStatus.optional().describe('Status of the open version'),
    assigneeId: AssigneeFilter,
    q: SearchText.optional().describe('Part of the title or of the name of the scheme'),
    sort: z.enum(['title', 'schemeName', 'kind', 'status', 'nextReviewOn', '-createdAt']).default('title'),
  }),
  output: listOf(Policy),
})
export const getPolicy = query('policy.get', {
  route: 'GET /api/policies/{id}',
  access: 'BrokerUser',
  summary: 'One policy, and its versions without their texts.',
  input: NoParameters,
  output: PolicyWithVersions,
})
export const createPolicy = command('policy.create', {
  route: 'POST /api/policies',
  access: 'BrokerUser',
  summary: 'Creates a policy of a scheme with a first draft version. One policy per kind and scheme (409).',
  input: NewPolicy,
  output: Policy,
  status: 201,
})
export const assignPolicy = command('policy.assign', {
  route: 'POST /api/policies/{id}/assign',
  access: 'BrokerUser',
  summary: 'Assigns a policy to a user of the firm, who is notified; null removes the assignment.',
  input: Assignment,
  output: Policy,
})
export const updatePolicy = command('policy.update', {
  route: 'PUT /api/policies/{id}',
  access: 'BrokerUser',
  summary: 'Updates title, review interval and disclosure; texts have versions.',
  input: EditablePolicy,
  output: Policy,
})

const VersionNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .describe('The number of a version: 1, 2, 3 …')

export const listPolicyVersions = query('policy.versions', {
  route: 'GET /api/policies/{id}/versions',
  access: 'BrokerUser',
  summary: 'Every version without its text, the newest first.',
  input: pageOf({ sort: z.enum(['-number']).default('-number') }),
  output: listOf(PolicyVersionHead),
})
export const getPolicyVersion = query('policy.version', {
  route: 'GET /api/policies/{id}/versions/{number}',
  access: 'BrokerUser',
  summary: 'One version with its text.',
  path: { number: VersionNumber },
  input: NoParameters,
  output: PolicyVersion,
})
export const addPolicyVersion = command('policy.add-version', {
  route: 'POST /api/policies/{id}/versions',
  access: 'BrokerUser',
  summary: 'Adds a draft version; one open version at a time (409).',
  input: NewPolicyVersion,
  output: Policy,
  status: 201,
})
export const updatePolicyVersion = command('policy.update-version', {
  route: 'PUT /api/policies/{id}/versions/{number}',
  access: 'BrokerUser',
  summary: 'Replaces the text of a draft; anything later is immutable (409).',
  path: { number: VersionNumber },
  input: EditablePolicyVersion,
  output: Policy,
})

/** Of the open version. */
export type PolicyVersionVerb = 'submit' | 'return' | 'approve' | 'bring-into-force'
export const POLICY_VERSION_TRANSITIONS: Transitions<PolicyVersionVerb, PolicyVersionStatus> = {
  submit: { from: ['DRAFT'], to: 'IN_REVIEW' },
  return: { from: ['IN_REVIEW'], to: 'DRAFT' },
  approve: { from: ['IN_REVIEW'], to: 'APPROVED' },
  'bring-into-force': { from: ['APPROVED'], to: 'IN_FORCE' },
}

/** Of the policy as a whole. */
export type PolicyVerb = 'review' | 'acknowledge' | 'withdraw'
export const POLICY_TRANSITIONS: Transitions<PolicyVerb, PolicyStatus> = {
  review: { from: ['IN_FORCE'], to: null },
  acknowledge: { from: ['IN_FORCE'], to: null },
  withdraw: { from: ['DRAFT', 'IN_REVIEW', 'APPROVED', 'IN_FORCE'], to: 'WITHDRAWN' },
}

const policyVerb = defineRecordCommands('policy', '/api/policies/{id}', Policy)

export const submitPolicy = policyVerb('submit', 'The open version, DRAFT to IN_REVIEW.', Nothing)
export const returnPolicy = policyVerb(
  'return',
  'The open version, IN_REVIEW back to DRAFT, with the reason.',
  z.object({ reason: reason() }),
)
export const approvePolicy = policyVerb(
  'approve',
  'The open version, IN_REVIEW to APPROVED by the trustees. Refused (422) while placeholders of a template are unfilled or a statement of investment policy principles is incomplete; the approver is another person than the submitter where the firm asks for it.',
  z.object({
    approvedOn: optional(CivilDate).describe('The day on which the trustees approved it; today unless given'),
    minutesDocumentId: optional(Id).describe('The minutes of the meeting that approved it'),
  }),
  'BrokerAdmin',
)
export const bringPolicyIntoForce = policyVerb(
  'bring-into-force',
  `The open version, APPROVED to IN_FORCE; the version in force before is SUPERSEDED. A policy is approved before it is applied (${formatCitedSources('DIR 21(3)')}): 422 otherwise.`,
  z.object({ effectiveFrom: optional(CivilDate).describe('Not before its approval; today unless given') }),
)
export const withdrawPolicy = policyVerb(
  'withdraw',
  'To WITHDRAWN, with the reason: the whole policy, or its open version alone where another is in force.',
  z.object({ reason: reason(), scope: z.enum(['POLICY', 'OPEN_VERSION']).default('POLICY') }),
  'BrokerAdmin',
)
export const reviewPolicy = policyVerb(
  'review',
  'The version in force was reviewed and needs no change: the next review moves.',
  z.object({ reviewedOn: optional(CivilDate).describe('Today unless given') }),
)
export const acknowledgePolicy = policyVerb(
  'acknowledge',
  'The caller has read the version in force. A new version asks again.',
  Nothing,
)

export const PolicyAcknowledgement = z.object({
  id: Id.describe('The person'),
  tenantId: Id,
  name: z.string(),
  role: z.string(),
  policyId: Id,
  number: z.int().describe('The version in force'),
  acknowledgedAt: Instant.nullable(),
  sha256: z.string().nullable().describe('Hash of the acknowledged text'),
})
export type PolicyAcknowledgement = z.infer<typeof PolicyAcknowledgement>

export const listPolicyAcknowledgements = query('policy.acknowledgements', {
  route: 'GET /api/policies/{id}/acknowledgements',
  access: 'BrokerUser',
  summary:
    'Lists the users of the firm who have acknowledged the version in force, and the active users who have not.',
  input: pageOf({
    acknowledged: z
      .enum(['true', 'false'])
      .optional()
      .describe('true: acknowledged; false: not acknowledged'),
    sort: z.enum(['name']).default('name'),
  }),
  output: listOf(PolicyAcknowledgement),
})

export const PolicyCell = z.object({
  kind: PolicyKind,
  required: Required,
  reason: z.string(),
  policyId: Id.nullable(),
  status: PolicyStatus.nullable(),
  inForceVersion: z.int().nullable(),
  nextReviewOn: Day.nullable(),
  flag: ReviewFlag.nullable(),
})
export type PolicyCell = z.infer<typeof PolicyCell>

export const PolicyMatrixRow = z.object({
  id: Id.describe('The scheme'),
  tenantId: Id,
  employerId: Id,
  employerName: z.string(),
  schemeName: z.string(),
  cells: z.array(PolicyCell).describe('One a kind, in the order of the kinds'),
})
export type PolicyMatrixRow = z.infer<typeof PolicyMatrixRow>

export const getPolicyMatrix = query('policy.matrix', {
  route: 'GET /api/policies/matrix',
  access: 'BrokerUser',
  summary:
    'Schemes of the regime and the kinds of policies: what is required and why, what there is, and when it is reviewed. Wound-up schemes are left out.',
  input: pageOf({
    schemeId: Id.optional(),
    employerId: Id.optional(),
    q: SearchText.optional().describe('Part of the name of the scheme or of the employer'),
    sort: z.enum(['schemeName', 'employerName']).default('schemeName'),
  }),
  output: listOf(PolicyMatrixRow),
})
