/** Unfinished imports move under the current files key when that changes: the key of the file, and the options. */
import { countRowsUnderOtherKeys, type KeyRotation } from '../../../operation/rotation.ts'
import { type FileKeys, rewrapOrNull } from '../../../platform/files/encrypted-files.ts'
import { decryptText, encryptText, type TextKeys } from '../../../platform/sealed-text.ts'

/** They are kept for days only and their records do not change, so that no audit entry is written. */
export const createImportDraftKeyRotation = (files: FileKeys, keys: TextKeys): KeyRotation<string> => ({
  async reencryptBatch(tx, limit, after) {
    const rows = await tx
      .selectFrom('import_drafts')
      .select(['id', 'storage_key', 'sealed_key', 'key_fingerprint', 'sealed_options'])
      .where('key_fingerprint', '<>', files.fingerprint)
      .where('id', '>', after ?? '')
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
    let moved = 0
    for (const row of rows) {
      const options = decryptText(keys, row.sealed_options, row.id)
      const rewrapped = rewrapOrNull(files, {
        key: row.storage_key,
        wrappedKey: row.sealed_key,
        keyFingerprint: row.key_fingerprint,
      })
      if (options === null || rewrapped === null) continue
      await tx
        .updateTable('import_drafts')
        .set({
          sealed_key: rewrapped.wrappedKey,
          key_fingerprint: rewrapped.keyFingerprint,
          sealed_options: encryptText(keys, options, row.id),
        })
        .where('id', '=', row.id)
        .execute()
      moved += 1
    }
    return { moved, unreadable: rows.length - moved, last: rows.at(-1)?.id ?? null }
  },
  countUnderOtherKeys: (tx) =>
    countRowsUnderOtherKeys(tx, 'import_drafts', 'key_fingerprint', files.fingerprint),
})
