/** Deletes documents with their versions: one that a user removes, or those of a member whose personal data are erased. */
import type { DocumentRecord } from '../../../../contract/documents.ts'
import { removeDocument } from '../../../../contract/documents.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import { createConflictRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { auditedDocument, documents, lockDocument } from './records.ts'
import { releaseFiles } from './storage.ts'

/** Deletes a locked document. Its files, whose keys are returned, are removed after the commit. */
export async function deleteDocument(
  tx: Tx,
  document: DocumentRecord,
): Promise<{ keys: string[]; also: Change[] }> {
  const keys = await releaseFiles(tx, document.tenantId, document.id)
  const also = await forgetSuccessor(tx, document)
  await refuseEvidence(tx.deleteFrom('documents').where('id', '=', document.id).execute())
  return { keys, also }
}

/** Deletes all documents addressed to a member, also those whose retention has not ended: the caller has decided that. */
export async function deleteDocumentsOfMember(
  tx: Tx,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<{ keys: string[]; changes: Change[] }> {
  const found = await tx
    .selectFrom('documents')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', id)
    .orderBy('id')
    .execute()
  const keys: string[] = []
  const changes: Change[] = []
  for (const one of found) {
    const before = await requireLockedDocument(tx, one.id)
    const deleted = await deleteDocument(tx, before)
    keys.push(...deleted.keys)
    changes.push(...deleted.also, {
      audited: auditedDocument,
      before,
      after: null,
      action: removeDocument.name,
    })
  }
  return { keys, changes }
}

export async function requireLockedDocument(tx: Tx, id: string): Promise<DocumentRecord> {
  await lockDocument(tx, id)
  return documents.require(tx, id)
}

/** A document that a record names as evidence cannot be removed: 409. */
async function refuseEvidence(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if ((error as { code?: string }).code !== '23503') throw error
    throw createConflictRefusal('A record refers to this document: remove the reference there first', {
      code: 'NAMED_ELSEWHERE',
    })
  }
}

/** Documents it had superseded stay superseded, without a successor. */
async function forgetSuccessor(tx: Tx, { tenantId, id }: DocumentRecord): Promise<Change[]> {
  const superseded = await tx
    .selectFrom('documents')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('superseded_by_id', '=', id)
    .execute()
  const changes: Change[] = []
  for (const one of superseded) {
    const before = await requireLockedDocument(tx, one.id)
    await updateUnlessStale(tx, 'documents', before, { superseded_by_id: null })
    changes.push({ audited: auditedDocument, before, after: await documents.require(tx, one.id) })
  }
  return changes
}
