/** Operations `noun.assign`: they name the user of the firm who is responsible for a record, and notify them. */

import type { CommentedEntity } from '../../contract/comments.ts'
import type { Contract } from '../../contract/define.ts'
import type { Audited } from '../pipeline/audit-log.ts'
import type { Operation } from '../pipeline/define-operation.ts'
import { notifyColleagues, requireColleagues } from './colleagues.ts'
import { type ChangedRecords, defineChange } from './record-commands.ts'

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
  records: ChangedRecords<R>['records']
  audited: Audited<Exclude<CommentedEntity, 'scheme'>>
}): Operation =>
  defineChange<Contract, R>(contract, { records, audited }, async ({ input, before, tx, actor }) => {
    const { assigneeId } = input as { assigneeId: string | null }
    const record = { tenantId: before.tenantId, entityType: audited.entityType, entityId: before.id }
    const userIds = assigneeId === null ? [] : [assigneeId]
    await requireColleagues(tx, actor, record, userIds, 'assigneeId')
    if (assigneeId !== before.assigneeId)
      await notifyColleagues(tx, actor, record, { kind: 'ASSIGNMENT', userIds })
    return { assignee_id: assigneeId }
  })
