/** Challenges that a factor answers: pending sign-ins, new passkeys and confirmations. A challenge for a passkey is used once. */
import { sql } from 'kysely'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'

export type ChallengePurpose = 'SIGN_IN' | 'NEW_PASSKEY' | 'CONFIRMATION'

const LIFETIME = '5 minutes'
/** Refused factors after which a sign-in must begin again with the password. */
export const MOST_FAILURES = 5

export interface Challenge {
  id: string
  /** For a passkey; null if none was asked for. */
  challenge: string | null
  /** Neither used nor expired nor refused too often, and of the present session version. */
  isOpen: boolean
  failures: number
}

/** Stores a challenge, bound to the token of a sign-in (as hash) or to a session; it replaces the one before. */
export async function startChallenge(
  tx: Tx,
  { id, tenantId }: Actor,
  { purpose, boundTo, challenge }: { purpose: ChallengePurpose; boundTo: string; challenge: string | null },
): Promise<void> {
  await sql`insert into factor_challenges (id, tenant_id, user_id, purpose, bound_to, challenge, session_version, expires_at)
    select ${createId()}, u.tenant_id, u.id, ${purpose}, ${boundTo}, ${challenge}::text, u.session_version,
           clock_timestamp() + ${LIFETIME}::interval
      from users u where u.tenant_id = ${tenantId} and u.id = ${id}
    on conflict (tenant_id, purpose, bound_to) do update set challenge = excluded.challenge, session_version = excluded.session_version,
      expires_at = excluded.expires_at, used_at = null, failures = 0`.execute(tx)
}

/** Reads a challenge under a lock, so that two responses to it are handled one after the other. */
export async function lockChallenge(
  tx: Tx,
  purpose: ChallengePurpose,
  boundTo: string,
): Promise<Challenge | null> {
  const { rows } = await sql<Challenge>`select c.id, c.challenge, c.failures,
      c.used_at is null and c.expires_at > clock_timestamp() and c.failures < ${MOST_FAILURES}
        and c.session_version = (select u.session_version from users u where u.tenant_id = c.tenant_id and u.id = c.user_id) as "isOpen"
    from factor_challenges c where c.purpose = ${purpose} and c.bound_to = ${boundTo} for update`.execute(tx)
  return rows[0] ?? null
}

/** Asks for a passkey in a sign-in that is pending. */
export const setChallenge = (tx: Tx, id: string, challenge: string | null) =>
  tx.updateTable('factor_challenges').set({ challenge }).where('id', '=', id).execute()

/** After a response, right or wrong, the challenge cannot be used again. A pending sign-in stays open after a wrong one. */
export async function closeChallenge(
  tx: Tx,
  id: string,
  { isAccepted }: { isAccepted: boolean },
): Promise<void> {
  await tx
    .updateTable('factor_challenges')
    .set({
      challenge: null,
      ...(isAccepted ? { used_at: sql<Date>`clock_timestamp()` } : { failures: sql<number>`failures + 1` }),
    })
    .where('id', '=', id)
    .execute()
}
