/** The keys of stored files move under the current files key when that changes; the files themselves are not touched. */
import { sql } from 'kysely'
import { countRowsUnderOtherKeys, type KeyRotation } from '../../../operation/rotation.ts'
import { appendAuditEntry, NO_ORIGIN } from '../../../pipeline/audit-log.ts'
import type { Tx } from '../../../platform/database.ts'
import { type FileKeys, rewrapOrNull } from '../../../platform/files/encrypted-files.ts'

/** Names a version. */
interface Place {
  tenantId: string
  documentId: string
  number: number
}

export const createFileKeyRotation = (files: FileKeys): KeyRotation<Place> => ({
  async reencryptBatch(tx, limit, after) {
    let query = tx
      .selectFrom('document_versions')
      .select(['tenant_id', 'document_id', 'number', 'storage_key', 'sealed_key', 'key_fingerprint'])
      .where('key_fingerprint', '<>', files.fingerprint)
    if (after !== null)
      query = query.where(
        sql<boolean>`(tenant_id, document_id, number) > (${after.tenantId}, ${after.documentId}, ${after.number}::int)`,
      )
    const rows = await query
      // One firm after the other: each chain is locked once for all of its entries.
      .orderBy('tenant_id')
      .orderBy('document_id')
      .orderBy('number')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
    let unreadable = 0
    for (const row of rows) {
      const rewrapped = rewrapOrNull(files, {
        key: row.storage_key,
        wrappedKey: row.sealed_key,
        keyFingerprint: row.key_fingerprint,
      })
      if (rewrapped === null) unreadable += 1
      else await rewrapRow(tx, row, rewrapped)
    }
    const last = rows.at(-1)
    return {
      moved: rows.length - unreadable,
      unreadable,
      last: last ? { tenantId: last.tenant_id, documentId: last.document_id, number: last.number } : null,
    }
  },
  countUnderOtherKeys: (tx) =>
    countRowsUnderOtherKeys(tx, 'document_versions', 'key_fingerprint', files.fingerprint),
})

interface EncryptedRow {
  tenant_id: string
  document_id: string
  number: number
  key_fingerprint: string
}

/** Neither `version` nor `updated_at` of the document moves: the record that people see is the same. */
async function rewrapRow(
  tx: Tx,
  { tenant_id: tenantId, document_id: documentId, number, key_fingerprint }: EncryptedRow,
  { wrappedKey, keyFingerprint }: ReturnType<FileKeys['rewrap']>,
): Promise<void> {
  await tx
    .updateTable('document_versions')
    .set({ sealed_key: wrappedKey, key_fingerprint: keyFingerprint })
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .where('number', '=', number)
    .execute()
  await appendAuditEntry(
    tx,
    {
      tenantId,
      action: 'document.rewrap-key',
      entityType: 'document',
      entityId: documentId,
      previousState: { id: documentId, number, keyFingerprint: key_fingerprint },
      newState: { id: documentId, number, keyFingerprint },
    },
    NO_ORIGIN,
  )
}
