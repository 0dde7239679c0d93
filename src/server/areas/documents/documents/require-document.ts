import { sql } from 'kysely'
import { requireOwned } from '../../../operation/require-owned.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { find } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'

/**
 * A document that a record of a scheme names: within the caller's reach, of the same firm, and of that scheme or of none.
 * Refused beside the field otherwise (404, 403, 422).
 */
export async function requireSchemeDocument(
  tx: Tx,
  actor: Actor,
  documentId: string | null,
  { tenantId, schemeId }: { tenantId: string; schemeId: string },
  field = 'documentId',
): Promise<void> {
  if (documentId === null) return
  const owner = await requireOwned(tx, actor, find.document(documentId))
  const document = await tx
    .selectFrom('documents')
    .select('scheme_id')
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  if (owner.tenantId !== tenantId || (document.scheme_id !== null && document.scheme_id !== schemeId))
    throw createBusinessRuleRefusal('NOT_TOGETHER', 'Choose a document of this scheme', { field })
}

/** Whether an employer is the scheme's own, or one with members in it. */
export async function isParticipatingEmployer(
  tx: Tx,
  schemeId: string | null,
  employerId: string | null,
): Promise<boolean> {
  if (!schemeId || !employerId) return true
  const { rows } = await sql<{ takesPart: boolean }>`select
    exists (select from schemes where id = ${schemeId} and employer_id = ${employerId})
    or exists (select from members where scheme_id = ${schemeId} and employer_id = ${employerId}) as "takesPart"`.execute(
    tx,
  )
  return rows[0]?.takesPart ?? false
}
