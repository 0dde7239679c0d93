/** Sends the bytes of a version to users who may see its document; infected and unscanned files are never sent. */
import type { RunQuery, Streamed } from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createNotFoundRefusal,
} from '../../../pipeline/refusal.ts'
import { buildVersionForTrustees } from './records.ts'
import type { DocumentStorage } from './storage.ts'

export async function openDocumentContent(
  runQuery: RunQuery,
  storage: DocumentStorage,
  { id, version }: { id: string; version?: number | undefined },
): Promise<Streamed> {
  const [rows] = await runQuery({
    text: `select v.storage_key, v.sealed_key, v.key_fingerprint, v.size_bytes, v.file_name, v.mime_type, v.av_scan, d.status
             from documents d join document_versions v on v.tenant_id = d.tenant_id and v.document_id = d.id
            where d.id = $1 and v.number = coalesce($2::int, d.current_version)
              and ${buildVersionForTrustees('v.number', 'd.current_version')}`,
    values: [id, version ?? null],
  })
  const row = rows?.[0]
  if (!row) throw createNotFoundRefusal()
  const [key, wrappedKey, keyFingerprint, size, fileName, mimeType, scan, status] = row as string[]
  if (status === 'QUARANTINED' || scan === 'INFECTED')
    throw createBusinessRuleRefusal(
      'QUARANTINED',
      'A version of this document is infected and cannot be downloaded: add a clean version',
    )
  if (scan === 'PENDING')
    throw createConflictRefusal('The file is being scanned for viruses: try again in a minute', {
      code: 'SCAN_PENDING',
    })
  const sizeBytes = Number(size)
  return {
    content: await storage.open({ key, wrappedKey, keyFingerprint, sizeBytes } as never),
    contentType: mimeType as string,
    fileName: fileName as string,
    sizeBytes,
  }
}
