/** Virus scans, after the upload was answered: a version is not served before its scan, and never where it is infected. */
import type { DocumentStatus } from '../../../../contract/documents.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import { updated } from '../../../pipeline/define-operation.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import { type EncryptedFiles, FileDamaged } from '../../../platform/files/encrypted-files.ts'
import { FileMissing } from '../../../platform/files/file-store.ts'
import type { Log } from '../../../platform/log.ts'
import { ScannerUnavailable, type VirusScanner } from '../../../platform/virus-scanner.ts'
import { auditedDocument, documents, lockDocument } from './records.ts'

interface Pending {
  documentId: string
  number: number
}

const SCANNED_AT_ONCE = 50
/** More, so that files without a verdict do not stand in the way of the others. */
const LOOKED_AT_ONCE = 500

export interface DocumentScansOptions {
  files: EncryptedFiles
  scanner: VirusScanner
  pipeline: Pick<Pipeline, 'actAs'>
  log: Log
}

export function createDocumentScans({ files, scanner, pipeline, log }: DocumentScansOptions) {
  const look = <T>(work: Parameters<typeof pipeline.actAs<T>>[2]) =>
    pipeline.actAs(SYSTEM, 'document.scan', work)

  /**
   * Answers whether a verdict was recorded. Where two instances scan the same version, one of them records it.
   * ScannerUnavailable leaves it pending, for housekeeping to try again.
   */
  async function scan({ documentId, number }: Pending): Promise<boolean> {
    const row = await look(async (tx) => ({
      answer: await tx
        .selectFrom('document_versions')
        .select(['storage_key', 'sealed_key', 'key_fingerprint', 'size_bytes'])
        .where('document_id', '=', documentId)
        .where('number', '=', number)
        .where('av_scan', '=', 'PENDING')
        .executeTakeFirst(),
      changes: [],
    }))
    if (!row) return false
    const found = await scanner.scan(
      await files.decrypt({
        key: row.storage_key,
        wrappedKey: row.sealed_key,
        keyFingerprint: row.key_fingerprint,
        sizeBytes: row.size_bytes,
      }),
    )
    return look(async (tx) => {
      if (!(await lockDocument(tx, documentId))) return { answer: false, changes: [] }
      const before = await documents.require(tx, documentId)
      const { numUpdatedRows } = await tx
        .updateTable('document_versions')
        .set(({ fn }) => ({
          av_scan: found.verdict,
          signature: found.verdict === 'INFECTED' ? found.signature : null,
          scanned_at: fn('clock_timestamp'),
        }))
        .where('document_id', '=', documentId)
        .where('number', '=', number)
        .where('av_scan', '=', 'PENDING')
        .executeTakeFirst()
      // Another instance was quicker.
      if (numUpdatedRows === 0n) return { answer: false, changes: [] }
      await tx
        .updateTable('documents')
        .set(({ eb, fn }) => ({
          status: getStatusAfterScan(found.verdict, before.status, before.number === number),
          version: eb('version', '+', 1),
          updated_at: fn('clock_timestamp'),
        }))
        .where('id', '=', documentId)
        .execute()
      const { changes } = updated(auditedDocument, before, await documents.require(tx, documentId), {
        scannedVersion: number,
        verdict: found.verdict,
      })
      return { answer: true, changes: changes.map((change) => ({ ...change, tenantId: before.tenantId })) }
    })
  }

  /** Is it this file that gets no verdict, or are they all? */
  const isAway = (): Promise<boolean> =>
    scanner.ping().then(
      () => false,
      () => true,
    )

  return {
    scan,
    /** Returns the number of files with a verdict. A file without one stays pending and is logged; the others continue. */
    async scanPending(): Promise<number> {
      const pending = await look(async (tx) => ({
        answer: await tx
          .selectFrom('document_versions')
          .select(['document_id as documentId', 'number', 'storage_key as storageKey'])
          .where('av_scan', '=', 'PENDING')
          .orderBy('created_at')
          .limit(LOOKED_AT_ONCE)
          .execute(),
        changes: [],
      }))
      let scanned = 0
      for (const { storageKey, ...one } of pending) {
        if (scanned === SCANNED_AT_ONCE) break
        try {
          if (await scan(one)) scanned += 1
        } catch (error) {
          if (!isOfThisFile(error)) throw error
          log.error('virus scan failed for a file', { storageKey, error })
          if (error instanceof ScannerUnavailable && (await isAway())) break
        }
      }
      return scanned
    },
  }
}
export type DocumentScans = ReturnType<typeof createDocumentScans>

const isOfThisFile = (error: unknown): boolean =>
  error instanceof ScannerUnavailable || error instanceof FileDamaged || error instanceof FileMissing

/** Infected in any version, the document is closed; clean in the version that stands, it can be worked with. */
function getStatusAfterScan(
  verdict: 'CLEAN' | 'INFECTED',
  status: DocumentStatus,
  isCurrent: boolean,
): DocumentStatus {
  if (verdict === 'INFECTED') return 'QUARANTINED'
  return isCurrent && status === 'UPLOADED' ? 'DRAFT' : status
}
