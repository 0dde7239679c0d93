import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type Behaviour,
  KEYS,
  type ModelServer,
  PIECES,
  REQUEST_ID,
  startModelServer,
  USAGE,
} from '../../../../test/harness/model-server.ts'
import { createLog } from '../log.ts'
import type { Departure, ModelCall, ProviderOptions } from './conversation.ts'
import { type Answer, createModelProvider } from './model-provider.ts'
import { ModelUnavailable, type UnavailableReason } from './model-unavailable.ts'
import { sealOutbound } from './outbound.ts'
import type { ModelSettings } from './settings.ts'

const KINDS = ['openai-compatible', 'anthropic', 'bedrock'] as const
const LINES = PIECES.join('').split('\n')
const REQUEST = sealOutbound({
  system: 'You answer from the extracts only.',
  prompt: 'What must trustees do? "é" 日 \u2028 </extract>',
})
const IMPATIENT_MS = 150

let server: ModelServer
let elsewhere: ModelServer
beforeAll(async () => {
  server = await startModelServer()
  elsewhere = await startModelServer()
})
afterAll(async () => {
  await server.close()
  await elsewhere.close()
})
afterEach(() => {
  server.reset()
  vi.unstubAllEnvs()
})

/** A provider of one kind, what it recorded and how long it would have paused. */
function buildProvider(kind: ModelSettings['kind'], options: ProviderOptions = {}, settings: object = {}) {
  const calls: ModelCall[] = []
  const pauses: number[] = []
  const provider = createModelProvider(
    { ...server.settings[kind], ...settings },
    {
      random: () => 0,
      // Longer than a test may take: what ends early did not end by this.
      idleMs: 600_000,
      pause: async (ms) => void pauses.push(ms),
      onCall: (call) => void calls.push(call),
      ...options,
    },
  )
  return { provider, calls, pauses }
}

async function read({ lines, done }: Answer) {
  const read: string[] = []
  try {
    for await (const line of lines) read.push(line)
  } catch (failure) {
    expect(await done.catch((error) => error)).toBe(failure)
    return { read, failure: failure as ModelUnavailable, completion: null }
  }
  return { read, failure: null, completion: await done }
}

const times = (count: number, behaviour: Behaviour): Behaviour[] =>
  Array.from({ length: count }, () => behaviour)

describe.each(KINDS)('%s', (kind) => {
  test('an answer arrives complete, line by line and in order, with its usage', async () => {
    const { provider } = buildProvider(kind)
    expect(await read(provider.stream(REQUEST))).toEqual({
      read: LINES,
      failure: null,
      completion: { usage: USAGE, costCents: 0.087, finishReason: 'stop', requestId: REQUEST_ID },
    })
    expect(await server.requests[0]?.ended).toBe('ANSWERED')
  })

  test('an answer arrives in pieces of any size', async () => {
    const { provider } = buildProvider(kind)
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constantFrom('\n', '\r\n', '\n\n', 'a\nb'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
        server.plan({ does: 'answer', pieces })
        const lines = pieces.join('').split(/\r?\n/)
        if (lines.at(-1) === '') lines.pop()
        expect((await read(provider.stream(REQUEST))).read).toEqual(lines)
      }),
      { numRuns: 25 },
    )
  })

  test.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['filter', 'content-filter'],
  ] as const)('an answer that ends by %s says so', async (finish, finishReason) => {
    const { provider } = buildProvider(kind)
    server.plan({ does: 'answer', finish })
    expect((await read(provider.stream(REQUEST))).completion).toMatchObject({ finishReason })
  })

  test('the record equals the sent bytes, and contains the request but no key', async () => {
    const { provider, calls } = buildProvider(kind)
    await read(provider.stream(REQUEST))
    const [received] = server.requests
    const [call] = calls
    expect(calls).toEqual([
      {
        id: expect.stringMatching(/^[a-z][a-z0-9]{23}$/),
        url: `${server.origin}${received?.path}`,
        body: received?.body.toString(),
        sha256: createHash('sha256')
          .update(received?.body ?? '')
          .digest('hex'),
        startedAt: expect.any(Date),
        ms: expect.any(Number),
        status: 200,
        requestId: REQUEST_ID,
        model: 'model-of-a-test',
        usage: USAGE,
        costCents: 0.087,
      },
    ])
    const strings: string[] = []
    JSON.parse(call?.body ?? '', (_, value) => {
      if (typeof value === 'string') strings.push(value)
      return value
    })
    expect(strings).toEqual(expect.arrayContaining([REQUEST.system, REQUEST.prompt]))
    expect(call?.body).toContain('500')
    for (const key of KEYS) expect(JSON.stringify(calls)).not.toContain(key)
    // It was sent after all, where it belongs.
    expect(JSON.stringify(received?.headers)).toContain(kind === 'bedrock' ? KEYS[1] : KEYS[0])
  })

  test('without prices or usage there are no costs', async () => {
    const { provider, calls } = buildProvider(kind, {}, { prices: null })
    expect((await read(provider.stream(REQUEST))).completion).toMatchObject({ usage: USAGE, costCents: null })
    expect(calls).toMatchObject([{ usage: USAGE, costCents: null }])
  })

  // With how often it is sent, and the lines that were given out before.
  const failures: [Behaviour, UnavailableReason, number, string[]][] = [
    [{ does: 'refuse', status: 401 }, 'REFUSED_KEY', 1, []],
    [{ does: 'refuse', status: 403 }, 'REFUSED_KEY', 1, []],
    [{ does: 'refuse', status: 400 }, 'REFUSED', 1, []],
    [{ does: 'refuse', status: 404 }, 'REFUSED', 1, []],
    [{ does: 'refuse', status: 413 }, 'REFUSED', 1, []],
    [{ does: 'refuse', status: 408 }, 'SERVER', 3, []],
    [{ does: 'refuse', status: 409 }, 'SERVER', 3, []],
    [{ does: 'refuse', status: 424 }, 'SERVER', 3, []],
    [{ does: 'refuse', status: 429 }, 'RATE_LIMITED', 3, []],
    [{ does: 'refuse', status: 500 }, 'SERVER', 3, []],
    [{ does: 'refuse', status: 529 }, 'SERVER', 3, []],
    [{ does: 'refuse', status: 200 }, 'MALFORMED', 1, []],
    [{ does: 'refuse', status: 304 }, 'MALFORMED', 1, []],
    [{ does: 'hangUp' }, 'NETWORK', 3, []],
    [{ does: 'page' }, 'MALFORMED', 1, []],
    [{ does: 'stall' }, 'TIMEOUT', 1, []],
    [{ does: 'stall', pieces: [] }, 'TIMEOUT', 1, []],
    [{ does: 'stall', pieces: PIECES }, 'TIMEOUT', 1, LINES.slice(0, 2)],
    [{ does: 'cutOff', how: 'reset', pieces: [] }, 'CUT_OFF', 3, []],
    [{ does: 'cutOff', how: 'reset', pieces: ['half a li'] }, 'CUT_OFF', 3, []],
    [{ does: 'cutOff', how: 'reset' }, 'CUT_OFF', 1, LINES.slice(0, 2)],
    [{ does: 'cutOff', how: 'end', pieces: [] }, 'CUT_OFF', 3, []],
    [{ does: 'cutOff', how: 'end' }, 'CUT_OFF', 1, LINES.slice(0, 2)],
    [{ does: 'garble', pieces: [] }, 'MALFORMED', 1, []],
    [{ does: 'garble' }, 'MALFORMED', 1, LINES.slice(0, 2)],
    [{ does: 'failWithin', fault: 'overloaded', pieces: [] }, 'SERVER', 3, []],
    [{ does: 'failWithin', fault: 'overloaded' }, 'SERVER', 1, LINES.slice(0, 2)],
    [{ does: 'neverEnd', repeat: 'x' }, 'TOO_LONG', 1, []],
  ]
  test.each(failures)(
    'when the server does %j, there is no answer: %s',
    async (behaviour, reason, attempts, lines) => {
      const { provider, calls } = buildProvider(kind, reason === 'TIMEOUT' ? { idleMs: IMPATIENT_MS } : {})
      server.plan(...times(attempts, behaviour))
      const { read: given, failure } = await read(provider.stream(REQUEST))
      expect(failure).toBeInstanceOf(ModelUnavailable)
      expect(failure).toMatchObject({ reason, code: 'UNAVAILABLE' })
      expect(given).toEqual(lines)
      expect(server.requests).toHaveLength(attempts)
      expect(calls.map(({ body, usage }) => ({ body, usage }))).toEqual(
        server.requests.map(({ body }) => ({ body: body.toString(), usage: null })),
      )
    },
  )

  test('an endless answer is stopped by its size', async () => {
    const { provider } = buildProvider(kind, { answerBytes: 100_000 })
    server.plan({ does: 'neverEnd', repeat: 'a line\n' })
    const { read: given, failure } = await read(provider.stream(REQUEST))
    expect(failure).toMatchObject({ reason: 'TOO_LONG' })
    expect(given.length).toBeLessThan(100_000 / 'a line\n'.length)
    expect(await server.requests[0]?.ended).toBe('LEFT')
  })

  test('an answer in many small pieces is stopped by the deadline', async () => {
    const { provider } = buildProvider(kind, {}, { timeoutMs: 2 * IMPATIENT_MS })
    server.plan({ does: 'answer', pieces: Array.from({ length: 1_000 }, () => 'x'), pauseMs: 10 })
    const { failure } = await read(provider.stream(REQUEST))
    expect(failure).toMatchObject({ reason: 'TIMEOUT' })
    expect(await server.requests[0]?.ended).toBe('LEFT')
  })

  test('redirects are not followed', async () => {
    for (const [to, status] of [
      [`${elsewhere.origin}/v1/messages`, 307],
      [`${elsewhere.origin}/v1/messages`, 302],
      [`${server.origin}/v1/chat/completions`, 308],
    ] as const) {
      const { provider } = buildProvider(kind)
      server.plan({ does: 'redirect', to, status })
      expect((await read(provider.stream(REQUEST))).failure).toMatchObject({ reason: 'MALFORMED' })
    }
    expect(server.requests).toHaveLength(3)
    expect(elsewhere.requests).toEqual([])
  })

  test('a transient failure is retried, and no line of the first attempt is returned twice', async () => {
    const { provider, calls, pauses } = buildProvider(kind, { random: () => 0.5 })
    server.plan({ does: 'refuse', status: 503 }, { does: 'cutOff', how: 'reset', pieces: ['{"text":"Tru'] })
    expect(await read(provider.stream(REQUEST))).toMatchObject({ read: LINES, completion: { usage: USAGE } })
    expect(calls.map(({ status, usage }) => [status, usage])).toEqual([
      [503, null],
      [200, null],
      [200, USAGE],
    ])
    expect(pauses).toEqual([250, 500])
  })

  test('a caller that disconnects closes the connection at every stage', async () => {
    const left = new Error('The page was closed')
    for (const behaviour of [{ does: 'stall' }, { does: 'stall', pieces: PIECES }] satisfies Behaviour[]) {
      const { provider, calls } = buildProvider(kind)
      const caller = new AbortController()
      server.plan(behaviour)
      const reading = read(provider.stream(REQUEST, { signal: caller.signal }))
      await vi.waitUntil(() => server.requests.length === 1)
      caller.abort(left)
      expect((await reading).failure).toBe(left)
      expect(await server.requests.pop()?.ended).toBe('LEFT')
      // It was sent, and that stays written down.
      expect(calls).toHaveLength(1)
    }
  })

  test('a caller that stops reading closes the connection as well', async () => {
    const { provider, calls } = buildProvider(kind)
    server.plan({ does: 'stall', pieces: PIECES })
    const { lines, done } = provider.stream(REQUEST)
    for await (const line of lines) {
      expect(line).toBe(LINES[0])
      break
    }
    await expect(done).rejects.toMatchObject({ name: 'AbortError' })
    expect(await server.requests[0]?.ended).toBe('LEFT')
    expect(calls).toHaveLength(1)
  })

  test('errors and logs contain neither keys nor questions and answers', async () => {
    const secrets = [
      ...KEYS,
      REQUEST.system,
      REQUEST.prompt.slice(0, 20),
      'Trustees must',
      'Twice a year',
      'echo-of',
    ]
    const echo = JSON.stringify({ error: { message: `echo-of ${REQUEST.prompt} ${KEYS.join(' ')}` } })
    const behaviours = [
      ...failures.map(([behaviour]) => behaviour),
      ...[400, 401, 429, 500].map((status): Behaviour => ({ does: 'refuse', status, body: echo })),
    ]
    for (const behaviour of behaviours) {
      const { provider } = buildProvider(kind, { idleMs: IMPATIENT_MS })
      // More than are tried: one that was given up on may still arrive.
      server.plan(...times(9, behaviour))
      const { failure } = await read(provider.stream(REQUEST))
      server.reset()
      let logged = ''
      const write = (line: string): void => {
        logged += line
      }
      createLog('debug', { write }).error('No answer', { error: failure })
      expect(logged).toContain('ModelUnavailable')
      const shown = [logged, inspect(failure, { depth: 9, showHidden: true }), JSON.stringify(failure)].join(
        '\n',
      )
      for (const secret of secrets) expect(shown).not.toContain(secret)
    }
  })

  test('addresses and keys in environment variables have no effect', async () => {
    vi.stubEnv('ANTHROPIC_BASE_URL', elsewhere.origin)
    vi.stubEnv('AWS_ENDPOINT_URL', elsewhere.origin)
    vi.stubEnv('AWS_ENDPOINT_URL_BEDROCK_RUNTIME', elsewhere.origin)
    for (const name of [
      'ANTHROPIC_API_KEY',
      'OPENAI_API_KEY',
      'AWS_BEARER_TOKEN_BEDROCK',
      'AWS_SESSION_TOKEN',
    ])
      vi.stubEnv(name, 'a-key-of-somebody-else')
    const { provider } = buildProvider(kind)
    expect((await read(provider.stream(REQUEST))).read).toEqual(LINES)
    expect(elsewhere.requests).toEqual([])
    expect(server.heard()).not.toContain('a-key-of-somebody-else')
  })
})

const KIND = 'openai-compatible'

test("pauses follow the provider's Retry-After, and a caller may disconnect during one", async () => {
  const { provider, pauses } = buildProvider(KIND)
  server.plan(
    { does: 'refuse', status: 429, headers: { 'retry-after': '2' } },
    { does: 'refuse', status: 503 },
  )
  expect((await read(provider.stream(REQUEST))).read).toEqual(LINES)
  expect(pauses).toEqual([2_000, 0])

  const caller = new AbortController()
  const left = new Error('The page was closed')
  const inPause = buildProvider(KIND, { pause: async () => caller.abort(left) })
  server.reset()
  server.plan({ does: 'refuse', status: 503 })
  expect((await read(inPause.provider.stream(REQUEST, { signal: caller.signal }))).failure).toBe(left)
  expect(server.requests).toHaveLength(1)
})

test('fails at once when the provider asks for a long pause', async () => {
  const { provider, pauses } = buildProvider(KIND)
  server.plan({ does: 'refuse', status: 429, headers: { 'retry-after': '120' } })
  const { failure } = await read(provider.stream(REQUEST))
  expect(failure).toMatchObject({ reason: 'RATE_LIMITED', retryAfterMs: 120_000 })
  expect(pauses).toEqual([])
})

test('the deadline also ends a pause', async () => {
  const settings = { ...server.settings[KIND], timeoutMs: IMPATIENT_MS }
  const provider = createModelProvider(settings, { random: () => 1 })
  server.plan({ does: 'refuse', status: 503 })
  expect((await read(provider.stream(REQUEST))).failure).toMatchObject({ reason: 'TIMEOUT' })
  expect(server.requests).toHaveLength(1)
})

test('no request is sent for a disconnected caller, or before the caller reads', async () => {
  const { provider } = buildProvider(KIND)
  const left = new Error('The page was closed')
  const { failure } = await read(provider.stream(REQUEST, { signal: AbortSignal.abort(left) }))
  expect(failure).toBe(left)
  provider.stream(REQUEST)
  expect(server.requests).toEqual([])
})

test("a closed port is a network error and keeps the system's code", async () => {
  const closed = await startModelServer()
  await closed.close()
  const { provider, calls } = buildProvider(KIND, {}, { baseUrl: `${closed.origin}/v1` })
  const { failure } = await read(provider.stream(REQUEST))
  expect(failure).toMatchObject({ reason: 'NETWORK', cause: { code: 'ECONNREFUSED' } })
  expect(calls.map(({ status }) => status)).toEqual([null, null, null])
})

test('a key that no header can carry is not quoted', async () => {
  const { provider } = buildProvider(KIND, {}, { apiKey: `${KEYS[0]}\nX-Another: header` })
  const { failure } = await read(provider.stream(REQUEST))
  expect(failure).toBeInstanceOf(ModelUnavailable)
  expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain(KEYS[0])
})

describe('the circuit', () => {
  const fail = (count: number) => server.plan(...times(count, { does: 'page' }))

  test('opens after five consecutive failures, allows one call after thirty seconds, and closes when it succeeds', async () => {
    let now = new Date('2026-03-02T09:00:00Z')
    const { provider } = buildProvider(KIND, { clock: { now: () => now } })
    fail(4)
    for (let i = 0; i < 4; i++) await read(provider.stream(REQUEST))
    expect((await read(provider.stream(REQUEST))).read).toEqual(LINES)
    fail(5)
    for (let i = 0; i < 5; i++)
      expect((await read(provider.stream(REQUEST))).failure).toMatchObject({ reason: 'MALFORMED' })
    server.reset()

    now = new Date('2026-03-02T09:00:29.999Z')
    expect((await read(provider.stream(REQUEST))).failure).toMatchObject({
      reason: 'OPEN_CIRCUIT',
      because: 'MALFORMED',
      message: 'The AI provider gives no answer: it is not asked for a while: its answer is not understood',
    })
    expect(server.requests).toEqual([])

    now = new Date('2026-03-02T09:00:30Z')
    const [tried, kept] = await Promise.all([read(provider.stream(REQUEST)), read(provider.stream(REQUEST))])
    expect(tried.read).toEqual(LINES)
    expect(kept.failure).toMatchObject({ reason: 'OPEN_CIRCUIT' })
    expect((await read(provider.stream(REQUEST))).read).toEqual(LINES)
  })

  test.each([401, 403])('opens at once if the key is refused with %i, and says so', async (status) => {
    const { provider } = buildProvider(KIND)
    server.plan({ does: 'refuse', status })
    await read(provider.stream(REQUEST))
    expect((await read(provider.stream(REQUEST))).failure).toMatchObject({
      reason: 'OPEN_CIRCUIT',
      because: 'REFUSED_KEY',
      message: 'The AI provider gives no answer: it is not asked for a while: it refuses the key',
    })
    expect(server.requests).toHaveLength(1)
  })

  test('stays closed after refused requests and disconnected callers', async () => {
    const { provider } = buildProvider(KIND)
    server.plan(...times(6, { does: 'refuse', status: 400 }), ...times(6, { does: 'stall', pieces: PIECES }))
    for (let i = 0; i < 6; i++)
      expect((await read(provider.stream(REQUEST))).failure).toMatchObject({ reason: 'REFUSED' })
    for (let i = 0; i < 6; i++) for await (const _ of provider.stream(REQUEST).lines) break
    expect((await read(provider.stream(REQUEST))).read).toEqual(LINES)
  })
})

test('every attempt is recorded before it is sent; without a record it is not sent', async () => {
  const order: string[] = []
  const { provider, calls } = buildProvider(KIND, {
    async beforeCall({ body }) {
      await new Promise(setImmediate)
      order.push(`announced ${server.requests.length} ${body.includes('What must trustees do?')}`)
    },
  })
  const announced: Departure[] = []
  const beforeCall = (departure: Departure): void => void announced.push(departure)
  server.plan({ does: 'refuse', status: 500 })
  expect((await read(provider.stream(REQUEST, { beforeCall }))).read).toEqual(LINES)
  expect(order).toEqual(['announced 0 true', 'announced 1 true'])
  expect(announced).toEqual(
    calls.map(({ id, url, body, sha256, startedAt, model }) => ({ id, url, body, sha256, startedAt, model })),
  )
  expect(new Set(announced.map(({ id }) => id)).size).toBe(2)

  server.reset()
  const full = new Error('The ledger cannot be written')
  const unannounced = async (): Promise<void> => {
    throw full
  }
  expect((await read(provider.stream(REQUEST, { beforeCall: unannounced }))).failure).toBe(full)
  const caller = new AbortController()
  const left = new Error('The page was closed')
  const leaving = (): void => caller.abort(left)
  const options = { beforeCall: leaving, signal: caller.signal }
  expect((await read(provider.stream(REQUEST, options))).failure).toBe(left)
  expect(server.requests).toEqual([])
  expect(calls).toHaveLength(2)
})

test('a request can have another token limit than the settings', async () => {
  const { provider } = buildProvider(KIND)
  await read(provider.stream(sealOutbound({ system: 'S', prompt: 'P', maxOutputTokens: 9_000 })))
  expect(JSON.parse(String(server.requests[0]?.body))).toMatchObject({ max_tokens: 9_000 })
})

test('both records are awaited, and a call that cannot be recorded fails', async () => {
  const order: string[] = []
  const { provider } = buildProvider(KIND, {
    async onCall() {
      await new Promise(setImmediate)
      order.push('all')
    },
  })
  const onCall = (): void => void order.push('one')
  const { completion } = await read(provider.stream(REQUEST, { onCall }))
  expect(completion).not.toBeNull()
  expect(order).toEqual(['all', 'one'])

  const full = new Error('The ledger cannot be written')
  const unrecorded = async (): Promise<void> => {
    throw full
  }
  expect((await read(provider.stream(REQUEST, { onCall: unrecorded }))).failure).toBe(full)
})
