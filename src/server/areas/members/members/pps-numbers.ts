/**
 * PPS numbers at rest (Spec 2.7). The only module that uses the cipher: encrypts on write; decrypts for an explicit reveal and for
 * re-encryption. The callers record both.
 */
import { sql } from 'kysely'
import { countRowsUnderOtherKeys, type KeyRotation } from '../../../operation/rotation.ts'
import { appendAuditEntry, NO_ORIGIN } from '../../../pipeline/audit-log.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import { type Cipher, DecryptionError } from '../../../platform/cipher.ts'
import type { Tx } from '../../../platform/database.ts'

/** Shown instead of a PPS number until it is revealed. */
export const PPS_NUMBER_MASK = '*********'

/** Columns of a stored PPS number; all null if there is none. */
export interface PpsColumns {
  pps_number_encrypted: string | null
  pps_number_hash: string | null
  pps_number_binding: string | null
  pps_key_fingerprint: string | null
}

export const NO_PPS_COLUMNS: PpsColumns = {
  pps_number_encrypted: null,
  pps_number_hash: null,
  pps_number_binding: null,
  pps_key_fingerprint: null,
}

interface Place {
  tenantId: string
  id: string
}
const buildRow = ({ tenantId, id }: Place): string => `${tenantId}/${id}`

export function toPpsColumns(cipher: Cipher, ppsNumber: string | null, place: Place): PpsColumns {
  if (ppsNumber === null) return NO_PPS_COLUMNS
  const { value, binding, keyFingerprint } = cipher.encrypt(ppsNumber, buildRow(place))
  return {
    pps_number_encrypted: value,
    pps_number_hash: calculatePpsNumberHash(cipher, place.tenantId, ppsNumber),
    pps_number_binding: binding,
    pps_key_fingerprint: keyFingerprint,
  }
}

/** Hash for finding a number. It includes the firm: equal numbers in two firms have different hashes. */
export const calculatePpsNumberHash = (cipher: Cipher, tenantId: string, ppsNumber: string): string =>
  cipher.indexOf(`${tenantId}/${ppsNumber}`)

/** The plaintext, for a response that is recorded in the same transaction. 422 if no number is stored. */
export async function decryptPpsNumber(cipher: Cipher, tx: Tx, place: Place): Promise<string> {
  const row = await tx
    .selectFrom('members')
    .select(['pps_number_encrypted', 'pps_number_binding', 'pps_key_fingerprint'])
    .where('id', '=', place.id)
    .executeTakeFirstOrThrow()
  if (row.pps_number_encrypted === null)
    throw createBusinessRuleRefusal('NO_PPS_NUMBER', 'No PPS number is recorded for this member')
  return decryptRow(cipher, { ...row, tenant_id: place.tenantId, id: place.id })
}

interface EncryptedRow {
  id: string
  tenant_id: string
  pps_number_encrypted: string | null
  pps_number_binding: string | null
  pps_key_fingerprint: string | null
}

const decryptRow = (cipher: Cipher, row: EncryptedRow): string =>
  cipher.decrypt(
    {
      value: row.pps_number_encrypted ?? '',
      binding: row.pps_number_binding ?? '',
      keyFingerprint: row.pps_key_fingerprint ?? '',
    },
    buildRow({ tenantId: row.tenant_id, id: row.id }),
  )

/** Re-encryption decrypts each number, and so is recorded (Spec 2.6 rule 2). */
export const createPpsNumberRotation = (cipher: Cipher): KeyRotation<Place> => ({
  async reencryptBatch(tx, limit, after) {
    let query = tx
      .selectFrom('members')
      .select(['id', 'tenant_id', 'pps_number_encrypted', 'pps_number_binding', 'pps_key_fingerprint'])
      .where('pps_key_fingerprint', '<>', cipher.fingerprint)
    if (after !== null) query = query.where(sql<boolean>`(tenant_id, id) > (${after.tenantId}, ${after.id})`)
    const rows = await query
      // One firm after the other: each audit chain is locked once for all of its entries.
      .orderBy('tenant_id')
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
    let unreadable = 0
    for (const row of rows) {
      const plaintext = decryptRowOrNull(cipher, row)
      if (plaintext === null) unreadable += 1
      else await reencryptRow(cipher, tx, row, plaintext)
    }
    const last = rows.at(-1)
    return {
      moved: rows.length - unreadable,
      unreadable,
      last: last ? { tenantId: last.tenant_id, id: last.id } : null,
    }
  },
  countUnderOtherKeys: (tx) =>
    countRowsUnderOtherKeys(tx, 'members', 'pps_key_fingerprint', cipher.fingerprint),
})

/** Counts the stored PPS numbers, and those that the keys cannot decrypt. Returns no number. */
export async function countPpsNumbers(
  cipher: Cipher,
  readBatch: (after: Place | null) => Promise<EncryptedRow[]>,
): Promise<{ readable: number; unreadable: number }> {
  const count = { readable: 0, unreadable: 0 }
  for (let after: Place | null = null; ; ) {
    const rows: EncryptedRow[] = await readBatch(after)
    for (const row of rows) count[decryptRowOrNull(cipher, row) === null ? 'unreadable' : 'readable'] += 1
    const last = rows.at(-1)
    if (!last) return count
    after = { tenantId: last.tenant_id, id: last.id }
  }
}

/** The stored PPS numbers after a member, encrypted. */
export const loadEncryptedPpsNumbers = (
  tx: Tx,
  after: Place | null,
  limit: number,
): Promise<EncryptedRow[]> =>
  tx
    .selectFrom('members')
    .select(['id', 'tenant_id', 'pps_number_encrypted', 'pps_number_binding', 'pps_key_fingerprint'])
    .where('pps_key_fingerprint', 'is not', null)
    .where(sql<boolean>`(tenant_id, id) > (${after?.tenantId ?? ''}, ${after?.id ?? ''})`)
    .orderBy('tenant_id')
    .orderBy('id')
    .limit(limit)
    .execute()

function decryptRowOrNull(cipher: Cipher, row: EncryptedRow): string | null {
  try {
    return decryptRow(cipher, row)
  } catch (error) {
    if (error instanceof DecryptionError) return null
    throw error
  }
}

/** Keeps `version` and `updated_at`: the record that users see is unchanged. */
async function reencryptRow(cipher: Cipher, tx: Tx, row: EncryptedRow, plaintext: string): Promise<void> {
  const { id, tenant_id: tenantId } = row
  const { pps_number_encrypted, pps_number_binding, pps_key_fingerprint } = toPpsColumns(cipher, plaintext, {
    tenantId,
    id,
  })
  await tx
    .updateTable('members')
    .set({ pps_number_encrypted, pps_number_binding, pps_key_fingerprint })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
  await appendAuditEntry(
    tx,
    {
      tenantId,
      action: 'member.reencrypt-pps',
      entityType: 'member',
      entityId: id,
      previousState: { id, keyFingerprint: row.pps_key_fingerprint },
      newState: { id, keyFingerprint: cipher.fingerprint },
    },
    NO_ORIGIN,
  )
}
