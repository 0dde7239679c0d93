/** The legal sources that the assistant answers from. They belong to no firm: every firm reads the same. */
import { z } from 'zod'
import { command, query } from './define.ts'
import { PolicyKind } from './policy-kind.ts'
import {
  CivilDate,
  Day,
  Id,
  line,
  listOf,
  NoParameters,
  optional,
  recordFields,
  refusePpsNumber,
  SearchText,
} from './values.ts'

/** DIGEST: notes of the editors, in their own words. */
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
  docId: z.string().describe('As its source names it: EU-32016L2341'),
  title: z.string(),
  kind: CorpusDocumentKind,
  versionOn: Day.describe('The day of the version that is held'),
  inForceFrom: Day.nullable(),
  inForceTo: Day.nullable(),
  sourceUrl: z.string().nullable(),
  licence: z.string().nullable(),
  attribution: z.string().nullable(),
  passageCount: z.int().describe('Passages that hold today'),
})
export type CorpusDocument = z.infer<typeof CorpusDocument>

export const Passage = z.object({
  anchor: z.string().describe('Stable id of the provision; the same in every version'),
  citation: z.string().describe('As it is cited within its text: Article 28(2)'),
  headingPath: z.array(z.string()).describe('Headings above the passage, outermost first'),
  text: z.string(),
  sources: z.array(z.string()).describe('Of a guidance note: ids of its sources'),
  confidence: z.enum(['H', 'M', 'L']).nullable().describe('Of a guidance note: its confidence'),
  validFrom: Day.nullable(),
  validTo: Day.nullable().describe('First day on which the passage no longer applies'),
})
export type Passage = z.infer<typeof Passage>

export const CorpusSource = z.object({
  ...CorpusDocument.shape,
  passages: z.array(Passage).describe('In the order of the text'),
})
export type CorpusSource = z.infer<typeof CorpusSource>

/** Why a passage was found, in the parts that its score is made of. */
export const WhyFound = z.object({
  isNamed: z
    .boolean()
    .describe('The question names this provision, or asks what the term means that it defines'),
  score: z.number(),
  coverage: z.number().describe('Share of the question that the passage covers: 0 to 1'),
  neighbours: z.number().describe('Score from other passages of the same unit'),
  document: z.number().describe('Score from the best passages of the same source'),
  lent: z.number().describe('Score from a guidance note that cites the passage'),
  dense: z.number().optional().describe('Score from similarity of meaning, where vectors are used'),
  terms: z.array(
    z.object({
      field: z.enum(['WORD', 'PAIR', 'HEADING', 'QUESTION']),
      term: z.string().describe('Stem, as it is looked for'),
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
  before: z.string().nullable().describe('The words as they were; null where it is new'),
  after: z.string().nullable().describe('The words as they are; null where it is gone'),
})
export type PassageChange = z.infer<typeof PassageChange>

export const FoundPassage = z.object({
  ...Passage.shape,
  sourceId: Id.describe('The source that contains it'),
  docId: z.string(),
  title: z.string(),
  kind: CorpusDocumentKind,
  versionOn: Day,
  why: WhyFound,
})
export type FoundPassage = z.infer<typeof FoundPassage>

const onDay = CivilDate.optional().describe('The law of this day; today unless given')

export const listSources = query('corpus.list', {
  route: 'GET /api/ai/sources',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Lists the legal sources of the assistant.',
  input: NoParameters,
  output: listOf(CorpusDocument),
})
export const getSource = query('corpus.get', {
  route: 'GET /api/ai/sources/{id}',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'One legal source, passage by passage as in force on a day.',
  input: z.strictObject({ on: onDay }),
  output: CorpusSource,
})
export const searchCorpus = query('assistant.search', {
  route: 'GET /api/ai/search',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'The passages that answer a question best, without an answer made of them.',
  input: z.strictObject({
    q: SearchText.describe('A question, or words of one; provisions that it names come first'),
    on: onDay,
    limit: z.coerce.number().int().min(1).max(50).default(10),
  }),
  output: listOf(FoundPassage).extend({
    nextCursor: z.null().describe('Always null: `limit` passages are the whole answer'),
    coverage: z.number().describe('How much of the question the best passage holds: 0 to 1'),
    unknown: z.array(z.string()).describe('Words of the question that no legal source contains'),
  }),
})

const MOST_TEXT_CHARACTERS = 10_000_000
const text = z.string().min(1).max(MOST_TEXT_CHARACTERS)

/** What is said about a text that is brought in. */
export const TextTerms = z.object({
  docId: refusePpsNumber(
    z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$/, 'Letters, digits, and . _ : / - in between'),
  ).describe('As its source names it, such as its CELEX number or ELI; the same text has the same name'),
  title: line(1, 300),
  kind: CorpusDocumentKind,
  versionDate: CivilDate.describe('The day of this version; what it changes holds from then on'),
  inForceFrom: optional(CivilDate),
  inForceTo: optional(CivilDate),
  sourceUrl: optional(refusePpsNumber(z.url({ protocol: /^https?$/ }).max(500))),
  licence: optional(line(1, 500)),
  attribution: optional(line(1, 1000)),
  authorityRank: optional(z.coerce.number().int().min(1).max(99)).describe(
    'Rank of the source when a question names no source; 1 is the highest',
  ),
  aliases: optional(z.array(line(1, 100)).max(20)).describe('Other names that questions call it by'),
})

/** One text as it is brought in; fields that are not known here are dropped. */
export const IngestedText = z
  .object({
    ...TextTerms.shape,
    text: text.optional().describe('Markdown or plain text'),
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
      rules: z.array(z.string()).describe('Rules of the statutory calendar'),
      policyKinds: z.array(PolicyKind),
      notes: z.array(z.string()).describe('Anchors of the guidance notes that cite it'),
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
    'Imports legal sources or their next versions: as JSON, or as one file (PDF, HTML, Markdown or text) with its fields. The service reads all sources before it stores the first, and stores each source as a whole. A source with personal data is refused.',
  input: z.object({
    documents: z.array(IngestedText).min(1, 'Send at least one text').max(200),
  }),
  output: z.object({ documents: z.array(IngestedDocument) }),
  bodyBytes: 48 * MEBIBYTE,
  fileBytes: 25 * MEBIBYTE,
  fromForm: (fields) => ({ documents: [fields] }),
})
