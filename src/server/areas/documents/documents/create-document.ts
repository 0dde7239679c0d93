/** How a document and its versions come to be: uploaded, or made by the service itself. */
import type { z } from 'zod'
import { type DocumentRecord, updateDocument } from '../../../../contract/documents.ts'
import { TenantSettings } from '../../../../contract/tenants.ts'
import { toColumns } from '../../../operation/columns.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { addYears } from './rules.ts'
import { claim, type StoredUpload } from './storage.ts'

/** What its current version is until a scanner has seen it. */
export const getFirstStatus = (hasScanner: boolean) => (hasScanner ? 'UPLOADED' : 'DRAFT')

type New = Pick<
  DocumentRecord,
  | 'tenantId'
  | 'schemeId'
  | 'employerId'
  | 'memberId'
  | 'kind'
  | 'title'
  | 'visibility'
  | 'periodEndOn'
  | 'effectiveOn'
  | 'receivedOn'
  | 'retainUntilOn'
  | 'signedBy'
  | 'signedOn'
  | 'isFromEmployer'
>

/** Its id. The file is claimed, and kept for the retention years of the firm unless said. */
export async function addDocument(
  { tx, actor, hasScanner, today }: { tx: Tx; actor: Actor; hasScanner: boolean; today: string },
  document: New,
  upload: StoredUpload,
): Promise<string> {
  await claim(tx, upload.content.key)
  const id = createId()
  const { tenantId } = document
  await tx
    .insertInto('documents')
    .values({
      id,
      tenant_id: tenantId,
      scheme_id: document.schemeId,
      employer_id: document.employerId,
      member_id: document.memberId,
      status: getFirstStatus(hasScanner),
      signed_by: document.signedBy,
      signed_on: document.signedOn,
      is_from_employer: document.isFromEmployer,
      created_by: actor.id,
      ...toDocumentColumns(document),
      retain_until_on:
        document.retainUntilOn ?? (await keptUntil(tx, tenantId, document.receivedOn ?? today)),
    })
    .execute()
  await insertVersion(tx, { tenantId, id, number: 1 }, upload, actor, hasScanner)
  return id
}

async function keptUntil(tx: Tx, tenantId: string, from: string): Promise<string> {
  const { settings } = await tx
    .selectFrom('tenants')
    .select('settings')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return addYears(from, TenantSettings.parse(settings).retentionYears)
}

export const insertVersion = (
  tx: Tx,
  { tenantId, id, number }: { tenantId: string; id: string; number: number },
  { content, sha256 }: StoredUpload,
  actor: Actor,
  hasScanner: boolean,
) =>
  tx
    .insertInto('document_versions')
    .values({
      tenant_id: tenantId,
      document_id: id,
      number,
      id: createId(),
      file_name: content.fileName,
      search_key: searchKey(content.fileName),
      mime_type: content.mimeType,
      size_bytes: content.sizeBytes,
      sha256,
      storage_key: content.key,
      sealed_key: content.sealedKey,
      key_fingerprint: content.keyFingerprint,
      av_scan: hasScanner ? 'PENDING' : 'NOT_SCANNED',
      created_by: actor.id,
    })
    .execute()

export const toDocumentColumns = (input: z.output<typeof updateDocument.input>) => ({
  ...toColumns(updateDocument.input, input),
  search_key: searchKey(input.title),
})
