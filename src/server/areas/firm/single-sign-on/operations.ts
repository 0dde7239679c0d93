/** The single sign-on settings of a firm. They decide who can sign in, so that each change is mailed to all administrators of the firm. */
import { sql } from 'kysely'
import type { z } from 'zod'
import * as contract from '../../../../contract/single-sign-on.ts'
import { mayManage } from '../../../../contract/users.ts'
import { withDuplicateErrors } from '../../../operation/duplicates.ts'
import { type Actor, isFirm } from '../../../pipeline/access-scope.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'
import { defineCommand, defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createInvalidFieldRefusal,
  createNotFoundRefusal,
  createRoleRefusal,
} from '../../../pipeline/refusal.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { isPermittedScheme } from '../../../platform/issuer-fetch.ts'
import { type OpenId, ProviderUnusable } from '../../../platform/open-id.ts'
import { encryptText, type TextKeys } from '../../../platform/sealed-text.ts'
import type { MailOutbox } from '../mails/index.ts'
import { endSessions } from '../sessions/index.ts'
import {
  auditedCredentials,
  buildSingleSignOnChangedMail,
  buildUnlinkedMail,
  takeSnapshot,
} from '../users/index.ts'
import { isForEveryone, isOfAnyOrganisation } from './identity-rules.ts'
import { PROVIDER_WORDS } from './provider-words.ts'
import { PUBLIC_DOMAINS } from './public-domains.ts'
import { buildRedirectAddress } from './redirect-address.ts'

export interface SingleSignOnDependencies {
  openId: Pick<OpenId, 'test'>
  /** Encrypt the client secrets. */
  providerKeys: TextKeys
  /** Outside production a provider on this machine may be used. */
  allowsLoopback: boolean
  mails: Pick<MailOutbox, 'post'>
  appUrl: string
}

type Input = z.output<typeof contract.EditableSingleSignOn>

/** Settings of a firm, with what only the service reads. */
interface Stored {
  rowId: string
  settings: contract.SingleSignOnSettings
}

/** The entry belongs to the firm. The client secret is in no entry. */
const auditedSettings = defineAudited(
  'tenant',
  contract.SingleSignOnSettings.omit({ updatedAt: true }).partial(),
)
const getState = (tenantId: string, stored: Stored | null) => ({ id: tenantId, ...stored?.settings })

async function loadStoredSettings(db: ReadDb | Tx, tenantId: string): Promise<Stored | null> {
  const row = await db
    .selectFrom('single_sign_ons')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (!row) return null
  const domains = await db
    .selectFrom('single_sign_on_domains')
    .select('domain')
    .where('tenant_id', '=', tenantId)
    .orderBy('domain')
    .execute()
  return {
    rowId: row.id,
    settings: {
      issuer: row.issuer,
      clientId: row.client_id,
      domains: domains.map(({ domain }) => domain),
      isOn: row.is_on,
      isRequired: row.is_required,
      trustsAddresses: row.trusts_addresses,
      trustsFactor: row.trusts_factor,
      updatedAt: new Date(row.updated_at).toISOString(),
    },
  }
}

const toAnswer = (appUrl: string, tenantId: string, stored: Stored | null): contract.SingleSignOn => ({
  redirectAddress: buildRedirectAddress(appUrl, tenantId),
  settings: stored?.settings ?? null,
})

const getSingleSignOn = ({ appUrl }: SingleSignOnDependencies): Operation =>
  defineQuery({
    contract: contract.getSingleSignOn,
    owner({ id }, find) {
      if (!isFirm(id)) throw createNotFoundRefusal()
      return find.tenant(id)
    },
    async handle({ input, db }) {
      const firm = await db
        .selectFrom('tenants')
        .select('id')
        .where('id', '=', input.id)
        .where(sql<boolean>`app.reaches(id, null, null)`)
        .executeTakeFirst()
      if (!firm) throw createNotFoundRefusal()
      return toAnswer(appUrl, firm.id, await loadStoredSettings(db, firm.id))
    },
  })

/** A SuperAdmin who set the provider of a firm could sign in as any of its users. */
function refuseSuperAdmin({ role }: Actor): void {
  if (role === 'SuperAdmin') throw createRoleRefusal()
}

const setSingleSignOn = (dependencies: SingleSignOnDependencies): Operation =>
  defineCommand({
    contract: contract.setSingleSignOn,
    owner: ({ id }, find) => find.tenant(id),
    async handle({ input, tx, actor, afterCommit }) {
      refuseSuperAdmin(actor)
      const { appUrl, providerKeys, allowsLoopback } = dependencies
      await lockFirm(tx, input.id)
      const before = await loadStoredSettings(tx, input.id)
      requireUsableIssuer(input, allowsLoopback)
      await requireOwnDomains(tx, input)
      if (input.isOn && input.isRequired) await requireTestedSignIn(tx, input)
      const rowId = before?.rowId ?? createId()
      const secret = getEncryptedSecret(providerKeys, rowId, before, input)
      const values = {
        issuer: input.issuer,
        client_id: input.clientId,
        is_on: input.isOn,
        is_required: input.isRequired,
        trusts_addresses: input.trustsAddresses,
        trusts_factor: input.trustsFactor,
      }
      if (before)
        await tx
          .updateTable('single_sign_ons')
          .set({
            ...values,
            ...(secret === null ? {} : { sealed_client_secret: secret }),
            updated_at: sql<Date>`clock_timestamp()`,
          })
          .where('id', '=', rowId)
          .execute()
      else
        await tx
          .insertInto('single_sign_ons')
          .values({
            ...values,
            id: rowId,
            tenant_id: input.id,
            sealed_client_secret: secret ?? '',
            created_by: actor.id,
          })
          .execute()
      await saveDomains(tx, input)
      const after = await loadStoredSettings(tx, input.id)
      await mailAdministrators(dependencies, { tx, afterCommit }, input.id)
      return {
        answer: toAnswer(appUrl, input.id, after),
        changes: [
          {
            audited: auditedSettings,
            before: getState(input.id, before),
            after: getState(input.id, after),
            note: secret === null ? {} : { clientSecretChanged: true },
          },
        ],
      }
    },
  })

const removeSingleSignOn = (dependencies: SingleSignOnDependencies): Operation =>
  defineCommand({
    contract: contract.removeSingleSignOn,
    owner: ({ id }, find) => find.tenant(id),
    async handle({ input, tx, afterCommit }) {
      await lockFirm(tx, input.id)
      const before = await loadStoredSettings(tx, input.id)
      if (!before) throw createNotFoundRefusal()
      await tx.deleteFrom('single_sign_on_domains').where('tenant_id', '=', input.id).execute()
      await tx.deleteFrom('single_sign_ons').where('tenant_id', '=', input.id).execute()
      await mailAdministrators(dependencies, { tx, afterCommit }, input.id)
      return {
        answer: null,
        changes: [
          { audited: auditedSettings, before: getState(input.id, before), after: getState(input.id, null) },
        ],
      }
    },
  })

const testSingleSignOn = ({ openId, allowsLoopback }: SingleSignOnDependencies): Operation =>
  defineCommand({
    contract: contract.testSingleSignOn,
    owner: ({ id }, find) => find.tenant(id),
    async prepare({ input, actor }) {
      refuseSuperAdmin(actor)
      // The owner is checked in the transaction, after this.
      if (actor.tenantId !== input.id) return null
      requireUsableIssuer({ ...input, trustsAddresses: false }, allowsLoopback)
      try {
        await openId.test(input.issuer)
        return null
      } catch (error) {
        if (error instanceof ProviderUnusable) return error.problem
        throw error
      }
    },
    async handle({ input, tx, prepared: problem }) {
      const state = getState(input.id, await loadStoredSettings(tx, input.id))
      return {
        answer: { isUsable: problem === null, problem: problem && PROVIDER_WORDS[problem] },
        changes: [
          {
            audited: auditedSettings,
            before: state,
            after: state,
            note: { testedIssuer: input.issuer, problem: problem ?? 'NONE' },
          },
        ],
      }
    },
  })

const unlinkSingleSignOn = ({ mails, appUrl }: SingleSignOnDependencies): Operation =>
  defineCommand({
    contract: contract.unlinkSingleSignOn,
    owner: ({ id }, find) => find.user(id),
    async handle({ input, tx, actor, afterCommit }) {
      const user = await tx
        .selectFrom('users')
        .select(['id', 'tenant_id as tenantId', 'role', 'status', 'email'])
        .where('id', '=', input.id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (!mayManage(actor.role, user.role as Actor['role'])) throw createRoleRefusal()
      const { numDeletedRows } = await tx
        .deleteFrom('single_sign_on_links')
        .where('user_id', '=', user.id)
        .executeTakeFirst()
      if (numDeletedRows === 0n)
        throw createConflictRefusal('This user has not signed in through the provider', {
          code: 'NOT_LINKED',
        })
      await endSessions(tx, user.id)
      await mails.post({ tx, afterCommit }, buildUnlinkedMail(user.email, appUrl))
      const state = takeSnapshot(user)
      return { answer: null, changes: [{ audited: auditedCredentials, before: state, after: state }] }
    },
  })

export const createSingleSignOnOperations = (dependencies: SingleSignOnDependencies): Operation[] => [
  getSingleSignOn(dependencies),
  setSingleSignOn(dependencies),
  removeSingleSignOn(dependencies),
  testSingleSignOn(dependencies),
  unlinkSingleSignOn(dependencies),
]

/** Two administrators change the settings one after the other. */
async function lockFirm(tx: Tx, tenantId: string): Promise<void> {
  if (!isFirm(tenantId)) throw createNotFoundRefusal()
  await tx.selectFrom('tenants').select('id').where('id', '=', tenantId).forUpdate().execute()
}

function requireUsableIssuer(
  { issuer, trustsAddresses }: Pick<Input, 'issuer' | 'trustsAddresses'>,
  allowsLoopback: boolean,
): void {
  if (!isPermittedScheme(new URL(issuer), allowsLoopback))
    throw createBusinessRuleRefusal('NOT_HTTPS', 'The address must begin with https://', { field: 'issuer' })
  if (isOfAnyOrganisation(issuer))
    throw createBusinessRuleRefusal('SHARED_ISSUER', PROVIDER_WORDS.SHARED_ISSUER, { field: 'issuer' })
  if (trustsAddresses && isForEveryone(issuer))
    throw createBusinessRuleRefusal(
      'ISSUER_FOR_EVERYONE',
      'Anyone can have an account at this provider: addresses without confirmation cannot be accepted',
      { field: 'trustsAddresses' },
    )
}

/** The stored secret must not be sent to another provider, so that a new issuer needs a new secret. */
function getEncryptedSecret(
  keys: TextKeys,
  rowId: string,
  before: Stored | null,
  { issuer, clientSecret }: Input,
): string | null {
  if (clientSecret !== null) return encryptText(keys, clientSecret, rowId)
  if (before?.settings.issuer === issuer) return null
  throw createInvalidFieldRefusal(
    'clientSecret',
    before ? 'Enter the client secret of the new provider' : 'Enter the client secret',
  )
}

/** The firm shows that it receives mail of a domain: an active user has opened a link that was mailed there. */
async function requireOwnDomains(tx: Tx, { id, domains }: Input & { id: string }): Promise<void> {
  const rows = await tx
    .selectFrom('users')
    .select(sql<string>`split_part(email, '@', 2)`.as('domain'))
    .distinct()
    .where('tenant_id', '=', id)
    .where('status', '=', 'ACTIVE')
    .execute()
  const own = new Set(rows.map(({ domain }) => domain))
  for (const domain of domains) {
    if (PUBLIC_DOMAINS.has(domain))
      throw createBusinessRuleRefusal('PUBLIC_DOMAIN', `${domain} is a public mail service`, {
        field: 'domains',
      })
    if (!own.has(domain))
      throw createBusinessRuleRefusal(
        'NOT_OWN_DOMAIN',
        `No active user of the firm has an address of ${domain}`,
        { field: 'domains' },
      )
  }
}

/** Passwords are refused only after a sign-in through the provider succeeded, and while an administrator has another way in. */
async function requireTestedSignIn(tx: Tx, { id, issuer }: Input & { id: string }): Promise<void> {
  const tried = await tx
    .selectFrom('single_sign_on_links')
    .select('id')
    .where('tenant_id', '=', id)
    .where('issuer', '=', issuer)
    .limit(1)
    .executeTakeFirst()
  if (!tried)
    throw createBusinessRuleRefusal(
      'NOT_TRIED',
      'Sign in through the provider once before you require it, so that it is known to work',
      { field: 'isRequired' },
    )
  const administrator = await tx
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', id)
    .where('role', '=', 'BrokerAdmin')
    .where('status', '=', 'ACTIVE')
    .where('has_second_factor', '=', true)
    .where('password_set', '=', true)
    .limit(1)
    .executeTakeFirst()
  if (!administrator)
    throw createBusinessRuleRefusal(
      'NO_EMERGENCY_ACCESS',
      'A BrokerAdmin with a password and a second factor in this service is needed as emergency access',
      { field: 'isRequired' },
    )
}

async function saveDomains(tx: Tx, { id, domains }: Input & { id: string }): Promise<void> {
  await tx.deleteFrom('single_sign_on_domains').where('tenant_id', '=', id).execute()
  await withDuplicateErrors(
    { single_sign_on_domains_domain: ['domains', 'Another firm uses one of these domains'] },
    tx
      .insertInto('single_sign_on_domains')
      .values([...new Set(domains)].map((domain) => ({ tenant_id: id, id: createId(), domain })))
      .execute(),
  )
}

async function mailAdministrators(
  { mails, appUrl }: SingleSignOnDependencies,
  command: Parameters<MailOutbox['post']>[0] & { tx: Tx },
  tenantId: string,
): Promise<void> {
  const administrators = await command.tx
    .selectFrom('users')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'BrokerAdmin')
    .where('status', '=', 'ACTIVE')
    .execute()
  for (const { email } of administrators)
    await mails.post(command, buildSingleSignOnChangedMail(email, appUrl))
}
