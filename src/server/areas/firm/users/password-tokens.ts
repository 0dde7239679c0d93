/** One-time links (Spec 2.8): 32 random bytes to the person, their SHA-256 to the database. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'

const LIFETIME = {
  // Spec 2.8
  RESET: '60 minutes',
  // People are invited before their first day.
  INVITATION: '7 days',
  EMAIL: '24 hours',
} as const
export type TokenPurpose = keyof typeof LIFETIME

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Makes a token and invalidates every earlier unused one of the user. The plaintext is for the mail and nowhere else. */
export async function issueToken(
  tx: Tx,
  user: { id: string; tenantId: string },
  purpose: TokenPurpose,
  newEmail: string | null = null,
): Promise<string> {
  await invalidateTokens(tx, user)
  const token = randomBytes(32).toString('base64url')
  // From the user's row: where there is none, the same statement stores nothing.
  await sql`insert into password_tokens (id, tenant_id, user_id, purpose, token_hash, expires_at, new_email)
    select ${createId()}, u.tenant_id, u.id, ${purpose}, ${hashToken(token)}, clock_timestamp() + ${LIFETIME[purpose]}::interval, ${newEmail}::text
      from users u where u.tenant_id = ${user.tenantId} and u.id = ${user.id}`.execute(tx)
  return token
}

export async function invalidateTokens(tx: Tx, user: { id: string; tenantId: string }): Promise<void> {
  await tx
    .updateTable('password_tokens')
    .set({ invalidated_at: sql`clock_timestamp()` })
    .where('tenant_id', '=', user.tenantId)
    .where('user_id', '=', user.id)
    .where('used_at', 'is', null)
    .where('invalidated_at', 'is', null)
    .execute()
}

/** Uses up a token; false when somebody was faster or its time is over. */
export async function consumeToken(tx: Tx, tokenId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('password_tokens')
    .set({ used_at: sql`clock_timestamp()` })
    .where('id', '=', tokenId)
    .where('used_at', 'is', null)
    .where('invalidated_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
