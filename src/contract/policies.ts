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
  fourEyesFields,
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

export const DraftedBy = z.enum(['HUMAN', 'AI'])

const definePrinciple = () => optional(prose(1, 20_000))

export const Borrowing = z.enum(['NONE', 'TEMPORARY_FOR_LIQUIDITY', 'OTHER'])
export const EarlierInvestments = z.enum(['NONE', 'RING_FENCED', 'NOT_RING_FENCED'])

const investmentChecks = {
  borrowing: Borrowing.describe(
    'Borrowing of the scheme. TEMPORARY_FOR_LIQUIDITY: only temporarily and only for liquidity. OTHER: any other borrowing',
  ),
  isMostlyOnRegulatedMarkets: z
    .boolean()
    .describe('True if the assets are predominantly invested on regulated markets'),
  earlierInvestments: EarlierInvestments.describe(
    'For a one-member arrangement: whether its investments from before 22 April 2021 are ring-fenced from later ones',
  ),
}
/** A value that is not recorded is absent, not null: versions from before these fields keep their hash. */
const toNullUnlessRecorded = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined)

/** Content of a statement of investment policy principles (Directive 2016/2341 art. 30). All fields are required before approval. */
export const InvestmentStatement = z.object({
  riskMeasurementMethods: definePrinciple().describe('How investment risk is measured'),
  riskManagementProcesses: definePrinciple().describe('How investment risk is managed'),
  strategicAssetAllocation: definePrinciple().describe('Strategic (long-term) allocation of the assets'),
  liabilityNatureDuration: definePrinciple().describe(
    'Nature and duration of the liabilities on which the allocation is based',
  ),
  esgConsideration: definePrinciple().describe(
    'How environmental, social and governance factors are considered. "Not considered" is a valid answer',
  ),
  defaultStrategy: definePrinciple().describe(
    'Default investment strategy. Required if members bear the investment risk',
  ),
  employerRelatedPercent: optional(Percent).describe(
    'Percentage of the portfolio that is invested in the sponsoring employer; at most 5 %',
  ),
  groupRelatedPercent: optional(Percent).describe(
    'Percentage of the portfolio that is invested in the group of the employer; at most 10 %',
  ),
  borrowing: toNullUnlessRecorded(investmentChecks.borrowing),
  isMostlyOnRegulatedMarkets: toNullUnlessRecorded(investmentChecks.isMostlyOnRegulatedMarkets),
  earlierInvestments: toNullUnlessRecorded(investmentChecks.earlierInvestments),
})
export type InvestmentStatement = z.output<typeof InvestmentStatement>

const PublicUrl = line(1, 500).pipe(
  z.url({ protocol: /^https?$/, error: 'Enter the whole address, beginning with https://' }),
)

const policyFields = {
  isPubliclyDisclosed: z.boolean().default(false).describe('True if the policy is publicly disclosed'),
  publicUrl: optional(PublicUrl).describe('Public web address of the policy'),
}
const Interval = z.int().min(1).max(36)

const versionFields = {
  content: prose(1, 200_000).describe(
    'Text in Markdown. Do not include confidential information about a person',
  ),
  statement: optional(InvestmentStatement).describe('Only for a statement of investment policy principles'),
  changeSummary: optional(line(1, 500)).describe('Changes since the previous version'),
  documentId: optional(Id).describe('Document with this version, such as a signed copy'),
}
export const EditablePolicyVersion = z.object(versionFields)
export const NewPolicyVersion = z.object({
  ...versionFields,
  draftedBy: DraftedBy.default('HUMAN').describe(
    'Origin of the text. AI: a model wrote it. The version is a draft like any other and is labelled as written by AI',
  ),
})

export const NewPolicy = z
  .object({
    schemeId: Id,
    kind: PolicyKind,
    title: optional(line(1, 200)).describe('Default: the title of the kind of policy'),
    reviewIntervalMonths: optional(Interval).describe(
      'Months between reviews, up to the maximum of the kind of policy. Default: that maximum',
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
        message: 'This field applies only to a statement of investment policy principles: leave it empty',
      })
    }
  })

export const EditablePolicy = z.object({
  title: line(1, 200),
  reviewIntervalMonths: Interval.describe('Months between reviews, up to the maximum of the kind of policy'),
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
  flag: ReviewFlag.nullable().describe('State of the review as of today; null if there is nothing to report'),
  approvedOn: Day.nullable().describe(
    'Date of approval of the version in force. Like the following fields, null if no version is in force',
  ),
  effectiveFrom: Day.nullable(),
  lastReviewedOn: Day.nullable(),
  nextReviewOn: Day.nullable(),
  inForceVersion: z.int().nullable(),
  inForceSha256: z.string().nullable(),
  latestVersion: z.int(),
  openVersion: z
    .int()
    .nullable()
    .describe(
      'Number of the version that is in draft, submitted or approved and not in force; null if there is none',
    ),
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
  draftId: Id.nullable().describe(
    'Approved draft from which this version was created; null if there is none',
  ),
  createdBy: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  submittedBy: z.string().nullable(),
  submittedOn: Day.nullable(),
  returnedReason: z
    .string()
    .nullable()
    .describe('Why the version was returned after its submission; null if it was not'),
  approvedBy: z.string().nullable(),
  approvedOn: Day.nullable(),
  minutesDocumentId: Id.nullable(),
  effectiveFrom: Day.nullable(),
  endedOn: Day.nullable(),
  sha256: z.string().describe('SHA-256 of the text and the statement, in hexadecimal'),
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
  ...fourEyesFields,
  schemeType: z.enum(['DB', 'DC', 'PRSA', 'RAC']),
  schemeLegalForm: LegalForm,
  schemeEstablishedOn: Day.nullable(),
  versions: z.array(PolicyVersionHead).describe('Versions, newest first'),
  isToAcknowledge: z
    .boolean()
    .describe(
      'True if the caller belongs to the firm or is a trustee of the scheme, and has not acknowledged the version in force',
    ),
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
  summary: 'Lists the written policies of the schemes of the firm.',
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
  summary: 'Returns one policy and its versions without their texts.',
  input: NoParameters,
  output: PolicyWithVersions,
})
export const createPolicy = command('policy.create', {
  route: 'POST /api/policies',
  access: 'BrokerUser',
  summary:
    'Creates a policy of a scheme with a first draft version. 409 if the scheme already has a policy of this kind.',
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
  summary: 'Updates title, review interval and disclosure of a policy. To change its text, add a version.',
  input: EditablePolicy,
  output: Policy,
})

const VersionNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .describe('Number of a version: 1, 2, 3 …')

export const listPolicyVersions = query('policy.versions', {
  route: 'GET /api/policies/{id}/versions',
  access: 'BrokerUser',
  summary: 'Lists the versions without their texts, newest first.',
  input: pageOf({ sort: z.enum(['-number']).default('-number') }),
  output: listOf(PolicyVersionHead),
})
export const getPolicyVersion = query('policy.version', {
  route: 'GET /api/policies/{id}/versions/{number}',
  access: 'BrokerUser',
  summary: 'Returns one version with its text.',
  path: { number: VersionNumber },
  input: NoParameters,
  output: PolicyVersion,
})
export const addPolicyVersion = command('policy.add-version', {
  route: 'POST /api/policies/{id}/versions',
  access: 'BrokerUser',
  summary: 'Adds a draft version. 409 if the policy has an open version.',
  input: NewPolicyVersion,
  output: Policy,
  status: 201,
})
export const updatePolicyVersion = command('policy.update-version', {
  route: 'PUT /api/policies/{id}/versions/{number}',
  access: 'BrokerUser',
  summary: 'Replaces the text of a draft version. 409 if the version is no longer a draft.',
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

export const submitPolicy = policyVerb(
  'submit',
  'Submits the open version for approval: DRAFT to IN_REVIEW.',
  Nothing,
)
export const returnPolicy = policyVerb(
  'return',
  'Returns the open version, with the reason: IN_REVIEW to DRAFT.',
  z.object({ reason: reason() }),
)
export const approvePolicy = policyVerb(
  'approve',
  'Records that the trustees approved the open version: IN_REVIEW to APPROVED. 422 while placeholders of a template are unfilled or a statement of investment policy principles is incomplete. If the firm requires a second person, the submitter cannot approve.',
  z.object({
    approvedOn: optional(CivilDate).describe(
      'Date on which the trustees approved the version. Default: today',
    ),
    minutesDocumentId: optional(Id).describe(
      'Document with the minutes of the meeting that approved the version',
    ),
  }),
  'BrokerAdmin',
)
export const bringPolicyIntoForce = policyVerb(
  'bring-into-force',
  `Brings the open version into force: APPROVED to IN_FORCE. The previous version in force becomes SUPERSEDED. 422 if the version is not approved, because a policy must be approved before it is applied (${formatCitedSources('DIR 21(3)')}).`,
  z.object({
    effectiveFrom: optional(CivilDate).describe(
      'First day on which the version is in force. Default: today. Not before the date of approval',
    ),
  }),
)
export const withdrawPolicy = policyVerb(
  'withdraw',
  'To WITHDRAWN, with the reason: withdraws the whole policy, or only its open version if another version is in force.',
  z.object({ reason: reason(), scope: z.enum(['POLICY', 'OPEN_VERSION']).default('POLICY') }),
  'BrokerAdmin',
)
export const reviewPolicy = policyVerb(
  'review',
  'Records that the version in force was reviewed and needs no change. The service moves the next review date.',
  z.object({ reviewedOn: optional(CivilDate).describe('Default: today') }),
)
export const acknowledgePolicy = policyVerb(
  'acknowledge',
  'Records that the caller has read the version in force. A new version must be acknowledged again.',
  Nothing,
)

export const PolicyAcknowledgement = z.object({
  id: Id.describe('Id of the user'),
  tenantId: Id,
  name: z.string(),
  role: z.string().describe('Role of the user; Trustee for a trustee with access to the scheme'),
  policyId: Id,
  number: z.int().describe('Number of the version in force'),
  acknowledgedAt: Instant.nullable(),
  sha256: z
    .string()
    .nullable()
    .describe('Hash of the acknowledged text; null if the user has not acknowledged it'),
})

export const listPolicyAcknowledgements = query('policy.acknowledgements', {
  route: 'GET /api/policies/{id}/acknowledgements',
  access: 'BrokerUser',
  summary:
    'Lists the users of the firm and the trustees with access who have acknowledged the version in force, and those who have not.',
  input: pageOf({
    acknowledged: z
      .enum(['true', 'false'])
      .optional()
      .describe('true: users who have acknowledged the version; false: users who have not'),
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
  isNotRecorded: z
    .boolean()
    .describe(
      'True if the policy is required, but the firm took the scheme over and none of its policies is recorded yet. It is not known whether one is in force',
    ),
})
export type PolicyCell = z.infer<typeof PolicyCell>

export const PolicyMatrixRow = z.object({
  id: Id.describe('Id of the scheme'),
  tenantId: Id,
  employerId: Id,
  employerName: z.string(),
  schemeName: z.string(),
  cells: z.array(PolicyCell).describe('One cell for each kind of policy, in the order of the kinds'),
})
export type PolicyMatrixRow = z.infer<typeof PolicyMatrixRow>

export const getPolicyMatrix = query('policy.matrix', {
  route: 'GET /api/policies/matrix',
  access: 'BrokerUser',
  summary:
    'Returns for each scheme within the IORP II regime and each kind of policy whether it is required and why, the existing policy, and its review. Wound-up schemes are left out.',
  input: pageOf({
    schemeId: Id.optional(),
    employerId: Id.optional(),
    q: SearchText.optional().describe('Part of the name of the scheme or of the employer'),
    sort: z.enum(['schemeName', 'employerName']).default('schemeName'),
  }),
  output: listOf(PolicyMatrixRow),
})
