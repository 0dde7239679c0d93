/** Search over the records of all kinds, for the command palette. */
import { z } from 'zod'
import { query } from './define.ts'
import { Id, SearchText } from './values.ts'

export const SearchKind = z.enum([
  'tenant',
  'scheme',
  'employer',
  'member',
  'policy',
  'document',
  'draft',
  'breach',
  'keyFunctionHolder',
  'serviceProvider',
])
export type SearchKind = z.infer<typeof SearchKind>

export const SearchHit = z.object({
  kind: SearchKind,
  id: Id,
  title: z.string(),
  detail: z.string().nullable().describe('Scheme, employer or organisation of the record'),
})
export type SearchHit = z.infer<typeof SearchHit>

const MOST_OF_KIND = 5

export const findRecords = query('search.find', {
  route: 'GET /api/search',
  access: 'EmployerUser',
  summary:
    'Records with all words of the text in their name, title or number, as the lists find them: the first records of each kind by name, without those that the caller cannot see.',
  input: z.strictObject({
    q: SearchText.describe('Words, or parts of words; not a PPS number'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(MOST_OF_KIND)
      .default(MOST_OF_KIND)
      .describe('Records of each kind'),
  }),
  output: z.object({ data: z.array(SearchHit) }),
})
