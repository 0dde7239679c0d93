/**
 * The second step of a sign-in, and the confirmation of an open session. A refused factor leaves an audit entry and uses up an attempt;
 * the answer does not say why it was refused.
 */
import { sql } from 'kysely'
import { type Role, Role as RoleSchema } from '../../../../contract/define.ts'
import { TEXT } from '../../../../contract/problems.ts'
import * as contract from '../../../../contract/second-step.ts'
import type { FailureLimit } from '../../../operation/failure-limit.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import {
  defineCommand,
  definePublicCommand,
  type Operation,
  type RunQuery,
  refuseAndRecord,
} from '../../../pipeline/define-operation.ts'
import { createInvalidFieldRefusal, Refusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import {
  closeChallenge,
  type Factors,
  lockChallenge,
  MOST_FAILURES,
  setChallenge,
  startChallenge,
} from '../second-factor/index.ts'
import {
  buildNewDeviceMail,
  buildOwnAccountChange,
  buildSecondStepRefusedMail,
  hashToken,
} from '../users/index.ts'
import { createAttemptLimits } from './attempt-limits.ts'
import type { PasswordCheckDependencies, PasswordChecks } from './password-checks.ts'
import type { StepDependencies } from './password-step.ts'

export interface SecondStepDependencies
  extends StepDependencies,
    Pick<PasswordCheckDependencies, 'networkOf' | 'refuseDevelopmentAccounts'> {
  failures: FailureLimit
  log: Log
  factors: Factors
  passwordChecks: PasswordChecks
}

const REFUSED = 'auth.refuse-second-step'
const REFUSED_CONFIRMATION = 'auth.refuse-confirmation'
/** One mail about refused factors in an hour. */
const MAILS = { limit: 1, windowSeconds: 3_600 }
const createWrongFactorError = (): Refusal => new Refusal(401, TEXT.credentials)

interface Context extends SecondStepDependencies {
  attempts: ReturnType<typeof createAttemptLimits>
}

/** The account of the cookie of a pending sign-in. Without one there is no firm whose log could record the refusal. */
async function requirePendingAccount(
  { refuseDevelopmentAccounts, log }: Context,
  runQuery: RunQuery,
  token: string | null,
): Promise<Actor & { boundTo: string }> {
  const boundTo = hashToken(token ?? '')
  const [rows] = await runQuery({
    text: 'select id, tenant_id, role, employer_id, member_id from app.pending_sign_in($1, $2::boolean)',
    values: [boundTo, refuseDevelopmentAccounts],
  })
  const [id, tenantId, role, employerId, memberId] = rows?.[0] ?? []
  if (!id || !tenantId) {
    log.warn('second step refused', { code: 'NO_PENDING_SIGN_IN' })
    throw createWrongFactorError()
  }
  return {
    id,
    tenantId,
    role: RoleSchema.parse(role) satisfies Role,
    employerId: employerId ?? null,
    memberId: memberId ?? null,
    boundTo,
  }
}

const buildRefusedEntry = (actor: Actor, action: string, note: Record<string, unknown>) => ({
  ...buildOwnAccountChange(actor),
  action,
  note,
})

const startSecondStep = (context: Context): Operation =>
  definePublicCommand({
    contract: contract.startSecondStep,
    prepare: ({ runQuery, pendingToken }) => requirePendingAccount(context, runQuery, pendingToken),
    async handle({ tx, prepared: account, actAs }) {
      await actAs(account)
      const pending = await lockChallenge(tx, 'SIGN_IN', account.boundTo)
      if (!pending?.isOpen)
        return refuseAndRecord(
          createWrongFactorError(),
          buildRefusedEntry(account, REFUSED, { reason: 'CLOSED' }),
        )
      const options = await context.factors.listMethods(tx, account)
      await setChallenge(tx, pending.id, options.passkeyOptions?.challenge ?? null)
      return { answer: toAnswer(options), changes: [buildOwnAccountChange(account)] }
    },
  })

const completeSecondStep = (context: Context): Operation =>
  definePublicCommand({
    contract: contract.completeSecondStep,
    async prepare({ runQuery, pendingToken, origin, device }) {
      const account = await requirePendingAccount(context, runQuery, pendingToken)
      const isKnown = device?.recognises(account.id) ?? false
      const place = isKnown && device ? `device:${device.id}` : `network:${context.networkOf(origin)}`
      const giveBack = await context.attempts.take({ account: `factor:${account.id}`, place, isKnown })
      return { ...account, device, giveBack }
    },
    async handle({
      input,
      tx,
      prepared: { giveBack, device, boundTo, ...account },
      actAs,
      afterCommit,
      origin,
    }) {
      await actAs(account)
      const pending = await lockChallenge(tx, 'SIGN_IN', boundTo)
      if (!pending?.isOpen)
        return refuseAndRecord(
          createWrongFactorError(),
          buildRefusedEntry(account, REFUSED, { reason: 'CLOSED' }),
        )
      const { method, refusal } = await context.factors.verify(tx, account, input, pending.challenge)
      await closeChallenge(tx, pending.id, { isAccepted: refusal === null })
      if (refusal !== null) {
        if (pending.failures + 1 >= MOST_FAILURES) await warnByMail(context, { tx, afterCommit }, account)
        return refuseAndRecord(
          createWrongFactorError(),
          buildRefusedEntry(account, REFUSED, { method, reason: refusal }),
        )
      }
      const entered = await tx
        .updateTable('users')
        .set({ last_sign_in_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', account.id)
        .returning(['email', 'session_version as sessionVersion'])
        .executeTakeFirstOrThrow()
      const { sessionVersion, email } = entered
      const { session, newDevice } = await context.openSession(tx, {
        account: { ...account, sessionVersion },
        method,
        hasSecondFactor: true,
        origin,
        device,
      })
      if (newDevice)
        await context.mails.post({ tx, afterCommit }, buildNewDeviceMail(email, context.appUrl, newDevice))
      afterCommit(giveBack)
      return {
        answer: { url: '/' },
        changes: [{ ...buildOwnAccountChange(account), note: { method } }],
        session,
      }
    },
  })

const startConfirmation = ({ factors }: Context): Operation =>
  defineCommand({
    contract: contract.startConfirmation,
    owner: (_input, find, actor) => find.self(actor),
    async handle({ tx, actor, sessionId }) {
      const options = await factors.listMethods(tx, actor)
      const challenge = options.passkeyOptions?.challenge ?? null
      await startChallenge(tx, actor, { purpose: 'CONFIRMATION', boundTo: sessionId ?? '', challenge })
      return { answer: toAnswer(options), changes: [buildOwnAccountChange(actor)] }
    },
  })

const confirmIdentity = ({ attempts, factors, passwordChecks }: Context): Operation =>
  defineCommand({
    contract: contract.confirmIdentity,
    owner: (_input, find, actor) => find.self(actor),
    async prepare({ input, actor, runQuery }) {
      if (input.password === undefined)
        return attempts.take({ account: `factor:${actor.id}`, place: 'session', isKnown: true })
      await passwordChecks.requireOwnPassword(actor, runQuery, input.password, 'password')
      return null
    },
    async handle({
      input: { password: _password, ...sent },
      tx,
      actor,
      sessionId,
      prepared: giveBack,
      afterCommit,
    }) {
      const confirmed = {
        answer: null,
        changes: [buildOwnAccountChange(actor)],
        session: { confirm: true },
      } as const
      if (giveBack === null) return confirmed
      const pending = await lockChallenge(tx, 'CONFIRMATION', sessionId ?? '')
      const challenge = pending?.isOpen ? pending.challenge : null
      const { method, refusal } = await factors.verify(tx, actor, sent, challenge)
      if (pending) await closeChallenge(tx, pending.id, { isAccepted: refusal === null })
      if (refusal !== null) {
        const field = method === 'APP' ? 'code' : method === 'PASSKEY' ? 'passkey' : 'recoveryCode'
        const problem = createInvalidFieldRefusal(field, 'This is wrong, has expired or was used before')
        return refuseAndRecord(
          problem,
          buildRefusedEntry(actor, REFUSED_CONFIRMATION, { method, reason: refusal }),
        )
      }
      afterCommit(giveBack)
      return confirmed
    },
  })

export function createSecondStepOperations(dependencies: SecondStepDependencies): Operation[] {
  const context: Context = { ...dependencies, attempts: createAttemptLimits(dependencies.failures) }
  return [
    startSecondStep(context),
    completeSecondStep(context),
    startConfirmation(context),
    confirmIdentity(context),
  ]
}

const toAnswer = ({ methods, passkeyOptions }: Awaited<ReturnType<Factors['listMethods']>>) => ({
  methods,
  passkeyOptions: passkeyOptions && { ...passkeyOptions },
})

/** A caller who enters wrong factors knows the password. */
async function warnByMail(
  { failures, mails, appUrl }: Context,
  command: { tx: Tx; afterCommit: (work: () => Promise<void>) => void },
  { id }: Actor,
): Promise<void> {
  const taken = await failures.takeFailure('second-step-mail', id, MAILS, 1)
  if (!taken.isAllowed) return
  const { email } = await command.tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await mails.post(command, buildSecondStepRefusedMail(email, appUrl))
}
