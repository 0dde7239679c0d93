/** What people ask of the assistant, and what it answered: kept for the firm. */
import { z } from 'zod'
import { CorpusDocumentKind, WhyFound } from './corpus.ts'
import { command, query } from './define.ts'
import {
  CivilDate,
  codeLine,
  Day,
  Id,
  line,
  listOf,
  NoParameters,
  optional,
  pageOf,
  recordFields,
} from './values.ts'

export const AnswerMode = z
  .enum(['WRITTEN', 'EXTRACTS', 'REFUSED'])
  .describe(
    'WRITTEN: by a model, each sentence checked against its source; EXTRACTS: verbatim passages of the sources',
  )
export type AnswerMode = z.infer<typeof AnswerMode>

/** Why there is no answer. */
export const RefusalReason = z.enum(['OUTSIDE_CORPUS', 'OTHER_COUNTRY', 'PROVISION_NOT_HELD'])
export type RefusalReason = z.infer<typeof RefusalReason>

/** Where a sentence comes from: opened, it leads to the very place. */
export const AnswerCitation = z.object({
  number: z.int().describe('As sentences name it'),
  sourceId: Id,
  docId: z.string(),
  title: z.string(),
  kind: CorpusDocumentKind,
  versionOn: Day,
  anchor: z.string(),
  citation: z.string(),
  headingPath: z.array(z.string()),
  quote: z.string().describe('Its words, verbatim'),
  sources: z.array(z.string()).describe('Of a guidance note: ids of its sources'),
  confidence: z.enum(['H', 'M', 'L']).nullable(),
  why: WhyFound,
})
export type AnswerCitation = z.infer<typeof AnswerCitation>

export const AnswerSentence = z.object({
  leadIn: z.string().nullable().describe('The words of the text that lead into it'),
  text: z.string(),
  cites: z.array(z.int()).describe('Numbers of citations; never none'),
  quote: z
    .string()
    .optional()
    .describe('Of a written sentence: the words of a cited passage that it was checked against, verbatim'),
})
export type AnswerSentence = z.infer<typeof AnswerSentence>

const madeOf = {
  mode: AnswerMode,
  refused: z.boolean(),
  reason: z.string().nullable().describe('Why there is no answer, in words'),
  reasonCode: RefusalReason.nullable(),
  answer: z.string().describe('The sentences together, each with the numbers of its citations'),
  sentences: z.array(AnswerSentence),
  citations: z.array(AnswerCitation),
  notes: z.array(z.string()).describe('Caveats that the reader should know'),
  model: z.string().nullable().describe('AI model that wrote it; null: none'),
  sentQuestion: z
    .string()
    .nullable()
    .describe('The redacted question sent to the provider; null: none was sent'),
}
/** An answer before it is kept. */
export const MadeAnswer = z.object(madeOf)
export type MadeAnswer = z.infer<typeof MadeAnswer>

export const Rating = z.enum(['HELPFUL', 'NOT_HELPFUL'])

export const Answer = z.object({
  ...recordFields,
  tenantId: Id,
  question: z.string(),
  on: Day.describe('The law of this day'),
  askedById: Id,
  askedByName: z.string().nullable(),
  ...madeOf,
  rating: Rating.nullable(),
  comment: z.string().nullable(),
})
export type Answer = z.infer<typeof Answer>

export const QuestionText = codeLine(3, 1000).describe(
  'A question about the law, without personal data: what holds any is refused',
)

export const askAssistant = command('assistant.ask', {
  route: 'POST /api/ai/ask',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary:
    'Answers a regulatory question from the public texts, each sentence with its source. Asked for text/event-stream, it sends the sources first, then each sentence, then the whole.',
  input: z.object({
    question: QuestionText,
    on: CivilDate.optional().describe('The law of this day; today unless given'),
    quoteOnly: z
      .boolean()
      .default(false)
      .describe('Reason why no request is sent to a provider; the answer then quotes the legal sources'),
  }),
  output: Answer,
  streams: true,
})
export const listAnswers = query('assistant.answers', {
  route: 'GET /api/ai/answers',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Lists the questions that users of the firm asked, newest first.',
  input: pageOf({ askedById: Id.optional(), sort: z.enum(['-createdAt']).default('-createdAt') }),
  output: listOf(Answer),
})
export const getAnswer = query('assistant.answer', {
  route: 'GET /api/ai/answers/{id}',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'One question with its answer, as it was.',
  input: NoParameters,
  output: Answer,
})
export const rateAnswer = command('assistant.rate', {
  route: 'POST /api/ai/answers/{id}/rate',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Says whether an answer helped, and why.',
  input: z.object({
    rating: Rating,
    comment: optional(line(1, 1000)),
  }),
  output: Answer,
})
