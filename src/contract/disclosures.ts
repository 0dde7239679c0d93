/** Requests to the AI provider: preview, disclosure log, and the remaining budget of the month. */
import { z } from 'zod'
import { QuestionText } from './assistant.ts'
import { query } from './define.ts'
import { DraftKind } from './draft-kind.ts'
import { QuestionsSent } from './tenants.ts'
import { CivilDate, codeLine, Day, Id, Instant, listOf, NoParameters, pageOf } from './values.ts'

export const DisclosurePurpose = z.enum(['ANSWER', 'SECTION', 'EMBEDDING'])
export type DisclosurePurpose = z.infer<typeof DisclosurePurpose>

/** One request to the provider, retries included. */
export const Disclosure = z.object({
  id: Id,
  createdAt: Instant,
  tenantId: Id,
  purpose: DisclosurePurpose.describe(
    'Purpose of the request. ANSWER: to answer a question. SECTION: to write a section of a draft. EMBEDDING: to calculate vectors of public passages or of a question',
  ),
  userId: z.string().describe('Id of the user who caused the request; "system" if the service did'),
  userName: z.string().nullable(),
  url: z.string(),
  model: z.string(),
  body: z
    .string()
    .describe('Request body, exactly as sent. Headers are not stored, because they contain the key'),
  sha256: z.string().describe('SHA-256 of the body in UTF-8, in hexadecimal'),
  beganAt: Instant,
  endedAt: Instant.nullable().describe(
    'Time of the response; null while the request runs, or if the service stopped during the request',
  ),
  status: z.int().nullable().describe('HTTP status of the response; null if no response came'),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  costCents: z.number().nullable().describe('Cost in US cents, with fractions; null if not known'),
  providerRequest: z.string().nullable().describe('Request id of the provider; null if it gave none'),
})
export type Disclosure = z.infer<typeof Disclosure>

const Use = (unit: string) =>
  z
    .object({ used: z.number(), limit: z.number(), left: z.number() })
    .describe(`Usage of the month in ${unit}`)

export const ProviderUse = z.object({
  provider: z
    .object({ host: z.string(), model: z.string() })
    .nullable()
    .describe('AI provider; null if none is configured. Answers then quote the legal sources'),
  questionsSent: QuestionsSent,
  month: z.string().describe('Month that is counted, in Dublin time, such as 2026-11'),
  startsAgainOn: Day,
  calls: Use('requests to the provider'),
  cents: Use('cents of a US dollar').nullable().describe('Null if no limit in money is set'),
})
export type ProviderUse = z.infer<typeof ProviderUse>

/** Why nothing would leave, or null. */
export const NothingLeaves = z.enum([
  'NO_PROVIDER',
  'FIRM_SENDS_NOTHING',
  'BUDGET_SPENT',
  'NOT_ANSWERED',
  'NOT_SURE',
  'NOTHING_TO_WRITE',
])
export type NothingLeaves = z.infer<typeof NothingLeaves>

const SentPassage = z.object({ title: z.string(), citation: z.string() })

export const QuestionPreview = z.object({
  nothingLeaves: NothingLeaves.nullable(),
  question: z
    .string()
    .nullable()
    .describe('The redacted question that would be sent; null if only passages would be sent'),
  passages: z.array(SentPassage).describe('Passages of the legal sources that are sent in full'),
})
export type QuestionPreview = z.infer<typeof QuestionPreview>

export const DraftPreview = z.object({
  nothingLeaves: NothingLeaves.nullable(),
  schemeName: z
    .string()
    .nullable()
    .describe(
      'Name of the scheme; null if it is not sent, for example because it may contain the name of a person',
    ),
  schemeType: z.enum(['DB', 'DC']).nullable(),
  sections: z.array(
    z.object({
      heading: z.string(),
      task: z.string().describe('Instruction to the provider, the same for every scheme'),
      passages: z.array(SentPassage).describe('Passages of the legal sources that are sent in full'),
    }),
  ),
})
export type DraftPreview = z.infer<typeof DraftPreview>

export const listDisclosures = query('assistant.disclosures', {
  route: 'GET /api/ai/disclosures',
  access: 'BrokerAdmin',
  rateClass: 'ai',
  summary: 'Lists the AI disclosure log: all requests to the AI provider, latest first.',
  input: pageOf({
    id: codeLine(1, 40).optional().describe('Only the entry with this id'),
    purpose: DisclosurePurpose.optional(),
    userId: Id.optional(),
    from: CivilDate.optional().describe('First day, in Dublin time'),
    to: CivilDate.optional().describe('Last day, inclusive'),
    sort: z.enum(['-beganAt']).default('-beganAt'),
  }),
  output: listOf(Disclosure),
})
export const getProviderUse = query('assistant.provider', {
  route: 'GET /api/provider-use',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary:
    "Returns the AI provider, the part of a question that is sent to it, and the firm's remaining allowance of this month.",
  input: NoParameters,
  output: ProviderUse,
})
export const previewDraft = query('draft.preview', {
  route: 'GET /api/draft-preview',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Previews the request to the provider for this draft, without sending or storing it.',
  input: z.strictObject({ schemeId: Id, kind: DraftKind }),
  output: DraftPreview,
})
export const previewQuestion = query('assistant.preview', {
  route: 'GET /api/question-preview',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary: 'Previews the request to the provider for this question, without sending or storing it.',
  input: z.strictObject({ question: QuestionText, on: CivilDate.optional() }),
  output: QuestionPreview,
})
