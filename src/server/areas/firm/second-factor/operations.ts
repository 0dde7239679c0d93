import { sql } from 'kysely'
import * as contract from '../../../../contract/second-factor.ts'
import { type Duplicates, withDuplicateErrors } from '../../../operation/duplicates.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import {
  type Changed,
  type CommandCall,
  defineCommand,
  defineQuery,
  type Operation,
  refuseAndRecord,
} from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createInvalidFieldRefusal,
} from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { buildCodeUri, findCodeStep, generateCodeSecret } from '../../../platform/one-time-codes.ts'
import { decryptText, encryptText } from '../../../platform/sealed-text.ts'
import type { MailOutbox } from '../mails/index.ts'
import { endSessions } from '../sessions/index.ts'
import { buildFactorsChangedMail, buildOwnAccountChange } from '../users/index.ts'
import { closeChallenge, lockChallenge, startChallenge } from './challenges.ts'
import { consumeCodeStep, type FactorDependencies, listPasskeys } from './factors.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { loadFactorRequirement } from './requirement.ts'

export interface SecondFactorDependencies extends FactorDependencies {
  mails: Pick<MailOutbox, 'post'>
  appUrl: string
}

/** Of passkeys, so that the options of WebAuthn stay small. */
const MOST_PASSKEYS = 10
const DUPLICATES: Duplicates = {
  passkeys_name: ['name', 'You already have a passkey with this name'],
  passkeys_credential: ['response', 'This passkey is in use already'],
}

type Call = Pick<
  CommandCall<typeof contract.addPasskey, unknown>,
  'tx' | 'actor' | 'sessionId' | 'sessionVersion' | 'afterCommit'
>

const getSecondFactor = defineQuery({
  contract: contract.getSecondFactor,
  owner: (_input, find, actor) => find.self(actor),
  async handle({ db, actor }) {
    const { isRequired, dueAt } = await loadFactorRequirement(db)
    const app = await db
      .selectFrom('authenticator_apps')
      .select(['created_at', 'last_used_at'])
      .where('user_id', '=', actor.id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    const passkeys = await db
      .selectFrom('passkeys')
      .select(['name', 'created_at', 'last_used_at'])
      .where('user_id', '=', actor.id)
      .orderBy('created_at')
      .execute()
    const { left } = await db
      .selectFrom('recovery_codes')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('user_id', '=', actor.id)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
    const times = (row: { created_at: Date | string; last_used_at: Date | string | null }) => ({
      createdAt: new Date(row.created_at).toISOString(),
      lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
    })
    return {
      isRequired,
      dueAt: dueAt?.toISOString() ?? null,
      app: app ? times(app) : null,
      passkeys: passkeys.map((passkey) => ({ name: passkey.name, ...times(passkey) })),
      recoveryCodesLeft: Number(left),
    }
  },
})

const startApp = ({ keys }: SecondFactorDependencies): Operation =>
  defineCommand({
    contract: contract.startApp,
    owner: (_input, find, actor) => find.self(actor),
    async handle({ tx, actor }) {
      const id = createId()
      const secret = generateCodeSecret()
      // A secret that was never confirmed is replaced; one in use is removed first.
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('authenticator_apps')
        .values({
          id,
          tenant_id: actor.tenantId,
          user_id: actor.id,
          sealed_secret: encryptText(keys, secret, id),
        })
        .onConflict((clash) =>
          clash
            .columns(['tenant_id', 'user_id'])
            .doUpdateSet({ id, sealed_secret: encryptText(keys, secret, id), last_step: null })
            .where('authenticator_apps.confirmed_at', 'is', null),
        )
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 1n)
        throw createConflictRefusal('Remove the authenticator app before you set up another one', {
          code: 'APP_IN_USE',
        })
      return {
        answer: { secret, uri: buildCodeUri(secret, await loadEmail(tx, actor)) },
        changes: [buildOwnAccountChange(actor)],
      }
    },
  })

const confirmApp = (context: SecondFactorDependencies): Operation =>
  defineCommand({
    contract: contract.confirmApp,
    owner: (_input, find, actor) => find.self(actor),
    async handle({ input, ...call }) {
      const { tx, actor } = call
      const app = await tx
        .selectFrom('authenticator_apps')
        .select(['id', 'sealed_secret'])
        .where('user_id', '=', actor.id)
        .where('confirmed_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      const secret = app && decryptText(context.keys, app.sealed_secret, app.id)
      if (!app || !secret)
        throw createConflictRefusal('Start to set up the authenticator app again', {
          code: 'APP_NOT_STARTED',
        })
      const step = findCodeStep(secret, input.code, context.codeClock.now())
      if (step === null) {
        const refusal = createInvalidFieldRefusal(
          'code',
          'This code is wrong or has expired: enter the one the app shows now',
        )
        return refuseAndRecord(refusal, buildRefusedEntry(actor, 'APP', 'WRONG_CODE'))
      }
      await consumeCodeStep(tx, app.id, step)
      await tx
        .updateTable('authenticator_apps')
        .set({ confirmed_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', app.id)
        .execute()
      return addFactor(context, call, { added: 'APP' })
    },
  })

const removeApp = (context: SecondFactorDependencies): Operation =>
  defineCommand({
    contract: contract.removeApp,
    owner: (_input, find, actor) => find.self(actor),
    async handle(call) {
      const { rows } = await sql<{ removed: number }>`select app.remove_own_app()::int as removed`.execute(
        call.tx,
      )
      if (rows[0]?.removed !== 1) throw createNoSuchFactorError('There is no authenticator app')
      return removeFactor(context, call, { removed: 'APP' })
    },
  })

const startPasskey = ({ webAuthn }: SecondFactorDependencies): Operation =>
  defineCommand({
    contract: contract.startPasskey,
    owner: (_input, find, actor) => find.self(actor),
    async handle({ tx, actor, sessionId }) {
      const existing = await listPasskeys(tx, actor)
      if (existing.length >= MOST_PASSKEYS)
        throw createBusinessRuleRefusal(
          'TOO_MANY_PASSKEYS',
          `Remove a passkey first: an account has at most ${MOST_PASSKEYS}`,
        )
      const email = await loadEmail(tx, actor)
      const options = await webAuthn.buildCreationOptions({ id: actor.id, email }, existing)
      const { challenge } = options
      await startChallenge(tx, actor, { purpose: 'NEW_PASSKEY', boundTo: sessionId ?? '', challenge })
      const answer = {
        ...options,
        rp: { ...options.rp },
        user: { ...options.user },
        pubKeyCredParams: options.pubKeyCredParams.map((one) => ({ ...one })),
      }
      return { answer, changes: [buildOwnAccountChange(actor)] }
    },
  })

const addPasskey = (context: SecondFactorDependencies): Operation =>
  defineCommand({
    contract: contract.addPasskey,
    owner: (_input, find, actor) => find.self(actor),
    async handle({ input, ...call }) {
      const { tx, actor, sessionId } = call
      const pending = await lockChallenge(tx, 'NEW_PASSKEY', sessionId ?? '')
      if (!pending?.isOpen || pending.challenge === null) {
        const refusal = createConflictRefusal(
          'This took too long or was sent before: add the passkey again',
          { code: 'PASSKEY_NOT_STARTED' },
        )
        return refuseAndRecord(refusal, buildRefusedEntry(actor, 'PASSKEY', 'NO_CHALLENGE'))
      }
      const passkey = await context.webAuthn.verifyCreated(input.response, pending.challenge)
      await closeChallenge(tx, pending.id, { isAccepted: true })
      if (!passkey) {
        const refusal = createInvalidFieldRefusal(
          'response',
          'The passkey could not be verified: add it again',
        )
        return refuseAndRecord(refusal, buildRefusedEntry(actor, 'PASSKEY', 'WRONG_PASSKEY'))
      }
      await withDuplicateErrors(
        DUPLICATES,
        tx
          .insertInto('passkeys')
          .values({
            id: createId(),
            tenant_id: actor.tenantId,
            user_id: actor.id,
            name: input.name,
            credential: passkey.credential,
            public_key: passkey.publicKey,
            counter: passkey.counter,
            transports: [...passkey.transports],
          })
          .execute(),
      )
      return addFactor(context, call, { added: 'PASSKEY' })
    },
  })

const renamePasskey = defineCommand({
  contract: contract.renamePasskey,
  owner: (_input, find, actor) => find.self(actor),
  async handle({ input, tx, actor }) {
    const { numUpdatedRows } = await withDuplicateErrors(
      { passkeys_name: ['newName', 'You already have a passkey with this name'] },
      tx
        .updateTable('passkeys')
        .set({ name: input.newName })
        .where('user_id', '=', actor.id)
        .where('name', '=', input.name)
        .executeTakeFirst(),
    )
    if (numUpdatedRows !== 1n) throw createNoSuchFactorError('You have no passkey with this name')
    return { answer: null, changes: [buildOwnAccountChange(actor)] }
  },
})

const removePasskey = (context: SecondFactorDependencies): Operation =>
  defineCommand({
    contract: contract.removePasskey,
    owner: (_input, find, actor) => find.self(actor),
    async handle({ input, ...call }) {
      const { tx, actor } = call
      const passkey = await tx
        .selectFrom('passkeys')
        .select('id')
        .where('user_id', '=', actor.id)
        .where('name', '=', input.name)
        .executeTakeFirst()
      if (!passkey) throw createNoSuchFactorError('You have no passkey with this name')
      await sql`select app.remove_own_passkey(${passkey.id})`.execute(tx)
      return removeFactor(context, call, { removed: 'PASSKEY' })
    },
  })

const renewCodes = (context: SecondFactorDependencies): Operation =>
  defineCommand({
    contract: contract.renewRecoveryCodes,
    owner: (_input, find, actor) => find.self(actor),
    async handle({ tx, actor, afterCommit }) {
      if (!(await hasFactor(tx, actor)))
        throw createBusinessRuleRefusal('NO_SECOND_FACTOR', 'Set up an authenticator app or a passkey first')
      const recoveryCodes = await renewRecoveryCodes(tx, actor)
      await informByMail(context, { tx, actor, afterCommit })
      return { answer: { recoveryCodes }, changes: [buildOwnAccountChange(actor)] }
    },
  })

export function createSecondFactorOperations(dependencies: SecondFactorDependencies): Operation[] {
  return [
    getSecondFactor,
    startApp(dependencies),
    confirmApp(dependencies),
    removeApp(dependencies),
    startPasskey(dependencies),
    addPasskey(dependencies),
    renamePasskey,
    removePasskey(dependencies),
    renewCodes(dependencies),
  ]
}

const createNoSuchFactorError = (message: string) =>
  createConflictRefusal(message, { code: 'NO_SUCH_FACTOR' })

/** After a factor was added: all other sessions end, and this one is a session with a second factor. */
async function addFactor(
  context: SecondFactorDependencies,
  call: Call,
  note: { added: string },
): Promise<Changed<{ recoveryCodes: string[] }>> {
  const { tx, actor } = call
  const codes = await tx
    .selectFrom('recovery_codes')
    .select('id')
    .where('user_id', '=', actor.id)
    .limit(1)
    .executeTakeFirst()
  const recoveryCodes = codes ? [] : await renewRecoveryCodes(tx, actor)
  const session = await renewSession(call, true)
  await informByMail(context, call)
  return { answer: { recoveryCodes }, changes: [{ ...buildOwnAccountChange(actor), note }], session }
}

/** After a factor was removed: the recovery codes go with the last one, which stays if the firm requires one. */
async function removeFactor(
  context: SecondFactorDependencies,
  call: Call,
  note: { removed: string },
): Promise<Changed<null>> {
  const { tx, actor } = call
  const hasSecondFactor = await hasFactor(tx, actor)
  if (!hasSecondFactor) {
    if ((await loadFactorRequirement(tx)).isRequired)
      throw createBusinessRuleRefusal(
        'LAST_FACTOR',
        'Your firm requires a second factor: set up another one before you remove this one',
      )
    await sql`select app.remove_own_recovery_codes()`.execute(tx)
  }
  const session = await renewSession(call, hasSecondFactor)
  await informByMail(context, call)
  return { answer: null, changes: [{ ...buildOwnAccountChange(actor), note }], session }
}

async function renewSession({ tx, actor, ...kept }: Call, hasSecondFactor: boolean) {
  await tx
    .updateTable('users')
    .set({ has_second_factor: hasSecondFactor })
    .where('id', '=', actor.id)
    .execute()
  const sessionVersion = await endSessions(tx, actor.id, kept)
  return {
    open: { ...actor, userId: actor.id, sessionVersion, hasSecondFactor },
    keepsSession: true,
  } as const
}

async function informByMail(
  { mails, appUrl }: SecondFactorDependencies,
  { tx, actor, afterCommit }: Pick<Call, 'tx' | 'actor' | 'afterCommit'>,
): Promise<void> {
  await mails.post({ tx, afterCommit }, buildFactorsChangedMail(await loadEmail(tx, actor), appUrl))
}

async function hasFactor(tx: Tx, { id }: Actor): Promise<boolean> {
  const { rows } = await sql<{ hasFactor: boolean }>`select
      exists (select from authenticator_apps a where a.user_id = ${id} and a.confirmed_at is not null)
      or exists (select from passkeys k where k.user_id = ${id}) as "hasFactor"`.execute(tx)
  return rows[0]?.hasFactor ?? false
}

async function loadEmail(tx: Tx, { id }: Actor): Promise<string> {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return email
}

/** A refused factor is recorded, although nothing is stored of it. */
const buildRefusedEntry = (actor: Actor, method: string, reason: string) => ({
  ...buildOwnAccountChange(actor),
  action: 'second-factor.refuse',
  note: { method, reason },
})
