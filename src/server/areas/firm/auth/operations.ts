import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import * as contract from '../../../../contract/auth.ts'
import { Role } from '../../../../contract/define.ts'
import { TEXT } from '../../../../contract/problems.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import { defineAudited, type Origin } from '../../../pipeline/audit-log.ts'
import {
  defineCommand,
  definePublicCommand,
  defineQuery,
  type Operation,
  type RunQuery,
  unchanged,
} from '../../../pipeline/define-operation.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import { type FailureLimit, invalid, invalidField, Refusal, unavailable } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { Mail } from '../../../platform/mailer.ts'
import { type Passwords, PasswordsBusy } from '../../../platform/passwords.ts'
import type { MailOutbox, ResetRequest } from '../mails/index.ts'
import {
  buildAddressChangedMail,
  buildPasswordChangedMail,
  buildResetMail,
  consumeToken,
  createAddressChange,
  hashToken,
  invalidateTokens,
  issueToken,
} from '../users/index.ts'
import { type AttemptKey, createAttemptLimits } from './attempt-limits.ts'
import { loadCommonPasswords } from './common-passwords.ts'
import { findPasswordProblem, toSafeCallbackUrl } from './rules.ts'

export interface AuthDependencies {
  pipeline: Pick<Pipeline, 'askAs' | 'actAs'>
  passwords: Passwords
  mails: Pick<MailOutbox, 'post' | 'postReset'>
  failures: FailureLimit
  /** The network of a client, for limits. */
  networkOf(origin: Origin): string
  /** Key of the hashes that stand for networks in the log. */
  logKey: Buffer
  csrf: {
    newCookie(): string
    tokenFor(binding: { sessionId: string } | { cookie: string }): string
  }
  appUrl: string
  refuseDevelopmentAccounts: boolean
  log: Log
}

const RESET_MAILS = { limit: 3, windowSeconds: 3_600 }
const CHECK_YOUR_MAIL = 'If the address belongs to an account, a mail with a link is on its way.'

const CHECK_NEW_ADDRESS =
  'A mail with a link is on its way to the new address. It takes effect once you open the link.'

interface Account extends Actor {
  email: string
  status: string
  tenantStatus: string
  passwordHash: string | null
  sessionVersion: number
}

const auditedAccount = defineAudited('user', z.object({ role: Role, status: z.string() }))

export function createAuthOperations(dependencies: AuthDependencies): Operation[] {
  const { pipeline, passwords, mails, failures, networkOf, csrf, appUrl, refuseDevelopmentAccounts, log } =
    dependencies
  const attempts = createAttemptLimits(failures)
  const askForAddress = createAddressChange({ mails, failures, appUrl })
  const placeOf = (origin: Origin): string => `network:${networkOf(origin)}`
  const networkInLog = (origin: Origin): string =>
    createHmac('sha256', dependencies.logKey).update(networkOf(origin)).digest('base64url').slice(0, 16)

  const accountByEmail = (ask: RunQuery, email: string): Promise<Account | null> =>
    findAccount(ask, email, refuseDevelopmentAccounts)

  /** Checks a password and counts a failure; who asked and whether the account exists makes no difference to the time. */
  async function requirePassword(
    account: Account | null,
    key: AttemptKey,
    password: string,
    origin?: Origin,
  ): Promise<Account> {
    const giveBack = await attempts.take(key)
    let isMatch: boolean
    try {
      isMatch = await inTurn(passwords.matches(password, account?.passwordHash ?? null))
    } catch (error) {
      // A password that was not checked is not a wrong one.
      await giveBack()
      throw error
    }
    if (isMatch && account?.status === 'ACTIVE' && account.tenantStatus !== 'SUSPENDED') {
      await giveBack()
      return account
    }
    log.warn('sign-in refused', {
      ...(account
        ? { userId: account.id, code: isMatch ? account.status : 'PASSWORD' }
        : { code: 'UNKNOWN' }),
      ...(origin ? { requestId: origin.requestId, network: networkInLog(origin) } : {}),
    })
    throw new Refusal(401, TEXT.credentials)
  }

  /** Of somebody who is signed in; answers the address of the account. */
  async function requireOwnPassword(actor: Actor, ask: RunQuery, password: string): Promise<string> {
    const [rows] = await ask({ text: 'select email from users where id = $1', values: [actor.id] })
    const email = rows?.[0]?.[0] ?? ''
    const account = await accountByEmail(pipeline.askAs(null), email)
    try {
      const key = { account: hashToken(email), place: 'session', isKnown: true }
      await requirePassword(account, key, password)
    } catch (error) {
      if (error instanceof Refusal && error.status === 401)
        throw invalidField('currentPassword', 'This is not your current password')
      throw error
    }
    return email
  }

  async function acceptablePassword(password: string, email: string, field: string): Promise<string> {
    const refusal = findPasswordProblem(password, email, await loadCommonPasswords())
    if (refusal) throw invalidField(field, refusal)
    return inTurn(passwords.hash(password))
  }

  return [
    defineQuery({
      contract: contract.getCsrfToken,
      async respond({ session, csrfCookie }) {
        if (session) return { body: { csrfToken: csrf.tokenFor(session) } }
        const cookie = csrfCookie ?? csrf.newCookie()
        return {
          body: { csrfToken: csrf.tokenFor({ cookie }) },
          ...(csrfCookie ? {} : { csrfCookie: cookie }),
        }
      },
    }),
    definePublicCommand({
      contract: contract.signIn,
      async prepare({ input, ask, origin, device }) {
        const email = input.email.normalize('NFKC').trim().toLowerCase()
        if (email.includes('\u0000') || !email.isWellFormed())
          throw invalidField('email', 'Enter an e-mail address')
        const account = await accountByEmail(ask, email)
        const isKnown = device !== null && account !== null && device.recognises(account.id)
        const place = isKnown ? `device:${device.id}` : placeOf(origin)
        return requirePassword(account, { account: hashToken(email), place, isKnown }, input.password, origin)
      },
      async handle({ input, tx, prepared: account, actAs }) {
        await actAs(account)
        await tx
          .updateTable('users')
          .set({ last_sign_in_at: sql`clock_timestamp()` })
          .where('id', '=', account.id)
          .execute()
        return {
          answer: { url: toSafeCallbackUrl(input.callbackUrl, appUrl) },
          changes: [{ audited: auditedAccount, before: snapshot(account), after: snapshot(account) }],
          session: { open: { ...account, userId: account.id } },
        }
      },
    }),
    defineQuery({
      contract: contract.getSession,
      async respond({ session }) {
        if (!session) return { body: { user: null } }
        try {
          const [rows] = await session.ask({ text: SESSION_USER, values: [session.userId] })
          const user = rows?.[0]?.[0]
          return user
            ? { body: { user: JSON.parse(user), expiresAt: session.expiresAt.toISOString() } }
            : { body: { user: null } }
        } catch (error) {
          if (error instanceof Refusal && error.status === 401) return { body: { user: null } }
          throw error
        }
      },
    }),
    defineCommand({
      contract: contract.signOut,
      owner: (_input, find, actor) => find.self(actor),
      async handle({ tx, actor, sessionId }) {
        if (sessionId) await revokeSession(tx, actor, sessionId)
        return { ...unchanged(null), changes: [ownEntry(actor)], session: { close: true } }
      },
    }),
    defineCommand({
      contract: contract.signOutEverywhere,
      owner: (_input, find, actor) => find.self(actor),
      async handle({ tx, actor }) {
        await endSessions(tx, actor.id)
        return { ...unchanged(null), changes: [ownEntry(actor)], session: { close: true } }
      },
    }),
    definePublicCommand({
      contract: contract.forgotPassword,
      async prepare({ input }) {
        // By the address that was typed, so that the count does not depend on accounts.
        const taken = await failures.takeFailure('reset-mail', hashToken(input.email), RESET_MAILS, 1)
        return { isCounted: taken.allowed }
      },
      async handle({ input, tx, prepared: { isCounted }, afterCommit, origin }) {
        if (isCounted) await mails.postReset({ tx, afterCommit }, { email: input.email, origin })
        return unchanged({ message: CHECK_YOUR_MAIL })
      },
    }),
    definePublicCommand({
      contract: contract.resetPassword,
      async prepare({ input, ask }) {
        const [rows] = await ask({
          text: 'select token_id, id, tenant_id, role, email from app.token_owner($1, $2::boolean)',
          values: [hashToken(input.token), refuseDevelopmentAccounts],
        })
        const [tokenId, id, tenantId, role, email] = (rows?.[0] ?? []) as string[]
        if (!tokenId || !id || !tenantId || !email) throw unusableToken()
        const passwordHash = await acceptablePassword(input.password, email, 'password')
        return {
          tokenId,
          id,
          tenantId,
          role: Role.parse(role),
          email,
          passwordHash,
          employerId: null,
          memberId: null,
        }
      },
      async handle({ tx, prepared: account, actAs, afterCommit, origin }) {
        await actAs(account)
        // Read again under a lock: the person may have been deactivated while the new password was hashed.
        const { status } = await tx
          .selectFrom('users')
          .select('status')
          .where('id', '=', account.id)
          .forUpdate()
          .executeTakeFirstOrThrow()
        if (status === 'DEACTIVATED' || !(await consumeToken(tx, account.tokenId))) throw unusableToken()
        await invalidateTokens(tx, account)
        await tx
          .updateTable('users')
          .set({
            password_hash: account.passwordHash,
            status: 'ACTIVE',
            session_version: sql`session_version + 1`,
            version: sql`version + 1`,
            updated_at: sql`clock_timestamp()`,
          })
          .where('id', '=', account.id)
          .execute()
        await mails.post({ tx, afterCommit }, buildPasswordChangedMail(account.email, appUrl))
        afterCommit(() =>
          attempts.reset({ account: hashToken(account.email), place: placeOf(origin), isKnown: false }),
        )
        return {
          answer: { message: 'The password is set. Sign in with it.' },
          session: { recognise: { userId: account.id } },
          changes: [
            {
              audited: auditedAccount,
              before: snapshot({ ...account, status }),
              after: snapshot({ ...account, status: 'ACTIVE' }),
            },
          ],
        }
      },
    }),
    defineCommand({
      contract: contract.changePassword,
      owner: (_input, find, actor) => find.self(actor),
      async prepare({ input, actor, ask }) {
        const email = await requireOwnPassword(actor, ask, input.currentPassword)
        return { email, passwordHash: await acceptablePassword(input.newPassword, email, 'newPassword') }
      },
      async handle({ tx, actor, prepared: { email, passwordHash }, afterCommit }) {
        await tx
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', actor.id)
          .execute()
        const sessionVersion = await endSessions(tx, actor.id)
        await mails.post({ tx, afterCommit }, buildPasswordChangedMail(email, appUrl))
        afterCommit(() => attempts.reset({ account: hashToken(email), place: 'session', isKnown: true }))
        return {
          answer: { message: 'The password is changed. Other sessions have ended.' },
          changes: [ownEntry(actor)],
          session: { open: { ...actor, userId: actor.id, sessionVersion }, keepsSession: true },
        }
      },
    }),
    defineCommand({
      contract: contract.changeEmail,
      owner: (_input, find, actor) => find.self(actor),
      async prepare({ input, actor, ask }) {
        const email = await requireOwnPassword(actor, ask, input.currentPassword)
        if (email === input.newEmail) throw invalidField('newEmail', 'This is your present address')
        return { email }
      },
      async handle({ input, tx, actor, prepared: { email }, afterCommit }) {
        await askForAddress({ tx, afterCommit }, { ...actor, email }, input.newEmail)
        return { answer: { message: CHECK_NEW_ADDRESS }, changes: [ownEntry(actor)] }
      },
    }),
    definePublicCommand({
      contract: contract.confirmEmail,
      async prepare({ input, ask }) {
        const [rows] = await ask({
          text: 'select token_id, id, tenant_id, role, email, new_email, status from app.address_token_owner($1, $2::boolean)',
          values: [hashToken(input.token), refuseDevelopmentAccounts],
        })
        const [tokenId, id, tenantId, role, email, newEmail, status] = (rows?.[0] ?? []) as string[]
        if (!tokenId || !id || !tenantId || !email || !newEmail || !status) throw unusableToken()
        const account = { id, tenantId, role: Role.parse(role), employerId: null, memberId: null, status }
        return { tokenId, email, newEmail, account }
      },
      async handle({ tx, prepared: { tokenId, email, newEmail, account }, actAs, afterCommit }) {
        await actAs(account)
        if (!(await consumeToken(tx, tokenId))) throw unusableToken()
        await invalidateTokens(tx, account)
        try {
          await tx.updateTable('users').set({ email: newEmail }).where('id', '=', account.id).execute()
        } catch (error) {
          // Another account has the address by now.
          if ((error as { code?: string }).code === '23505') throw unusableToken()
          throw error
        }
        await endSessions(tx, account.id)
        await mails.post({ tx, afterCommit }, buildAddressChangedMail(email))
        const state = snapshot(account)
        return {
          answer: { message: 'The new address is confirmed. Sign in with it.' },
          changes: [{ audited: auditedAccount, before: state, after: state }],
        }
      },
    }),
  ]
}

async function findAccount(
  ask: RunQuery,
  email: string,
  refuseDevelopment: boolean,
): Promise<Account | null> {
  const [rows] = await ask({ text: ACCOUNT, values: [email, refuseDevelopment] })
  const account = rows?.[0]?.[0]
  return account ? (JSON.parse(account) as Account) : null
}

const ACCOUNT = `select json_build_object(
    'id', id, 'tenantId', tenant_id, 'role', role, 'employerId', employer_id, 'memberId', member_id, 'status', status,
    'passwordHash', password_hash, 'sessionVersion', session_version, 'tenantStatus', tenant_status, 'email', email)::text
  from app.credentials($1, $2::boolean)`

const SESSION_USER = `select row_to_json(q)::text from (
  select u.id, u.email, u.name, u.role, u.tenant_id as "tenantId", t.name as "tenantName",
         u.employer_id as "employerId", u.member_id as "memberId"
    from users u join tenants t on t.id = u.tenant_id where u.id = $1) q`

/** Takes the place of an account where no account with the address may reset its password. It has no row. */
const STAND_IN: Account = {
  ...SYSTEM,
  email: '',
  status: 'ACTIVE',
  tenantStatus: 'ACTIVE',
  passwordHash: null,
  sessionVersion: 0,
}

/**
 * Writes the mail that a reset was asked for. An unknown address takes the same statements, for an account that does not exist and
 * in a transaction that is rolled back, so that the work does not tell whether the account exists.
 */
export function resetWriter({
  pipeline,
  appUrl,
  refuseDevelopmentAccounts,
}: Pick<AuthDependencies, 'pipeline' | 'appUrl' | 'refuseDevelopmentAccounts'>) {
  return async (
    { email, origin }: ResetRequest,
    keep: (tx: Tx, mail: Mail) => Promise<void>,
  ): Promise<Mail | null> => {
    const found = await findAccount(pipeline.askAs(null), email, refuseDevelopmentAccounts)
    // Spec 3: the address belongs to a user. One who cannot sign in is not told of a link that would be refused.
    const mayReset = found !== null && found.status !== 'DEACTIVATED' && found.tenantStatus !== 'SUSPENDED'
    const account = mayReset ? found : STAND_IN
    const issue = async (tx: Tx) => {
      const token = await issueToken(tx, account, 'RESET')
      // To the stored address, never the typed one.
      const mail = buildResetMail(account.email, appUrl, token)
      await keep(tx, mail)
      const state = snapshot(account)
      return { answer: mail, changes: [{ audited: auditedAccount, before: state, after: state }] }
    }
    const mail = await pipeline.actAs(account, contract.forgotPassword.name, issue, origin, {
      isKept: mayReset,
    })
    return mayReset ? mail : null
  }
}

const snapshot = ({ id, role, status }: { id: string; role: string; status: string }) => ({
  id,
  role,
  status,
})

/** What a signed-in person does to their own sessions: nothing of the account is shown, only that it was done. */
const ownEntry = ({ id, role }: Actor) => {
  const state = { id, role, status: 'ACTIVE' }
  return { audited: auditedAccount, before: state, after: state }
}

const unusableToken = (): Refusal =>
  invalid({
    path: ['token'],
    code: 'custom',
    message: 'This link is invalid, expired or was used before: ask for a new one',
  })

async function revokeSession(tx: Tx, { id, tenantId }: Actor, sessionId: string): Promise<void> {
  await tx
    .insertInto('revoked_sessions')
    .values({ tenant_id: tenantId, session_id: sessionId, user_id: id })
    .onConflict((clash) => clash.doNothing())
    .execute()
}

async function endSessions(tx: Tx, userId: string): Promise<number> {
  const { session_version } = await tx
    .updateTable('users')
    .set({
      session_version: sql`session_version + 1`,
      version: sql`version + 1`,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', userId)
    .returning('session_version')
    .executeTakeFirstOrThrow()
  return session_version
}

async function inTurn<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PasswordsBusy) throw unavailable(2)
    throw error
  }
}
