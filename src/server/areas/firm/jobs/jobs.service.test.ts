import { describe, expect, inject, test } from 'vitest'
import {
  createAnonymousCaller,
  createCaller,
  createFirm,
  generatePpsNumber,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { createEmployer } from '../../../../contract/employers.ts'
import { revealPpsNumber } from '../../../../contract/members.ts'
import type { App } from '../../../app.ts'

const service = useService({ emptyDatabase: true })

const run = async (
  name: string,
  { method = 'POST', app = service().app }: { method?: 'POST' | 'GET'; app?: App } = {},
) => {
  const reply = await createAnonymousCaller({ ...service(), app }).request({
    method,
    url: `/api/cron/${name}`,
    headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
  })
  expect(reply.status).toBe(200)
  return reply.body
}

test.each(['POST', 'GET'] as const)(
  '%s: housekeeping deletes expired rows once and reports their number',
  async (method) => {
    await run('housekeeping')
    const firm = await createFirm(service())
    const create = (key: string) =>
      firm.broker.send(createEmployer, { legalName: key }, { headers: { 'idempotency-key': key } })
    const [old, young] = [nextUniqueText(), nextUniqueText()]
    await create(old)
    await create(young)
    await service().asOwner(
      "update idempotency_keys set created_at = clock_timestamp() - interval '24 hours 1 minute' where key = $1",
      [old],
    )
    await service().asOwner(
      `insert into password_tokens (tenant_id, id, user_id, purpose, token_hash, expires_at)
     select tenant_id, id || suffix, id, 'RESET', id || suffix, clock_timestamp() - days * interval '1 day'
       from users, (values ('a', 31), ('b', 29)) as ages (suffix, days) where id = $1`,
      [firm.broker.id],
    )
    expect(await run('housekeeping', { method })).toEqual({
      job: 'housekeeping',
      ran: true,
      did: {
        expiredFactorChallenges: 0,
        expiredIdempotencyKeys: 1,
        expiredImportDrafts: 0,
        expiredInboxItems: 0,
        expiredMails: 0,
        expiredPasswordTokens: 1,
        expiredRevocations: 0,
        expiredSessions: 0,
        expiredWebhookDeliveries: 0,
        removedFiles: 0,
        scannedDocuments: 0,
      },
      failedFirms: 0,
    })
    expect(await run('housekeeping', { method })).toMatchObject({
      ran: true,
      did: { expiredIdempotencyKeys: 0, expiredPasswordTokens: 0, expiredRevocations: 0 },
    })
    const storedKeys = await service().asOwner('select key from idempotency_keys where key = any($1)', [
      [old, young],
    ])
    expect(storedKeys).toEqual([{ key: young }])
  },
)

test("the platform's audit log has jobs that changed records, and no others", async () => {
  const entries = async () =>
    service().asOwner<{ action: string; actor_id: string }>(
      "select action, actor_id from audit_log where tenant_id = 'platform' and action = 'job.housekeeping'",
    )
  await run('housekeeping')
  const before = (await entries()).length
  await run('housekeeping')
  expect(await entries()).toHaveLength(before)
  const firm = await createFirm(service())
  await firm.broker.send(
    createEmployer,
    { legalName: 'Old' },
    { headers: { 'idempotency-key': nextUniqueText() } },
  )
  await service().asOwner("update idempotency_keys set created_at = clock_timestamp() - interval '2 days'")
  await run('housekeeping')
  expect(await entries()).toHaveLength(before + 1)
  expect((await entries()).at(-1)).toEqual({ action: 'job.housekeeping', actor_id: 'system' })
})

test('PPS numbers are re-encrypted under the current key and stay the same', async () => {
  const firm = await createFirm(service())
  const ppsNumber = generatePpsNumber()
  const member = await firm.hasMember({ ppsNumber })
  await firm.hasMember()
  await firm.hasMember({ ppsNumber: null })
  const { config } = service()
  const rotated = await service().open({
    config: {
      ...config,
      secrets: {
        ...config.secrets,
        PPS_ENCRYPTION_KEY: 'c3'.repeat(32),
        previousPps: config.secrets.PPS_ENCRYPTION_KEY,
      },
    },
  })
  const stored = async () =>
    (
      await service().asOwner<{ value: string }>(
        'select pps_number_encrypted as value from members where id = $1',
        [member.id],
      )
    )[0]?.value
  const before = await stored()
  expect(await run('reencrypt', { app: rotated })).toEqual({
    job: 'reencrypt',
    ran: true,
    did: { reencrypted: 2, fileKeys: 0, remaining: 0 },
    failedFirms: 0,
  })
  expect(await stored()).not.toBe(before)
  expect(await run('reencrypt', { app: rotated, method: 'GET' })).toMatchObject({
    did: { reencrypted: 0, remaining: 0 },
  })
  const broker = await createCaller(
    { ...service(), app: rotated },
    { ...firm.broker, name: 'Broker', role: 'BrokerUser' },
  )
  expect(await broker.call(revealPpsNumber, { id: member.id, reason: 'After the rotation' })).toEqual({
    ppsNumber,
  })
  const entries = await service().asOwner(
    "select 1 from audit_log where action = 'member.reencrypt-pps' and tenant_id = $1",
    [firm.id],
  )
  expect(entries).toHaveLength(2)
})

const JOBS = ['housekeeping', 'reencrypt', 'obligations', 'contributions', 'reminders']

test.each(JOBS)(
  '%s is skipped while another run is active, and runs after that run has ended or failed',
  async (name) => {
    const meanwhile = await service().database.exclusively(`job.${name}`, () => run(name))
    expect(meanwhile).toEqual({ job: name, ran: false, did: {}, failedFirms: 0 })
    const broken = service().database.exclusively(`job.${name}`, () => Promise.reject(new Error('Broken')))
    await expect(broken).rejects.toThrow('Broken')
    expect(await run(name)).toMatchObject({ ran: true, failedFirms: 0 })
  },
)

// Of the embedded database there is one process only.
describe.runIf(inject('postgresqlUrl'))('of two instances', () => {
  test.each(JOBS)('%s: one is skipped while the other holds the lock', async (name) => {
    await service().asOwner('select pg_advisory_lock(hashtext($1))', [`job.${name}`])
    expect(await run(name)).toEqual({ job: name, ran: false, did: {}, failedFirms: 0 })
    await service().asOwner('select pg_advisory_unlock(hashtext($1))', [`job.${name}`])
    expect(await run(name)).toMatchObject({ job: name, ran: true })
  })

  test('a run that lost its lock stops, because another may have begun', async () => {
    const hold = await service().database.exclusively('job.test', async (held) => {
      await held.require()
      const [ended] = await service().asOwner(
        `select pg_terminate_backend(pid) from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and l.locktype = 'advisory' and l.objid = hashtext('job.test')::oid`,
      )
      expect(ended).toEqual({ pg_terminate_backend: true })
      return {
        isLost: await held.require().then(
          () => false,
          () => true,
        ),
      }
    })
    expect(hold).toEqual({ isLost: true })
  })
})

test.each([
  undefined,
  'Bearer wrong',
  `Basic ${TEST_SECRETS.CRON_TOKEN}`,
  `Bearer ${TEST_SECRETS.RAG_INGEST_TOKEN}`,
])('no job runs without its token: %s', async (authorization) => {
  for (const method of ['POST', 'GET'] as const) {
    const reply = await createAnonymousCaller(service()).request({
      method,
      url: '/api/cron/housekeeping',
      headers: authorization ? { authorization } : {},
    })
    expect(reply).toMatchObject({ status: 401, body: { error: 'Unauthorized' } })
  }
})

test("a BrokerAdmin's session cannot start a job", async () => {
  const { admin } = await createFirm(service())
  expect(await admin.request({ method: 'POST', url: '/api/cron/housekeeping' })).toMatchObject({
    status: 401,
  })
})
