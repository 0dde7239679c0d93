/**
 * Keeps the files of imports. The file of a dry run is stored encrypted before the transaction, which claims it for an unfinished import;
 * later requests use the stored file, so that it never returns to a browser.
 */
import { sql } from 'kysely'
import { type ImportDraftKind, KEPT_DAYS, MOST_IMPORT_DRAFTS } from '../../../../contract/import-drafts.ts'
import type { Actor, InBookkeepingTransaction } from '../../../pipeline/access-scope.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import type { Upload } from '../../../pipeline/define-operation.ts'
import { type Changed, type RunQuery, refuseAndRecord } from '../../../pipeline/define-operation.ts'
import {
  createConflictRefusal,
  createInvalidFieldRefusal,
  createNotFoundRefusal,
  Refusal,
} from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import type { EncryptedFile, EncryptedFiles } from '../../../platform/files/encrypted-files.ts'
import { createId } from '../../../platform/ids.ts'
import { decryptText, encryptText, type TextKeys } from '../../../platform/sealed-text.ts'
import { claimFile } from '../../documents/documents/index.ts'
import { formatOptions, type ImportInput, restoreMaskedEdits } from './kept-options.ts'
import { createImportDraftKeyRotation } from './key-rotation.ts'
import { auditedImportDraft, importDrafts } from './records.ts'

/** Facts of a checked file, for the list of unfinished imports. */
export interface CheckedFacts {
  schemeId?: string
  payrollMonth?: string
  rowCount: number
  rejectedCount: number
}

/** The file of one request, and what becomes of its unfinished import. */
export interface KeptFile {
  /** After a dry run: stores or updates the unfinished import. Undefined if the file is not kept. */
  save(tx: Tx, facts: CheckedFacts): Promise<{ id: string; changes: Change[] } | undefined>
  /** After the import: deletes the unfinished import. 409 if another request has done so. */
  finish(tx: Tx): Promise<Change[]>
}

/** A file that was read, or whose columns are refused: it is kept too, because the user answers the refusal by choosing columns. */
export type UsedFile<R> = { upload: Upload<Buffer>; kept: KeptFile } & ({ read: R } | { refusal: Refusal })

interface Call<I> {
  input: I
  actor: Actor
  runQuery: RunQuery
  /** Null if the input names an unfinished import. */
  upload: Upload<Buffer> | null
  inBookkeepingTransaction: InBookkeepingTransaction
}

export interface ImportFiles {
  keyRotation: ReturnType<typeof createImportDraftKeyRotation>
  /** Removes files that no record refers to any more. */
  release: (keys: readonly string[]) => Promise<unknown>
  /** Reads the file of a request with `read`, and keeps it if the request asks for that. */
  use<I extends ImportInput, R>(
    kind: ImportDraftKind,
    call: Call<I>,
    read: (upload: Upload<Buffer>, input: I) => Promise<R>,
  ): Promise<UsedFile<R>>
  openOptions(id: string, sealed: string): string | null
}

interface Stored {
  id: string
  upload: Upload<Buffer>
  options: string
}

export function createImportFiles({
  files,
  keys,
  release,
}: {
  files: EncryptedFiles
  keys: TextKeys
  release: ImportFiles['release']
}): ImportFiles {
  const storeFile = async (
    { content }: Upload<Buffer>,
    tenantId: string,
    inBookkeepingTransaction: InBookkeepingTransaction,
  ): Promise<EncryptedFile> => {
    const key = `${tenantId}/${createId()}`
    await inBookkeepingTransaction((tx) =>
      tx.insertInto('unclaimed_files').values({ tenant_id: tenantId, storage_key: key }).execute(),
    )
    return { key, ...(await files.encrypt(key, streamPieces(content))) }
  }

  async function openDraft(runQuery: RunQuery, kind: ImportDraftKind, id: string): Promise<Stored> {
    const [rows] = await runQuery({
      text: `select file_name, sha256, size_bytes, storage_key, sealed_key, key_fingerprint, sealed_options
               from import_drafts where id = $1 and kind = $2 and expires_at > clock_timestamp()`,
      values: [id, kind],
    })
    const row = rows?.[0]
    if (!row) throw createNotFoundRefusal()
    const [fileName, sha256, size, key, wrappedKey, keyFingerprint, sealed] = row as string[]
    const options = decryptText(keys, sealed as string, id)
    if (options === null) throw new Error('No configured key decrypts an unfinished import')
    const sizeBytes = Number(size)
    const chunks: Uint8Array[] = []
    // A chunk is valid until the next one is read.
    for await (const chunk of await files.decrypt({
      key,
      wrappedKey,
      keyFingerprint,
      sizeBytes,
    } as EncryptedFile))
      chunks.push(Buffer.from(chunk))
    const content = Buffer.concat(chunks)
    return {
      id,
      options,
      upload: { fileName: fileName as string, sha256: sha256 as string, sizeBytes, content },
    }
  }

  return {
    keyRotation: createImportDraftKeyRotation(files, keys),
    release,
    async use(kind, { input: given, actor, runQuery, upload: sent, inBookkeepingTransaction }, read) {
      const draftId = sent ? undefined : given.importDraftId
      const stored = draftId === undefined ? null : await openDraft(runQuery, kind, draftId)
      const upload = sent ?? stored?.upload
      if (!upload) throw createInvalidFieldRefusal('file', 'Choose a file')
      const input = stored ? restoreMaskedEdits(given, stored.options) : given
      const isKept = given.dryRun && given.keep && actor.role !== 'SuperAdmin'
      const found = await read(upload, input).then(
        (result) => ({ read: result }),
        (error: unknown) => {
          if (!isKept || !(error instanceof Refusal && isAboutColumns(error))) throw error
          return { refusal: error }
        },
      )
      const file =
        isKept && !stored ? await storeFile(upload, actor.tenantId, inBookkeepingTransaction) : null
      const kept: KeptFile = {
        async save(tx, facts) {
          if (stored && isKept) return updateDraft(tx, keys, stored.id, input, facts)
          return file ? addDraft(tx, keys, { kind, actor, input, facts, file, upload }) : undefined
        },
        finish: async (tx) => (stored ? [(await deleteDraft(tx, stored.id)).change] : []),
      }
      return { ...found, upload, kept }
    },
    openOptions: (id, sealed) => decryptText(keys, sealed, id),
  }
}

const isAboutColumns = ({ details, issues }: Refusal): boolean =>
  details?.code === 'F03' || (issues?.some(({ path }) => path[0] === 'mapping') ?? false)

/** Keeps a file that is refused as a whole, and names the unfinished import in the refusal; refuses only, if the file is not kept. */
export async function storeAndRefuse(
  tx: Tx,
  kept: KeptFile,
  refusal: Refusal,
  facts: CheckedFacts,
): Promise<Changed<never>> {
  const saved = await kept.save(tx, facts)
  if (!saved) throw refusal
  const { status, message, details, issues } = refusal
  const more = { details: { ...details, importDraftId: saved.id }, ...(issues && { issues }) }
  return refuseAndRecord(new Refusal(status, message, more), ...saved.changes)
}

async function* streamPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const EXPIRES_AT = sql<string>`clock_timestamp() + make_interval(days => ${sql.lit(KEPT_DAYS)})`

const buildColumns = (
  keys: TextKeys,
  id: string,
  input: ImportInput,
  { schemeId, payrollMonth, rowCount, rejectedCount }: CheckedFacts,
) => ({
  scheme_id: schemeId ?? null,
  payroll_month: payrollMonth ?? null,
  row_count: rowCount,
  rejected_count: rejectedCount,
  sealed_options: encryptText(keys, formatOptions(input), id),
  expires_at: EXPIRES_AT,
})

async function addDraft(
  tx: Tx,
  keys: TextKeys,
  {
    kind,
    actor,
    input,
    facts,
    file,
    upload,
  }: {
    kind: ImportDraftKind
    actor: Actor
    input: ImportInput
    facts: CheckedFacts
    file: EncryptedFile
    upload: Upload<Buffer>
  },
): Promise<{ id: string; changes: Change[] } | undefined> {
  const { count } = await tx
    .selectFrom('import_drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_by', '=', actor.id)
    .executeTakeFirstOrThrow()
  // The stored file stays unclaimed: housekeeping removes it.
  if (count >= MOST_IMPORT_DRAFTS) return undefined
  await claimFile(tx, file.key)
  const id = createId()
  await tx
    .insertInto('import_drafts')
    .values({
      id,
      tenant_id: actor.tenantId,
      kind,
      employer_id: actor.employerId,
      file_name: upload.fileName,
      size_bytes: upload.sizeBytes,
      sha256: upload.sha256,
      storage_key: file.key,
      sealed_key: file.wrappedKey,
      key_fingerprint: file.keyFingerprint,
      created_by: actor.id,
      ...buildColumns(keys, id, input, facts),
    })
    .execute()
  const after = await importDrafts.require(tx, id)
  return {
    id,
    changes: [{ audited: auditedImportDraft, action: 'import-draft.create', before: null, after }],
  }
}

/** Each check of the file is kept; the audit log has the beginning and the end of the import. */
async function updateDraft(
  tx: Tx,
  keys: TextKeys,
  id: string,
  input: ImportInput,
  facts: CheckedFacts,
): Promise<{ id: string; changes: Change[] }> {
  const { numUpdatedRows } = await tx
    .updateTable('import_drafts')
    .set({
      ...buildColumns(keys, id, input, facts),
      version: sql`version + 1`,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw createNotFoundRefusal()
  return { id, changes: [] }
}

/** The file becomes unclaimed: housekeeping removes it, unless the caller does after the commit. */
export async function deleteDraft(tx: Tx, id: string): Promise<{ change: Change; storageKey: string }> {
  const before = await importDrafts.require(tx, id)
  const deleted = await tx
    .deleteFrom('import_drafts')
    .where('id', '=', id)
    .returning(['tenant_id', 'storage_key'])
    .executeTakeFirst()
  if (!deleted)
    throw createConflictRefusal('Another user has finished or discarded this import', {
      code: 'IMPORT_FINISHED',
    })
  await tx.insertInto('unclaimed_files').values(deleted).execute()
  return {
    change: { audited: auditedImportDraft, action: 'import-draft.remove', before, after: null },
    storageKey: deleted.storage_key,
  }
}
