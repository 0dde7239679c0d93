/**
 * Stores and reads document files. A key is recorded as unclaimed before the first byte; the record's transaction claims it, and a removed
 * record releases its keys. A crash leaves an unclaimed file, never a record without a file.
 */
import { sql } from 'kysely'
import type { Upload, UploadHandler } from '../../../operation/upload.ts'
import { conflict, rule } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import type { SealedFile, SealedFiles } from '../../../platform/files/sealed-files.ts'
import { createId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import {
  addFileExtension,
  detectArchiveType,
  HEAD_BYTES,
  isText,
  isTextType,
  refuseFileType,
  typeOfHead,
} from './content-type.ts'

/** A file in the store that no record names yet. */
export interface StoredFile {
  key: string
  fileName: string
  mimeType: string
  sizeBytes: number
  sealedKey: string
  keyFingerprint: string
}
export type StoredUpload = Upload<StoredFile>

type Note = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** For longer than any request lasts. */
const UNCLAIMED_FOR = '1 hour'
const SWEPT_AT_ONCE = 200

export function createDocumentStorage({ files, log }: { files: SealedFiles; log: Log }) {
  /**
   * Removes unclaimed files and returns their number. It waits for a claim whose outcome is not known yet:
   * afterwards the file is either claimed, and stays, or doomed, and cannot be claimed any more.
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
      // The key is made here and says nothing about the file.
      const key = `${actor.tenantId}/${createId()}`
      await inBookkeepingTransaction((tx) =>
        tx.insertInto('unclaimed_files').values({ tenant_id: actor.tenantId, storage_key: key }).execute(),
      )
      try {
        const inspected = inspect(source, fileName)
        const { sizeBytes, sealedKey, keyFingerprint } = await files.seal(key, inspected.bytes)
        if (sizeBytes === 0) throw rule('EMPTY_FILE', 'The file is empty', { field: 'file' })
        const mimeType =
          inspected.type() ??
          (await detectArchiveType(await files.open({ key, sealedKey, keyFingerprint, sizeBytes }), fileName))
        return {
          key,
          fileName: addFileExtension(mimeType, fileName),
          mimeType,
          sizeBytes,
          sealedKey,
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
    /** Opens it; the log names the key of what turns out to be missing or damaged, before its first byte or after it. */
    async open(file: SealedFile): Promise<AsyncIterableIterator<Uint8Array>> {
      const refuse = (error: unknown): never => {
        log.error('a stored file could not be read', { storageKey: file.key, error })
        throw error
      }
      const content = await files.open(file).catch(refuse)
      const told: AsyncIterableIterator<Uint8Array> = {
        [Symbol.asyncIterator]: () => told,
        next: () => content.next().catch(refuse),
        return: async () => (await content.return?.()) ?? { done: true, value: undefined },
      }
      return told
    },
    /** What stood unclaimed for an hour: answers how many files were removed. */
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

/** From here on the record answers for the file. 409 where it took so long that the file was swept. */
export async function claim(tx: Tx, key: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('unclaimed_files')
    .where('storage_key', '=', key)
    .where('is_doomed', '=', false)
    .executeTakeFirst()
  if (numDeletedRows === 0n)
    throw conflict('The upload took too long: send the file again', { code: 'UPLOAD_EXPIRED' })
}

/** The record is being deleted: its files lose their owner and are removed after the commit. */
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

/** Lets the bytes through and finds out what they are; what is not kept is refused before all of it is stored. */
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
      if (head.length > 0) type = await typeOfHead(head, fileName)
      isDecided = true
      return head
    }
    for await (const chunk of source) {
      if (isDecided) {
        if (type !== null && isTextType(type) && !isText(chunk)) throw refuseFileType()
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
