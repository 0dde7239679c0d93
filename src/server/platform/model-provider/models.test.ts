import { expect, test } from 'vitest'
import type { HttpClient } from './http-client.ts'
import { createLanguageModel, getBaseUrl } from './models.ts'
import type { ModelSettings } from './settings.ts'

const COMMON = { model: 'model-of-a-test', timeoutMs: 1_000, maxOutputTokens: 77, prices: null }
const BEDROCK = {
  kind: 'bedrock',
  region: 'eu-west-1',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  ...COMMON,
} as const

/** Returns the request that would be sent, and its URL. */
async function sentBy(settings: ModelSettings): Promise<{ url: string; body: unknown }> {
  const sent = Promise.withResolvers<{ url: string; body: unknown }>()
  const fetch: HttpClient['fetch'] = async (input, init) => {
    sent.resolve({ url: String(input), body: JSON.parse(String(init?.body)) })
    throw new Error('Nothing leaves')
  }
  const client: HttpClient = { fetch, sent: () => undefined, failure: () => undefined, close: () => {} }
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'What?' }] }]
  const model = await createLanguageModel(settings, client)
  await expect(model.doStream({ prompt, maxOutputTokens: settings.maxOutputTokens })).rejects.toThrow(
    'Nothing leaves',
  )
  return sent.promise
}

test.each<[ModelSettings, string, string]>([
  [
    { kind: 'openai-compatible', baseUrl: 'https://llm.example.com/v1', apiKey: 'key', ...COMMON },
    'https://llm.example.com/v1',
    '/chat/completions',
  ],
  [{ kind: 'anthropic', apiKey: 'key', ...COMMON }, 'https://api.anthropic.com/v1', '/messages'],
  [
    { kind: 'anthropic', baseUrl: 'https://proxy.example.com/v1', apiKey: 'key', ...COMMON },
    'https://proxy.example.com/v1',
    '/messages',
  ],
  [BEDROCK, 'https://bedrock-runtime.eu-west-1.amazonaws.com', '/model/model-of-a-test/converse-stream'],
  [
    { ...BEDROCK, baseUrl: 'https://vpce.example.com', model: 'eu.a.model:0' },
    'https://vpce.example.com',
    '/model/eu.a.model%3A0/converse-stream',
  ],
])('%j sends requests to %s', async (settings, baseUrl, path) => {
  expect(getBaseUrl(settings)).toBe(baseUrl)
  expect((await sentBy(settings)).url).toBe(baseUrl + path)
})

test.each([
  ['https://api.openai.com/v1', { max_completion_tokens: 77 }],
  ['https://llm.example.com/v1', { max_tokens: 77 }],
])('%s gets its token limit as %j', async (baseUrl, limit) => {
  const { body } = await sentBy({ kind: 'openai-compatible', baseUrl, apiKey: 'key', ...COMMON })
  expect(body).toEqual({
    model: 'model-of-a-test',
    messages: [{ role: 'user', content: 'What?' }],
    stream: true,
    stream_options: { include_usage: true },
    ...limit,
  })
})
