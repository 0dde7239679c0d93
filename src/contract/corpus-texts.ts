/** The public texts as those see them who keep them: every text that is held or was, how it came in, and its next version. */
import { z } from 'zod'
import { CorpusDocument, IngestedDocument, PassageChange, TextTerms } from './corpus.ts'
import { command, query } from './define.ts'
import { CivilDate, Day, defineFormField, Id, Instant, listOf, NoParameters, reason } from './values.ts'

export const CorpusText = z.object({
  ...CorpusDocument.shape,
  aliases: z.array(z.string()),
  authorityRank: z.int().describe('Rank of the source when a question names no source; 1 is the highest'),
  supersededPassages: z
    .int()
    .describe('Number of passages that no longer apply, of this version and earlier ones'),
  confidence: z
    .object({ high: z.int(), medium: z.int(), low: z.int() })
    .nullable()
    .describe('For guidance notes: their number by confidence; otherwise null'),
  withdrawnOn: Day.nullable().describe(
    'Date from which the assistant no longer uses the source; null if it is not withdrawn',
  ),
  withdrawnReason: z.string().nullable(),
})
export type CorpusText = z.infer<typeof CorpusText>

/** One time that a text came in, or was withdrawn. */
export const CorpusIngest = z.object({
  id: Id,
  createdAt: Instant,
  at: Instant.describe('The same'),
  byName: z.string().nullable().describe('User who imported the version; null if a program did'),
  outcome: z.enum(['ADDED', 'CHANGED', 'WITHDRAWN']),
  versionBeforeOn: Day.nullable(),
  versionOn: Day,
  passagesAdded: z.int(),
  passagesChanged: z.int(),
  passagesRemoved: z.int(),
  reason: z.string().nullable(),
  passages: z
    .array(PassageChange)
    .describe('The first fifty changed passages with old and new text; empty for a new source'),
  citedBy: IngestedDocument.shape.citedBy,
})
export type CorpusIngest = z.infer<typeof CorpusIngest>

export const CorpusTextWithHistory = z.object({
  ...CorpusText.shape,
  ingests: z.array(CorpusIngest).describe('The last ten imports, newest first'),
})
export type CorpusTextWithHistory = z.infer<typeof CorpusTextWithHistory>

export const PAGES = {
  corpusTexts: '/corpus',
  newCorpusText: '/corpus/new',
  corpusText: '/corpus/$textId',
}

export const listCorpusTexts = query('corpus-text.list', {
  route: 'GET /api/corpus/texts',
  access: 'SuperAdmin',
  summary: 'Lists all legal sources, including withdrawn ones.',
  input: NoParameters,
  output: listOf(CorpusText),
})
export const getCorpusText = query('corpus-text.get', {
  route: 'GET /api/corpus/texts/{id}',
  access: 'SuperAdmin',
  summary: 'Returns one legal source, the changes of its last versions, and the records that cite them.',
  input: NoParameters,
  output: CorpusTextWithHistory,
})

export const BroughtInText = z.object({
  ...IngestedDocument.shape,
  id: Id.nullable().describe('Id of the stored source; null for a dry run of a new source'),
  isDryRun: z.boolean(),
  passageCount: z.int().describe('Number of passages in the uploaded text'),
  passages: CorpusIngest.shape.passages,
})
export type BroughtInText = z.infer<typeof BroughtInText>

export const ingestText = command('corpus-text.bring-in', {
  route: 'POST /api/corpus/texts',
  access: 'SuperAdmin',
  body: 'multipart',
  rateClass: 'upload',
  summary:
    'Imports a legal source or its next version: one file (PDF, HTML, Markdown or text) with its metadata. A dry run returns the changes and stores nothing. The service refuses a file with personal data (422).',
  input: z.object({
    ...TextTerms.shape,
    aliases: defineFormField(TextTerms.shape.aliases),
    isDryRun: defineFormField(z.boolean().default(false)),
  }),
  output: BroughtInText,
  fileBytes: 25 * 1024 * 1024,
})
export const withdrawText = command('corpus-text.withdraw', {
  route: 'POST /api/corpus/texts/{id}/withdraw',
  access: 'SuperAdmin',
  summary:
    'Withdraws a legal source, with a reason. The assistant does not use it for questions about that date or later. Its versions stay readable, and the import of a next version makes it available again.',
  input: z.object({
    on: CivilDate.optional().describe('Default: today'),
    reason: reason(3),
  }),
  output: CorpusText,
})
