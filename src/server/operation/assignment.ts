/** Operations `noun.assign`: they name the user of the firm who is responsible for a record, and notify them. */

import type { CommentedEntity } from '../../contract/comments.ts'
import type { Contract } from '../../contract/define.ts'
import type { Audited } from '../pipeline/audit-log.ts'
import { defineCommand, type Operation, saveVersion, updated } from '../pipeline/define-operation.ts'
import { notifyColleagues, requireColleagues } from './colleagues.ts'
import type { RecordSet } from './record-set.ts'
import { RESOURCES } from './resources.ts'

/** SQL of the name of the assignee of a record `r`. */
export const ASSIGNEE_NAME =
  '(select u.name from users u where u.tenant_id = r.tenant_id and u.id = r.assignee_id)'

interface Assignable extends Record<string, unknown> {
  id: string
  tenantId: string
  version: number
  assigneeId: string | null
}

export const assignCommand = <R extends Assignable>({
  contract,
  records,
  audited,
}: {
  contract: Contract<`${string}.assign`>
  records: Pick<RecordSet<R, never, never>, 'require'>
  audited: Audited<Exclude<CommentedEntity, 'scheme'>>
}): Operation =>
  defineCommand<Contract>({
    contract,
    owner: (input, find) => find[audited.entityType]((input as { id: string }).id),
    async handle({ input, tx, actor }) {
      const { id, assigneeId } = input as { id: string; assigneeId: string | null }
      const before = await records.require(tx, id)
      const record = { tenantId: before.tenantId, entityType: audited.entityType, entityId: id }
      const userIds = assigneeId === null ? [] : [assigneeId]
      await requireColleagues(tx, actor, record, userIds, 'assigneeId')
      await saveVersion(tx, RESOURCES[audited.entityType].table, before, { assignee_id: assigneeId })
      if (assigneeId !== before.assigneeId)
        await notifyColleagues(tx, actor, record, { kind: 'ASSIGNMENT', userIds })
      return updated(audited, before, await records.require(tx, id))
    },
  })
