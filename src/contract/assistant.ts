/** Questions to the assistant and its answers, which the firm keeps. */
import { z } from 'zod'
import { CorpusDocumentKind, WhyFound } from './corpus.ts'
import { command, query } from './define.ts'
import { ObligationStatus } from './obligation-status.ts'
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
    'WRITTEN: a model wrote the answer, and the service checked each sentence against its source. EXTRACTS: the answer quotes passages of the sources verbatim. REFUSED: there is no answer',
  )

/** Why there is no answer. */
export const RefusalReason = z.enum(['OUTSIDE_CORPUS', 'OTHER_COUNTRY', 'PROVISION_NOT_HELD'])
export type RefusalReason = z.infer<typeof RefusalReason>

/** Source of a sentence; its link opens the cited passage. */
export const AnswerCitation = z.object({
  number: z.int().describe('Number by which sentences refer to this citation'),
  sourceId: Id,
  docId: z.string(),
  title: z.string(),
  kind: CorpusDocumentKind,
  versionOn: Day,
  anchor: z.string(),
  citation: z.string(),
  headingPath: z.array(z.string()),
  quote: z.string().describe('Text of the passage, verbatim'),
  sources: z.array(z.string()).describe('For a guidance note: ids of its sources. Otherwise empty'),
  confidence: z.enum(['H', 'M', 'L']).nullable(),
  laterText: z
    .array(z.string())
    .optional()
    .describe(
      'Words of later Acts for these provisions, by their citations, latest first; absent if none is stored',
    ),
  why: WhyFound,
})
export type AnswerCitation = z.infer<typeof AnswerCitation>

export const AnswerSentence = z.object({
  leadIn: z
    .string()
    .nullable()
    .describe('Words of the source that introduce the sentence; null if there are none'),
  text: z.string(),
  cites: z.array(z.int()).describe('Numbers of the citations that support the sentence; at least one'),
  part: z
    .enum(['SHORT_ANSWER', 'NEAR_ANSWER', 'EXPLANATION', 'OUTLINE'])
    .optional()
    .describe(
      'SHORT_ANSWER: the short answer of the guidance note that matches the question, shown first. NEAR_ANSWER: the short answer of a guidance note on a similar question, which is in `leadIn`, for the reader to choose. EXPLANATION: the rest of that note. OUTLINE: the beginning of a subsection of a long provision that the question names. Absent: a quotation, or a written sentence',
    ),
  quote: z
    .string()
    .optional()
    .describe(
      'For a sentence that a model wrote: the words of the cited passage that it was checked against, verbatim',
    ),
})
export type AnswerSentence = z.infer<typeof AnswerSentence>

/** A due date counted from a date in the question: by a rule of the calendar, or by a period that a provision states. */
export const CalculatedDate = z.object({
  ruleId: z.string().describe('Id of the rule, or of the guidance note that states the period'),
  title: z.string(),
  dueOn: Day,
  sum: z.string().describe('The calculation in words, or the rule in words if it has no calculation'),
  source: z.string().describe('Sources of the rule; a source that is not verified is marked'),
  ruling: z
    .string()
    .nullable()
    .describe('Our own interpretation if the sources give no date; null if they do'),
})
export type CalculatedDate = z.infer<typeof CalculatedDate>

/** The part of an answer that comes from the compliance calendar. Obligations of restricted breaches are left out: all users of the firm read answers. */
export const CalendarAnswer = z.object({
  schemeId: Id.nullable().describe(
    'Scheme that was chosen or named in the question; null if the answer covers all schemes of the firm',
  ),
  schemeName: z.string().nullable(),
  text: z.string().describe('The answer in one sentence'),
  calculated: z
    .array(CalculatedDate)
    .describe('Due dates calculated from a date in the question, without recorded facts'),
  obligations: z.array(
    z.object({
      id: Id,
      schemeId: Id,
      schemeName: z.string(),
      ruleId: z.string(),
      title: z.string(),
      dueOn: Day.nullable(),
      completedOn: Day.nullable(),
      status: ObligationStatus.describe('Status at the time of the question'),
      reason: z.string(),
    }),
  ),
  hasMore: z.boolean().describe('True if more obligations match than are listed'),
})
export type CalendarAnswer = z.infer<typeof CalendarAnswer>

/** Obligations of kinds of schemes side by side, by the rules of the calendar and without recorded facts. */
export const ComparisonTable = z.object({
  text: z.string().describe('The differences in words'),
  columns: z.array(z.string()).describe('The kinds of schemes, two or three'),
  rows: z
    .array(
      z.object({
        ruleId: z.string(),
        title: z.string(),
        sources: z.array(z.string()).describe('Ids of the sources of the rule'),
        cells: z
          .array(
            z.object({
              applies: z
                .enum(['YES', 'NO', 'CONFIRM'])
                .describe('CONFIRM: the stored sources do not decide it'),
              text: z.string().describe('When it is due, or why it does not apply'),
            }),
          )
          .describe('One for each column'),
      }),
    )
    .describe('Obligations that differ'),
  same: z.int().describe('Number of obligations that apply to all columns'),
})
export type ComparisonTable = z.infer<typeof ComparisonTable>

const madeOf = {
  mode: AnswerMode,
  refused: z.boolean(),
  reason: z.string().nullable().describe('Why there is no answer; null if there is one'),
  reasonCode: RefusalReason.nullable(),
  answer: z.string().describe('All sentences as one text, each with the numbers of its citations'),
  sentences: z.array(AnswerSentence),
  citations: z.array(AnswerCitation),
  notes: z.array(z.string()).describe('Caveats for the reader'),
  model: z.string().nullable().describe('AI model that wrote the answer; null if none did'),
  sentQuestion: z
    .string()
    .nullable()
    .describe('The redacted question that was sent to the AI provider; null if no question was sent'),
}
/** An answer before it is stored. */
export const MadeAnswer = z.object(madeOf)
export type MadeAnswer = z.infer<typeof MadeAnswer>

export const Rating = z.enum(['HELPFUL', 'NOT_HELPFUL'])

export const Answer = z.object({
  ...recordFields,
  tenantId: Id,
  question: z.string(),
  on: Day.describe('The answer states the law in force on this date'),
  askedById: Id,
  askedByName: z.string().nullable(),
  readAs: z
    .string()
    .nullable()
    .describe(
      'The question with the subject of the question before, as it was answered; null if it has a subject of its own',
    ),
  ...madeOf,
  calendar: CalendarAnswer.nullable().describe(
    'Answer from the compliance calendar; null if the question does not concern the calendar',
  ),
  comparison: ComparisonTable.nullable().describe(
    'Differences between kinds of schemes; null if the question compares none',
  ),
  rating: Rating.nullable(),
  comment: z.string().nullable(),
})
export type Answer = z.infer<typeof Answer>

export const QuestionText = codeLine(3, 1000).describe(
  'A question about the law. The service refuses a question that contains personal data (422)',
)

export const askAssistant = command('assistant.ask', {
  route: 'POST /api/ai/ask',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary:
    'Answers a regulatory question from the legal sources, each sentence with its source. With `Accept: text/event-stream` it sends the sources first, then each sentence, then the complete answer.',
  input: z.object({
    question: QuestionText,
    schemeId: optional(Id).describe(
      'Scheme that the question is about. Not needed if the question names the scheme',
    ),
    followsId: optional(Id).describe(
      'Answer that the question follows. A question that refers back (“and for one-member schemes?”) is answered with the subject and the scheme of that question',
    ),
    on: CivilDate.optional().describe('Answer by the law in force on this date. Default: today'),
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
  summary: 'Returns one question with its answer, as it was given.',
  input: NoParameters,
  output: Answer,
})
export const rateAnswer = command('assistant.rate', {
  route: 'POST /api/ai/answers/{id}/rate',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Records whether an answer helped, and why.',
  input: z.object({
    rating: Rating,
    comment: optional(line(1, 1000)),
  }),
  output: Answer,
})
