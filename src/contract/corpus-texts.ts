/** The public texts as those see them who keep them: every text that is held or was, how it came in, and its next version. */
import { z } from 'zod'
import { CorpusDocument, IngestedDocument, PassageChange, TextTerms } from './corpus.ts'
import { command, query } from './define.ts'
import { CivilDate, Day, Id, Instant, inForm, listOf, NoParameters, reason } from './values.ts'

export const CorpusText = z.object({
  ...CorpusDocument.shape,
  aliases: z.array(z.string()),
  authorityRank: z.int().describe('Rank of the source when a question names no source; 1 is the highest'),
  supersededPassages: z.int().describe('Passages that held once, in this version or an earlier one'),
  confidence: z
    .object({ high: z.int(), medium: z.int(), low: z.int() })
    .nullable()
    .describe('Of guidance notes: their number by confidence'),
  withdrawnOn: Day.nullable().describe('It is not answered from on this day or later'),
  withdrawnReason: z.string().nullable(),
})
export type CorpusText = z.infer<typeof CorpusText>

/** One time that a text came in, or was withdrawn. */
export const CorpusIngest = z.object({
  id: Id,
  createdAt: Instant,
  at: Instant.describe('The same'),
  byName: z.string().nullable().describe('null: a program'),
  outcome: z.enum(['ADDED', 'CHANGED', 'WITHDRAWN']),
  versionBeforeOn: Day.nullable(),
  versionOn: Day,
  passagesAdded: z.int(),
  passagesChanged: z.int(),
  passagesRemoved: z.int(),
  reason: z.string().nullable(),
  passages: z.array(PassageChange).describe('Old words beside new ones: the first fifty; none of a new text'),
  citedBy: IngestedDocument.shape.citedBy,
})
export type CorpusIngest = z.infer<typeof CorpusIngest>

export const CorpusTextWithHistory = z.object({
  ...CorpusText.shape,
  ingests: z.array(CorpusIngest).describe('The last ten, the newest first'),
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
  summary: 'All legal sources, including withdrawn ones.',
  input: NoParameters,
  output: listOf(CorpusText),
})
export const getCorpusText = query('corpus-text.get', {
  route: 'GET /api/corpus/texts/{id}',
  access: 'SuperAdmin',
  summary: 'One legal source, the changes of its last versions, and the records that cite them.',
  input: NoParameters,
  output: CorpusTextWithHistory,
})

export const BroughtInText = z.object({
  ...IngestedDocument.shape,
  id: Id.nullable().describe('null: it was looked at only, and is not held yet'),
  isDryRun: z.boolean(),
  passageCount: z.int().describe('Of the text as it was sent'),
  passages: CorpusIngest.shape.passages,
})
export type BroughtInText = z.infer<typeof BroughtInText>

export const bringInText = command('corpus-text.bring-in', {
  route: 'POST /api/corpus/texts',
  access: 'SuperAdmin',
  body: 'multipart',
  rateClass: 'upload',
  summary:
    'Imports a legal source or its next version: one file (PDF, HTML, Markdown or text) with its metadata. A dry run returns the changes and stores nothing. A file with personal data is refused.',
  input: z.object({
    ...TextTerms.shape,
    aliases: inForm(TextTerms.shape.aliases),
    isDryRun: inForm(z.boolean().default(false)),
  }),
  output: BroughtInText,
  fileBytes: 25 * 1024 * 1024,
})
export const withdrawText = command('corpus-text.withdraw', {
  route: 'POST /api/corpus/texts/{id}/withdraw',
  access: 'SuperAdmin',
  summary:
    'Ends every passage of a text, with why: no question of that day or later is answered from it. Its versions stay to be read; its next version is answered from again.',
  input: z.object({
    on: CivilDate.optional().describe('Today unless given'),
    reason: reason(3),
  }),
  output: CorpusText,
})
