import { z } from 'zod'
import { CITATIONS, type CitationId } from './citations.ts'

/** Checked on its way in as well: what is stored is one of the registry. */
export const Reference = z
  .enum(Object.keys(CITATIONS) as [CitationId, ...CitationId[]])
  .describe('Id of a legal reference')

/** A rule's finding about a record before an action: REFUSE prevents the action, WARN is shown and prevents nothing. */
export const Finding = z.object({
  level: z.enum(['REFUSE', 'WARN']),
  code: z.string(),
  citation: Reference,
  nationalCitation: Reference.nullable().describe(
    'Irish provision that implements the EU provision; null if there is none',
  ),
  passage: z.string().describe('The rule in our own words'),
})
export type Finding = z.infer<typeof Finding>
