/** The factors of an account: what a user has, and whether a response proves one. Row-level security shows each user only their own. */
import { sql } from 'kysely'
import type { FactorMethod } from '../../../../contract/second-step.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { findCodeStep } from '../../../platform/one-time-codes.ts'
import { decryptText, type TextKeys } from '../../../platform/sealed-text.ts'
import type { CredentialResponse, StoredPasskey, WebAuthn } from '../../../platform/web-authn.ts'
import { consumeRecoveryCode } from './recovery-codes.ts'

export interface FactorDependencies {
  keys: TextKeys
  webAuthn: WebAuthn
  /** The time of authenticator apps: the real one, which a development installation cannot move. */
  codeClock: Clock
}

/** One of the three; the contract allows exactly one. */
export interface SentFactor {
  code?: string | undefined
  passkey?: CredentialResponse | undefined
  recoveryCode?: string | undefined
}

/** Why a factor was refused; the audit log keeps it, the caller does not learn it. */
export type FactorRefusal =
  | 'NO_APP'
  | 'WRONG_CODE'
  | 'REPLAYED_CODE'
  | 'NO_CHALLENGE'
  | 'UNKNOWN_PASSKEY'
  | 'WRONG_PASSKEY'
  | 'CLONED_PASSKEY'
  | 'WRONG_RECOVERY_CODE'

export type FactorVerdict = { method: FactorMethod; refusal: FactorRefusal | null }

export type Factors = ReturnType<typeof createFactors>

export function createFactors({ keys, webAuthn, codeClock }: FactorDependencies) {
  async function verifyCode(tx: Tx, user: Actor, code: string): Promise<FactorRefusal | null> {
    const app = await tx
      .selectFrom('authenticator_apps')
      .select(['id', 'sealed_secret'])
      .where('user_id', '=', user.id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    const secret = app && decryptText(keys, app.sealed_secret, app.id)
    if (!app || !secret) return 'NO_APP'
    const step = findCodeStep(secret, code, codeClock.now())
    if (step === null) return 'WRONG_CODE'
    return (await consumeCodeStep(tx, app.id, step)) ? null : 'REPLAYED_CODE'
  }

  async function verifyPasskey(
    tx: Tx,
    user: Actor,
    response: CredentialResponse,
    challenge: string | null,
  ): Promise<FactorRefusal | null> {
    if (challenge === null) return 'NO_CHALLENGE'
    const passkey = await tx
      .selectFrom('passkeys')
      .select(['id', 'credential', 'public_key as publicKey', 'transports', 'counter'])
      .where('user_id', '=', user.id)
      .where('credential', '=', response.id)
      .forUpdate()
      .executeTakeFirst()
    if (!passkey) return 'UNKNOWN_PASSKEY'
    const counter = await webAuthn.verifyResponse(response, challenge, passkey)
    if (counter === null) return 'WRONG_PASSKEY'
    // An authenticator without a counter always says 0 (WebAuthn, 6.1.1).
    const isCloned = (counter > 0 || Number(passkey.counter) > 0) && counter <= Number(passkey.counter)
    if (isCloned) return 'CLONED_PASSKEY'
    await tx
      .updateTable('passkeys')
      .set({ counter, last_used_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', passkey.id)
      .execute()
    return null
  }

  return {
    /** Checks a factor and uses it up: a code, a recovery code and a counter of a passkey are accepted once. */
    async verify(
      tx: Tx,
      user: Actor,
      { code, passkey, recoveryCode }: SentFactor,
      challenge: string | null,
    ): Promise<FactorVerdict> {
      if (code !== undefined) return { method: 'APP', refusal: await verifyCode(tx, user, code) }
      if (passkey !== undefined)
        return { method: 'PASSKEY', refusal: await verifyPasskey(tx, user, passkey, challenge) }
      const isUsed = await consumeRecoveryCode(tx, user, recoveryCode ?? '')
      return { method: 'RECOVERY_CODE', refusal: isUsed ? null : 'WRONG_RECOVERY_CODE' }
    },

    /** The factors of the user, and options for one of the passkeys. */
    async listMethods(tx: Tx, user: Actor) {
      const passkeys = await listPasskeys(tx, user)
      const app = await tx
        .selectFrom('authenticator_apps')
        .select('id')
        .where('user_id', '=', user.id)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst()
      const unused = await tx
        .selectFrom('recovery_codes')
        .select('id')
        .where('user_id', '=', user.id)
        .where('used_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      const methods: FactorMethod[] = [
        ...(app ? (['APP'] as const) : []),
        ...(passkeys.length > 0 ? (['PASSKEY'] as const) : []),
        ...(unused ? (['RECOVERY_CODE'] as const) : []),
      ]
      return {
        methods,
        passkeyOptions: passkeys.length > 0 ? await webAuthn.buildRequestOptions(passkeys) : null,
      }
    },
  }
}

export const listPasskeys = (tx: Tx, { id }: Actor): Promise<StoredPasskey[]> =>
  tx
    .selectFrom('passkeys')
    .select(['credential', 'public_key as publicKey', 'transports'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()

/** Marks the step of a code as used; false if this or a later one was used before. Two requests with one code wait for each other. */
export async function consumeCodeStep(tx: Tx, appId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('authenticator_apps')
    .set({ last_step: step, last_used_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', appId)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
