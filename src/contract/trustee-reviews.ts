/** Papers that the firm puts to the trustees of a scheme, and who has read and approved them. */
import { z } from 'zod'
import { command, defineRecordCommands, query } from './define.ts'
import {
  CivilDate,
  Day,
  Id,
  Instant,
  listOf,
  NoParameters,
  Nothing,
  optional,
  pageOf,
  prose,
  recordFields,
  toStoredFields,
} from './values.ts'

export const ReviewSubject = z.enum(['OWN_RISK_ASSESSMENT', 'POLICY', 'MINUTES', 'DOCUMENT'])
export type ReviewSubject = z.infer<typeof ReviewSubject>
export const TrusteeReviewStatus = z.enum(['OPEN', 'APPROVED', 'RETURNED', 'WITHDRAWN'])
export type TrusteeReviewStatus = z.infer<typeof TrusteeReviewStatus>
export const TrusteeDecision = z.enum(['APPROVED', 'RETURNED'])
export type TrusteeDecision = z.infer<typeof TrusteeDecision>

const reviewFields = {
  subjectKind: ReviewSubject,
  subjectId: Id.describe('The record: of MINUTES the meeting, of POLICY the policy with its open version'),
  note: optional(prose(1, 2000)).describe('For the trustees. Without personal data'),
  dueOn: optional(CivilDate.describe('Day by which the trustees are asked to decide')),
}
export const NewTrusteeReview = z.object(reviewFields)

export const TrusteeResponse = z.object({
  trusteeId: Id,
  personName: z.string(),
  hasAccess: z.boolean().describe('The trustee can sign in: a grant is in force'),
  readAt: Instant.nullable(),
  decision: TrusteeDecision.nullable(),
  reason: z.string().nullable(),
  decidedAt: Instant.nullable().describe('When the decision was recorded'),
  decidedOn: Day.nullable().describe('Day of a decision on paper; null if the trustee decided here'),
  documentId: Id.nullable().describe('Signed document of a decision on paper'),
})

export const TrusteeReview = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  ...toStoredFields(reviewFields),
  title: z.string(),
  approvalsRequired: z.int().describe('Approvals that make the paper approved, by the setting of the firm'),
  responses: z.array(TrusteeResponse).describe('One entry for each trustee in office when it was sent'),
  closedAt: Instant.nullable(),
  status: TrusteeReviewStatus.describe(
    'OPEN until enough trustees approved, one returned it, or the firm withdrew it',
  ),
  sentByName: z.string().nullable(),
  isSubjectChanged: z
    .boolean()
    .describe('The record was changed after it was sent. The trustees can decide once it is sent again'),
  ownTrusteeId: Id.nullable().describe('The trustee whom the caller is; null for other callers'),
})
export type TrusteeReview = z.infer<typeof TrusteeReview>

export const PAGES = {
  schemeTrusteeReviews: '/schemes/$schemeId/papers',
  trusteeReviews: '/papers',
  newTrusteeReview: '/papers/new',
  trusteeReview: '/papers/$trusteeReviewId',
}

export const listTrusteeReviews = query('trustee-review.list', {
  route: 'GET /api/trustee-reviews',
  access: 'BrokerUser',
  summary: 'Lists papers that were put to the trustees, newest first.',
  input: pageOf({
    schemeId: Id.optional(),
    status: TrusteeReviewStatus.optional(),
    subjectId: Id.optional(),
    sort: z.enum(['-createdAt']).default('-createdAt'),
  }),
  output: listOf(TrusteeReview),
})
export const getTrusteeReview = query('trustee-review.get', {
  route: 'GET /api/trustee-reviews/{id}',
  access: 'BrokerUser',
  summary: 'Returns one paper with the responses of the trustees.',
  input: NoParameters,
  output: TrusteeReview,
})
export const createTrusteeReview = command('trustee-review.create', {
  route: 'POST /api/trustee-reviews',
  access: 'BrokerUser',
  summary:
    'Sends a record to the trustees in office, and a mail to those with access. 422 if the scheme has no trustee in office or the record is not ready; 409 if it was sent already.',
  input: NewTrusteeReview,
  output: TrusteeReview,
  status: 201,
})

const reviewVerb = defineRecordCommands('trustee-review', '/api/trustee-reviews/{id}', TrusteeReview)
export const readTrusteeReview = reviewVerb(
  'read',
  'Records that the calling trustee opened the paper. Only with a grant as trustee.',
  Nothing,
)
export const decideTrusteeReview = reviewVerb(
  'decide',
  'Records the decision of the calling trustee. It cannot be changed. Only with a grant as trustee. The status of the record stays the same: the firm records the approval there.',
  z.object({
    decision: TrusteeDecision,
    reason: optional(prose(1, 2000)).describe('Required if the paper is returned'),
  }),
)
export const recordTrusteeDecision = reviewVerb(
  'record-decision',
  'Records the decision that a trustee gave on paper, with the signed document. It cannot be changed, and counts like a decision given here.',
  z.object({
    trusteeId: Id,
    decision: TrusteeDecision,
    decidedOn: CivilDate.describe('Day of the signature, not in the future'),
    documentId: Id.describe('The signed document, of the same scheme'),
    reason: optional(prose(1, 2000)).describe('Required if the paper is returned. Without personal data'),
  }),
)
export const withdrawTrusteeReview = reviewVerb(
  'withdraw',
  'OPEN to WITHDRAWN: takes the paper back.',
  Nothing,
)
