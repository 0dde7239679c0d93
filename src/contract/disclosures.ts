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
    'ANSWER: to a question; SECTION: of a draft; EMBEDDING: public passages, or a question, as vectors',
  ),
  userId: z.string().describe('User who asked; "system" for the service itself'),
  userName: z.string().nullable(),
  url: z.string(),
  model: z.string(),
  body: z.string().describe('Exactly what was sent; headers, where the key is, are not kept'),
  sha256: z.string().describe('Of the body in UTF-8'),
  beganAt: Instant,
  endedAt: Instant.nullable().describe('null: under way, or the service stopped within it'),
  status: z.int().nullable().describe('Of the answer over HTTP; null: none came'),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  costCents: z.number().nullable().describe('Of a US dollar, with fractions; null: not known'),
  providerRequest: z.string().nullable().describe("The provider's own name of the request"),
})
export type Disclosure = z.infer<typeof Disclosure>

const Use = (unit: string) =>
  z.object({ used: z.number(), limit: z.number(), left: z.number() }).describe(`In ${unit}`)

export const ProviderUse = z.object({
  provider: z
    .object({ host: z.string(), model: z.string() })
    .nullable()
    .describe('null: no provider is configured; answers are extracts'),
  questionsSent: QuestionsSent,
  month: z.string().describe('2026-11: the month in Dublin that is counted'),
  startsAgainOn: Day,
  calls: Use('requests to the provider'),
  cents: Use('cents of a US dollar').nullable().describe('null: no limit of money is set'),
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
    .describe('The redacted question that would be sent; null: only the passages would be sent'),
  passages: z.array(SentPassage).describe('Of the public texts, sent whole'),
})
export type QuestionPreview = z.infer<typeof QuestionPreview>

export const DraftPreview = z.object({
  nothingLeaves: NothingLeaves.nullable(),
  schemeName: z.string().nullable().describe('null: it is not sent, as where it may be after a person'),
  schemeType: z.enum(['DB', 'DC']).nullable(),
  sections: z.array(
    z.object({
      heading: z.string(),
      task: z.string().describe('Instruction to the provider; the same for every scheme'),
      passages: z.array(SentPassage).describe('Of the public texts, sent whole'),
    }),
  ),
})
export type DraftPreview = z.infer<typeof DraftPreview>

export const listDisclosures = query('assistant.disclosures', {
  route: 'GET /api/ai/disclosures',
  access: 'BrokerAdmin',
  rateClass: 'ai',
  summary: 'Lists the AI disclosure log: every request to the AI provider, latest first.',
  input: pageOf({
    id: codeLine(1, 40).optional().describe('One of them'),
    purpose: DisclosurePurpose.optional(),
    userId: Id.optional(),
    from: CivilDate.optional().describe('A day in Dublin'),
    to: CivilDate.optional().describe('That whole day'),
    sort: z.enum(['-beganAt']).default('-beganAt'),
  }),
  output: listOf(Disclosure),
})
export const getProviderUse = query('assistant.provider', {
  route: 'GET /api/provider-use',
  access: 'BrokerUser',
  rateClass: 'ai',
  summary:
    'Which provider writes answers, what of a question is sent to it, and what the firm has left of this month.',
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
