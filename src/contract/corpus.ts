/** The legal sources that the assistant answers from. They belong to no firm: every firm reads the same. */
import { z } from 'zod'
import { command, query } from './define.ts'
import { PolicyKind } from './policy-kind.ts'
import {
  CivilDate,
  Day,
  excludePpsNumber,
  Id,
  line,
  listOf,
  NoParameters,
  optional,
  recordFields,
  SearchText,
} from './values.ts'

/** DIGEST: guidance notes, in our own words. */
export const CorpusDocumentKind = z.enum([
  'EU_DIRECTIVE',
  'EU_REGULATION',
  'IE_ACT',
  'IE_SI',
  'REGULATOR_CODE',
  'REGULATOR_GUIDANCE',
  'TAX_MANUAL',
  'DIGEST',
])
export type CorpusDocumentKind = z.infer<typeof CorpusDocumentKind>

export const CorpusDocument = z.object({
  ...recordFields,
  docId: z.string().describe('Id of the source document, such as EU-32016L2341'),
  title: z.string(),
  kind: CorpusDocumentKind,
  versionOn: Day.describe('Date of the stored version'),
  inForceFrom: Day.nullable(),
  inForceTo: Day.nullable(),
  sourceUrl: z.string().nullable(),
  licence: z.string().nullable(),
  attribution: z.string().nullable(),
  passageCount: z.int().describe('Number of passages that apply today'),
})
export type CorpusDocument = z.infer<typeof CorpusDocument>

export const Passage = z.object({
  anchor: z.string().describe('Id of the provision, the same in every version'),
  citation: z.string().describe('Citation within the source, such as Article 28(2)'),
  headingPath: z.array(z.string()).describe('Headings above the passage, outermost first'),
  text: z.string(),
  sources: z.array(z.string()).describe('For a guidance note: ids of its sources. Otherwise empty'),
  confidence: z
    .enum(['H', 'M', 'L'])
    .nullable()
    .describe(
      'For a guidance note: its confidence. H: read in a legal source; M: partly verified; L: not verified. Otherwise null',
    ),
  validFrom: Day.nullable(),
  validTo: Day.nullable().describe('First day on which the passage no longer applies; null if it has no end'),
})
export type Passage = z.infer<typeof Passage>

export const CorpusSource = z.object({
  ...CorpusDocument.shape,
  passages: z.array(Passage).describe('Passages in the order of the source'),
})
export type CorpusSource = z.infer<typeof CorpusSource>

/** Why a passage was found, in the parts that its score is made of. */
export const WhyFound = z.object({
  isNamed: z
    .boolean()
    .describe('True if the question names this provision, or asks for the meaning of a term that it defines'),
  score: z.number(),
  coverage: z.number().describe('Share of the question that the passage covers: 0 to 1'),
  neighbours: z.number().describe('Score from other passages of the same unit'),
  document: z.number().describe('Score from the best passages of the same source'),
  lent: z.number().describe('Score from a guidance note that cites the passage'),
  dense: z.number().optional().describe('Score from similarity of meaning, where vectors are used'),
  terms: z.array(
    z.object({
      field: z.enum(['WORD', 'PAIR', 'HEADING', 'QUESTION']),
      term: z.string().describe('Word stem that is searched for'),
      score: z.number(),
    }),
  ),
})
export type WhyFound = z.infer<typeof WhyFound>

/** A passage whose text was added, removed or changed. */
export const PassageChange = z.object({
  anchor: z.string(),
  citation: z.string(),
  what: z.enum(['ADDED', 'CHANGED', 'REMOVED']),
  before: z.string().nullable().describe('Old text; null if the passage is new'),
  after: z.string().nullable().describe('New text; null if the passage was removed'),
})
export type PassageChange = z.infer<typeof PassageChange>

export const FoundPassage = z.object({
  ...Passage.shape,
  sourceId: Id.describe('Source that contains the passage'),
  docId: z.string(),
  title: z.string(),
  kind: CorpusDocumentKind,
  versionOn: Day,
  laterText: z
    .array(z.string())
    .describe(
      'Citations of words that later stored Acts insert or substitute in these provisions, latest first',
    ),
  why: WhyFound,
})
export type FoundPassage = z.infer<typeof FoundPassage>

const onDay = CivilDate.optional().describe('The law in force on this date. Default: today')

export const listSources = query('corpus.list', {
  route: 'GET /api/ai/sources',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Lists the legal sources that the assistant uses.',
  input: NoParameters,
  output: listOf(CorpusDocument),
})
export const getSource = query('corpus.get', {
  route: 'GET /api/ai/sources/{id}',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Returns one legal source as a list of the passages in force on a date.',
  input: z.strictObject({ on: onDay }),
  output: CorpusSource,
})
export const searchCorpus = query('assistant.search', {
  route: 'GET /api/ai/search',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Returns the passages that match a question best, without an answer.',
  input: z.strictObject({
    q: SearchText.describe('A question or search words. Provisions that it names come first'),
    on: onDay,
    limit: z.coerce.number().int().min(1).max(50).default(10),
  }),
  output: listOf(FoundPassage).extend({
    nextCursor: z.null().describe('Always null: there are no further pages'),
    coverage: z.number().describe('Share of the question that the best passage covers: 0 to 1'),
    unknown: z.array(z.string()).describe('Words of the question that occur in no legal source'),
  }),
})

const MOST_TEXT_CHARACTERS = 10_000_000
const text = z.string().min(1).max(MOST_TEXT_CHARACTERS)

/** Description of a legal source to ingest. */
export const TextTerms = z.object({
  docId: excludePpsNumber(
    z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$/, 'Letters, digits, and . _ : / - in between'),
  ).describe(
    'Id of the source document, such as its CELEX number or ELI. Use the same id for each version of a source',
  ),
  title: line(1, 300),
  kind: CorpusDocumentKind,
  versionDate: CivilDate.describe('Date of this version. Its changes apply from this date'),
  inForceFrom: optional(CivilDate),
  inForceTo: optional(CivilDate),
  sourceUrl: optional(excludePpsNumber(z.url({ protocol: /^https?$/ }).max(500))),
  licence: optional(line(1, 500)),
  attribution: optional(line(1, 1000)),
  authorityRank: optional(z.coerce.number().int().min(1).max(99)).describe(
    'Rank of the source when a question names no source; 1 is the highest',
  ),
  aliases: optional(z.array(line(1, 100)).max(20)).describe(
    'Other names of the source that questions may use',
  ),
})

/** One legal source to ingest; unknown fields are dropped. */
export const IngestedText = z
  .object({
    ...TextTerms.shape,
    text: text.optional().describe('Text of the source as Markdown or plain text'),
    html: text.optional(),
  })
  .refine(({ text, html }) => text === undefined || html === undefined, {
    path: ['html'],
    message: 'Send the text once: as text or as html',
  })
export type IngestedText = z.infer<typeof IngestedText>

export const IngestOutcome = z.enum(['ADDED', 'CHANGED', 'UNCHANGED'])
export const IngestedDocument = z.object({
  id: Id,
  docId: z.string(),
  outcome: IngestOutcome,
  passagesAdded: z.int(),
  passagesChanged: z.int(),
  passagesRemoved: z.int(),
  citedBy: z
    .object({
      rules: z.array(z.string()).describe('Rules of the compliance calendar'),
      policyKinds: z.array(PolicyKind),
      notes: z.array(z.string()).describe('Ids of the guidance notes that cite the passage'),
    })
    .describe('Records that cite changed passages and need a review'),
})
export type IngestedDocument = z.infer<typeof IngestedDocument>

const MEBIBYTE = 1024 * 1024

export const ingestCorpus = command('corpus.ingest', {
  route: 'POST /api/rag/ingest',
  access: 'ingest',
  body: 'json or multipart',
  summary:
    'Imports legal sources or their next versions: as JSON, or as one file (PDF, HTML, Markdown or text) with form fields. The service reads all sources before it stores the first, and stores each source completely or not at all. It refuses a source with personal data (422).',
  input: z.object({ documents: z.array(IngestedText).min(1, 'Send at least one text').max(200) }),
  output: z.object({ documents: z.array(IngestedDocument) }),
  bodyBytes: 48 * MEBIBYTE,
  fileBytes: 25 * MEBIBYTE,
  fromForm: (fields) => ({ documents: [fields] }),
})
