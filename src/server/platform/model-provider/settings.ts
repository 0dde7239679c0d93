/** Settings of the provider, read from the environment. */

import { z } from 'zod'
import { formatNumber } from '../../../contract/value-format.ts'
import { parseWhole } from '../variable-formats.ts'

interface Common {
  /** The provider's own name of the model. */
  model: string
  /** For a whole response: includes attempts, pauses and the reader's work between two lines. */
  timeoutMs: number
  maxOutputTokens: number
  /** In US cents per million tokens; null: costs are not known. */
  prices: { input: number; output: number } | null
}

/** Monthly limits of each firm, and what it may send. */
export interface Budget {
  calls: number
  /** In US cents, by the prices; null: no such limit. */
  cents: number | null
  /** No firm sends any word of a question. Overrides the setting of the firm. */
  isStrict: boolean
}

/** Any server with a chat completions API. */
export interface OpenAiCompatibleSettings extends Common {
  kind: 'openai-compatible'
  /** With the version, without /chat/completions. */
  baseUrl: string
  apiKey: string
}

export interface AnthropicSettings extends Common {
  kind: 'anthropic'
  apiKey: string
  /** Replaces Anthropic's own; includes the version. */
  baseUrl?: string
}

export interface BedrockSettings extends Common {
  kind: 'bedrock'
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
  /** Replaces that of the region, for example with a private endpoint. */
  baseUrl?: string
}

export type ModelSettings = OpenAiCompatibleSettings | AnthropicSettings | BedrockSettings
/** Anthropic offers no embeddings. */
export type EmbeddingSettings = Exclude<ModelSettings, AnthropicSettings>

const TIMEOUT_MS = 60_000
const MAX_OUTPUT_TOKENS = 2_048
const CALLS_A_MONTH = 2_000

/** Must be valid in a header, because the error for an invalid header would show it. */
const key = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces')
const region = z.string().regex(/^[a-z]{2,4}(-[a-z]+)+-\d{1,2}$/, 'must be the name of a region of AWS')
const modelName = z.string().regex(/^[\w.:/@+-]{1,200}$/, 'must be the name of a model')
const price = z.coerce.number().min(0).max(10_000_000)

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === ''
}

/** All are optional: without them the service answers without a provider. */
export const modelVariables = {
  AI_PROVIDER: z
    .enum(['openai-compatible', 'anthropic', 'bedrock'])
    .optional()
    .describe(
      'AI provider that writes answers and sections of drafts: openai-compatible, anthropic or bedrock. If not set, no data is sent; answers and drafts come from the legal sources and templates',
    ),
  AI_MODEL: modelName
    .optional()
    .describe('Name of the model at the provider. For Bedrock also the name of an inference profile'),
  AI_API_KEY: key.optional().describe('API key of the provider. Bedrock uses the AWS_ variables instead'),
  AI_BASE_URL: z
    .string()
    .refine(isBaseUrl, 'must be a URL of http: or https: without a password, a query or a fragment')
    .optional()
    .describe(
      'Address of the provider with its version, such as https://ai.example.com/v1. Required for openai-compatible',
    ),
  AI_REGION: region.optional().describe('Region of Bedrock. Default: AWS_REGION'),
  AI_TIMEOUT_MS: parseWhole(1_000, 600_000)
    .optional()
    .describe(`Time limit of a request to the provider in milliseconds. Default: ${TIMEOUT_MS}`),
  AI_PRICE_INPUT: price
    .optional()
    .describe('Price of a million input tokens in US cents. Needs AI_PRICE_OUTPUT'),
  AI_PRICE_OUTPUT: price
    .optional()
    .describe('Price of a million output tokens in US cents. Needs AI_PRICE_INPUT'),
  AI_FIRM_CALLS: parseWhole(1, 1_000_000)
    .optional()
    .describe(
      `Largest number of requests to the provider per firm and month. Default: ${formatNumber(CALLS_A_MONTH)}`,
    ),
  AI_FIRM_CENTS: z.coerce
    .number()
    .min(1)
    .max(10_000_000)
    .optional()
    .describe(
      'Largest cost per firm and month in US cents, by the prices above. If not set, there is no such limit',
    ),
  AI_QUESTION_MODE: z
    .enum(['projected', 'strict'])
    .optional()
    .describe(
      'Largest part of a question that any firm can send. projected: words that occur in public legal sources. strict: no word of the question, only passages. Each firm can choose less. Default: projected',
    ),
  AI_EMBEDDING_MODEL: modelName
    .optional()
    .describe('Model of the same provider that calculates vectors of public passages and redacted questions'),
  AI_EMBEDDING_PRICE: price
    .optional()
    .describe('Price of a million tokens sent to AI_EMBEDDING_MODEL, in US cents'),
  // Their format is checked by the module that uses them.
  AWS_REGION: z.string().optional().describe('Region of Bedrock, if AI_REGION is not set'),
  AWS_ACCESS_KEY_ID: z.string().optional().describe('Access key of the AWS account for Bedrock'),
  AWS_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of AWS_ACCESS_KEY_ID'),
  AWS_SESSION_TOKEN: z.string().optional().describe('Token of temporary AWS credentials'),
}

type ModelVariables = { [Name in keyof typeof modelVariables]?: z.infer<(typeof modelVariables)[Name]> }

/** Variables that have a meaning only with AI_PROVIDER; the AWS_ ones may be set for other programs. */
const OWN = [
  'AI_MODEL',
  'AI_API_KEY',
  'AI_BASE_URL',
  'AI_REGION',
  'AI_TIMEOUT_MS',
  'AI_PRICE_INPUT',
  'AI_PRICE_OUTPUT',
  'AI_FIRM_CALLS',
  'AI_FIRM_CENTS',
  'AI_QUESTION_MODE',
  'AI_EMBEDDING_MODEL',
  'AI_EMBEDDING_PRICE',
] as const

const AWS_RULES = [
  ['AWS_REGION', region],
  ['AWS_ACCESS_KEY_ID', key],
  ['AWS_SECRET_ACCESS_KEY', key],
  ['AWS_SESSION_TOKEN', key],
] as const

/** Wrong combinations of variables, all of them; they name variables and never show a value. */
export class ModelSettingsRefused extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('; '))
    this.problems = problems
  }
}

/** Null: no provider. */
export function readModelSettings(variables: ModelVariables, isProduction: boolean): ModelSettings | null {
  const problems: string[] = []
  const kind = variables.AI_PROVIDER
  if (kind === undefined) {
    for (const name of OWN) if (variables[name] !== undefined) problems.push(`${name} needs AI_PROVIDER`)
    if (problems.length > 0) throw new ModelSettingsRefused(problems)
    return null
  }
  /** A missing value is reported below, before anything uses the placeholder. */
  const required = (name: 'AI_MODEL' | 'AI_API_KEY' | 'AI_BASE_URL' | AwsName): string => {
    const value = variables[name]
    if (value === undefined) problems.push(`AI_PROVIDER ${kind} needs ${name}`)
    return value ?? ''
  }
  const settings = buildSettings(variables, kind, required, problems)
  problems.push(...listPriceProblems(variables))
  const { AI_BASE_URL: baseUrl } = variables
  if (isProduction && baseUrl && !isSafe(new URL(baseUrl)))
    problems.push('AI_BASE_URL must begin with https: in production, unless it is this machine')
  if (problems.length > 0) throw new ModelSettingsRefused(problems)
  return settings
}

type AwsName = 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY'

function listPriceProblems(variables: ModelVariables): string[] {
  const { AI_PRICE_INPUT: input, AI_PRICE_OUTPUT: output } = variables
  return [
    ...((input === undefined) !== (output === undefined)
      ? ['AI_PRICE_INPUT and AI_PRICE_OUTPUT must be set together']
      : []),
    ...(variables.AI_FIRM_CENTS !== undefined && input === undefined
      ? ['AI_FIRM_CENTS needs AI_PRICE_INPUT and AI_PRICE_OUTPUT']
      : []),
  ]
}

function buildSettings(
  variables: ModelVariables,
  kind: NonNullable<ModelVariables['AI_PROVIDER']>,
  required: (name: 'AI_MODEL' | 'AI_API_KEY' | 'AI_BASE_URL' | AwsName) => string,
  problems: string[],
): ModelSettings {
  const refuseUnused = (name: keyof ModelVariables, instead: string): void => {
    if (variables[name] !== undefined) problems.push(`AI_PROVIDER ${kind} does not take ${name}: ${instead}`)
  }
  const { AI_PRICE_INPUT: input, AI_PRICE_OUTPUT: output, AI_BASE_URL: baseUrl } = variables
  const common: Common = {
    model: required('AI_MODEL'),
    timeoutMs: variables.AI_TIMEOUT_MS ?? TIMEOUT_MS,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    prices: input === undefined || output === undefined ? null : { input, output },
  }
  const elsewhere = baseUrl === undefined ? {} : { baseUrl }

  if (kind === 'bedrock') {
    refuseUnused('AI_API_KEY', 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
    for (const [name, rule] of AWS_RULES) {
      const [issue] = rule.optional().safeParse(variables[name]).error?.issues ?? []
      if (issue) problems.push(`${name} ${issue.message}`)
    }
    const sessionToken = variables.AWS_SESSION_TOKEN
    const awsRegion = variables.AI_REGION ?? variables.AWS_REGION
    if (awsRegion === undefined) problems.push('AI_PROVIDER bedrock needs AI_REGION')
    return {
      kind,
      region: awsRegion ?? '',
      accessKeyId: required('AWS_ACCESS_KEY_ID'),
      secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
      ...(sessionToken === undefined ? {} : { sessionToken }),
      ...elsewhere,
      ...common,
    }
  }
  refuseUnused('AI_REGION', 'it is for bedrock')
  const apiKey = required('AI_API_KEY')
  return kind === 'anthropic'
    ? { kind, apiKey, ...elsewhere, ...common }
    : { kind, apiKey, baseUrl: required('AI_BASE_URL'), ...common }
}

export const readBudget = ({ AI_FIRM_CALLS, AI_FIRM_CENTS, AI_QUESTION_MODE }: ModelVariables): Budget => ({
  calls: AI_FIRM_CALLS ?? CALLS_A_MONTH,
  cents: AI_FIRM_CENTS ?? null,
  isStrict: AI_QUESTION_MODE === 'strict',
})
/** Null: no embeddings are computed. `model` contains the provider settings from the same variables. */
export function readEmbeddingSettings(
  { AI_EMBEDDING_MODEL: name, AI_EMBEDDING_PRICE: cents }: ModelVariables,
  model: ModelSettings | null,
): EmbeddingSettings | null {
  if (name === undefined || model === null) {
    if (cents !== undefined) throw new ModelSettingsRefused(['AI_EMBEDDING_PRICE needs AI_EMBEDDING_MODEL'])
    return null
  }
  if (model.kind === 'anthropic')
    throw new ModelSettingsRefused([
      'AI_PROVIDER anthropic does not take AI_EMBEDDING_MODEL: it has no vectors',
    ])
  return { ...model, model: name, prices: cents === undefined ? null : { input: cents, output: 0 } }
}

/** Unencrypted only if the provider is on the same machine. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
