import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type Behaviour,
  buildVector,
  KEYS,
  type ModelServer,
  startModelServer,
} from '../../../../test/harness/model-server.ts'
import type { ModelCall } from './conversation.ts'
import { createEmbedder } from './embedder.ts'
import type { UnavailableReason } from './model-unavailable.ts'
import { toOutboundTexts } from './outbound.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())
afterEach(() => server.reset())

const COHERE = 'cohere.embed-multilingual-v3'
const TEXTS = ['Trustees must meet.', 'Twice a year, é 日', 'Trustees must meet.']

function buildEmbedder(kind: 'openai-compatible' | 'bedrock', settings: object = {}, idleMs = 600_000) {
  const calls: ModelCall[] = []
  const embedder = createEmbedder(
    { ...server.settings[kind], ...settings },
    { random: () => 0, pause: async () => {}, idleMs, onCall: (call) => void calls.push(call) },
  )
  return { embedder, calls }
}

test.each([
  ['openai-compatible', {}, 1],
  // Its own models take one text at a time.
  ['bedrock', {}, 3],
  ['bedrock', { model: COHERE }, 1],
] as const)(
  '%s %j: returns one vector for each text, in order, in %i recorded calls',
  async (kind, settings, count) => {
    const { embedder, calls } = buildEmbedder(kind, settings)
    expect(await embedder.embed(toOutboundTexts(TEXTS))).toEqual(TEXTS.map(buildVector))
    expect(calls).toHaveLength(count)
    expect(calls.map(({ body }) => body)).toEqual(server.requests.map(({ body }) => body.toString()))
    for (const key of KEYS) expect(JSON.stringify(calls)).not.toContain(key)
  },
)

test('many texts are sent in batches', async () => {
  const { embedder, calls } = buildEmbedder('openai-compatible')
  const texts = Array.from({ length: 150 }, (_, i) => `provision ${i}`)
  expect(await embedder.embed(toOutboundTexts(texts))).toEqual(texts.map(buildVector))
  expect(calls.map(({ body }) => JSON.parse(body).input.length)).toEqual([64, 64, 22])
  expect(calls[0]).toMatchObject({ usage: { inputTokens: 128, outputTokens: 0 }, costCents: 0.0384 })
})

test('no texts cause no call', async () => {
  expect(await buildEmbedder('bedrock').embedder.embed(toOutboundTexts([]))).toEqual([])
  expect(server.requests).toEqual([])
})

test('the usage is not known if a provider does not report it', async () => {
  const { embedder, calls } = buildEmbedder('bedrock', { model: COHERE })
  await embedder.embed(toOutboundTexts(TEXTS))
  expect(calls).toMatchObject([{ usage: null, costCents: null }])
})

const failures: [Behaviour, UnavailableReason, number][] = [
  [{ does: 'embed', leavesOut: 1 }, 'MALFORMED', 1],
  [{ does: 'garble' }, 'MALFORMED', 1],
  [{ does: 'page' }, 'MALFORMED', 1],
  [{ does: 'stall' }, 'TIMEOUT', 1],
  [{ does: 'stall', pieces: [] }, 'TIMEOUT', 1],
  [{ does: 'cutOff', how: 'reset' }, 'CUT_OFF', 3],
  [{ does: 'refuse', status: 401 }, 'REFUSED_KEY', 1],
  [{ does: 'refuse', status: 400 }, 'REFUSED', 1],
  [{ does: 'refuse', status: 429 }, 'RATE_LIMITED', 3],
  [{ does: 'refuse', status: 500 }, 'SERVER', 3],
  [{ does: 'redirect', to: 'http://127.0.0.1:1/' }, 'MALFORMED', 1],
]
for (const kind of ['openai-compatible', 'bedrock'] as const)
  test.each(failures)(
    `${kind}: when it does %j, no vectors are returned: %s`,
    async (behaviour, reason, attempts) => {
      const { embedder } = buildEmbedder(kind, {}, reason === 'TIMEOUT' ? 150 : undefined)
      server.plan(...Array.from({ length: attempts }, () => behaviour))
      await expect(embedder.embed(toOutboundTexts(['one text']))).rejects.toMatchObject({ reason })
      expect(server.requests).toHaveLength(attempts)
    },
  )

test('vectors in another order are refused', async () => {
  const { embedder } = buildEmbedder('openai-compatible')
  server.plan({ does: 'embed', isReversed: true })
  await expect(embedder.embed(toOutboundTexts(['one', 'two']))).rejects.toMatchObject({ reason: 'MALFORMED' })
})

test('vectors of two lengths are refused', async () => {
  const { embedder } = buildEmbedder('openai-compatible')
  server.plan({ does: 'embed', lengths: [3, 2] })
  await expect(embedder.embed(toOutboundTexts(['one', 'two']))).rejects.toMatchObject({ reason: 'MALFORMED' })
})
