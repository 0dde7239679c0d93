/** Decisions of the trustees on a paper: given in the application, or on paper and recorded by the firm. */
import type { TrusteeReview } from '../../../../contract/trustee-reviews.ts'
import * as contract from '../../../../contract/trustee-reviews.ts'
import { requirePastDateOrToday } from '../../../operation/date-guards.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import {
  type Changed,
  defineCommand,
  find,
  type Operation,
  unchanged,
  updated,
} from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createInvalidFieldRefusal,
  createRoleRefusal,
} from '../../../pipeline/refusal.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { requireSchemeDocument } from '../../documents/documents/index.ts'
import { auditedReview, trusteeReviews } from './records.ts'

type Response = TrusteeReview['responses'][number]

/** The response of the calling trustee in an open paper; 403 for every other caller. */
async function requireOwnResponse(
  tx: Tx,
  actor: Actor,
  { id, ownTrusteeId, responses }: TrusteeReview,
): Promise<Response> {
  if (actor.grant?.capability !== 'TRUSTEE' || ownTrusteeId === null) throw createRoleRefusal()
  await lockReview(tx, id)
  const own = responses.find(({ trusteeId }) => trusteeId === ownTrusteeId)
  if (!own)
    throw createBusinessRuleRefusal(
      'NOT_ASKED',
      'You were not in office when this paper was sent: the firm must send it again',
    )
  return own
}

/** Before the decisions are counted, so that two that are recorded at once are both counted. */
const lockReview = (tx: Tx, id: string): Promise<unknown> =>
  tx.selectFrom('trustee_reviews').select('id').where('id', '=', id).forUpdate().execute()

export const readTrusteeReview = defineCommand({
  contract: contract.readTrusteeReview,
  owner: ({ id }, find) => find.trusteeReview(id),
  async handle({ input: { id }, tx, actor }) {
    const before = await trusteeReviews.require(tx, id)
    const { trusteeId, readAt } = await requireOwnResponse(tx, actor, before)
    if (readAt !== null) return unchanged(before)
    await updateResponse(tx, id, trusteeId, { read_at: new Date(), user_id: actor.id })
    return updated(auditedReview, before, await trusteeReviews.require(tx, id), { trusteeId })
  },
})

export const decideTrusteeReview = defineCommand({
  contract: contract.decideTrusteeReview,
  owner: ({ id }, find) => find.trusteeReview(id),
  async handle({ input, tx, actor }) {
    const { trusteeId } = await requireOwnResponse(tx, actor, await trusteeReviews.require(tx, input.id))
    return saveDecision(tx, await trusteeReviews.require(tx, input.id), { ...input, trusteeId }, (own) => ({
      user_id: actor.id,
      read_at: own.readAt ? new Date(own.readAt) : new Date(),
    }))
  },
})

export const recordTrusteeDecision = ({ clock }: { clock: Clock }): Operation =>
  defineCommand({
    contract: contract.recordTrusteeDecision,
    owner: ({ id }, find) => find.trusteeReview(id),
    async handle({ input, tx, actor }) {
      const { trusteeId, documentId } = input
      await requireOwned(tx, actor, find.trustee(trusteeId))
      await lockReview(tx, input.id)
      const before = await trusteeReviews.require(tx, input.id)
      if (!before.responses.some((response) => response.trusteeId === trusteeId))
        throw createBusinessRuleRefusal(
          'NOT_ASKED',
          'This trustee was not in office when the paper was sent',
          { field: 'trusteeId' },
        )
      const decidedOn = requirePastDateOrToday(clock, input.decidedOn, 'decidedOn')
      await requireSchemeDocument(tx, actor, documentId, before)
      return saveDecision(tx, before, input, () => ({
        document_id: documentId,
        decided_on: decidedOn,
        recorded_by: actor.id,
      }))
    },
  })

/** Saves one decision and closes the paper when it is returned or enough trustees have approved. */
async function saveDecision(
  tx: Tx,
  before: TrusteeReview,
  {
    trusteeId,
    decision,
    reason,
  }: { trusteeId: string; decision: contract.TrusteeDecision; reason: string | null },
  given: (own: Response) => Partial<ResponseColumns>,
): Promise<Changed<TrusteeReview>> {
  const { id } = before
  const own = before.responses.find((response) => response.trusteeId === trusteeId)
  if (before.status !== 'OPEN')
    throw createConflictRefusal('This paper is closed', { code: 'CLOSED', status: before.status })
  if (!own || own.decision)
    throw createConflictRefusal('This trustee has decided already', { code: 'DECIDED' })
  if (before.isSubjectChanged)
    throw createConflictRefusal('The record was changed after it was sent: the firm must send it again', {
      code: 'SUBJECT_CHANGED',
    })
  if (decision === 'RETURNED' && !reason) throw createInvalidFieldRefusal('reason', 'Say what must change')
  const now = new Date()
  await updateResponse(tx, id, trusteeId, { ...given(own), decision, reason, decided_at: now })
  const approvals =
    before.responses.filter((response) => response.decision === 'APPROVED').length +
    (decision === 'APPROVED' ? 1 : 0)
  const status =
    decision === 'RETURNED' ? 'RETURNED' : approvals >= before.approvalsRequired ? 'APPROVED' : 'OPEN'
  await updateUnlessStale(tx, 'trustee_reviews', before, {
    status,
    closed_at: status === 'OPEN' ? null : now,
  })
  return updated(auditedReview, before, await trusteeReviews.require(tx, id), { trusteeId, decision })
}

interface ResponseColumns {
  user_id: string
  read_at: Date
  decision: string
  reason: string | null
  decided_at: Date
  document_id: string
  decided_on: string
  recorded_by: string
}

async function updateResponse(
  tx: Tx,
  reviewId: string,
  trusteeId: string,
  columns: Partial<ResponseColumns>,
): Promise<void> {
  await tx
    .updateTable('trustee_review_responses')
    .set(columns)
    .where('review_id', '=', reviewId)
    .where('trustee_id', '=', trusteeId)
    .execute()
}
