import { z } from 'zod'
import * as contract from '../../../../contract/inbox.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'
import { defineCommand, defineQuery, type Operation, unchanged } from '../../../pipeline/define-operation.ts'
import { selectNavigationCounts } from './counts.ts'
import { inboxItems } from './records.ts'

const listInbox = defineQuery({
  contract: contract.listInbox,
  owner: 'in-scope',
  select: (input, scope, actor) => inboxItems.list({ ...input, userId: actor.id }, scope),
  body: (rows, input, _scope, actor) => inboxItems.page(rows, { ...input, userId: actor.id }),
})

const countForNavigation = defineQuery({
  contract: contract.countForNavigation,
  owner: 'in-scope',
  select: (_input, scope, actor) => selectNavigationCounts(scope, actor),
})

/** Items are bookkeeping of the user, so that one audit entry says that they were read. */
const auditedInbox = defineAudited('user', z.object({}))

const markInboxRead = defineCommand({
  contract: contract.markInboxRead,
  owner: (_input, find, actor) => find.self(actor),
  async handle({ input: { ids }, tx, actor }) {
    const marked = await tx
      .updateTable('inbox_items')
      .set(({ eb }) => ({ read_at: eb.fn('clock_timestamp'), updated_at: eb.fn('clock_timestamp') }))
      .where('tenant_id', '=', actor.tenantId)
      .where('user_id', '=', actor.id)
      .where('read_at', 'is', null)
      .$if(ids !== undefined, (update) => update.where('id', 'in', ids ?? []))
      .executeTakeFirst()
    const answer = { marked: Number(marked.numUpdatedRows) }
    if (answer.marked === 0) return unchanged(answer)
    const self = { id: actor.id }
    return { answer, changes: [{ audited: auditedInbox, before: self, after: self, note: { ...answer } }] }
  },
})

export const createInboxOperations = (): Operation[] => [listInbox, countForNavigation, markInboxRead]
