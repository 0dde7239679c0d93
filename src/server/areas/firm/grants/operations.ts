import { sql } from 'kysely'
import type { z } from 'zod'
import { addDays } from '../../../../contract/civil-dates.ts'
import type { Contract } from '../../../../contract/define.ts'
import type { Capability } from '../../../../contract/grant-operations.ts'
import * as contract from '../../../../contract/grants.ts'
import type { FailureLimit } from '../../../operation/failure-limit.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { setAccessScope } from '../../../pipeline/act-as.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import {
  type CommandCall,
  created,
  defineCommand,
  defineQuery,
  type Operation,
} from '../../../pipeline/define-operation.ts'
import { selectOwner } from '../../../pipeline/owners.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createInvalidFieldRefusal,
  createNotFoundRefusal,
  createRoleRefusal,
  createScopeRefusal,
} from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { runStatement } from '../../../platform/statements.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { trustees } from '../../schemes/trustees/index.ts'
import type { MailOutbox } from '../mails/index.ts'
import {
  auditedCredentials,
  buildOwnAccountChange,
  issueToken,
  loadInviter,
  requireInvitationAllowed,
  takeSnapshot,
} from '../users/index.ts'
import { buildGrantMail } from './mails.ts'
import { auditedGrant, grants } from './records.ts'

interface GrantDependencies {
  clock: Clock
  mails: Pick<MailOutbox, 'post'>
  failures: FailureLimit
  appUrl: string
}

/** The tenant of people who have an account and belong to no firm. */
const GUESTS = 'guests'

type Input = z.output<typeof contract.NewGrant>

const createGrant = ({ clock, mails, failures, appUrl }: GrantDependencies): Operation =>
  defineCommand({
    contract: contract.createGrant,
    owner: ({ schemeId }, find) => find.scheme(schemeId),
    async handle({ input, tx, actor, afterCommit }) {
      // A SuperAdmin belongs to no firm.
      if (actor.role === 'SuperAdmin') throw createRoleRefusal()
      const today = getTodayInDublin(clock)
      const startsOn = input.startsOn ?? today
      requirePeriod(input, startsOn, today)
      const personName = await requirePerson(tx, actor, input)
      await requireInvitationAllowed(failures, { tenantId: actor.tenantId, email: input.email })
      const { account, token, changes } = await findOrCreateAccount(
        tx,
        { ...input, personName },
        actor,
        today,
      )
      const id = createId()
      await tx
        .insertInto('grants')
        .values({
          tenant_id: actor.tenantId,
          id,
          scheme_id: input.schemeId,
          capability: input.capability,
          trustee_id: input.trusteeId,
          person_name: personName,
          email: input.email,
          user_tenant_id: account.tenantId,
          user_id: account.id,
          starts_on: startsOn,
          ends_on: input.endsOn,
          created_by: actor.id,
        })
        .execute()
      const inviter = await loadInviter(tx, actor.tenantId, actor.id)
      const mail = buildGrantMail(input.email, appUrl, token, inviter)
      await mails.post({ tx, afterCommit }, mail, actor.tenantId)
      return created(auditedGrant, await grants.require(tx, id), ...changes)
    },
  })

function requirePeriod({ capability, endsOn }: Input, startsOn: string, today: string): void {
  if (startsOn < today)
    throw createBusinessRuleRefusal('IN_THE_PAST', 'The first day cannot be in the past', {
      field: 'startsOn',
    })
  if (endsOn && endsOn < startsOn)
    throw createBusinessRuleRefusal('DATES_OUT_OF_ORDER', 'The last day cannot be before the first day', {
      field: 'endsOn',
    })
  if (capability !== 'INSPECTOR') return
  if (!endsOn) throw createInvalidFieldRefusal('endsOn', 'Enter the last day of the inspection')
  const latest = addDays(startsOn, contract.LONGEST_INSPECTION_DAYS)
  if (endsOn > latest)
    throw createBusinessRuleRefusal('PERIOD_TOO_LONG', `An inspection lasts until ${latest} at most`, {
      field: 'endsOn',
    })
}

/** The name of the person; of a trustee from the record, who must be of the scheme, not have left, and have no other grant. */
async function requirePerson(tx: Tx, actor: Actor, input: Input): Promise<string> {
  const { capability, trusteeId, personName, schemeId } = input
  if (capability === 'INSPECTOR') {
    if (trusteeId) throw createInvalidFieldRefusal('trusteeId', 'Only for the access of a trustee')
    if (!personName) throw createInvalidFieldRefusal('personName', 'Enter the name of the inspector')
    return personName
  }
  if (!trusteeId) throw createInvalidFieldRefusal('trusteeId', 'Choose the trustee')
  await requireOwned(tx, actor, { kind: 'trustee', id: trusteeId })
  const trustee = await trustees.require(tx, trusteeId)
  if (trustee.schemeId !== schemeId)
    throw createBusinessRuleRefusal('OTHER_SCHEME', 'This is a trustee of another scheme', {
      field: 'trusteeId',
    })
  if (!['PROPOSED', 'FIT_PROPER_OK', 'APPOINTED'].includes(trustee.status))
    throw createConflictRefusal('The office of this trustee has ended', { status: trustee.status })
  const other = await tx
    .selectFrom('grants')
    .select('id')
    .where('trustee_id', '=', trusteeId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(ends_on >= current_setting('app.today')::date, true)`)
    .executeTakeFirst()
  if (other)
    throw createConflictRefusal('This trustee has access already: revoke it first', {
      code: 'HAS_ACCESS',
      grantId: other.id,
    })
  return trustee.personName
}

/**
 * The account of the address, in any firm; without one, a new account that belongs to no firm. `token` sets the password of an
 * account that has none. Neither the answer nor the grant says which it was.
 */
async function findOrCreateAccount(
  tx: Tx,
  { email, personName }: { email: string; personName: string },
  actor: Actor,
  today: string,
): Promise<{ account: { id: string; tenantId: string }; token: string | null; changes: Change[] }> {
  const { rows } = await sql<{ id: string; tenantId: string; status: string }>`
    select id, tenant_id as "tenantId", status from app.account_of_address(${email})`.execute(tx)
  const [known] = rows
  // A link that another firm sent stays valid.
  if (known && !(known.status === 'INVITED' && known.tenantId === GUESTS))
    return { account: known, token: null, changes: [] }
  // Accounts of guests belong to no firm: the tenant of guests is the scope while one is written.
  await setAccessScope(tx, { ...actor, tenantId: GUESTS }, today)
  const account = known ?? { id: createId(), tenantId: GUESTS }
  if (!known)
    await tx
      .insertInto('users')
      .values({
        id: account.id,
        tenant_id: GUESTS,
        email,
        name: personName,
        search_key: searchKey(personName),
        role: 'Member',
        created_by: actor.id,
      })
      .execute()
  const token = await issueToken(tx, account, 'INVITATION')
  await setAccessScope(tx, actor, today)
  const after = takeSnapshot({ id: account.id, role: 'Member', status: 'INVITED' })
  return {
    account,
    token,
    changes: [{ audited: auditedCredentials, before: known ? after : null, after, tenantId: GUESTS }],
  }
}

const revokeGrant = defineChange(
  contract.revokeGrant,
  { records: grants, audited: auditedGrant },
  ({ before }) => (before.revokedAt ? null : { revoked_at: new Date() }),
)

const OWN_GRANTS = `select coalesce(json_agg(json_build_object('id', id, 'capability', capability, 'tenantId', tenant_id,
  'tenantName', tenant_name, 'schemeNames', scheme_names, 'trusteeIds', trustee_ids, 'endsOn', ends_on)), '[]')::text from app.own_grants()`

const listOwnGrants = defineQuery({
  contract: contract.listOwnGrants,
  owner: (_input, find, actor) => find.self(actor),
  select: () => ({ text: OWN_GRANTS, values: [] }),
  body: (rows) => `{"data":${rows[0]?.[0]}}`,
})

const chooseGrant = defineCommand({
  contract: contract.chooseGrant,
  owner: (_input, find, actor) => find.self(actor),
  async handle({ input: { grantId }, tx, actor, sessionId }) {
    const chosen = grantId === null ? null : await requireOwnGrant(tx, grantId)
    if (chosen) await requireUsableSession(tx, chosen, sessionId)
    return {
      answer: { grantId },
      changes: [buildOwnAccountChange(actor)],
      session: { choose: chosen },
    }
  },
})

async function requireOwnGrant(
  tx: CommandCall<Contract, undefined>['tx'],
  grantId: string,
): Promise<{ id: string; capability: Capability; tenantId: string }> {
  const { rows } = await sql<{ id: string; capability: Capability; tenantId: string }>`
    select id, capability, tenant_id as "tenantId" from app.own_grants() where id = ${grantId}`.execute(tx)
  const [grant] = rows
  if (grant) return grant
  const known = await runStatement(tx, selectOwner({ kind: 'grant', id: grantId }))
  throw known.length > 0 ? createScopeRefusal() : createNotFoundRefusal()
}

/** 422 for a session that the provider of another firm has opened. */
async function requireUsableSession(
  tx: Tx,
  { tenantId }: { tenantId: string },
  sessionId: string | null,
): Promise<void> {
  const { rows } = await sql<{ isUsable: boolean }>`
    select app.may_use_grant_of(${tenantId}, ${sessionId}::text) as "isUsable"`.execute(tx)
  if (!rows[0]?.isUsable)
    throw createBusinessRuleRefusal(
      'SIGN_IN_WITH_PASSWORD',
      'This access is to another firm than your account: sign in with your password to use it',
    )
}

export function createGrantOperations(dependencies: GrantDependencies): Operation[] {
  return [
    defineList(contract.listGrants, grants),
    defineGet(contract.getGrant, 'grant', grants),
    createGrant(dependencies),
    revokeGrant,
    listOwnGrants,
    chooseGrant,
  ]
}
