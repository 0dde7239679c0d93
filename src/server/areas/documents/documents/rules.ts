import type { DocumentStatus, Visibility } from '../../../../contract/documents.ts'

/** A version may be added while the document is neither signed nor filed, and no version of it is quarantined. */
export const canTakeVersions = (status: DocumentStatus): boolean =>
  status === 'UPLOADED' || status === 'DRAFT' || status === 'FINAL'

interface RetainedDocument {
  /** A draft is not a record yet; a document that was final once stays a record after later versions. */
  hasBeenFinal: boolean
  retainUntilOn: string | null
}

/** Drafts can be removed at any time, records from their retention date. */
export const mayRemove = ({ hasBeenFinal, retainUntilOn }: RetainedDocument, today: string): boolean =>
  !hasBeenFinal || retainUntilOn === null || retainUntilOn <= today

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

/** Adds years to a date; 29 February becomes the last day of February. */
export function addYears(on: string, years: number): string {
  const [year = '', month = '', day = ''] = on.split('-')
  const later = `${Number(year) + years}`.padStart(4, '0')
  const isLeap = new Date(Date.UTC(Number(later), 1, 29)).getUTCMonth() === 1
  return `${later}-${month}-${month === '02' && day === '29' && !isLeap ? '28' : day}`
}
