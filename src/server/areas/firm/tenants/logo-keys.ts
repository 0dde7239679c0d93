/** The keys of logos move under the current files key when that changes; the files themselves are not touched. */
import { countRowsUnderOtherKeys, type KeyRotation } from '../../../operation/rotation.ts'
import { type FileKeys, rewrapOrNull } from '../../../platform/files/encrypted-files.ts'

/** The logo stays the same, so that no audit entry is written. */
export const createLogoKeyRotation = (files: FileKeys): KeyRotation<string> => ({
  async reencryptBatch(tx, limit, after) {
    const rows = await tx
      .selectFrom('tenants')
      .select(['id', 'logo_storage_key', 'logo_sealed_key', 'logo_key_fingerprint'])
      .where('logo_key_fingerprint', '<>', files.fingerprint)
      .where('id', '>', after ?? '')
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
    let moved = 0
    for (const row of rows) {
      const rewrapped = rewrapOrNull(files, {
        key: row.logo_storage_key ?? '',
        wrappedKey: row.logo_sealed_key ?? '',
        keyFingerprint: row.logo_key_fingerprint ?? '',
      })
      if (rewrapped === null) continue
      await tx
        .updateTable('tenants')
        .set({ logo_sealed_key: rewrapped.wrappedKey, logo_key_fingerprint: rewrapped.keyFingerprint })
        .where('id', '=', row.id)
        .execute()
      moved += 1
    }
    return { moved, unreadable: rows.length - moved, last: rows.at(-1)?.id ?? null }
  },
  countUnderOtherKeys: (tx) =>
    countRowsUnderOtherKeys(tx, 'tenants', 'logo_key_fingerprint', files.fingerprint),
})
