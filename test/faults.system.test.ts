/**
 * The program, while a server that it uses is away, silent or slow, and comes back. Each fault ends without a restart: requests meanwhile
 * are answered, with 503 and `Retry-After` where they need that server, and no change is half stored.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { type ApiSession, openApiSession, type Reply, send } from './harness/api-session.ts'
import { type FaultProxy, openFaultProxy } from './harness/fault-proxy.ts'
import { KEYS, type ModelServer, startModelServer } from './harness/model-server.ts'
import { type S3Server, startS3Server } from './harness/s3-server.ts'
import { copyTemplate, type TestDatabase, withClient } from './harness/test-database.ts'
import { launchService, type RunningProgram, startService } from './service-process.ts'

const PASSWORD = 'a few words of this test alone'
const CRON_TOKEN = 'faults-cron-token-of-more-than-32-characters'
const PATIENCE = { timeout: 40_000, interval: 100 }
const POOL_SIZE = 4
const redisUrl = inject('redisUrl')
const isUnavailable = { status: 503, retryAfter: expect.stringMatching(/^\d+$/) }

/** A virus scanner that finds every file clean. */
async function startScanner(): Promise<Server> {
  const server = createServer((socket) => {
    let heard = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      heard = Buffer.concat([heard, chunk])
      if (heard.subarray(-4).equals(Buffer.alloc(4))) socket.end('stream: OK\0')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe.runIf(inject('postgresqlUrl'))('a server that the service uses', () => {
  const mails: string[] = []
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      stream.resume()
      stream.on('end', () => {
        mails.push(envelope.rcptTo[0]?.address ?? '')
        done()
      })
    },
  })
  // Ignores connections that a test cuts.
  relay.on('error', () => {})

  let folder: string
  let database: TestDatabase
  let bucket: S3Server
  let scanner: Server
  let models: ModelServer
  let proxies: Record<'postgresql' | 'redis' | 'smtp' | 's3' | 'scanner' | 'provider', FaultProxy>
  let program: RunningProgram
  let broker: ApiSession
  /** A connection to the database that no fault reaches. */
  let direct: pg.Client

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'faults-'))
    relay.listen(0, '127.0.0.1')
    await once(relay.server, 'listening')
    database = await copyTemplate(inject('template'), 'migrated')
    bucket = await startS3Server()
    scanner = await startScanner()
    models = await startModelServer()
    const portOf = (server: { address(): unknown }): string =>
      `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
    proxies = {
      postgresql: await openFaultProxy(database.target.url as string),
      redis: await openFaultProxy(redisUrl ?? 'redis://127.0.0.1'),
      smtp: await openFaultProxy(portOf(relay.server)),
      s3: await openFaultProxy(bucket.options.endpoint as string),
      scanner: await openFaultProxy(portOf(scanner)),
      provider: await openFaultProxy(models.origin),
    }
    const settings = {
      NODE_ENV: 'development',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: proxies.postgresql.url,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      DEMO: '1',
      DEV_ACCOUNTS_PASSWORD: PASSWORD,
      CRON_TOKEN,
      RATE_LIMIT_SCALE: '10000',
      ...(redisUrl ? { REDIS_URL: proxies.redis.url } : {}),
      SMTP_URL: `smtp://127.0.0.1:${proxies.smtp.port}`,
      S3_BUCKET: bucket.options.bucket,
      S3_REGION: bucket.options.region,
      S3_ENDPOINT: `http://127.0.0.1:${proxies.s3.port}`,
      S3_FORCE_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: bucket.options.credentials?.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: bucket.options.credentials?.secretAccessKey ?? '',
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'model-of-a-test',
      AI_API_KEY: KEYS[0] as string,
      AI_BASE_URL: `http://127.0.0.1:${proxies.provider.port}/v1`,
    }
    // With a scanner: documents of the demo, which the service makes itself, are not scanned.
    program = await startService({ ...settings, CLAMD_HOST: `127.0.0.1:${proxies.scanner.port}` })
    broker = await openApiSession(() => program.url, { email: 'brokeradmin@dev.local', password: PASSWORD })
    direct = new pg.Client({ connectionString: database.target.url as string })
    await direct.connect()
  }, 180_000)
  afterEach(async () => {
    for (const proxy of Object.values(proxies)) await proxy.passAgain()
    await expect.poll(ready, PATIENCE).toMatchObject({ status: 200, body: { status: 'ok' } })
  }, 60_000)
  afterAll(async () => {
    await program?.stop()
    await direct?.end()
    for (const proxy of Object.values(proxies ?? {})) await proxy.close()
    await models?.close()
    scanner?.close()
    await bucket?.close()
    await new Promise<void>((resolve) => relay.close(() => resolve()))
    await database?.close()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)

  const ready = (): Promise<Reply> => send(`${program.url}/api/health/ready`)
  const live = (): Promise<Reply> => send(`${program.url}/api/health/live`)
  const read = (): Promise<Reply> => broker.get('/api/employers?limit=5')
  const count = async (statement: string): Promise<number> =>
    Number((await direct.query(`select count(*) from ${statement}`)).rows[0]?.count)

  /** Creates employers until it is stopped. A request without a complete 201 acknowledges nothing. */
  function createEmployers(prefix: string, writers: number) {
    const acknowledged: string[] = []
    const others: Reply[] = []
    let isStopped = false
    const write = async (writer: number): Promise<void> => {
      for (let at = 0; !isStopped; at++) {
        const legalName = `${prefix} ${writer} ${at}`
        const reply = await broker.post('/api/employers', { legalName })
        if (reply.status === 201) acknowledged.push(legalName)
        else others.push(reply)
        if (reply.status !== 201) await pause(20)
      }
    }
    const running = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    return {
      acknowledged,
      others,
      async stop() {
        isStopped = true
        await running
      },
    }
  }

  /** Each acknowledged employer is stored, and each stored one has its audit entry. */
  async function expectWhole(prefix: string, acknowledged: readonly string[]): Promise<void> {
    const { rows } = await direct.query<{ name: string; entries: string }>(
      `select e.legal_name as name, (select count(*) from audit_log a where a.entity_id = e.id and a.action = 'employer.create') as entries
         from employers e where e.legal_name like $1`,
      [`${prefix} %`],
    )
    const stored = rows.map(({ name }) => name)
    expect(new Set(stored).size, 'an employer exists twice').toBe(stored.length)
    expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([])
    expect(rows.filter(({ entries }) => Number(entries) !== 1)).toEqual([])
    expect(
      await count(
        `audit_log where action = 'employer.create' and new_state->>'legalName' like '${prefix} %'`,
      ),
    ).toBe(stored.length)
  }

  test('PostgreSQL away and back: 503 with Retry-After, every acknowledged change stored once', async () => {
    const work = createEmployers('Away', 4)
    await expect.poll(() => work.acknowledged.length, PATIENCE).toBeGreaterThan(5)
    for (let round = 0; round < 3; round++) {
      const before = work.acknowledged.length
      await proxies.postgresql.cut()
      await expect.poll(ready, PATIENCE).toMatchObject(isUnavailable)
      expect(await read()).toMatchObject(isUnavailable)
      expect((await live()).status).toBe(200)
      await proxies.postgresql.passAgain()
      await expect.poll(() => work.acknowledged.length, PATIENCE).toBeGreaterThan(before + 5)
    }
    await work.stop()
    expect(work.others.length).toBeGreaterThan(0)
    for (const reply of work.others) expect(reply).toMatchObject(isUnavailable)
    await expectWhole('Away', work.acknowledged)
  }, 60_000)

  test('PostgreSQL slow: each of many requests is answered, and no work is left over', async () => {
    proxies.postgresql.delay(3_000)
    const replies = await Promise.all(
      Array.from({ length: 120 }, (_, at) =>
        at % 3 === 0 ? broker.post('/api/employers', { legalName: `Slow ${at}` }) : read(),
      ),
    )
    for (const reply of replies.filter(({ status }) => status >= 300))
      expect(reply).toMatchObject(isUnavailable)
    expect(replies.filter(({ status }) => status === 503).length).toBeGreaterThan(60)
    await proxies.postgresql.passAgain()
    await expect.poll(read, PATIENCE).toMatchObject({ status: 200 })
    await expect.poll(() => proxies.postgresql.open(), PATIENCE).toBeLessThanOrEqual(POOL_SIZE)
    const stored = replies.filter(({ status }) => status === 201).map(({ body }) => body.legalName as string)
    await expectWhole('Slow', stored)
  }, 60_000)

  test('all connections in use: 503 with Retry-After, liveness unchanged, and the next request is served', async () => {
    await direct.query('begin; lock table employers in access exclusive mode')
    try {
      const replies = await Promise.all(Array.from({ length: 200 }, read))
      for (const reply of replies) expect(reply).toMatchObject(isUnavailable)
      expect((await live()).status).toBe(200)
    } finally {
      await direct.query('rollback')
    }
    expect(await read()).toMatchObject({ status: 200 })
    await expect.poll(() => proxies.postgresql.open(), PATIENCE).toBeLessThanOrEqual(POOL_SIZE)
  }, 60_000)

  test.runIf(redisUrl)(
    'Redis away, silent and slow: no request fails, and readiness reports it',
    async () => {
      const countsAlone = { status: 200, body: { details: { limits: 'per instance' } } }
      for (const fail of [
        () => proxies.redis.cut(),
        () => proxies.redis.fallSilent(),
        () => proxies.redis.delay(1_000),
      ]) {
        await fail()
        const replies = await Promise.all(Array.from({ length: 20 }, read))
        expect(replies.filter(({ status }) => status !== 200)).toEqual([])
        await expect.poll(ready, PATIENCE).toMatchObject(countsAlone)
        await proxies.redis.passAgain()
        await expect
          .poll(async () => {
            await read()
            return (await ready()).body
          }, PATIENCE)
          .toEqual({ status: 'ok' })
      }
    },
    120_000,
  )

  test('mail relay silent, away and slow: the request succeeds, and the mail is sent when the relay is back', async () => {
    const invite = async (name: string): Promise<string> => {
      const email = `${name}@example.com`
      const reply = await broker.post('/api/users', { email, name: 'Invited person', role: 'BrokerUser' })
      expect(reply.status, JSON.stringify(reply.body)).toBe(201)
      return email
    }
    proxies.smtp.delay(100)
    const invited = [await invite('relay-slow')]
    await expect.poll(() => count('app.mail_outbox'), PATIENCE).toBe(0)
    expect(mails).toEqual(invited)
    proxies.smtp.fallSilent()
    invited.push(await invite('relay-silent'))
    await proxies.smtp.cut()
    invited.push(await invite('relay-away'))
    expect(mails).toHaveLength(1)
    await proxies.smtp.passAgain()
    await expect.poll(() => mails.toSorted(), { ...PATIENCE, timeout: 60_000 }).toEqual(invited.toSorted())
    await expect.poll(() => count('app.mail_outbox'), PATIENCE).toBe(0)
  }, 90_000)

  const upload = (): Promise<Reply> =>
    broker.upload(
      '/api/documents',
      { kind: 'OTHER', title: 'Minutes' },
      { name: 'minutes.txt', bytes: Buffer.from('The trustees met.') },
    )

  test('object storage away and back: 503 with Retry-After, no record and no file', async () => {
    const rows = async () => [await count('documents'), await count('document_versions')]
    const [before, objects] = [await rows(), await bucket.contents()]
    await proxies.s3.cut()
    expect(await upload()).toMatchObject(isUnavailable)
    expect((await ready()).status).toBe(200)
    expect(await rows()).toEqual(before)
    await proxies.s3.passAgain()
    expect(await upload()).toMatchObject({ status: 201 })
    expect(await bucket.contents()).toHaveLength(objects.length + 1)
  }, 60_000)

  test('virus scanner away and back: an upload waits for its scan, which housekeeping repeats', async () => {
    await proxies.scanner.cut()
    const { status, body } = await upload()
    expect([status, body.avScan]).toEqual([201, 'PENDING'])
    const content = () => broker.get(`/api/documents/${body.id}/content`)
    expect(await content()).toMatchObject({ status: 409, body: { details: { code: 'SCAN_PENDING' } } })
    await proxies.scanner.passAgain()
    const ran = await send(`${program.url}/api/cron/housekeeping`, {
      method: 'POST',
      headers: { authorization: `Bearer ${CRON_TOKEN}` },
    })
    expect(ran).toMatchObject({ status: 200, body: { failedFirms: 0 } })
    await expect.poll(content, PATIENCE).toMatchObject({ status: 200, body: 'The trustees met.' })
  }, 60_000)

  test('AI provider away and back: answers quote the sources meanwhile', async () => {
    const ask = () =>
      broker.post('/api/ai/ask', { question: 'How often must the trustees of a scheme meet in a year?' })
    await proxies.provider.cut()
    expect(await ask()).toMatchObject({ status: 200, body: { mode: 'EXTRACTS' } })
    expect(models.requests).toHaveLength(0)
    await proxies.provider.passAgain()
    await ask()
    expect(models.requests.length).toBeGreaterThan(0)
  }, 60_000)
})

describe.runIf(inject('postgresqlUrl'))('a start', () => {
  let database: TestDatabase
  let proxy: FaultProxy
  let program: RunningProgram | null = null
  beforeAll(async () => {
    database = await copyTemplate(inject('template'), 'migrated')
    proxy = await openFaultProxy(database.target.url as string)
  }, 60_000)
  afterEach(async () => {
    await program?.stop()
    program = null
    await proxy.passAgain()
  }, 60_000)
  afterAll(async () => {
    await proxy?.close()
    await database?.close()
  })

  test('waits while another instance that started with it stores the guidance notes', async () => {
    await withClient(database.target.url as string, async (client) => {
      await client.query(
        "begin; select pg_advisory_xact_lock(hashtext('corpus DIGEST-annual-report-and-returns'))",
      )
      program = await launchService({ DATABASE_URL: proxy.url, DEMO: '0' })
      await expect.poll(() => program?.output(), PATIENCE).toMatch(/the start tries again for \d+ s/)
      await client.query('commit')
    })
    await program?.untilReady()
  }, 90_000)

  test('waits for PostgreSQL: alive, not ready, and 503 for other requests', async () => {
    await proxy.cut()
    program = await launchService({ DATABASE_URL: proxy.url, DEMO: '0' })
    const { url } = program
    const ready = () => send(`${url}/api/health/ready`).catch(() => ({ status: 0 }))
    await expect.poll(ready, PATIENCE).toMatchObject({
      ...isUnavailable,
      body: { error: 'Not ready', details: { missing: 0, database: 'no answer' } },
    })
    expect((await send(`${url}/api/health/live`)).status).toBe(200)
    expect(await send(`${url}/api/schemes`)).toMatchObject(isUnavailable)
    await expect
      .poll(() => program?.output(), PATIENCE)
      .toMatch(/the database is not available \(connection refused\): the start tries again for \d+ s/)
    await proxy.passAgain()
    await program.untilReady()
    expect((await send(`${url}/api/schemes`)).status).toBe(401)
  }, 90_000)

  test('ends with the reason when PostgreSQL stays away for longer than DATABASE_WAIT_SECONDS', async () => {
    await proxy.cut()
    program = await launchService({ DATABASE_URL: proxy.url, DEMO: '0', DATABASE_WAIT_SECONDS: '2' })
    await expect(program.untilReady()).rejects.toThrow(/The service could not start: connect ECONNREFUSED/)
  }, 60_000)

  test('accepts a server that needs seconds for a connection', async () => {
    const before = proxy.opened()
    proxy.delay(1_500)
    program = await launchService({ DATABASE_URL: proxy.url, DEMO: '0', DATABASE_WAIT_SECONDS: '0' })
    await expect.poll(() => proxy.opened(), PATIENCE).toBeGreaterThan(before)
    // The first response of the server arrives after three seconds.
    await pause(3_200)
    proxy.delay(0)
    await program.untilReady()
  }, 90_000)
})
