import { z } from 'zod'
import * as contract from '../../../../contract/saved-views.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { withDuplicateErrors } from '../../../operation/duplicates.ts'
import { defineList } from '../../../operation/record-queries.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'
import { created, defineCommand, type Operation, unchanged } from '../../../pipeline/define-operation.ts'
import { createId } from '../../../platform/ids.ts'

/** Row-level security shows each user only their own views. */
const savedViews = recordSet({
  record: contract.SavedView,
  from: 'saved_views r',
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: { page: 'r.page = $' },
  sorts: { name: { by: 'r.name', type: 'text', descending: false } },
})

const auditedSavedView = defineAuditedRecord('savedView', contract.SavedView, {
  shown: ['page'],
  concealed: ['name', 'search'],
})

const DUPLICATES = {
  saved_views_by_name: ['name', 'You already have a view with this name for this list'],
} as const

const listSavedViews = defineList(contract.listSavedViews, savedViews)

const createSavedView = defineCommand({
  contract: contract.createSavedView,
  owner: (_, find, actor) => find.self(actor),
  async handle({ input: { page, name, search }, tx, actor }) {
    const id = createId()
    const inserted = tx
      .insertInto('saved_views')
      .values({
        id,
        tenant_id: actor.tenantId,
        user_id: actor.id,
        page,
        name,
        search: JSON.stringify(search),
        created_by: actor.id,
      })
      .execute()
    await withDuplicateErrors(DUPLICATES, inserted)
    return created(auditedSavedView, await savedViews.require(tx, id))
  },
})

/** One audit entry of the user says which view was removed; without such a view nothing is done. */
const auditedUser = defineAudited('user', z.object({}))

const removeSavedView = defineCommand({
  contract: contract.removeSavedView,
  owner: (_, find, actor) => find.self(actor),
  async handle({ input: { page, name }, tx, actor }) {
    const view = await tx
      .deleteFrom('saved_views')
      .where('tenant_id', '=', actor.tenantId)
      .where('user_id', '=', actor.id)
      .where('page', '=', page)
      .where('name', '=', name)
      .returning('id')
      .executeTakeFirst()
    if (!view) return unchanged(null)
    const self = { id: actor.id }
    return {
      answer: null,
      changes: [{ audited: auditedUser, before: self, after: self, note: { savedViewId: view.id } }],
    }
  },
})

export const createSavedViewOperations = (): Operation[] => [listSavedViews, createSavedView, removeSavedView]
