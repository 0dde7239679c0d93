import { expect, inject, test } from 'vitest'
import { signOutEverywhere } from '../src/contract/auth.ts'
import { createScheme, listSchemes, updateScheme } from '../src/contract/schemes.ts'
import { createRedisBuckets } from '../src/server/platform/token-buckets.ts'
import { createFirm, nextUniqueText } from './harness/people.ts'
import { useService } from './harness/service.ts'

const redisUrl = inject('redisUrl')
const service = useService()

/** The same request to the other instance: same cookie, same token. */
async function ask(
  app: Awaited<ReturnType<ReturnType<typeof service>['open']>>,
  caller: { cookie: string; csrfToken: string },
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  headers = {},
) {
  const reply = await app.http.inject({
    method,
    url,
    ...(payload ? { payload } : {}),
    headers: { cookie: caller.cookie, 'x-csrf-token': caller.csrfToken, ...headers },
  })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json(), headers: reply.headers }
}

test('a session of one instance is a session of the other, until it is ended on either', async () => {
  const other = await service().open()
  const { broker, hasScheme } = await createFirm(service())
  const scheme = await hasScheme()
  expect(await ask(other, broker, 'GET', '/api/schemes')).toMatchObject({
    status: 200,
    body: { data: [{ id: scheme.id }] },
  })
  await broker.send(signOutEverywhere)
  expect(await ask(other, broker, 'GET', '/api/schemes')).toMatchObject({
    status: 401,
    body: { error: 'Unauthenticated' },
  })
})

test('one of two instances that write the same version is refused', async () => {
  const other = await service().open()
  const { broker, hasScheme } = await createFirm(service())
  const { id } = await hasScheme()
  const body = { name: `Renamed ${nextUniqueText()}`, type: 'DC' }
  const replies = await Promise.all([
    broker.send(updateScheme, { id, ...body }, { headers: { 'if-match': '"1"' } }),
    ask(other, broker, 'PUT', `/api/schemes/${id}`, body, { 'if-match': '"1"' }),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 409)?.body.details).toMatchObject({ currentVersion: 2 })
})

test('one idempotency key on two instances creates one record', async () => {
  const other = await service().open()
  const { broker, hasEmployer } = await createFirm(service())
  const employer = await hasEmployer()
  const body = { employerId: employer.id, name: `Once ${nextUniqueText()}`, type: 'DC' as const }
  const headers = { 'idempotency-key': nextUniqueText() }
  const [one, two] = await Promise.all([
    broker.send(createScheme, body, { headers }),
    ask(other, broker, 'POST', '/api/schemes', body, headers),
  ])
  expect([one.status, two.status]).toEqual([201, 201])
  expect(one.body.id).toBe(two.body.id)
  expect((await broker.call(listSchemes, {})).data).toHaveLength(1)
})

// Needs a Redis to share; the suite on PostgreSQL brings one.
test.runIf(redisUrl)('two instances share the rate limit bucket of a user', async () => {
  const buckets = await Promise.all([1, 2].map(() => createRedisBuckets(redisUrl as string, () => {})))
  const [one, two] = await Promise.all(
    buckets.map((shared) =>
      service().open({ buckets: shared, config: { ...service().config, rateLimitScale: 1 } }),
    ),
  )
  const { broker } = await createFirm(service())
  if (!one || !two) throw new Error('Both instances must be open')
  const remaining: number[] = []
  for (const app of [one, two, one, two])
    remaining.push(Number((await ask(app, broker, 'GET', '/api/schemes')).headers['x-ratelimit-remaining']))
  // Refilling adds two a second at most, so each request is at most as well off as the one before.
  expect(remaining[0]).toBe(119)
  expect(remaining[3]).toBeLessThan(119)
  expect(remaining).toEqual(remaining.toSorted((a, b) => b - a))
  await Promise.all(buckets.map((shared) => shared.close()))
})
