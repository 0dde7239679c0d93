import type { DocumentStatus, Visibility } from '../../../../contract/documents.ts'

/** A version may be added while the document is neither signed nor filed, and no version of it is quarantined. */
export const canTakeVersions = (status: DocumentStatus): boolean =>
  status === 'UPLOADED' || status === 'DRAFT' || status === 'FINAL'

interface Kept {
  /** A draft is no record yet; a document that was final once stays a record after later versions. */
  hasBeenFinal: boolean
  retainUntilOn: string | null
}

/** Drafts may go at any time; a record when the day until which it is kept has come. */
export const mayRemove = ({ hasBeenFinal, retainUntilOn }: Kept, today: string): boolean =>
  !hasBeenFinal || retainUntilOn === null || retainUntilOn <= today

/** The day until which a record is kept moves back only by somebody who answers for it. */
export const isRetentionShortened = (
  { hasBeenFinal, retainUntilOn }: Kept,
  { retainUntilOn: wanted }: Pick<Kept, 'retainUntilOn'>,
): boolean => hasBeenFinal && retainUntilOn !== null && (wanted === null || wanted < retainUntilOn)

/** Why a document cannot be shared like that; null where it can. */
export function findSharingObstacle(
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

/** The same day so many years later; 29 February becomes the last day of February. */
export function addYears(on: string, years: number): string {
  const [year = '', month = '', day = ''] = on.split('-')
  const later = `${Number(year) + years}`.padStart(4, '0')
  const isLeap = new Date(Date.UTC(Number(later), 1, 29)).getUTCMonth() === 1
  return `${later}-${month}-${month === '02' && day === '29' && !isLeap ? '28' : day}`
}
