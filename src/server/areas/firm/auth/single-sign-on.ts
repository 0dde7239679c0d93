/**
 * Sign-in through the OpenID Connect provider of a firm. The provider says who the person is; the account must exist in the firm, invited
 * or active. A refusal is recorded in the log of the firm and stores nothing else; the caller gets a code that names no user.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { Role } from '../../../../contract/define.ts'
import * as contract from '../../../../contract/single-sign-on.ts'
import { Email } from '../../../../contract/values.ts'
import type { FailureLimit } from '../../../operation/failure-limit.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import { type Change, defineAudited, type Origin } from '../../../pipeline/audit-log.ts'
import {
  definePublicCommand,
  defineQuery,
  type Operation,
  type RunQuery,
  refuseAndRecord,
  unchanged,
} from '../../../pipeline/define-operation.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import { createNotFoundRefusal, createRateLimitRefusal, Refusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import {
  type Identity,
  isSameState,
  type OpenId,
  type Provider,
  ProviderUnusable,
  ResponseRefused,
  type SignInChecks,
} from '../../../platform/open-id.ts'
import { decryptText, encryptText, type TextKeys } from '../../../platform/sealed-text.ts'
import type { MailOutbox } from '../mails/index.ts'
import { buildRedirectAddress, findIdentityProblem, type IdentityProblem } from '../single-sign-on/index.ts'
import { auditedCredentials, buildSignInLinkedMail, invalidateTokens, takeSnapshot } from '../users/index.ts'
import { type CompletePasswordStep, SECOND_STEP_PAGE } from './password-step.ts'
import { toSafeCallbackUrl } from './rules.ts'

export interface SingleSignOnStepDependencies {
  pipeline: Pick<Pipeline, 'runQueryAs'>
  openId: Pick<OpenId, 'start' | 'complete'>
  /** Open the client secrets of firms. */
  providerKeys: TextKeys
  /** Encrypt the cookie of a sign-in that waits for the response of the provider. */
  stateKeys: TextKeys
  failures: FailureLimit
  networkOf(origin: Origin): string
  mails: Pick<MailOutbox, 'post'>
  appUrl: string
  refuseDevelopmentAccounts: boolean
  log: Log
  completeFirstStep: CompletePasswordStep
}

/** In 15 minutes: sign-ins that one network begins, and its refused responses for one firm. An office may share one address. */
const BEGINNINGS = { limit: 300, windowSeconds: 900 }
const REFUSALS = { limit: 20, windowSeconds: 900 }
/** Refusals of a firm that are recorded in an hour: its log must not be filled from outside. */
const RECORDED_REFUSALS = { limit: 100, windowSeconds: 3_600 }
const REFUSED = 'auth.refuse-single-sign-on'
const SEALED_AS = 'single-sign-on'
const STATE_LIFETIME_SECONDS = 600
/** A consumed state is remembered for longer than any cookie that holds it is accepted. */
const STATE_KEPT = '15 minutes'
const NOT_CONFIRMED =
  "Your firm's sign-in did not confirm who you are. Sign in again or ask your administrator"

/** Why a sign-in was refused: for the caller, who may not learn more. The log of the firm has the reason. */
type RefusalCode = 'STATE' | 'PROVIDER' | 'ADDRESS' | 'NO_ACCOUNT' | 'TURNED_OFF'

type Reason =
  | 'NO_STATE'
  | 'OTHER_FIRM'
  | 'WRONG_STATE'
  | 'REPLAYED'
  | 'TURNED_OFF'
  | ProviderUnusable['problem']
  | ResponseRefused['problem']
  | IdentityProblem
  | 'UNKNOWN_USER'
  | 'DEACTIVATED'
  | 'SUBJECT_DIFFERS'
  | 'SUBJECT_OF_ANOTHER_USER'

const CODES: Partial<Record<Reason, RefusalCode>> = {
  NO_STATE: 'STATE',
  OTHER_FIRM: 'STATE',
  WRONG_STATE: 'STATE',
  REPLAYED: 'STATE',
  TURNED_OFF: 'TURNED_OFF',
  NO_ADDRESS: 'ADDRESS',
  ADDRESS_NOT_VERIFIED: 'ADDRESS',
  OTHER_DOMAIN: 'ADDRESS',
  OTHER_ORGANISATION: 'ADDRESS',
  UNKNOWN_USER: 'NO_ACCOUNT',
  DEACTIVATED: 'NO_ACCOUNT',
  SUBJECT_DIFFERS: 'NO_ACCOUNT',
  SUBJECT_OF_ANOTHER_USER: 'NO_ACCOUNT',
}

const createRefusal = (reason: Reason): Refusal =>
  new Refusal(401, NOT_CONFIRMED, { details: { code: CODES[reason] ?? 'PROVIDER' } })

/** Content of the cookie while the user is at the provider. */
const Pending = z.object({
  tenantId: z.string(),
  settingsId: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  expiresAt: z.number(),
})
type Pending = z.infer<typeof Pending>

interface Settings extends Provider {
  id: string
  tenantId: string
  trustsAddresses: boolean
  trustsFactor: boolean
  domains: string[]
}

interface FoundAccount extends Actor {
  status: string
  email: string
  sessionVersion: number
  linkedSubject: string | null
  linkedUser: string | null
}

type Context = SingleSignOnStepDependencies

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const readDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

async function loadOfDomain(runQuery: RunQuery, domain: string) {
  const [rows] = await runQuery({
    text: 'select tenant_id, firm_name, is_required from app.single_sign_on_of_domain($1)',
    values: [domain],
  })
  const [tenantId, firmName, isRequired] = rows?.[0] ?? []
  return tenantId && firmName ? { tenantId, firmName, isRequired: isRequired === 't' } : null
}

async function loadOfFirm(
  { providerKeys }: Context,
  runQuery: RunQuery,
  tenantId: string,
): Promise<Settings | null> {
  const [rows] = await runQuery({
    text: 'select row_to_json(q)::text from app.single_sign_on_of_firm($1) q',
    values: [tenantId],
  })
  const text = rows?.[0]?.[0]
  if (!text) return null
  const { id, issuer, client_id, sealed_client_secret, trusts_addresses, trusts_factor, domains } =
    JSON.parse(text)
  const clientSecret = decryptText(providerKeys, sealed_client_secret, id)
  return clientSecret === null
    ? null
    : {
        id,
        tenantId,
        issuer,
        clientId: client_id,
        clientSecret,
        trustsAddresses: trusts_addresses,
        trustsFactor: trusts_factor,
        domains,
      }
}

async function loadAccount(
  { refuseDevelopmentAccounts }: Context,
  runQuery: RunQuery,
  { tenantId }: Settings,
  { issuer, subject }: Identity,
  email: string,
): Promise<FoundAccount | null> {
  const [rows] = await runQuery({
    text: 'select row_to_json(q)::text from app.single_sign_on_account($1, $2, $3, $4, $5::boolean) q',
    values: [tenantId, email, issuer, subject, refuseDevelopmentAccounts],
  })
  const text = rows?.[0]?.[0]
  if (!text) return null
  const row = JSON.parse(text)
  return {
    id: row.id,
    tenantId: row.tenant_id,
    role: Role.parse(row.role),
    employerId: row.employer_id,
    memberId: row.member_id,
    status: row.status,
    email: row.email,
    sessionVersion: row.session_version,
    linkedSubject: row.linked_subject,
    linkedUser: row.linked_user,
  }
}

/** Entry about the firm, where no account of it is known. */
const auditedFirm = defineAudited('tenant', z.object({}))

interface RefusedSignIn {
  reason: Reason
  tenantId: string
  account: FoundAccount | null
  isRecorded: boolean
}

async function refuse(
  { failures, log }: Context,
  reason: Reason,
  tenantId: string,
  account: FoundAccount | null = null,
): Promise<RefusedSignIn> {
  log.warn('single sign-on refused', { code: reason, tenantId })
  const { isAllowed } = await failures.takeFailure('single-sign-on-log', tenantId, RECORDED_REFUSALS, 1)
  return { reason, tenantId, account, isRecorded: isAllowed }
}

/** Writes the entry of a refusal as the service itself: the person at the browser is not known. */
async function recordRefusal(
  { reason, tenantId, account, isRecorded }: RefusedSignIn,
  actAs: (account: Actor) => Promise<void>,
) {
  const refusal = createRefusal(reason)
  if (!isRecorded) throw refusal
  const actor = { ...SYSTEM, tenantId }
  await actAs(actor)
  const state = account ? takeSnapshot(account) : { id: tenantId }
  const entry: Change = {
    audited: account ? auditedCredentials : auditedFirm,
    before: state,
    after: state,
    action: REFUSED,
    note: { reason },
  }
  return refuseAndRecord(refusal, entry)
}

const findSingleSignOn = ({ pipeline }: Context): Operation =>
  defineQuery({
    contract: contract.findSingleSignOn,
    async respond({ input }) {
      const found = await loadOfDomain(pipeline.runQueryAs(null), input.domain)
      return { body: { firmName: found?.firmName ?? null, isRequired: found?.isRequired ?? false } }
    },
  })

const startSingleSignOn = (context: Context): Operation =>
  definePublicCommand({
    contract: contract.startSingleSignOn,
    async prepare({
      input,
      runQuery,
      origin,
    }): Promise<{ url: string; sealed: string } | { refused: RefusedSignIn }> {
      const { failures, networkOf, openId, appUrl } = context
      const taken = await failures.takeFailure('single-sign-on-start', networkOf(origin), BEGINNINGS, 1)
      if (!taken.isAllowed) throw createRateLimitRefusal(taken.retryAfterSeconds)
      const found = await loadOfDomain(runQuery, readDomain(input.email))
      const settings = found && (await loadOfFirm(context, runQuery, found.tenantId))
      if (!settings) throw createNotFoundRefusal()
      try {
        const redirectAddress = buildRedirectAddress(appUrl, settings.tenantId)
        const { url, checks } = await openId.start(settings, redirectAddress, input.email)
        return { url, sealed: seal(context, settings, checks, toSafeCallbackUrl(input.callbackUrl, appUrl)) }
      } catch (error) {
        if (!(error instanceof ProviderUnusable)) throw error
        return { refused: await refuse(context, error.problem, settings.tenantId) }
      }
    },
    async handle({ prepared, actAs }) {
      if ('refused' in prepared) return recordRefusal(prepared.refused, actAs)
      return { ...unchanged({ url: prepared.url }), session: { redirectState: prepared.sealed } }
    },
  })

function seal(
  { stateKeys }: Context,
  { tenantId, id, issuer, clientId }: Settings,
  checks: SignInChecks,
  next: string,
): string {
  const expiresAt = Date.now() + STATE_LIFETIME_SECONDS * 1000
  const pending: Pending = { tenantId, settingsId: id, issuer, clientId, ...checks, next, expiresAt }
  return Buffer.from(encryptText(stateKeys, JSON.stringify(pending), SEALED_AS), 'base64').toString(
    'base64url',
  )
}

/** The cookie of a sign-in that has begun in this browser and has not expired. */
function openPending({ stateKeys }: Context, sealed: string | null): Pending | null {
  if (sealed === null) return null
  const text = decryptText(stateKeys, Buffer.from(sealed, 'base64url').toString('base64'), SEALED_AS)
  const pending = text === null ? null : Pending.parse(JSON.parse(text))
  return pending && pending.expiresAt > Date.now() ? pending : null
}

/** Asks the provider who the person is, and finds the account. Every refusal names the firm from here on. */
async function identify(
  context: Context,
  runQuery: RunQuery,
  pending: Pending,
  { firm, response }: { firm: string; response: string },
): Promise<RefusedSignIn | { settings: Settings; identity: Identity; account: FoundAccount }> {
  const { openId, appUrl } = context
  const { tenantId } = pending
  // A response that came to the address of another firm is of another provider (mix-up).
  if (firm !== tenantId) return refuse(context, 'OTHER_FIRM', tenantId)
  if (!isSameState(response, pending.state)) return refuse(context, 'WRONG_STATE', tenantId)
  const [consumed] = await runQuery({
    text: 'select app.consume_sign_in_state($1, $2::interval)',
    values: [hash(pending.state), STATE_KEPT],
  })
  if (consumed?.[0]?.[0] !== 't') return refuse(context, 'REPLAYED', tenantId)
  const settings = await loadOfFirm(context, runQuery, tenantId)
  if (
    !settings ||
    settings.id !== pending.settingsId ||
    settings.issuer !== pending.issuer ||
    settings.clientId !== pending.clientId
  )
    return refuse(context, 'TURNED_OFF', tenantId)
  let identity: Identity
  try {
    identity = await openId.complete(settings, buildRedirectAddress(appUrl, tenantId), response, pending)
  } catch (error) {
    if (error instanceof ProviderUnusable || error instanceof ResponseRefused)
      return refuse(context, error.problem, tenantId)
    throw error
  }
  const problem = findIdentityProblem(identity, settings)
  const email = Email.safeParse(identity.email).data
  if (problem || email === undefined) return refuse(context, problem ?? 'NO_ADDRESS', tenantId)
  const account = await loadAccount(context, runQuery, settings, identity, email)
  if (!account) return refuse(context, 'UNKNOWN_USER', tenantId)
  const refusal = findAccountProblem(account, identity)
  return refusal ? refuse(context, refusal, tenantId, account) : { settings, identity, account }
}

function findAccountProblem(
  {
    id,
    status,
    linkedSubject,
    linkedUser,
  }: Pick<FoundAccount, 'id' | 'status' | 'linkedSubject' | 'linkedUser'>,
  { subject }: Identity,
): Reason | null {
  if (status === 'DEACTIVATED') return 'DEACTIVATED'
  // The address was given to another person at the provider, or the account there was created again.
  if (linkedSubject !== null && linkedSubject !== subject) return 'SUBJECT_DIFFERS'
  if (linkedUser !== null && linkedUser !== id) return 'SUBJECT_OF_ANOTHER_USER'
  return null
}

const completeSingleSignOn = (context: Context): Operation =>
  definePublicCommand({
    contract: contract.completeSingleSignOn,
    async prepare({ input, runQuery, origin, device, redirectState }) {
      const { failures, networkOf, log } = context
      const pending = openPending(context, redirectState)
      const place = `${pending?.tenantId ?? ''}:${networkOf(origin)}`
      const count = (cost: number) => failures.takeFailure('single-sign-on', place, REFUSALS, cost)
      const taken = await count(1)
      if (!taken.isAllowed) throw createRateLimitRefusal(taken.retryAfterSeconds)
      if (!pending) {
        // No firm is known whose log could record it.
        log.warn('single sign-on refused', { code: 'NO_STATE' })
        throw createRefusal('NO_STATE')
      }
      const found = await identify(context, runQuery, pending, input)
      return {
        tenantId: pending.tenantId,
        next: pending.next,
        device,
        found,
        giveBack: async () => void (await count(-1)),
      }
    },
    async handle({ tx, prepared: { next, device, found, giveBack }, actAs, afterCommit, origin }) {
      if ('reason' in found) return recordRefusal(found, actAs)
      const { settings, identity, account } = found
      await actAs(account)
      const entered = await link(tx, identity, account)
      if ('reason' in entered)
        return recordRefusal(await refuse(context, entered.reason, account.tenantId, account), actAs)
      const { page, session } = await context.completeFirstStep(
        { tx, afterCommit },
        { ...account, sessionVersion: entered.sessionVersion },
        { origin, device, method: 'SINGLE_SIGN_ON', hasProviderFactor: settings.trustsFactor },
      )
      if (entered.isNew)
        await context.mails.post({ tx, afterCommit }, buildSignInLinkedMail(account.email, context.appUrl))
      afterCommit(giveBack)
      const query = next === '/' ? '' : `?${new URLSearchParams({ next })}`
      return {
        answer:
          page === null
            ? { url: next }
            : { url: page + query, ...(page === SECOND_STEP_PAGE ? { needsSecondStep: true as const } : {}) },
        changes: [
          {
            audited: auditedCredentials,
            before: takeSnapshot(account),
            after: takeSnapshot({ ...account, status: 'ACTIVE' }),
            note: {
              method: 'SINGLE_SIGN_ON',
              ...(entered.isNew ? { linked: true } : {}),
              ...(page === SECOND_STEP_PAGE ? { secondStep: 'PENDING' } : {}),
            },
          },
        ],
        session,
      }
    },
  })

/** Links the person at the provider to the account, which becomes active. Read again under a lock: both may have changed meanwhile. */
async function link(
  tx: Tx,
  { issuer, subject }: Identity,
  { id, tenantId }: FoundAccount,
): Promise<{ isNew: boolean; sessionVersion: number } | { reason: Reason }> {
  const { status } = await tx
    .selectFrom('users')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (status === 'DEACTIVATED') return { reason: 'DEACTIVATED' }
  const inserted = await tx
    .insertInto('single_sign_on_links')
    .values({ tenant_id: tenantId, id: createId(), user_id: id, issuer, subject })
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirst()
  const isNew = (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
  const linked = await tx
    .selectFrom('single_sign_on_links')
    .select('subject')
    .where('user_id', '=', id)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  if (linked?.subject !== subject) return { reason: linked ? 'SUBJECT_DIFFERS' : 'SUBJECT_OF_ANOTHER_USER' }
  // The link of the invitation must not set a password any more.
  if (status === 'INVITED') await invalidateTokens(tx, { id, tenantId })
  const { sessionVersion } = await tx
    .updateTable('users')
    .set({
      status: 'ACTIVE',
      version: sql`case when status = 'ACTIVE' then version else version + 1 end`,
      updated_at: sql`case when status = 'ACTIVE' then updated_at else clock_timestamp() end`,
    })
    .where('id', '=', id)
    .returning('session_version as sessionVersion')
    .executeTakeFirstOrThrow()
  return { isNew, sessionVersion }
}

export const createSingleSignOnSteps = (context: SingleSignOnStepDependencies): Operation[] => [
  findSingleSignOn(context),
  startSingleSignOn(context),
  completeSingleSignOn(context),
]
