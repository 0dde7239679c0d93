/** The keys of logos move under the current files key when that changes; the files themselves are not touched. */
import type { KeyRotation } from '../../../operation/rotation.ts'
import { FileDamaged, type FileKeys } from '../../../platform/files/sealed-files.ts'

/** The logo stays the same, so that no audit entry is written. */
export const createLogoKeyRotation = (files: FileKeys): KeyRotation<string> => ({
  async stretch(tx, limit, after) {
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
      const rewrapped = rewrapOrNull(files, row)
      if (rewrapped === null) continue
      await tx
        .updateTable('tenants')
        .set({ logo_sealed_key: rewrapped.sealedKey, logo_key_fingerprint: rewrapped.keyFingerprint })
        .where('id', '=', row.id)
        .execute()
      moved += 1
    }
    return { moved, unreadable: rows.length - moved, last: rows.at(-1)?.id ?? null }
  },
  async countUnderOtherKeys(tx) {
    const { count } = await tx
      .selectFrom('tenants')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('logo_key_fingerprint', '<>', files.fingerprint)
      .executeTakeFirstOrThrow()
    return count
  },
})

function rewrapOrNull(
  files: FileKeys,
  row: {
    logo_storage_key: string | null
    logo_sealed_key: string | null
    logo_key_fingerprint: string | null
  },
): ReturnType<FileKeys['rewrap']> | null {
  try {
    return files.rewrap({
      key: row.logo_storage_key ?? '',
      sealedKey: row.logo_sealed_key ?? '',
      keyFingerprint: row.logo_key_fingerprint ?? '',
    })
  } catch (error) {
    if (error instanceof FileDamaged) return null
    throw error
  }
}
