/** What a document belongs to, as addresses name it. */
export type Belonging = {
  schemeId?: string
  employerId?: string
  memberId?: string
  supersedesId?: string
}

const NAMES = ['schemeId', 'employerId', 'memberId', 'supersedesId'] as const

/** Of an address those parameters that a new document can begin with. */
export const parseRelatedRecord = (search: object): Belonging =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = (search as Record<string, unknown>)[name]
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
