import { sql } from 'kysely'
import * as contract from '../../../../contract/auth.ts'
import { Role } from '../../../../contract/define.ts'
import { normaliseText } from '../../../../contract/plain-text.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import {
  defineCommand,
  definePublicCommand,
  defineQuery,
  type Operation,
  unchanged,
} from '../../../pipeline/define-operation.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import { createInvalidFieldRefusal, createInvalidInputRefusal, Refusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Mail } from '../../../platform/mailer.ts'
import type { MailOutbox, ResetRequest } from '../mails/index.ts'
import type { Factors } from '../second-factor/index.ts'
import { endSessions, type OpenSession, revokeSession } from '../sessions/index.ts'
import {
  auditedCredentials,
  buildAddressChangedMail,
  buildOwnAccountChange,
  buildPasswordChangedMail,
  buildResetMail,
  consumeToken,
  createAddressChangeRequest,
  hashToken,
  invalidateTokens,
  issueToken,
  type RequestAddressChange,
  takeSnapshot,
} from '../users/index.ts'
import {
  type Account,
  createPasswordChecks,
  findAccount,
  type PasswordCheckDependencies,
  type PasswordChecks,
} from './password-checks.ts'
import {
  type CompletePasswordStep,
  createPasswordStep,
  SECOND_STEP_PAGE,
  SET_UP_PAGE,
} from './password-step.ts'
import { toSafeCallbackUrl } from './rules.ts'
import { createSecondStepOperations } from './second-step.ts'
import { createSingleSignOnSteps, type SingleSignOnStepDependencies } from './single-sign-on.ts'

export interface AuthDependencies
  extends PasswordCheckDependencies,
    Pick<SingleSignOnStepDependencies, 'openId' | 'providerKeys' | 'stateKeys'> {
  pipeline: Pick<Pipeline, 'runQueryAs' | 'actAs'>
  mails: Pick<MailOutbox, 'post' | 'postReset'>
  csrf: {
    newCookie(): string
    tokenFor(binding: { sessionId: string } | { cookie: string }): string
  }
  appUrl: string
  factors: Factors
  openSession: OpenSession
}

const RESET_MAILS = { limit: 3, windowSeconds: 3_600 }
const CHECK_YOUR_MAIL = 'If the address belongs to an account, we have sent it an e-mail with a link.'

const CHECK_NEW_ADDRESS =
  'We have sent an e-mail with a link to the new address. The new address takes effect once you open the link.'

interface Context extends AuthDependencies {
  passwordChecks: PasswordChecks
  completePasswordStep: CompletePasswordStep
  requestAddressChange: RequestAddressChange
}

const nameNetwork = (network: string): string => `network:${network}`

const getCsrfToken = ({ csrf }: Context): Operation =>
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
  })

const signIn = ({
  passwordChecks,
  completePasswordStep,
  networkOf,
  appUrl,
  refuseDevelopmentAccounts,
}: Context): Operation =>
  definePublicCommand({
    contract: contract.signIn,
    async prepare({ input, runQuery, origin, device }) {
      const email = normaliseText(input.email, 'NFKC').trim().toLowerCase()
      if (email.includes('\u0000') || !email.isWellFormed())
        throw createInvalidFieldRefusal('email', 'Enter an e-mail address')
      const account = await findAccount(runQuery, email, refuseDevelopmentAccounts)
      const isKnown = device !== null && account !== null && device.recognises(account.id)
      const place = isKnown ? `device:${device.id}` : nameNetwork(networkOf(origin))
      const key = { account: hashToken(email), place, isKnown }
      return { ...(await passwordChecks.requirePassword(account, key, input.password, origin)), device }
    },
    async handle({ input, tx, prepared: { device, ...account }, actAs, afterCommit, origin }) {
      await actAs(account)
      const next = toSafeCallbackUrl(input.callbackUrl, appUrl)
      const { page, session } = await completePasswordStep({ tx, afterCommit }, account, { origin, device })
      const query = next === '/' ? '' : `?${new URLSearchParams({ next })}`
      const state = takeSnapshot(account)
      return {
        answer: page === null ? { url: next } : { url: page + query, ...buildStep(page) },
        changes: [{ audited: auditedCredentials, before: state, after: state, note: buildNote(page) }],
        session,
      }
    },
  })

const getSession = defineQuery({
  contract: contract.getSession,
  async respond({ session }) {
    if (!session) return { body: { user: null } }
    try {
      const [rows] = await session.runQuery({
        text: SESSION_USER,
        values: [session.userId, session.grantId, session.sessionId],
      })
      const [user, dueAt, grant] = rows?.[0] ?? []
      if (!user) return { body: { user: null } }
      const { id, capability, ...firm } = grant ? JSON.parse(grant) : {}
      return {
        body: {
          user: grant
            ? { ...JSON.parse(user), ...WITH_GRANT, ...firm, grant: { id, capability } }
            : JSON.parse(user),
          expiresAt: session.expiresAt.toISOString(),
          ...(dueAt === 'overdue' ? { mustSetUpSecondFactor: true as const } : {}),
          ...(dueAt && dueAt !== 'overdue' ? { secondFactorDueAt: dueAt } : {}),
        },
      }
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return { body: { user: null } }
      throw error
    }
  },
})

const signOut = defineCommand({
  contract: contract.signOut,
  owner: (_input, find, actor) => find.self(actor),
  async handle({ tx, actor, sessionId }) {
    if (sessionId) await revokeSession(tx, actor, sessionId)
    return { ...unchanged(null), changes: [buildOwnAccountChange(actor)], session: { close: true } }
  },
})

const signOutEverywhere = defineCommand({
  contract: contract.signOutEverywhere,
  owner: (_input, find, actor) => find.self(actor),
  async handle({ tx, actor }) {
    await endSessions(tx, actor.id)
    return { ...unchanged(null), changes: [buildOwnAccountChange(actor)], session: { close: true } }
  },
})

const requestPasswordReset = ({ failures, mails }: Context): Operation =>
  definePublicCommand({
    contract: contract.forgotPassword,
    async prepare({ input }) {
      // Counted by the typed address, so that the limit does not disclose whether an account exists.
      const taken = await failures.takeFailure('reset-mail', hashToken(input.email), RESET_MAILS, 1)
      return { isCounted: taken.isAllowed }
    },
    async handle({ input, tx, prepared: { isCounted }, afterCommit, origin }) {
      if (isCounted) await mails.postReset({ tx, afterCommit }, { email: input.email, origin })
      return unchanged({ message: CHECK_YOUR_MAIL })
    },
  })

const resetPassword = ({
  passwordChecks,
  completePasswordStep,
  refuseDevelopmentAccounts,
  mails,
  appUrl,
  networkOf,
}: Context): Operation =>
  definePublicCommand({
    contract: contract.resetPassword,
    async prepare({ input, runQuery, device }) {
      const [rows] = await runQuery({
        text: 'select token_id, id, tenant_id, role, email from app.token_owner($1, $2::boolean)',
        values: [hashToken(input.token), refuseDevelopmentAccounts],
      })
      const [tokenId, id, tenantId, role, email] = (rows?.[0] ?? []) as string[]
      if (!tokenId || !id || !tenantId || !email) throw createUnusableTokenError()
      const passwordHash = await passwordChecks.hashAcceptablePassword(input.password, email, 'password')
      return {
        tokenId,
        id,
        tenantId,
        role: Role.parse(role),
        email,
        passwordHash,
        employerId: null,
        memberId: null,
        device,
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
      if (status === 'DEACTIVATED' || !(await consumeToken(tx, account.tokenId)))
        throw createUnusableTokenError()
      await invalidateTokens(tx, account)
      const entered = await tx
        .updateTable('users')
        .set({
          password_hash: account.passwordHash,
          status: 'ACTIVE',
          session_version: sql`session_version + 1`,
          version: sql`version + 1`,
          updated_at: sql`clock_timestamp()`,
        })
        .where('id', '=', account.id)
        .returning([
          'session_version as sessionVersion',
          'employer_id as employerId',
          'member_id as memberId',
        ])
        .executeTakeFirstOrThrow()
      await mails.post({ tx, afterCommit }, buildPasswordChangedMail(account.email, appUrl))
      afterCommit(() =>
        passwordChecks.resetAttempts({
          account: hashToken(account.email),
          place: nameNetwork(networkOf(origin)),
          isKnown: false,
        }),
      )
      const { id, tenantId, role, email } = account
      const { page, session } = await completePasswordStep(
        { tx, afterCommit },
        { id, tenantId, role, email, ...entered },
        { origin, device: account.device },
      )
      return {
        answer: { message: PASSWORD_SET[page ?? 'none'], ...buildStep(page) },
        session,
        changes: [
          {
            audited: auditedCredentials,
            before: takeSnapshot({ ...account, status }),
            after: takeSnapshot({ ...account, status: 'ACTIVE' }),
            note: buildNote(page),
          },
        ],
      }
    },
  })

const changePassword = ({ passwordChecks, mails, appUrl }: Context): Operation =>
  defineCommand({
    contract: contract.changePassword,
    owner: (_input, find, actor) => find.self(actor),
    async prepare({ input, actor, runQuery }) {
      const email = await passwordChecks.requireOwnPassword(actor, runQuery, input.currentPassword)
      return {
        email,
        passwordHash: await passwordChecks.hashAcceptablePassword(input.newPassword, email, 'newPassword'),
      }
    },
    async handle({ tx, actor, prepared: { email, passwordHash }, afterCommit, ...kept }) {
      await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', actor.id).execute()
      const sessionVersion = await endSessions(tx, actor.id, kept)
      await mails.post({ tx, afterCommit }, buildPasswordChangedMail(email, appUrl))
      afterCommit(() =>
        passwordChecks.resetAttempts({ account: hashToken(email), place: 'session', isKnown: true }),
      )
      return {
        answer: { message: 'The password is changed. Other sessions have ended.' },
        changes: [buildOwnAccountChange(actor)],
        session: { open: { ...actor, userId: actor.id, sessionVersion }, keepsSession: true },
      }
    },
  })

const changeEmail = ({ passwordChecks, requestAddressChange }: Context): Operation =>
  defineCommand({
    contract: contract.changeEmail,
    owner: (_input, find, actor) => find.self(actor),
    async prepare({ input, actor, runQuery }) {
      const email = await passwordChecks.requireOwnPassword(actor, runQuery, input.currentPassword)
      if (email === input.newEmail)
        throw createInvalidFieldRefusal('newEmail', 'This is your present address')
      return { email }
    },
    async handle({ input, tx, actor, prepared: { email }, afterCommit }) {
      await requestAddressChange({ tx, afterCommit }, { ...actor, email }, input.newEmail)
      return { answer: { message: CHECK_NEW_ADDRESS }, changes: [buildOwnAccountChange(actor)] }
    },
  })

const confirmEmail = ({ refuseDevelopmentAccounts, mails }: Context): Operation =>
  definePublicCommand({
    contract: contract.confirmEmail,
    async prepare({ input, runQuery }) {
      const [rows] = await runQuery({
        text: 'select token_id, id, tenant_id, role, email, new_email, status from app.address_token_owner($1, $2::boolean)',
        values: [hashToken(input.token), refuseDevelopmentAccounts],
      })
      const [tokenId, id, tenantId, role, email, newEmail, status] = (rows?.[0] ?? []) as string[]
      if (!tokenId || !id || !tenantId || !email || !newEmail || !status) throw createUnusableTokenError()
      const account = { id, tenantId, role: Role.parse(role), employerId: null, memberId: null, status }
      return { tokenId, email, newEmail, account }
    },
    async handle({ tx, prepared: { tokenId, email, newEmail, account }, actAs, afterCommit }) {
      await actAs(account)
      if (!(await consumeToken(tx, tokenId))) throw createUnusableTokenError()
      await invalidateTokens(tx, account)
      try {
        await tx.updateTable('users').set({ email: newEmail }).where('id', '=', account.id).execute()
      } catch (error) {
        // Another account has taken the address since.
        if ((error as { code?: string }).code === '23505') throw createUnusableTokenError()
        throw error
      }
      await endSessions(tx, account.id)
      await mails.post({ tx, afterCommit }, buildAddressChangedMail(email))
      const state = takeSnapshot(account)
      return {
        answer: { message: 'The new address is confirmed. Sign in with it.' },
        changes: [{ audited: auditedCredentials, before: state, after: state }],
      }
    },
  })

export function createAuthOperations(dependencies: AuthDependencies): Operation[] {
  const completePasswordStep = createPasswordStep(dependencies)
  const context: Context = {
    ...dependencies,
    passwordChecks: createPasswordChecks(dependencies),
    completePasswordStep,
    requestAddressChange: createAddressChangeRequest(dependencies),
  }
  return [
    getCsrfToken(context),
    signIn(context),
    getSession,
    signOut,
    signOutEverywhere,
    requestPasswordReset(context),
    resetPassword(context),
    changePassword(context),
    changeEmail(context),
    confirmEmail(context),
    ...createSecondStepOperations(context),
    ...createSingleSignOnSteps({ ...dependencies, completeFirstStep: completePasswordStep }),
  ]
}

/**
 * The user, the end of the days of grace if they must set up a second factor and have none (a time or `overdue`), and the grant that they
 * read with.
 */
const SESSION_USER = `select row_to_json(q)::text, case
    when (select u.has_second_factor from users u where u.id = $1) then null
    when (select app.has_provider_factor(u.tenant_id, $3) from users u where u.id = $1) then null
    when due_at <= clock_timestamp() then 'overdue'
    else to_char(due_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end,
  (select json_build_object('id', g.id, 'capability', g.capability, 'tenantId', g.tenant_id, 'tenantName', g.tenant_name,
     'tenantLogoVersion', g.tenant_logo)::text
     from app.own_grants() g where g.id = $2)
  from app.own_second_factor_due_at() due_at, (
  select u.id, u.email, u.name, u.role, u.tenant_id as "tenantId", t.name as "tenantName",
         t.logo_sha256 as "tenantLogoVersion",
         u.employer_id as "employerId", u.member_id as "memberId"
    from users u join tenants t on t.id = u.tenant_id where u.id = $1) q`
/** How the user of a session with a grant is described: the operations that it includes are those of the grant. */
const WITH_GRANT = { role: 'BrokerUser', employerId: null, memberId: null } as const

/** Used instead of an account if the address has none that may reset its password. It has no row. */
const STAND_IN: Account = {
  ...SYSTEM,
  email: '',
  status: 'ACTIVE',
  tenantStatus: 'ACTIVE',
  passwordHash: null,
  sessionVersion: 0,
  isPasswordRefused: false,
}

/**
 * Writes the mail with the reset link. An unknown address takes the same statements, for an account that does not exist and
 * in a transaction that is rolled back, so that the response time does not disclose whether the account exists.
 */
export function createResetMailWriter({
  pipeline,
  appUrl,
  refuseDevelopmentAccounts,
}: Pick<AuthDependencies, 'pipeline' | 'appUrl' | 'refuseDevelopmentAccounts'>) {
  return async (
    { email, origin }: ResetRequest,
    keep: (tx: Tx, mail: Mail) => Promise<void>,
  ): Promise<Mail | null> => {
    const found = await findAccount(pipeline.runQueryAs(null), email, refuseDevelopmentAccounts)
    // Spec 3: only users who can sign in receive a link; for others it would be refused.
    const mayReset =
      found !== null &&
      found.status !== 'DEACTIVATED' &&
      found.tenantStatus !== 'SUSPENDED' &&
      !found.isPasswordRefused
    const account = mayReset ? found : STAND_IN
    const issue = async (tx: Tx) => {
      const token = await issueToken(tx, account, 'RESET')
      // To the stored address, never the typed one.
      const mail = buildResetMail(account.email, appUrl, token)
      await keep(tx, mail)
      const state = takeSnapshot(account)
      return { answer: mail, changes: [{ audited: auditedCredentials, before: state, after: state }] }
    }
    const mail = await pipeline.actAs(account, contract.forgotPassword.name, issue, origin, {
      isKept: mayReset,
    })
    return mayReset ? mail : null
  }
}

/** Messages by the page that the user must open next; `none` if the user may open the requested page. */
const PASSWORD_SET = {
  none: 'The password is set. You are signed in.',
  [SECOND_STEP_PAGE]: 'The password is set. Enter your second factor to sign in.',
  [SET_UP_PAGE]: 'The password is set. Set up a second factor to continue.',
}
const buildStep = (page: string | null) =>
  page === SECOND_STEP_PAGE ? ({ needsSecondStep: true } as const) : {}
/** The audit log tells a sign-in from one whose second step is still to come. */
const buildNote = (page: string | null): Record<string, unknown> =>
  page === SECOND_STEP_PAGE ? { secondStep: 'PENDING' } : {}

const createUnusableTokenError = (): Refusal =>
  createInvalidInputRefusal({
    path: ['token'],
    code: 'custom',
    message: 'This link is invalid, expired or was used before: ask for a new one',
  })
