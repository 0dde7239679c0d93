/** Unfinished imports move under the current files key when that changes: the key of the file, and the options. */
import type { KeyRotation } from '../../../operation/rotation.ts'
import { FileDamaged, type FileKeys } from '../../../platform/files/sealed-files.ts'
import { openText, type SealingKeys, sealText } from '../../../platform/sealed-text.ts'

/** They are kept for days only and their records do not change, so that no audit entry is written. */
export const createImportDraftKeyRotation = (files: FileKeys, keys: SealingKeys): KeyRotation<string> => ({
  async stretch(tx, limit, after) {
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
      const options = openText(keys, row.sealed_options, row.id)
      const rewrapped = rewrapOrNull(files, row)
      if (options === null || rewrapped === null) continue
      await tx
        .updateTable('import_drafts')
        .set({
          sealed_key: rewrapped.sealedKey,
          key_fingerprint: rewrapped.keyFingerprint,
          sealed_options: sealText(keys, options, row.id),
        })
        .where('id', '=', row.id)
        .execute()
      moved += 1
    }
    return { moved, unreadable: rows.length - moved, last: rows.at(-1)?.id ?? null }
  },
  async countUnderOtherKeys(tx) {
    const { count } = await tx
      .selectFrom('import_drafts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('key_fingerprint', '<>', files.fingerprint)
      .executeTakeFirstOrThrow()
    return count
  },
})

function rewrapOrNull(
  files: FileKeys,
  row: { storage_key: string; sealed_key: string; key_fingerprint: string },
): ReturnType<FileKeys['rewrap']> | null {
  try {
    return files.rewrap({
      key: row.storage_key,
      sealedKey: row.sealed_key,
      keyFingerprint: row.key_fingerprint,
    })
  } catch (error) {
    if (error instanceof FileDamaged) return null
    throw error
  }
}
