import { randomBytes } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { type Caller, createFirm, nextUniqueText } from '../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../test/harness/service.ts'
import { createApiKey } from '../../contract/api-keys.ts'
import type { App, Parts } from '../app.ts'
import { createMemoryBuckets, type TokenBuckets } from '../platform/token-buckets.ts'

const service = useService()

/** The service with the limits of the specification, and a clock for its buckets. */
async function limited({
  hasEdgeLimits = false,
  ...parts
}: { hasEdgeLimits?: boolean } & Partial<Parts> = {}) {
  const clock = { seconds: 0 }
  const app = await service().open({
    config: { ...service().config, rateLimitScale: 1, hasEdgeLimits },
    buckets: createMemoryBuckets(() => clock.seconds),
    ...parts,
  })
  return { app, clock }
}

async function send(app: App, options: InjectOptions & { as?: Caller }) {
  const { as, ...rest } = options
  const reply = await app.http.inject({
    ...rest,
    headers: { ...(as ? { cookie: as.cookie, 'x-csrf-token': as.csrfToken } : {}), ...rest.headers },
  } as InjectOptions)
  return {
    status: reply.statusCode,
    body: reply.body,
    headers: reply.headers,
    limit: Number(reply.headers['x-ratelimit-limit']),
    remaining: Number(reply.headers['x-ratelimit-remaining']),
    reset: Number(reply.headers['x-ratelimit-reset']),
  }
}
type Sent = Awaited<ReturnType<typeof send>>

async function times(count: number, work: () => Promise<Sent>): Promise<Sent[]> {
  const replies: Sent[] = []
  for (let i = 0; i < count; i++) replies.push(await work())
  return replies
}

const CLASSES: [string, InjectOptions, number, number][] = [
  ['a standard request', { url: '/api/me' }, 120, 200],
  ['a request to the assistant', { url: '/api/ai/ask' }, 20, 30],
  ['an upload of contributions', { method: 'POST', url: '/api/contributions' }, 10, 15],
  ['an upload of a document', { method: 'POST', url: '/api/documents' }, 10, 15],
  ['an upload of members', { method: 'POST', url: '/api/members/import' }, 10, 15],
  ['a preview of what a question sends', { url: '/api/question-preview' }, 20, 30],
  ['a verification of the audit log', { url: '/api/audit-log/verification' }, 10, 15],
]

test.each(CLASSES)(
  '%s: the remaining count starts at the limit minus one, the burst still passes at 0, then 429 follows',
  async (_name, options, limit, burst) => {
    const { app } = await limited()
    const { broker } = await createFirm(service())
    const replies = await times(burst, () => send(app, { ...options, as: broker }))
    expect(replies.map((reply) => reply.remaining)).toEqual(
      Array.from({ length: burst }, (_, i) => Math.max(0, limit - 1 - i)),
    )
    expect(new Set(replies.map((reply) => reply.limit))).toEqual(new Set([limit]))
    expect(replies.map(({ status }) => status)).not.toContain(429)
    const refused = await send(app, { ...options, as: broker })
    expect([refused.status, refused.body]).toEqual([429, '{"error":"Rate limit exceeded"}'])
    expect([refused.limit, refused.remaining]).toEqual([limit, 0])
    expect(Number(refused.headers['retry-after'])).toBe(Math.ceil(60 / limit))
    expect(refused.headers['content-security-policy']).toMatch(/^default-src 'self'/)
  },
)

test('the reset header is the second at which the bucket is full again', async () => {
  const { app } = await limited()
  const { broker } = await createFirm(service())
  for (let taken = 1; taken <= 5; taken++) {
    const before = Date.now() / 1000
    const { reset } = await send(app, { url: '/api/me', as: broker })
    const after = Date.now() / 1000
    expect(reset).toBeGreaterThanOrEqual(Math.ceil(before + taken / 2))
    expect(reset).toBeLessThanOrEqual(Math.ceil(after + taken / 2))
  }
})

test('tokens are refilled at the sustained rate, and a refused request costs none', async () => {
  const { app, clock } = await limited()
  const { broker } = await createFirm(service())
  const ask = () => send(app, { url: '/api/me', as: broker })
  await times(200, ask)
  expect((await times(10, ask)).map(({ status }) => status)).toEqual(Array(10).fill(429))
  clock.seconds += 0.5
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 429])
  clock.seconds += 60
  expect((await times(120, ask)).map(({ status }) => status)).toEqual(Array(120).fill(200))
  expect((await ask()).status).toBe(429)
})

test('a client that respects the remaining count never gets a 429', async () => {
  const { app, clock } = await limited()
  const { broker } = await createFirm(service())
  for (let minute = 0; minute < 3; minute++) {
    for (let remaining = 1; remaining > 0; ) {
      const reply = await send(app, { url: '/api/me', as: broker })
      expect(reply.status).toBe(200)
      remaining = reply.remaining
    }
    clock.seconds += 60
  }
})

test('users and rate classes have separate buckets, and a user has one bucket for all addresses', async () => {
  const { app } = await limited()
  const { broker, admin } = await createFirm(service())
  await times(200, () => send(app, { url: '/api/me', as: broker }))
  expect(await send(app, { url: '/api/me', as: broker, remoteAddress: '198.51.100.77' })).toMatchObject({
    status: 429,
  })
  expect(await send(app, { url: '/api/me', as: admin })).toMatchObject({ status: 200, remaining: 119 })
  expect(await send(app, { url: '/api/ai/ask', as: broker })).toMatchObject({ remaining: 19 })
  expect(await send(app, { url: '/api/contributions', as: broker })).toMatchObject({
    status: 429,
    limit: 120,
  })
})

test('without a session the bucket belongs to the client address, IPv6 by its /64', async () => {
  const { app } = await limited()
  const ask = (remoteAddress: string) => send(app, { url: '/api/auth/csrf', remoteAddress })
  expect((await ask('198.51.100.1')).remaining).toBe(119)
  expect((await ask('198.51.100.1')).remaining).toBe(118)
  expect((await ask('198.51.100.2')).remaining).toBe(119)
  expect((await ask('2001:db8:1:2::1')).remaining).toBe(119)
  expect((await ask('2001:db8:1:2:9:9:9:9')).remaining).toBe(118)
  expect((await ask('2001:db8:1:3::1')).remaining).toBe(119)
  await times(198, () => ask('198.51.100.1'))
  expect(await ask('198.51.100.1')).toMatchObject({ status: 429 })
})

test('an untrusted forwarded address does not bypass a limit', async () => {
  const { app } = await limited()
  const remaining: number[] = []
  for (let i = 0; i < 5; i++)
    remaining.push(
      (
        await send(app, {
          url: '/api/auth/csrf',
          remoteAddress: '198.51.100.9',
          headers: {
            'x-forwarded-for': `203.0.113.${i}`,
            forwarded: `for=203.0.113.${i}`,
            'x-real-ip': `203.0.113.${i}`,
          },
        })
      ).remaining,
    )
  expect(remaining).toEqual([119, 118, 117, 116, 115])
})

test('another session of the same user does not evade a limit', async () => {
  const { app } = await limited()
  const { broker } = await createFirm(service())
  await times(3, () => send(app, { url: '/api/me', as: broker }))
  service().clock.advance(2 * 3_600_000)
  const renewed = await send(app, { url: '/api/me', as: broker })
  const cookie = String(renewed.headers['set-cookie']).split(';')[0] ?? ''
  expect((await send(app, { url: '/api/me', as: { ...broker, cookie } })).remaining).toBe(115)
})

test.each(['/api/%61i/ask', '/%61pi/ai/ask', 'http://localhost/api/ai/ask'])(
  '%s is a request to the assistant too',
  async (url) => {
    const { app } = await limited()
    const { broker } = await createFirm(service())
    expect(await send(app, { url: '/api/ai/ask', as: broker })).toMatchObject({ limit: 20, remaining: 19 })
    expect(await send(app, { url, as: broker })).toMatchObject({ limit: 20, remaining: 18 })
  },
)

test('refusals without a session are counted and keep their status', async () => {
  const { app } = await limited()
  const ask = () => send(app, { url: '/api/schemes', remoteAddress: '198.51.100.40' })
  expect((await times(3, ask)).map(({ status, remaining }) => [status, remaining])).toEqual([
    [401, 119],
    [401, 118],
    [401, 117],
  ])
})

test('unknown API keys from one address are looked up a limited number of times, and known ones are not counted', async () => {
  let lookups = 0
  const { database } = service()
  const batch: typeof database.batch = (statements) => {
    if (statements.some(({ text }) => text.includes('app.find_api_key'))) lookups += 1
    return database.batch(statements)
  }
  const { app, clock } = await limited({ database: { ...database, batch } })
  const { admin } = await createFirm(service())
  const { token } = await admin.call(createApiKey, {
    name: 'Payroll program',
    operations: ['scheme.list'],
    expiresOn: '2026-12-01',
  })
  const ask = (key: string, remoteAddress = '198.51.100.42') =>
    send(app, { url: '/api/schemes', remoteAddress, headers: { authorization: `Bearer ${key}` } })
  const unknown = () => `pcs_abcdefghij_${randomBytes(32).toString('base64url')}`
  expect((await times(150, () => ask(token))).map(({ status }) => status)).toEqual(Array(150).fill(200))
  const statuses = (await times(400, () => ask(unknown()))).map(({ status }) => status)
  expect(statuses).toEqual([...Array(300).fill(401), ...Array(100).fill(429)])
  expect(lookups).toBe(450)
  expect((await ask(token, '198.51.100.43')).status).toBe(200)
  clock.seconds += 1
  expect((await ask(token)).status).toBe(200)
})

test('requests with a valid bearer token are limited by address', async () => {
  const { app } = await limited()
  const run = () =>
    send(app, {
      method: 'POST',
      url: '/api/cron/housekeeping',
      remoteAddress: '198.51.100.41',
      headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
    })
  expect(await run()).toMatchObject({ status: 200, limit: 120, remaining: 119 })
  await times(199, () => send(app, { url: '/api/auth/csrf', remoteAddress: '198.51.100.41' }))
  expect(await run()).toMatchObject({ status: 429 })
})

test('health probes have no limit', async () => {
  const { app } = await limited({ hasEdgeLimits: true })
  const replies = await times(300, () => send(app, { url: '/api/health/live' }))
  expect(new Set(replies.map(({ status, limit, remaining }) => `${status} ${limit} ${remaining}`))).toEqual(
    new Set(['200 2147483647 2147483647']),
  )
})

test('without an edge: ten requests a minute to /api/auth and a hundred to /api per address, in any spelling', async () => {
  const { app, clock } = await limited({ hasEdgeLimits: true })
  const { broker } = await createFirm(service())
  const auth = ['/api/auth/csrf', '/api/%61uth/csrf', '/%61pi/auth/session', 'http://localhost/api/auth/csrf']
  const at = (i: number) => ({ url: auth[i % auth.length] ?? '', remoteAddress: '198.51.100.50' })
  for (let i = 0; i < 10; i++) expect(await send(app, at(i))).toMatchObject({ status: 200 })
  for (let i = 0; i < 4; i++) {
    const refused = await send(app, at(i))
    expect([refused.status, refused.body]).toEqual([429, '{"error":"Rate limit exceeded"}'])
    expect([refused.limit, refused.remaining]).toEqual([10, 0])
    expect(Number(refused.headers['retry-after'])).toBe(6)
  }
  expect(await send(app, { url: '/api/auth/csrf', remoteAddress: '198.51.100.51' })).toMatchObject({
    status: 200,
  })
  clock.seconds += 6
  expect(await send(app, at(0))).toMatchObject({ status: 200 })

  const all = ['/api/me', '/%61pi/me', 'http://localhost/api/me', '/api/unknown']
  const everywhere = (i: number) =>
    send(app, { url: all[i % all.length] ?? '', as: broker, remoteAddress: '198.51.100.52' })
  for (let i = 0; i < 100; i++) expect((await everywhere(i)).status).not.toBe(429)
  for (let i = 0; i < 4; i++) expect(await everywhere(i)).toMatchObject({ status: 429, limit: 100 })
})

test('the limits are multiplied by the scale', async () => {
  const app = await service().open({
    config: { ...service().config, rateLimitScale: 0.05 },
    buckets: createMemoryBuckets(() => 0),
  })
  const { broker } = await createFirm(service())
  const replies = await times(11, () => send(app, { url: '/api/me', as: broker }))
  expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429])
  expect([replies[0]?.limit, replies[0]?.remaining]).toEqual([6, 5])
})

test('asynchronous buckets are awaited', async () => {
  const memory = createMemoryBuckets(() => 0)
  const slow: TokenBuckets = { ...memory, take: async (...given) => memory.take(...given) }
  const app = await service().open({ config: { ...service().config, rateLimitScale: 1 }, buckets: slow })
  const { broker } = await createFirm(service())
  expect(await send(app, { url: `/api/me?_=${nextUniqueText()}`, as: broker })).toMatchObject({
    status: 200,
    remaining: 119,
  })
  await times(199, () => send(app, { url: '/api/me', as: broker }))
  expect(await send(app, { url: '/api/me', as: broker })).toMatchObject({ status: 429 })
})
