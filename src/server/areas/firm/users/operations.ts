import { sql } from 'kysely'
import type { Role } from '../../../../contract/define.ts'
import * as contract from '../../../../contract/users.ts'
import { canManageAccounts, getRecordOfRole, mayManage, type User } from '../../../../contract/users.ts'
import { type Duplicates, withDuplicateErrors } from '../../../operation/duplicates.ts'
import { isOfExample } from '../../../operation/example-guards.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineList } from '../../../operation/record-queries.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import { createStatusRefusal } from '../../../operation/transitions.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import { type Actor, isFirm } from '../../../pipeline/access-scope.ts'
import {
  created,
  defineCommand,
  defineQuery,
  find,
  type Operation,
  updated,
} from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createInvalidFieldRefusal,
  createRoleRefusal,
  createScopeRefusal,
} from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { createFactorResetOperations } from './factor-resets.ts'
import { createInviter, type InvitationDependencies, type SendInvitation } from './invitations.ts'
import { createAddressChangeRequest, isAddressTaken, type RequestAddressChange } from './new-address.ts'
import { invalidateTokens } from './password-tokens.ts'
import { auditedAccount, auditedUser, colleagues, myAccount, users } from './records.ts'

export type UserDependencies = InvitationDependencies

const IN_USE: [field: string, message: string] = ['email', 'That e-mail address is in use']
const DUPLICATES: Duplicates = { users_email: IN_USE, users_email_of_firm: IN_USE }

interface Context {
  invite: SendInvitation
  requestAddressChange: RequestAddressChange
}

const listUsers = defineQuery({
  contract: contract.listUsers,
  owner: 'in-scope',
  select(input, scope, actor) {
    requireAccounts(actor)
    return users.list(input, scope)
  },
  body: users.page,
})

const listColleagues = defineList(contract.listColleagues, colleagues)

const getUser = defineQuery({
  contract: contract.getUser,
  owner({ id }, find, actor) {
    requireAccounts(actor)
    return find.user(id)
  },
  select: ({ id }) => users.one(id),
})

const createUser = ({ invite }: Context): Operation =>
  defineCommand({
    contract: contract.createUser,
    owner: ({ tenantId }, find, actor) =>
      tenantId && actor.role === 'SuperAdmin' ? find.tenant(tenantId) : find.self(actor),
    async handle({ input, tx, actor, afterCommit }) {
      const tenantId = actor.role === 'SuperAdmin' ? (input.tenantId ?? actor.tenantId) : actor.tenantId
      refuseGrant(actor, input.role)
      const binding = await requireBinding(tx, actor, tenantId, input)
      // Only a SuperAdmin, who sees every account, may learn that an account of another firm has the address.
      const awaitsAddress = actor.role !== 'SuperAdmin' && (await isAddressTaken(tx, input.email, tenantId))
      const user = await insertInvited(tx, { ...input, ...binding, tenantId, awaitsAddress }, actor)
      await invite({ tx, afterCommit }, user, actor.id)
      return created(auditedUser, user)
    },
  })

const updateUser = ({ requestAddressChange, invite }: Context): Operation =>
  defineCommand({
    contract: contract.updateUser,
    owner: ({ id }, find) => find.user(id),
    async handle({ input, tx, actor, afterCommit }) {
      const before = await users.require(tx, input.id)
      refuseGrant(actor, before.role)
      refuseGrant(actor, input.role)
      if (before.id === actor.id && before.role !== input.role)
        throw createBusinessRuleRefusal('OWN_ROLE', 'You cannot change your own role')
      if (before.role === 'BrokerAdmin' && input.role !== 'BrokerAdmin') await refuseLastAdmin(tx, before)
      const binding = await requireBinding(tx, actor, before.tenantId, input)
      const email = input.email ?? before.email
      const isOtherAddress = before.email !== email
      if (isOtherAddress && before.id === actor.id)
        throw createBusinessRuleRefusal(
          'OWN_EMAIL',
          'Change your own e-mail address on the page My account. It requires your password',
        )
      if (isOtherAddress) await refuseDuplicate(tx, email)
      const isInvited = before.status === 'INVITED'
      // The session contains the role and its employer or member, so a change of either ends it.
      const endsSessions =
        before.role !== input.role ||
        isOtherAddress ||
        before.employerId !== binding.employerId ||
        before.memberId !== binding.memberId
      await withDuplicateErrors(
        DUPLICATES,
        updateUnlessStale(tx, 'users', before, {
          // The address of an active account changes only when the link mailed to the new address is opened.
          ...(isInvited && isOtherAddress
            ? {
                email,
                awaits_address:
                  actor.role !== 'SuperAdmin' && (await isAddressTaken(tx, email, before.tenantId)),
              }
            : {}),
          name: input.name,
          search_key: searchKey(input.name),
          role: input.role,
          employer_id: binding.employerId,
          member_id: binding.memberId,
          ...(endsSessions ? { session_version: sql`session_version + 1` } : {}),
        }),
      )
      // Links sent for the earlier address or role must not work for the new one.
      if (endsSessions) await invalidateTokens(tx, before)
      if (isOtherAddress && !isInvited) await requestAddressChange({ tx, afterCommit }, before, email)
      if (endsSessions && isInvited) await invite({ tx, afterCommit }, { ...before, email }, actor.id)
      return updated(auditedUser, before, await users.require(tx, input.id))
    },
  })

const deactivateUser = defineChange(
  contract.deactivateUser,
  { records: users, audited: auditedUser },
  async ({ before, tx, actor }) => {
    refuseGrant(actor, before.role)
    if (before.id === actor.id)
      throw createBusinessRuleRefusal('OWN_ACCOUNT', 'You cannot deactivate your own account')
    if (before.status === 'DEACTIVATED') throw createStatusRefusal(before.status)
    if (before.role === 'BrokerAdmin') await refuseLastAdmin(tx, before)
    await invalidateTokens(tx, before)
    return {
      status: 'DEACTIVATED',
      session_version: sql`session_version + 1`,
    }
  },
)

const reactivateUser = defineChange(
  contract.reactivateUser,
  { records: users, audited: auditedUser },
  ({ before, actor }) => {
    refuseGrant(actor, before.role)
    if (before.status !== 'DEACTIVATED') throw createStatusRefusal(before.status)
    const status = sql`case when password_set then 'ACTIVE' else 'INVITED' end`
    return { status }
  },
)

const inviteUser = ({ invite }: Context): Operation =>
  defineCommand({
    contract: contract.inviteUser,
    owner: ({ id }, find) => find.user(id),
    async handle({ input, tx, actor, afterCommit }) {
      const user = await users.require(tx, input.id)
      refuseGrant(actor, user.role)
      if (user.status !== 'INVITED') throw createStatusRefusal(user.status)
      await invite({ tx, afterCommit }, user, actor.id)
      return updated(auditedUser, user, user)
    },
  })

const getMe = defineQuery({
  contract: contract.getMe,
  owner: (_input, find, actor) => find.user(actor.id),
  select: (_input, _reach, actor) => myAccount.one(actor.id),
})

const updateMe = defineCommand({
  contract: contract.updateMe,
  owner: (_input, find, actor) => find.user(actor.id),
  async handle({ input, tx, actor }) {
    const before = await myAccount.require(tx, actor.id)
    await updateUnlessStale(tx, 'users', before, {
      name: input.name,
      search_key: searchKey(input.name),
      ...(input.wantsDigest === undefined ? {} : { wants_digest: input.wantsDigest }),
      ...(input.showsFirstSteps === undefined ? {} : { shows_first_steps: input.showsFirstSteps }),
    })
    return updated(auditedAccount, before, await myAccount.require(tx, actor.id))
  },
})

export function createUserOperations(dependencies: UserDependencies): Operation[] {
  const context: Context = {
    invite: createInviter(dependencies),
    requestAddressChange: createAddressChangeRequest(dependencies),
  }
  return [
    listUsers,
    listColleagues,
    getUser,
    createUser(context),
    updateUser(context),
    deactivateUser,
    reactivateUser,
    inviteUser(context),
    getMe,
    updateMe,
    ...createFactorResetOperations(dependencies),
  ]
}

function requireAccounts({ role }: Actor): void {
  if (!canManageAccounts(role)) throw createRoleRefusal()
}

function refuseGrant(actor: Actor, role: Role): void {
  if (!mayManage(actor.role, role)) throw createRoleRefusal()
}

/** Creates an account that cannot sign in until its owner sets a password through the invitation link. */
export async function insertInvited(
  tx: Tx,
  user: {
    tenantId: string
    email: string
    name: string
    role: Role
    employerId: string | null
    memberId: string | null
    awaitsAddress?: boolean
  },
  actor: Actor,
): Promise<User> {
  const id = createId()
  await withDuplicateErrors(
    DUPLICATES,
    tx
      .insertInto('users')
      .values({
        id,
        tenant_id: user.tenantId,
        email: user.email,
        name: user.name,
        search_key: searchKey(user.name),
        role: user.role,
        employer_id: user.employerId,
        member_id: user.memberId,
        awaits_address: user.awaitsAddress ?? false,
        created_by: actor.id,
      })
      .execute(),
  )
  return users.require(tx, id)
}

/** Refuses an address that another account of the same firm has. */
async function refuseDuplicate(tx: Tx, email: string): Promise<void> {
  const user = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (user) throw createConflictRefusal(IN_USE[1], { code: 'DUPLICATE', field: IN_USE[0] })
}

/** The employer or member of the role exists, belongs to the same firm and is within the actor's scope. */
async function requireBinding(
  tx: Tx,
  actor: Actor,
  tenantId: string,
  input: { role: Role; employerId: string | null; memberId: string | null },
): Promise<{ employerId: string | null; memberId: string | null }> {
  const isPlatform = tenantId === 'platform'
  if (!isPlatform && !isFirm(tenantId)) throw createInvalidFieldRefusal('tenantId', 'Choose a firm')
  if (isPlatform !== (input.role === 'SuperAdmin')) {
    throw createInvalidFieldRefusal(
      'role',
      isPlatform
        ? 'Accounts of the platform must have the role SuperAdmin'
        : 'Only accounts of the platform can have the role SuperAdmin',
    )
  }
  const kind = getRecordOfRole(input.role)
  const requireSameFirm = async (owner: Promise<{ tenantId: string }>): Promise<void> => {
    if ((await owner).tenantId !== tenantId) throw createScopeRefusal()
  }
  if (kind === 'employer') {
    if (!input.employerId)
      throw createInvalidFieldRefusal('employerId', `Select the employer of the ${input.role}`)
    await requireSameFirm(requireOwned(tx, actor, find.employer(input.employerId)))
    await refuseExample(tx, input.employerId, 'employerId')
    return { employerId: input.employerId, memberId: null }
  }
  if (kind === 'member') {
    if (!input.memberId)
      throw createInvalidFieldRefusal('memberId', 'Select the member whom the account belongs to')
    const owned = requireOwned(tx, actor, find.member(input.memberId))
    await requireSameFirm(owned)
    const { employerId } = await owned
    if (employerId !== null) await refuseExample(tx, employerId, 'memberId')
    return { employerId: null, memberId: input.memberId }
  }
  return { employerId: null, memberId: null }
}

/** The example is removed as a whole, and an account is mailed: it has none. */
async function refuseExample(tx: Tx, employerId: string, field: string): Promise<void> {
  if (await isOfExample(tx, employerId))
    throw createBusinessRuleRefusal('EXAMPLE', 'Accounts cannot be created for the example', { field })
}

/** A firm must have at least one active BrokerAdmin. */
async function refuseLastAdmin(tx: Tx, user: User): Promise<void> {
  // Locks all of them in one order, so that two BrokerAdmins who deactivate each other do not deadlock.
  const active = await tx
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', user.tenantId)
    .where('role', '=', 'BrokerAdmin')
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (active.every(({ id }) => id === user.id))
    throw createBusinessRuleRefusal(
      'LAST_BROKER_ADMIN',
      'The firm must have an active BrokerAdmin: add another one first',
    )
}
