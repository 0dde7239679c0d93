/** Records that a document belongs to, as named in addresses. */
export type RelatedRecords = {
  schemeId?: string
  employerId?: string
  memberId?: string
  supersedesId?: string
}

const NAMES = ['schemeId', 'employerId', 'memberId', 'supersedesId'] as const

/** Parses the parameters of an address that a new document can begin with. */
export const parseRelatedRecord = (search: object): RelatedRecords =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = (search as Record<string, unknown>)[name]
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
