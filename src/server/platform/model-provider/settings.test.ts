import { expect, test } from 'vitest'
import {
  type EmbeddingSettings,
  type ModelSettings,
  ModelSettingsRefused,
  readEmbeddingSettings,
  readModelSettings,
} from './settings.ts'

type Variables = Parameters<typeof readModelSettings>[0]

const COMPATIBLE = {
  AI_PROVIDER: 'openai-compatible',
  AI_MODEL: 'a-model',
  AI_API_KEY: 'a-key',
  AI_BASE_URL: 'https://llm.example.com/v1',
} as const
const ANTHROPIC = { AI_PROVIDER: 'anthropic', AI_MODEL: 'a-model', AI_API_KEY: 'a-key' } as const
const BEDROCK = {
  AI_PROVIDER: 'bedrock',
  AI_MODEL: 'eu.a-model-v1:0',
  AI_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'an-id',
  AWS_SECRET_ACCESS_KEY: 'a-secret',
} as const
const COMMON = { model: 'a-model', timeoutMs: 60_000, maxOutputTokens: 2_048, prices: null }
const CREDENTIALS = { accessKeyId: 'an-id', secretAccessKey: 'a-secret' }

test.each<[Variables, ModelSettings | null]>([
  [{}, null],
  // They may be there for something else.
  [{ AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'an id', AWS_SECRET_ACCESS_KEY: 'a-secret' }, null],
  [
    COMPATIBLE,
    { kind: 'openai-compatible', baseUrl: 'https://llm.example.com/v1', apiKey: 'a-key', ...COMMON },
  ],
  [ANTHROPIC, { kind: 'anthropic', apiKey: 'a-key', ...COMMON }],
  [
    { ...ANTHROPIC, AI_BASE_URL: 'https://proxy.example.com/v1', AWS_REGION: 'eu-west-1' },
    { kind: 'anthropic', apiKey: 'a-key', baseUrl: 'https://proxy.example.com/v1', ...COMMON },
  ],
  [BEDROCK, { kind: 'bedrock', region: 'eu-west-1', ...CREDENTIALS, ...COMMON, model: 'eu.a-model-v1:0' }],
  [
    { ...BEDROCK, AI_REGION: undefined, AWS_REGION: 'eu-central-1', AWS_SESSION_TOKEN: 'a-token' },
    {
      kind: 'bedrock',
      region: 'eu-central-1',
      sessionToken: 'a-token',
      ...CREDENTIALS,
      ...COMMON,
      model: 'eu.a-model-v1:0',
    },
  ],
  [
    { ...BEDROCK, AWS_REGION: 'us-east-1', AI_BASE_URL: 'https://vpce.example.com' },
    {
      kind: 'bedrock',
      region: 'eu-west-1',
      baseUrl: 'https://vpce.example.com',
      ...CREDENTIALS,
      ...COMMON,
      model: 'eu.a-model-v1:0',
    },
  ],
  [
    { ...ANTHROPIC, AI_TIMEOUT_MS: 5_000, AI_PRICE_INPUT: 300, AI_PRICE_OUTPUT: 0 },
    { kind: 'anthropic', apiKey: 'a-key', ...COMMON, timeoutMs: 5_000, prices: { input: 300, output: 0 } },
  ],
])('%j is %j', (variables, settings) => {
  expect(readModelSettings(variables, true)).toEqual(settings)
})

function refusalOf(variables: Variables, isProduction = true): string {
  try {
    readModelSettings(variables, isProduction)
  } catch (error) {
    expect(error).toBeInstanceOf(ModelSettingsRefused)
    return (error as Error).message
  }
  throw new Error('The settings were accepted')
}

test.each<[Variables, string]>([
  [{ AI_MODEL: 'a-model' }, 'AI_MODEL needs AI_PROVIDER'],
  [{ AI_API_KEY: 'a-key' }, 'AI_API_KEY needs AI_PROVIDER'],
  [{ AI_BASE_URL: 'https://llm.example.com' }, 'AI_BASE_URL needs AI_PROVIDER'],
  [{ AI_REGION: 'eu-west-1' }, 'AI_REGION needs AI_PROVIDER'],
  [{ AI_TIMEOUT_MS: 5_000 }, 'AI_TIMEOUT_MS needs AI_PROVIDER'],
  [{ AI_PRICE_INPUT: 0 }, 'AI_PRICE_INPUT needs AI_PROVIDER'],
  [{ AI_PRICE_OUTPUT: 0 }, 'AI_PRICE_OUTPUT needs AI_PROVIDER'],
  [{ AI_EMBEDDING_MODEL: 'a-model' }, 'AI_EMBEDDING_MODEL needs AI_PROVIDER'],
  [{ AI_EMBEDDING_PRICE: 0 }, 'AI_EMBEDDING_PRICE needs AI_PROVIDER'],
  [{ ...COMPATIBLE, AI_MODEL: undefined }, 'AI_PROVIDER openai-compatible needs AI_MODEL'],
  [{ ...COMPATIBLE, AI_API_KEY: undefined }, 'AI_PROVIDER openai-compatible needs AI_API_KEY'],
  [{ ...COMPATIBLE, AI_BASE_URL: undefined }, 'AI_PROVIDER openai-compatible needs AI_BASE_URL'],
  [
    { ...COMPATIBLE, AI_REGION: 'eu-west-1' },
    'AI_PROVIDER openai-compatible does not take AI_REGION: it is for bedrock',
  ],
  [{ ...ANTHROPIC, AI_MODEL: undefined }, 'AI_PROVIDER anthropic needs AI_MODEL'],
  [{ ...ANTHROPIC, AI_API_KEY: undefined }, 'AI_PROVIDER anthropic needs AI_API_KEY'],
  [
    { ...ANTHROPIC, AI_REGION: 'eu-west-1' },
    'AI_PROVIDER anthropic does not take AI_REGION: it is for bedrock',
  ],
  [{ ...BEDROCK, AI_MODEL: undefined }, 'AI_PROVIDER bedrock needs AI_MODEL'],
  [{ ...BEDROCK, AI_REGION: undefined }, 'AI_PROVIDER bedrock needs AI_REGION'],
  [{ ...BEDROCK, AWS_ACCESS_KEY_ID: undefined }, 'AI_PROVIDER bedrock needs AWS_ACCESS_KEY_ID'],
  [{ ...BEDROCK, AWS_SECRET_ACCESS_KEY: undefined }, 'AI_PROVIDER bedrock needs AWS_SECRET_ACCESS_KEY'],
  [
    { ...BEDROCK, AI_API_KEY: 'a-key' },
    'AI_PROVIDER bedrock does not take AI_API_KEY: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  ],
  [{ ...BEDROCK, AWS_REGION: 'example.com' }, 'AWS_REGION must be the name of a region of AWS'],
  [
    { ...BEDROCK, AWS_ACCESS_KEY_ID: 'hunter2 hunter2' },
    'AWS_ACCESS_KEY_ID must be printable characters without spaces',
  ],
  [
    { ...BEDROCK, AWS_SECRET_ACCESS_KEY: 'hunter2\nhunter2' },
    'AWS_SECRET_ACCESS_KEY must be printable characters without spaces',
  ],
  [
    { ...BEDROCK, AWS_SESSION_TOKEN: 'hunter2é' },
    'AWS_SESSION_TOKEN must be printable characters without spaces',
  ],
  [{ ...ANTHROPIC, AI_PRICE_INPUT: 300 }, 'AI_PRICE_INPUT and AI_PRICE_OUTPUT must be set together'],
  [{ ...ANTHROPIC, AI_PRICE_OUTPUT: 300 }, 'AI_PRICE_INPUT and AI_PRICE_OUTPUT must be set together'],
])('%j is refused: %s', (variables, refusal) => {
  expect(refusalOf(variables)).toBe(refusal)
  expect(refusalOf(variables, false)).toBe(refusal)
})

test.each([
  ['https://llm.example.com/v1', true],
  ['http://127.0.0.1:11434/v1', true],
  ['http://127.8.7.6/v1', true],
  ['http://[::1]:11434/v1', true],
  ['http://localhost:11434/v1', true],
  ['http://LOCALHOST/v1', true],
  ['http://llm.example.com/v1', false],
  ['http://192.168.1.7/v1', false],
  ['http://localhost.example.com/v1', false],
  ['http://127.0.0.1.example.com/v1', false],
  ['http://0.0.0.0/v1', false],
  ['http://[::2]/v1', false],
])('%s is allowed in production: %s; elsewhere always', (baseUrl, isSpokenTo) => {
  for (const variables of [COMPATIBLE, ANTHROPIC, BEDROCK]) {
    const given = { ...variables, AI_BASE_URL: baseUrl }
    expect(readModelSettings(given, false)).toMatchObject({ baseUrl })
    if (isSpokenTo) expect(readModelSettings(given, true)).toMatchObject({ baseUrl })
    else
      expect(refusalOf(given)).toBe(
        'AI_BASE_URL must begin with https: in production, unless it is this machine',
      )
  }
})

test.each<[Variables, Partial<EmbeddingSettings> | null]>([
  [{}, null],
  [COMPATIBLE, null],
  [
    { ...COMPATIBLE, AI_EMBEDDING_MODEL: 'some-vectors', AI_PRICE_INPUT: 300, AI_PRICE_OUTPUT: 1_500 },
    { kind: 'openai-compatible', apiKey: 'a-key', model: 'some-vectors', prices: null },
  ],
  [
    { ...BEDROCK, AI_EMBEDDING_MODEL: 'amazon.titan-embed-text-v2:0', AI_EMBEDDING_PRICE: 2 },
    {
      kind: 'bedrock',
      region: 'eu-west-1',
      model: 'amazon.titan-embed-text-v2:0',
      prices: { input: 2, output: 0 },
    },
  ],
])('vectors by %j are %j', (variables, settings) => {
  const read = readEmbeddingSettings(variables, readModelSettings(variables, true))
  if (settings === null) expect(read).toBeNull()
  else expect(read).toMatchObject(settings)
})

test.each<[Variables, string]>([
  [
    { ...ANTHROPIC, AI_EMBEDDING_MODEL: 'some-vectors' },
    'AI_PROVIDER anthropic does not take AI_EMBEDDING_MODEL: it has no vectors',
  ],
  [{ ...COMPATIBLE, AI_EMBEDDING_PRICE: 2 }, 'AI_EMBEDDING_PRICE needs AI_EMBEDDING_MODEL'],
])('vectors by %j are refused: %s', (variables, refusal) => {
  const model = readModelSettings(variables, true)
  expect(() => readEmbeddingSettings(variables, model)).toThrow(new ModelSettingsRefused([refusal]))
})
