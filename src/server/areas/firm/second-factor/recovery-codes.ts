/** Recovery codes: ten of 80 random bits, stored as SHA-256, each for one use. */
import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'

const CODES = 10
/** Without letters and digits that look alike: 32 characters, so that 16 of them hold 80 bits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_CHARACTERS = 4

const generateGroup = (): string =>
  Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const generateCode = (): string => Array.from({ length: GROUPS }, generateGroup).join('-')

/** As stored; hyphens, spaces and the case of letters do not matter. */
const hashCode = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest('hex')

/** Replaces the codes of the user. The plain codes are in the answer only. */
export async function renewRecoveryCodes(tx: Tx, { id, tenantId }: Actor): Promise<string[]> {
  const codes = Array.from({ length: CODES }, generateCode)
  await sql`select app.remove_own_recovery_codes()`.execute(tx)
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        id: createId(),
        tenant_id: tenantId,
        user_id: id,
        code_hash: hashCode(code),
      })),
    )
    .execute()
  return codes
}

/** Uses a code up; false if the user has no such code, or used it before. */
export async function consumeRecoveryCode(tx: Tx, { id }: Actor, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql`clock_timestamp()` })
    .where('user_id', '=', id)
    .where('code_hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
