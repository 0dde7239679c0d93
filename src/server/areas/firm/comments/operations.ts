import * as contract from '../../../../contract/comments.ts'
import { notifyColleagues, requireColleagues } from '../../../operation/colleagues.ts'
import {
  created,
  defineCommand,
  defineQuery,
  type Operation,
  removed,
} from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createRoleRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { RESOURCES } from '../../../platform/resources.ts'
import { runRows, runStatement } from '../../../platform/statements.ts'
import { requireNoPersonalData, type SelectNames } from './personal-data.ts'
import { auditedComment, comments } from './records.ts'

const listComments = defineQuery({
  contract: contract.listComments,
  owner: ({ entityType, entityId }, find) => find[entityType](entityId),
  select: (input, scope) => comments.list(input, scope),
  body: comments.page,
})

const createComment = (namesAmong: SelectNames): Operation =>
  defineCommand({
    contract: contract.createComment,
    owner: ({ entityType, entityId }, find) => find[entityType](entityId),
    async handle({ input: { entityType, entityId, text, mentionIds }, tx, actor }) {
      const { tenantId, schemeId } = await requireVisible(tx, entityType, entityId)
      const record = { tenantId, entityType, entityId }
      requireNoPersonalData(text, await runStatement(tx, namesAmong(text, 2)))
      await requireColleagues(tx, actor, record, mentionIds, 'mentionIds')
      const id = createId()
      await tx
        .insertInto('comments')
        .values({
          id,
          tenant_id: tenantId,
          entity_type: entityType,
          entity_id: entityId,
          scheme_id: schemeId,
          text,
          mention_ids: mentionIds,
          created_by: actor.id,
        })
        .execute()
      await notifyColleagues(tx, actor, record, { kind: 'MENTION', userIds: mentionIds, commentId: id })
      return created(auditedComment, await comments.require(tx, id))
    },
  })

const removeComment = defineCommand({
  contract: contract.removeComment,
  owner: ({ id }, find) => find.comment(id),
  async handle({ input: { id }, tx, actor }) {
    const comment = await comments.require(tx, id)
    if (comment.authorId !== actor.id)
      throw createBusinessRuleRefusal('NOT_THE_AUTHOR', 'Only the author of a comment can remove it')
    await tx.deleteFrom('comments').where('tenant_id', '=', comment.tenantId).where('id', '=', id).execute()
    return removed(auditedComment, comment)
  },
})

export const createCommentOperations = ({ namesAmong }: { namesAmong: SelectNames }): Operation[] => [
  listComments,
  createComment(namesAmong),
  removeComment,
]

/** The firm and the scheme of a record, or a 403: the guard has found it, and row-level security hides it from this user. */
async function requireVisible(
  tx: Tx,
  entityType: contract.CommentedEntity,
  entityId: string,
): Promise<{ tenantId: string; schemeId: string | null }> {
  const { table, scheme } = RESOURCES[entityType]
  const [record] = await runRows<{ tenantId: string; schemeId: string | null }>(
    tx,
    `select x.tenant_id as "tenantId", ${scheme} as "schemeId" from ${table} x where x.id = $1`,
    [entityId],
  )
  if (!record) throw createRoleRefusal()
  return record
}
