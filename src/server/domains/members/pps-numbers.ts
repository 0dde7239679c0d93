/**
 * PPS numbers at rest (Spec 2.7). The only caller of the cipher: encrypts on write, and decrypts on an explicit reveal and
 * on re-encryption, each of which is recorded by who calls.
 */
import { sql } from 'kysely'
import { SYSTEM } from '../../operation/pipeline.ts'
import type { Actor } from '../../operation/reach.ts'
import { record } from '../../operation/record.ts'
import { rule } from '../../operation/refusal.ts'
import type { Cipher } from '../../platform/cipher.ts'
import type { Tx } from '../../platform/database.ts'

/** What a row holds of a PPS number; all null where there is none. */
export interface PpsColumns {
  pps_number_encrypted: string | null
  pps_number_hash: string | null
  pps_number_binding: string | null
  pps_key_fingerprint: string | null
  pps_number_letters: string | null
}

const NONE: PpsColumns = {
  pps_number_encrypted: null,
  pps_number_hash: null,
  pps_number_binding: null,
  pps_key_fingerprint: null,
  pps_number_letters: null,
}

interface Place {
  tenantId: string
  id: string
}
const rowOf = ({ tenantId, id }: Place): string => `${tenantId}/${id}`

export function ppsColumns(cipher: Cipher, ppsNumber: string | null, place: Place): PpsColumns {
  if (ppsNumber === null) return NONE
  const { value, binding, keyFingerprint } = cipher.seal(ppsNumber, rowOf(place))
  return {
    pps_number_encrypted: value,
    // Hashed with the firm: equal numbers in two firms do not look equal.
    pps_number_hash: cipher.indexOf(`${place.tenantId}/${ppsNumber}`),
    pps_number_binding: binding,
    pps_key_fingerprint: keyFingerprint,
    pps_number_letters: ppsNumber.slice(7),
  }
}

/** The plaintext, for an answer that is recorded in this very transaction. 422 where no number is kept. */
export async function decryptPpsNumber(cipher: Cipher, tx: Tx, place: Place): Promise<string> {
  const row = await tx
    .selectFrom('members')
    .select(['pps_number_encrypted', 'pps_number_binding', 'pps_key_fingerprint'])
    .where('id', '=', place.id)
    .executeTakeFirstOrThrow()
  if (row.pps_number_encrypted === null)
    throw rule('NO_PPS_NUMBER', 'No PPS number is recorded for this member')
  return openRow(cipher, { ...row, tenant_id: place.tenantId, id: place.id })
}

interface SealedRow {
  id: string
  tenant_id: string
  pps_number_encrypted: string | null
  pps_number_binding: string | null
  pps_key_fingerprint: string | null
}

const openRow = (cipher: Cipher, row: SealedRow): string =>
  cipher.open(
    {
      value: row.pps_number_encrypted ?? '',
      binding: row.pps_number_binding ?? '',
      keyFingerprint: row.pps_key_fingerprint ?? '',
    },
    rowOf({ tenantId: row.tenant_id, id: row.id }),
  )

/** How many numbers stand under another key than the current one. */
export async function countUnderOtherKeys(cipher: Cipher, tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('pps_key_fingerprint', '<>', cipher.fingerprint)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Moves up to `limit` numbers under the current key, each with an audit entry of its own because each is decrypted
 * (Spec 2.6 rule 2). Rows are locked and skipped when somebody else has them, so several may run, and a run that dies
 * has lost nothing. Throws DecryptionError when a value opens under neither key.
 */
export async function reencryptBatch(
  cipher: Cipher,
  tx: Tx,
  limit: number,
  actor: Actor = SYSTEM,
): Promise<number> {
  const rows = await tx
    .selectFrom('members')
    .select(['id', 'tenant_id', 'pps_number_encrypted', 'pps_number_binding', 'pps_key_fingerprint'])
    .where('pps_key_fingerprint', '<>', cipher.fingerprint)
    // One firm after the other: each chain is locked once for all of its entries.
    .orderBy('tenant_id')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const row of rows) {
    const { pps_number_encrypted, pps_number_binding, pps_key_fingerprint } = ppsColumns(
      cipher,
      openRow(cipher, row),
      {
        tenantId: row.tenant_id,
        id: row.id,
      },
    )
    await tx
      .updateTable('members')
      .set({
        pps_number_encrypted,
        pps_number_binding,
        pps_key_fingerprint,
        updated_at: sql`clock_timestamp()`,
      })
      .where('id', '=', row.id)
      .where('pps_number_encrypted', '=', row.pps_number_encrypted)
      .execute()
    await record(
      tx,
      {
        tenantId: row.tenant_id,
        actorId: actor.id,
        actorType: actor.role,
        action: 'member.reencrypt-pps',
        entityType: 'member',
        entityId: row.id,
        previousState: { id: row.id, keyFingerprint: row.pps_key_fingerprint },
        newState: { id: row.id, keyFingerprint: cipher.fingerprint },
      },
      { ipAddress: null, userAgent: null },
    )
  }
  return rows.length
}
