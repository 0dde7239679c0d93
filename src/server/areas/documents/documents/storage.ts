/**
 * Stores and reads document files. A key is recorded as unclaimed before the first byte; the record's transaction claims it, and a removed
 * record releases its keys. A crash leaves an unclaimed file, never a record without a file.
 */
import { sql } from 'kysely'
import type { Upload, UploadHandler } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createConflictRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import type { EncryptedFile, EncryptedFiles } from '../../../platform/files/encrypted-files.ts'
import { createId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import {
  addFileExtension,
  createFileTypeRefusal,
  detectArchiveType,
  detectContentType,
  HEAD_BYTES,
  isText,
  isTextType,
} from './content-type.ts'

/** A file in the store that no record names yet. */
export interface StoredFile {
  key: string
  fileName: string
  mimeType: string
  sizeBytes: number
  wrappedKey: string
  keyFingerprint: string
}
export type StoredUpload = Upload<StoredFile>

type Note = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Longer than any request lasts. */
const UNCLAIMED_FOR = '1 hour'
const SWEPT_AT_ONCE = 200

export function createDocumentStorage({ files, log }: { files: EncryptedFiles; log: Log }) {
  /**
   * Removes unclaimed files and returns their number. Waits for an uncommitted claim: afterwards the file is either claimed and stays, or
   * can no longer be claimed.
   */
  async function release(keys: readonly string[], note: Note): Promise<number> {
    let removed = 0
    for (const key of keys) {
      const { numUpdatedRows: doomed } = await note((tx) =>
        tx
          .updateTable('unclaimed_files')
          .set({ is_doomed: true })
          .where('storage_key', '=', key)
          .executeTakeFirst(),
      )
      if (doomed === 0n) continue
      await files.remove(key)
      await note((tx) => tx.deleteFrom('unclaimed_files').where('storage_key', '=', key).execute())
      removed += 1
    }
    return removed
  }

  const incoming: UploadHandler<StoredFile> = {
    async receive({ source, fileName, actor, inBookkeepingTransaction }) {
      // A generated key says nothing about the file.
      const key = `${actor.tenantId}/${createId()}`
      await inBookkeepingTransaction((tx) =>
        tx.insertInto('unclaimed_files').values({ tenant_id: actor.tenantId, storage_key: key }).execute(),
      )
      try {
        const inspected = inspect(source, fileName)
        const { sizeBytes, wrappedKey, keyFingerprint } = await files.encrypt(key, inspected.bytes)
        if (sizeBytes === 0)
          throw createBusinessRuleRefusal('EMPTY_FILE', 'The file is empty', { field: 'file' })
        const mimeType =
          inspected.type() ??
          (await detectArchiveType(
            await files.decrypt({ key, wrappedKey, keyFingerprint, sizeBytes }),
            fileName,
          ))
        return {
          key,
          fileName: addFileExtension(mimeType, fileName),
          mimeType,
          sizeBytes,
          wrappedKey,
          keyFingerprint,
        }
      } catch (error) {
        await release([key], inBookkeepingTransaction).catch(() => {})
        throw error
      }
    },
    async discard({ key }, { inBookkeepingTransaction }) {
      await release([key], inBookkeepingTransaction)
    },
  }

  return {
    incoming,
    release,
    /** Opens a file. If it is missing or damaged, before its first byte or later, logs its key. */
    async open(file: EncryptedFile): Promise<AsyncIterableIterator<Uint8Array>> {
      const refuse = (error: unknown): never => {
        log.error('a stored file could not be read', { storageKey: file.key, error })
        throw error
      }
      const content = await files.decrypt(file).catch(refuse)
      const contents: AsyncIterableIterator<Uint8Array> = {
        [Symbol.asyncIterator]: () => contents,
        next: () => content.next().catch(refuse),
        return: async () => (await content.return?.()) ?? { done: true, value: undefined },
      }
      return contents
    },
    /** Removes files unclaimed for an hour and returns their number. */
    async sweep(note: Note): Promise<number> {
      const left = await note((tx) =>
        tx
          .selectFrom('unclaimed_files')
          .select('storage_key')
          .where('created_at', '<', sql<Date>`clock_timestamp() - interval '${sql.raw(UNCLAIMED_FOR)}'`)
          .orderBy('created_at')
          .limit(SWEPT_AT_ONCE)
          .execute(),
      )
      return release(
        left.map(({ storage_key }) => storage_key),
        note,
      )
    },
  }
}
export type DocumentStorage = ReturnType<typeof createDocumentStorage>

/** Claims the file for a record. 409 if it took so long that the file was removed. */
export async function claimFile(tx: Tx, key: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('unclaimed_files')
    .where('storage_key', '=', key)
    .where('is_doomed', '=', false)
    .executeTakeFirst()
  if (numDeletedRows === 0n)
    throw createConflictRefusal('The upload took too long: send the file again', { code: 'UPLOAD_EXPIRED' })
}

/** Releases the files of a record being deleted: they are removed after the commit. */
export async function releaseFiles(tx: Tx, tenantId: string, documentId: string): Promise<string[]> {
  const keys = await tx
    .deleteFrom('document_versions')
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .returning('storage_key')
    .execute()
  await tx
    .insertInto('unclaimed_files')
    .values(keys.map(({ storage_key }) => ({ tenant_id: tenantId, storage_key })))
    .execute()
  return keys.map(({ storage_key }) => storage_key)
}

/** Passes the bytes through and detects their type; refuses a type that is not allowed before all of it is stored. */
function inspect(
  source: AsyncIterable<Uint8Array>,
  fileName: string,
): { bytes: AsyncIterable<Uint8Array>; type(): string | null } {
  let type: string | null = null
  async function* passing(): AsyncGenerator<Uint8Array> {
    const chunks: Uint8Array[] = []
    let held = 0
    let isDecided = false
    const decide = async (): Promise<Buffer> => {
      const head = Buffer.concat(chunks)
      if (head.length > 0) type = await detectContentType(head, fileName)
      isDecided = true
      return head
    }
    for await (const chunk of source) {
      if (isDecided) {
        if (type !== null && isTextType(type) && !isText(chunk)) throw createFileTypeRefusal()
        yield chunk
        continue
      }
      chunks.push(chunk)
      held += chunk.length
      if (held >= HEAD_BYTES) yield await decide()
    }
    if (!isDecided) yield await decide()
  }
  return { bytes: passing(), type: () => type }
}
