import { expect, test } from 'vitest'
import { createAnonymousCaller } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { databaseHealth, live, openApiDocument, ready } from '../../../../contract/health.ts'
import { createMemoryBuckets } from '../../../platform/token-buckets.ts'

const service = useService()

test.each([live, ready, databaseHealth])('$name answers without a session', async (contract) => {
  const reply = await createAnonymousCaller(service()).send(contract)
  expect(reply).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(reply.headers['x-ratelimit-remaining']).toBe('2147483647')
})

test('an instance that is about to stop is alive and not ready', async () => {
  const draining = await service().open({ isDraining: () => true })
  const somebody = createAnonymousCaller({ ...service(), app: draining })
  expect(await somebody.send(live)).toMatchObject({ status: 200 })
  const reply = await somebody.send(ready)
  expect(reply).toMatchObject({ status: 503, body: { error: 'Not ready', details: { missing: 0 } } })
  expect(reply.headers['retry-after']).toBe('5')
})

test('without its database the process is alive and reports the database as unavailable', async () => {
  const { database } = service()
  const app = await service().open({
    database: {
      ...database,
      ping: async () => {
        throw new Error('connect ECONNREFUSED')
      },
    },
  })
  const somebody = createAnonymousCaller({ ...service(), app })
  expect(await somebody.send(live)).toMatchObject({ status: 200 })
  const reply = await somebody.send(databaseHealth)
  expect(reply).toMatchObject({ status: 503, body: { error: 'Service unavailable' } })
  expect(reply.headers['retry-after']).toMatch(/^\d+$/)
  expect(reply.text).not.toContain('ECONNREFUSED')
  const notReady = await somebody.send(ready)
  expect(notReady).toMatchObject({
    status: 503,
    body: { error: 'Not ready', details: { missing: 0, database: 'no answer' } },
  })
  expect(notReady.headers['retry-after']).toMatch(/^\d+$/)
})

test('readiness and database health report a nearly full disk', async () => {
  const app = await service().open({ freeSpace: { isLow: async () => true } })
  const somebody = createAnonymousCaller({ ...service(), app })
  for (const contract of [ready, databaseHealth]) {
    const reply = await somebody.send(contract)
    expect(reply).toMatchObject({ status: 200, body: { status: 'ok', details: { disk: 'nearly full' } } })
  }
})

test('the OpenAPI document contains every operation', async () => {
  const { status, body } = await createAnonymousCaller(service()).send(openApiDocument)
  expect(status).toBe(200)
  expect(body.openapi).toMatch(/^3\.1\./)
  expect(body.paths['/api/schemes'].get.operationId).toBe('scheme.list')
  expect(body.paths['/api/members/{id}/reveal-pps'].post.operationId).toBe('member.reveal-pps')
})

test('readiness reports when each instance counts rate limits separately', async () => {
  const buckets = { ...createMemoryBuckets(), isDegraded: () => true }
  const { http } = await service().open({ buckets })
  const reply = await http.inject('/api/health/ready')
  expect(reply.json()).toEqual({ status: 'ok', details: { limits: 'per instance' } })
})
