/** Visibility of a document in words, with the names that are known. */

import type { Visibility } from '../../../../contract/documents.ts'
import { capitalise } from '../../../../contract/value-format.ts'

export const VISIBILITY_WORDS: Record<Visibility, string> = {
  BROKER: 'Firm only',
  EMPLOYER: 'Shared with employer',
  MEMBER: 'Shared with members',
}

export interface Audience {
  firm: string
  employer: string | null
  scheme: string | null
  /** The member that the document is addressed to. */
  member: string | null
}

/** "Harbour Row, the people of Ballycotton Foods Limited and every member of Ballycotton Foods DC". */
export function formatAudience(visibility: Visibility, { firm, employer, scheme, member }: Audience): string {
  if (visibility === 'BROKER') return `Only ${firm}`
  const people = employer ? `the people of ${employer}` : 'the people of the employer'
  if (visibility === 'EMPLOYER') return capitalise(`${firm} and ${people}`)
  return capitalise(
    `${firm}, ${people} and ${member ?? (scheme ? `every member of ${scheme}` : 'the members')}`,
  )
}

export interface Place {
  schemeId: string | null
  employerId: string | null
  memberId: string | null
}

/** The record to choose before users outside the firm can see the document; undefined if none is missing. */
export function findMissingAudience(
  visibility: Visibility,
  { schemeId, employerId, memberId }: Place,
): string | undefined {
  if (visibility === 'BROKER' || schemeId || memberId) return undefined
  if (visibility === 'MEMBER') return 'Choose the scheme or the member first'
  return employerId ? undefined : 'Choose the scheme or the employer first'
}
