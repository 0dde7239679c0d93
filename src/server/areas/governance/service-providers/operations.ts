import { sql } from 'kysely'
import type { z } from 'zod'
import * as contract from '../../../../contract/service-providers.ts'
import { toColumns } from '../../../operation/columns.ts'
import { requireNotInFuture } from '../../../operation/date-guards.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
import { isFirm } from '../../../pipeline/access-scope.ts'
import { created, defineCommand, type Operation } from '../../../pipeline/define-operation.ts'
import { createConflictRefusal, createInvalidFieldRefusal } from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { auditedServiceProvider, serviceProviders } from './records.ts'

const defineTransition = transitionCommands({
  records: serviceProviders,
  audited: auditedServiceProvider,
  transitions: contract.SERVICE_PROVIDER_TRANSITIONS,
})

const listServiceProviders = defineList(contract.listServiceProviders, serviceProviders)

const getServiceProvider = defineGet(contract.getServiceProvider, 'serviceProvider', serviceProviders)

const createServiceProvider = defineCommand({
  contract: contract.createServiceProvider,
  owner({ tenantId }, find, actor) {
    if (actor.role !== 'SuperAdmin') return find.self(actor)
    if (!tenantId || !isFirm(tenantId)) throw createInvalidFieldRefusal('tenantId', 'Choose a firm')
    return find.tenant(tenantId)
  },
  async handle({ input, tx, actor }) {
    const id = createId()
    const tenantId = actor.role === 'SuperAdmin' ? (input.tenantId as string) : actor.tenantId
    await tx
      .insertInto('service_providers')
      .values({ id, tenant_id: tenantId, created_by: actor.id, ...buildColumns(input) })
      .execute()
    return created(auditedServiceProvider, await serviceProviders.require(tx, id))
  },
})

const updateServiceProvider = defineChange(
  contract.updateServiceProvider,
  { records: serviceProviders, audited: auditedServiceProvider },
  ({ input }) => buildColumns(input),
)

const endServiceProvider = (clock: Clock) =>
  defineTransition(contract.endServiceProvider, async ({ input, before, tx }) => {
    const today = getTodayInDublin(clock)
    const on = requireNotInFuture(input.on ?? today, today)
    // Locked before counting: a concurrent new arrangement waits and is then refused.
    await tx
      .selectFrom('service_providers')
      .select('id')
      .where('id', '=', before.id)
      .forNoKeyUpdate()
      .execute()
    const { arrangementCount } = await serviceProviders.require(tx, before.id)
    if (arrangementCount > 0)
      throw createConflictRefusal('This provider has planned or active arrangements: end them first', {
        code: 'ARRANGEMENTS_OPEN',
        arrangementCount,
      })
    const { schemes } = await tx
      .selectFrom('schemes')
      .select(({ fn }) => fn.countAll<number>().as('schemes'))
      .where('tenant_id', '=', before.tenantId)
      .where('status', '<>', 'WOUND_UP')
      .where(
        sql<boolean>`${before.id} in (registered_administrator_id, auditor_id, actuary_id, depositary_id) or ${before.id} = any(investment_manager_ids)`,
      )
      .executeTakeFirstOrThrow()
    if (schemes > 0)
      throw createConflictRefusal('This provider is named by schemes: choose another provider there first', {
        code: 'SCHEMES_OPEN',
        schemes,
      })
    return { ended_on: on }
  })

export function createServiceProviderOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    listServiceProviders,
    getServiceProvider,
    createServiceProvider,
    updateServiceProvider,
    endServiceProvider(clock),
  ]
}

const buildColumns = (input: z.output<typeof contract.EditableServiceProvider>) => ({
  ...toColumns(contract.EditableServiceProvider, input),
  search_key: searchKey(input.name),
  kinds: [...new Set(input.kinds)],
})
