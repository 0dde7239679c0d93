import { expect, test } from 'vitest'
import { createEmbedder } from './embedder.ts'
import { createModelProvider } from './model-provider.ts'
import {
  type OutboundRequest,
  type OutboundTexts,
  requireSealed,
  sealOutbound,
  toOutboundTexts,
} from './outbound.ts'
import type { OpenAiCompatibleSettings } from './settings.ts'

// The port is closed: a request that gets this far fails differently.
const SETTINGS: OpenAiCompatibleSettings = {
  kind: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:1/v1',
  apiKey: 'key',
  model: 'model-of-a-test',
  timeoutMs: 1_000,
  maxOutputTokens: 10,
  prices: null,
}
const provider = createModelProvider(SETTINGS)
const embedder = createEmbedder(SETTINGS)
const REFUSAL = 'Only sealed requests can be sent'
const sealed = sealOutbound({ system: 'You answer.', prompt: 'What?' })

test('a plain text and an object that only looks sealed cannot be sent', async () => {
  const member = { system: 'You answer.', prompt: 'What?' }
  // @ts-expect-error a text is not sealed
  expect(() => provider.stream('What?')).toThrow(REFUSAL)
  // @ts-expect-error the shape alone is not the seal
  expect(() => provider.stream(member)).toThrow(REFUSAL)
  // @ts-expect-error and a copy has none
  expect(() => provider.stream({ ...sealed, prompt: 'Another' })).toThrow(REFUSAL)
  expect(() => provider.stream(member as OutboundRequest)).toThrow(REFUSAL)
  // @ts-expect-error nor have texts
  await expect(embedder.embed(['What?'])).rejects.toThrow(REFUSAL)
  await expect(embedder.embed({ texts: ['What?'] } as unknown as OutboundTexts)).rejects.toThrow(REFUSAL)
})

test.each([undefined, null, 'text', 7, Object.create(sealed) as object, structuredClone(sealed)])(
  '%j is not sealed',
  (value) => {
    expect(() => requireSealed(value as OutboundRequest)).toThrow(REFUSAL)
  },
)

test('a sealed text cannot be changed, also through its source', () => {
  expect(() => Object.assign(sealed, { prompt: 'Another' })).toThrow(TypeError)
  const texts = ['one']
  const list = toOutboundTexts(texts)
  texts.push('two')
  expect(list.texts).toEqual(['one'])
  expect(() => (list.texts as string[]).push('two')).toThrow(TypeError)
})
