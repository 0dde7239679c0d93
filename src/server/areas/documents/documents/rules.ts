import type { DocumentRecord, DocumentStatus, Visibility } from '../../../../contract/documents.ts'

/** A version may be added while the document is neither signed nor filed, and no version of it is quarantined. */
export const canTakeVersions = (status: DocumentStatus): boolean =>
  status === 'UPLOADED' || status === 'DRAFT' || status === 'FINAL'

type RetainedDocument = Pick<DocumentRecord, 'hasBeenFinal' | 'retainUntilOn'>

/** Whether the retention date of a record moves earlier, which needs an administrator. */
export const isRetentionShortened = (
  { hasBeenFinal, retainUntilOn }: RetainedDocument,
  { retainUntilOn: wanted }: Pick<RetainedDocument, 'retainUntilOn'>,
): boolean => hasBeenFinal && retainUntilOn !== null && (wanted === null || wanted < retainUntilOn)

/** Reason why a document cannot be shared like that; null if it can. */
export function findSharingBlocker(
  visibility: Visibility,
  {
    employerId,
    schemeId,
    memberId,
  }: { employerId: string | null; schemeId: string | null; memberId: string | null },
): string | null {
  if (visibility !== 'BROKER' && employerId === null)
    return 'Choose an employer or a scheme, or share it with the firm only'
  if (visibility === 'MEMBER' && schemeId === null && memberId === null) return 'Choose a scheme or a member'
  return null
}
