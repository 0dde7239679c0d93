/** One-time links (Spec 2.8): the user receives 32 random bytes, the database stores their SHA-256. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'

const LIFETIME = {
  // Spec 2.8
  RESET: '60 minutes',
  // Users are invited before their first working day.
  INVITATION: '7 days',
  EMAIL: '24 hours',
} as const
export type TokenPurpose = keyof typeof LIFETIME

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Creates a token and invalidates all earlier unused tokens of the user. The plain text may only be sent in the mail. */
export async function issueToken(
  tx: Tx,
  user: { id: string; tenantId: string },
  purpose: TokenPurpose,
  newEmail: string | null = null,
): Promise<string> {
  await invalidateTokens(tx, user)
  const token = randomBytes(32).toString('base64url')
  // Selected from the user's row: without such a row, the statement stores nothing.
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

/** Marks a token as used. Returns false if it was already used, was invalidated or has expired. */
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
