import type { z } from 'zod'
import type { Tenant } from '../../../../contract/tenants.ts'
import * as contract from '../../../../contract/tenants.ts'
import { toColumns } from '../../../operation/columns.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineList } from '../../../operation/record-queries.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
import { isFirm } from '../../../pipeline/access-scope.ts'
import {
  created,
  defineCommand,
  defineQuery,
  find,
  type Operation,
} from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createNotFoundRefusal,
  createScopeRefusal,
} from '../../../pipeline/refusal.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import {
  auditedUser,
  createInviter,
  insertInvited,
  type SendInvitation,
  type UserDependencies,
} from '../users/index.ts'
import { auditedTenant, tenants } from './records.ts'

const defineTransition = transitionCommands({
  records: tenants,
  audited: auditedTenant,
  transitions: contract.TENANT_TRANSITIONS,
})

const listTenants = defineList(contract.listTenants, tenants)

const getTenant = defineQuery({
  contract: contract.getTenant,
  owner({ id }, find) {
    // The platform is not a firm.
    if (!isFirm(id)) throw createNotFoundRefusal()
    return find.tenant(id)
  },
  select: ({ id }) => tenants.one(id),
})

const createTenant = ({ invite }: { invite: SendInvitation }): Operation =>
  defineCommand({
    contract: contract.createTenant,
    owner: (_input, find, actor) => find.self(actor),
    async handle({ input, tx, actor, afterCommit }) {
      const id = createId()
      await tx
        .insertInto('tenants')
        .values({ id, created_by: actor.id, ...buildColumns(input), compliance_officer_user_id: null })
        .execute()
      const admin = await insertInvited(
        tx,
        {
          tenantId: id,
          email: input.adminEmail,
          name: input.adminName,
          role: 'BrokerAdmin',
          employerId: null,
          memberId: null,
        },
        actor,
      )
      await invite({ tx, afterCommit }, admin, actor.id)
      const change = created(auditedTenant, await tenants.require(tx, id), {
        audited: auditedUser,
        action: 'user.create',
        before: null,
        after: admin,
      })
      // The firm's log begins with its own creation.
      return { ...change, changes: change.changes.map((one) => ({ ...one, tenantId: id })) }
    },
  })

const updateTenant = defineChange(
  contract.updateTenant,
  { records: tenants, audited: auditedTenant },
  async ({ input, before, tx, actor }) => {
    if (!isFirm(input.id)) throw createNotFoundRefusal()
    if (input.complianceOfficerUserId) {
      const officer = await requireOwned(tx, actor, find.user(input.complianceOfficerUserId))
      if (officer.tenantId !== before.id) throw createScopeRefusal()
    }
    return { ...buildColumns(input), questions_reduced_on: null }
  },
)

const getReason = ({ reason }: { reason: string }) => ({ reason })

/** Suspending the platform would lock out the only people who can reactivate it. */
function refusePlatform({ before }: { before: Tenant }): object {
  if (!isFirm(before.id))
    throw createBusinessRuleRefusal('PLATFORM', 'The platform itself cannot be suspended or closed')
  return {}
}

const suspendTenant = defineTransition(contract.suspendTenant, refusePlatform, getReason)

const closeTenant = defineTransition(contract.closeTenant, refusePlatform, getReason)

const reactivateTenant = defineTransition(contract.reactivateTenant, undefined, getReason)

export function createTenantOperations(dependencies: UserDependencies): Operation[] {
  const invite = createInviter(dependencies)
  return [
    listTenants,
    getTenant,
    createTenant({ invite }),
    updateTenant,
    suspendTenant,
    closeTenant,
    reactivateTenant,
  ]
}

const buildColumns = (input: z.output<typeof contract.EditableTenant>) => ({
  ...toColumns(contract.EditableTenant, input),
  search_key: searchKey(input.name, input.tradingName),
  intermediary_types: [...new Set(input.intermediaryTypes)],
  settings: JSON.stringify(input.settings),
})
