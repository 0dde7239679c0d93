/**
 * Traces of the program itself, as a collector receives them: which spans there are, and that no value of a member, user or credential is
 * in them. Needs `npm ci --prefix deploy/tracing`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type ApiSession, openApiSession, type Reply, send } from './harness/api-session.ts'
import { listLeaks } from './harness/canaries.ts'
import { findFreePort } from './harness/free-port.ts'
import { KEYS, type ModelServer, startModelServer } from './harness/model-server.ts'
import { generatePpsNumber } from './harness/people.ts'
import { type S3Server, startS3Server } from './harness/s3-server.ts'
import { copyTemplate, type TestDatabase } from './harness/test-database.ts'
import {
  type CollectedSpan,
  isTracingInstalled,
  startTraceCollector,
  type TraceCollector,
} from './harness/trace-collector.ts'
import { type RunningProgram, startService } from './service-process.ts'

const PASSWORD = 'a few words of this test alone'
const CRON_TOKEN = 'traces-cron-token-of-more-than-32-characters'
const PATIENCE = { timeout: 30_000, interval: 100 }
const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const postgresqlUrl = inject('postgresqlUrl')
const redisUrl = inject('redisUrl')

const SERVER = 2
const CLIENT = 3

/** Settings that only the programs of one group of tests have. */
const base = (collector: TraceCollector): Record<string, string> => ({
  NODE_ENV: 'development',
  DEV_ACCOUNTS_PASSWORD: PASSWORD,
  RATE_LIMIT_SCALE: '10000',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_BSP_SCHEDULE_DELAY: '100',
})

describe.skipIf(!isTracingInstalled)('traces (skipped where deploy/tracing is not installed)', () => {
  const mails: string[] = []
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        mails.push(Buffer.concat(parts).toString())
        done()
      })
    },
  })
  relay.on('error', () => {})
  let collector: TraceCollector
  let database: TestDatabase | null = null
  let bucket: S3Server
  let models: ModelServer
  let receiver: Server
  let program: RunningProgram
  let broker: ApiSession

  beforeAll(async () => {
    relay.listen(0, '127.0.0.1')
    await once(relay.server, 'listening')
    collector = await startTraceCollector()
    if (postgresqlUrl) database = await copyTemplate(inject('template'), 'migrated')
    bucket = await startS3Server()
    models = await startModelServer()
    receiver = createServer((request, response) => {
      request.resume()
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    program = await startService({
      ...base(collector),
      ...(database ? { DATABASE_URL: database.target.url as string, DEMO: '1' } : {}),
      ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
      CRON_TOKEN,
      OTEL_SERVICE_NAME: 'pension-test',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20a%20test',
      SMTP_URL: `smtp://127.0.0.1:${(relay.server.address() as AddressInfo).port}`,
      S3_BUCKET: bucket.options.bucket,
      S3_REGION: bucket.options.region,
      S3_ENDPOINT: bucket.options.endpoint as string,
      S3_FORCE_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: bucket.options.credentials?.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: bucket.options.credentials?.secretAccessKey ?? '',
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'model-of-a-test',
      AI_API_KEY: KEYS[0] as string,
      AI_BASE_URL: `${models.origin}/v1`,
      ALLOW_LOCAL_WEBHOOKS: '1',
    })
    broker = await openApiSession(() => program.url, { email: 'brokeradmin@dev.local', password: PASSWORD })
  }, 180_000)
  afterAll(async () => {
    await program?.stop()
    await collector?.close()
    await models?.close()
    await bucket?.close()
    await database?.close()
    receiver?.close()
    await new Promise<void>((resolve) => relay.close(() => resolve()))
  }, 60_000)

  const findSpan = (name: string): CollectedSpan | undefined =>
    collector.spans.find((span) => span.name === name)
  const requireSpan = async (name: string): Promise<CollectedSpan> => {
    await expect.poll(() => findSpan(name), { ...PATIENCE, message: name }).toBeDefined()
    return findSpan(name) as CollectedSpan
  }
  const childrenOf = (parent: CollectedSpan): CollectedSpan[] =>
    collector.spans.filter(
      ({ parentId, traceId }) => parentId === parent.spanId && traceId === parent.traceId,
    )
  /** Children, their children, and so on. */
  const below = (parent: CollectedSpan): CollectedSpan[] =>
    childrenOf(parent).flatMap((child) => [child, ...below(child)])
  const expectBelow = async (parent: CollectedSpan, name: string): Promise<CollectedSpan> => {
    const find = () => below(parent).find((span) => span.name === name)
    await expect.poll(find, { ...PATIENCE, message: `${name} below ${parent.name}` }).toBeDefined()
    return find() as CollectedSpan
  }

  /** Values of people and credentials that the requests below carry. */
  const ppsNumber = generatePpsNumber()
  const foreignPpsNumber = generatePpsNumber()
  const values: string[] = [
    PASSWORD,
    CRON_TOKEN,
    'brokeradmin@dev.local',
    ppsNumber,
    foreignPpsNumber,
    'Caoimhe-of-traces',
    'Ní-Mhurchú-of-traces',
    'caoimhe.of.traces@example.com',
    'Searched-text-of-traces',
    'Employer-of-traces',
    'File-of-traces',
    'token-of-traces-in-a-path',
    'token-of-traces-in-a-query',
    'Fjallaleikhus',
    'Agent-of-traces',
    'invited.of.traces@example.com',
    'unknown-page-of-traces',
    'state-of-traces',
  ]

  test('requests with personal values run', async () => {
    const ok = (reply: Reply): Reply => {
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
      return reply
    }
    ok(await broker.post('/api/employers', { legalName: 'Employer-of-traces Ltd' }))
    const schemes = ok(await broker.get('/api/schemes?limit=1')).body.data as { id: string }[]
    const member = {
      schemeId: schemes[0]?.id,
      firstName: 'Caoimhe-of-traces',
      lastName: 'Ní-Mhurchú-of-traces',
      ppsNumber,
      email: 'caoimhe.of.traces@example.com',
    }
    const created = ok(await broker.post('/api/members', member))
    ok(await broker.get(`/api/members/${created.body.id}`))
    values.push(created.body.id)
    // Refused by a unique index of the database, whose error quotes the value.
    expect((await broker.post('/api/members', member)).status).toBeGreaterThanOrEqual(400)
    ok(await broker.get('/api/members?q=Ní-Mhurchú-of-traces'))
    ok(await broker.get('/api/search?q=Searched-text-of-traces'))
    expect((await broker.get(`/api/search?q=${foreignPpsNumber}`)).status).toBe(400)
    expect((await broker.get(`/api/members/${foreignPpsNumber}`)).status).toBe(400)
    await broker.get(`/api/unknown-page-of-traces/${foreignPpsNumber}?email=caoimhe.of.traces@example.com`)
    ok(await send(`${program.url}/reset-password?token=token-of-traces-in-a-query`))
    const feed = ok(await broker.post('/api/me/calendar-feed', {})).body.url as string
    const feedToken = new URL(feed).searchParams.get('token') as string
    values.push(feedToken)
    ok(await send(`${program.url}/api/obligations/feed.ics?token=${feedToken}`))
    await broker.post('/api/auth/forgot-password', { email: 'brokeradmin@dev.local' })
    ok(
      await broker.post('/api/users', {
        email: 'invited.of.traces@example.com',
        name: 'Caoimhe-of-traces',
        role: 'BrokerUser',
      }),
    )
    ok(
      await broker.upload(
        '/api/documents',
        { kind: 'OTHER', title: 'File-of-traces' },
        { name: 'File-of-traces.txt', bytes: Buffer.from('Minutes of Caoimhe-of-traces') },
      ),
    )
    ok(
      await broker.post('/api/ai/ask', {
        question: 'How often must the trustees of a scheme meet in a year (Fjallaleikhus)?',
      }),
    )
    const { port } = receiver.address() as AddressInfo
    const webhook = ok(
      await broker.post('/api/webhooks', {
        name: 'Receiver of traces',
        url: `http://127.0.0.1:${port}/token-of-traces-in-a-path?key=token-of-traces-in-a-query`,
        eventTypes: ['breach.created'],
      }),
    )
    values.push(webhook.body.secret)
    ok(await broker.post(`/api/webhooks/${webhook.body.id}/send-test`, {}))
    ok(
      await send(`${program.url}/api/cron/housekeeping`, {
        method: 'POST',
        headers: { authorization: `Bearer ${CRON_TOKEN}` },
      }),
    )
    const mailed = () => mails.find((mail) => mail.includes('invited.of.traces@example.com'))
    await expect.poll(mailed, PATIENCE).toBeDefined()
    const [, invitation] = /token=3?D?([\w-]{20,})/.exec(mailed()?.replaceAll('=\r\n', '') ?? '') ?? []
    expect(invitation).toBeDefined()
    values.push(invitation as string)
  }, 120_000)

  test('a request has a span with its route, status, request id and version, and the trace is in its log lines', async () => {
    const response = await fetch(`${program.url}/api/health/live`, {
      headers: { 'user-agent': 'Agent-of-traces' },
    })
    const requestId = response.headers.get('x-request-id')
    const find = () => collector.spans.find(({ attributes }) => attributes['pcs.request_id'] === requestId)
    await expect.poll(find, PATIENCE).toBeDefined()
    expect(find()).toMatchObject({
      name: 'GET /api/health/live',
      kind: SERVER,
      parentId: '',
      isFailed: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/health/live',
        'http.response.status_code': 200,
        'pcs.operation': 'health.live',
      },
      resource: {
        'service.name': 'pension-test',
        'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
        'deployment.environment.name': 'test',
      },
    })
    const line = async () =>
      (await program.output()).split('\n').find((text) => text.includes(requestId ?? '\n'))
    await expect.poll(line, PATIENCE).toContain(`"traceId":"${find()?.traceId}"`)
  })

  test('statements are below the transaction of their request, with placeholders', async () => {
    const request = await requireSpan('POST /api/members')
    expect(request).toMatchObject({ parentId: '', attributes: { 'http.response.status_code': 201 } })
    const transaction = await expectBelow(request, 'transaction')
    const insert = await expectBelow(transaction, 'INSERT')
    expect(insert).toMatchObject({ kind: CLIENT, attributes: { 'db.system.name': 'postgresql' } })
    expect(insert.attributes['db.query.text']).toMatch(/^insert into .*\$1/)
    await expectBelow(await requireSpan('GET /api/members/:id'), 'batch')
    if (redisUrl)
      expect(await expectBelow(request, 'EVAL')).toMatchObject({ attributes: { 'db.system.name': 'redis' } })
  })

  test('calls to other servers have spans with the host only', async () => {
    const calls: [string, string][] = [
      ['POST /api/documents', 'PutObject'],
      ['POST /api/ai/ask', 'POST'],
      ['mail.send', 'SMTP'],
      ['webhook.send', 'POST'],
    ]
    for (const [parent, name] of calls) {
      const span = await expectBelow(await requireSpan(parent), name)
      expect(span).toMatchObject({ kind: CLIENT, attributes: { 'server.address': expect.any(String) } })
      expect(span.attributes['server.address']).toMatch(/^(?:127\.0\.0\.1|localhost)$/)
    }
    for (const root of ['mail.send', 'webhook.send'])
      expect(
        collector.spans.filter(({ name }) => name === root).map(({ parentId }) => parentId),
      ).not.toContain(expect.stringMatching(/./))
    await expectBelow(await requireSpan('POST /api/cron/housekeeping'), 'job.housekeeping')
  })

  test('a header traceparent of a caller is not used', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const response = await fetch(`${program.url}/api/health/live`, {
      headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, tracestate: 'a=state-of-traces' },
    })
    const requestId = response.headers.get('x-request-id')
    const find = () => collector.spans.find(({ attributes }) => attributes['pcs.request_id'] === requestId)
    await expect.poll(find, PATIENCE).toMatchObject({ parentId: '' })
    expect(find()?.traceId).not.toBe(traceId)
  })

  test('no exported byte is a personal value, a token or the address of a request', () => {
    const exported = collector.bytes().toString('latin1')
    const asExported = values.map((value) => Buffer.from(value).toString('latin1'))
    expect(collector.spans.length).toBeGreaterThan(100)
    expect(
      listLeaks(
        exported,
        asExported.flatMap((value) => [value, encodeURIComponent(value)]),
      ),
    ).toEqual([])
    // Text of a statement has no literal at all.
    for (const { attributes } of collector.spans) expect(attributes['db.query.text'] ?? '').not.toMatch(/'/)
  })
})

describe.skipIf(!isTracingInstalled)('a trusted proxy', () => {
  test('continues its trace, and decides whether it is sampled', async () => {
    const collector = await startTraceCollector()
    const program = await startService({
      ...base(collector),
      TRUST_TRACEPARENT: '1',
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    })
    try {
      const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
      const ask = async (flags: string | null): Promise<string | null> => {
        const traceparent = `00-${traceId}-00f067aa0ba902b7-${flags}`
        const response = await fetch(`${program.url}/api/health/ready`, {
          headers: flags === null ? {} : { traceparent },
        })
        return response.headers.get('x-request-id')
      }
      await ask(null)
      await ask('00')
      const sampled = await ask('01')
      const requests = () => collector.spans.filter(({ kind }) => kind === SERVER)
      await expect
        .poll(requests, PATIENCE)
        .toMatchObject([{ traceId, parentId: '00f067aa0ba902b7', attributes: { 'pcs.request_id': sampled } }])
    } finally {
      await program.stop()
      await collector.close()
    }
  }, 180_000)
})

describe.skipIf(!isTracingInstalled)('a collector that does not answer', () => {
  test('fails no request, loses spans beyond the queue, and is used again', async () => {
    const QUEUE = 20
    const REQUESTS = 300
    const collector = await startTraceCollector()
    const program = await startService({
      ...base(collector),
      OTEL_BSP_MAX_QUEUE_SIZE: String(QUEUE),
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: String(QUEUE),
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
      // Only the end of the output is read.
      LOG_LEVEL: 'warn',
    })
    try {
      const isReported = async () => (await program.output()).includes('traces are lost')
      collector.fallSilent()
      for (let at = 0; at < REQUESTS; at++)
        expect((await fetch(`${program.url}/api/health/live`)).status).toBe(200)
      await expect.poll(isReported, PATIENCE).toBe(true)
      const accepted = collector.spans.length
      collector.answerAgain()
      // On a slow machine all spans of before are lost by now.
      await fetch(`${program.url}/api/health/live`)
      const live = () => collector.spans.slice(accepted).length
      await expect.poll(live, PATIENCE).toBeGreaterThan(0)
      // Those that waited, and the ones of an export that was repeated.
      expect(live()).toBeLessThanOrEqual(2 * QUEUE)
      const response = await fetch(`${program.url}/api/health/ready`)
      const requestId = response.headers.get('x-request-id')
      const find = () => collector.spans.some(({ attributes }) => attributes['pcs.request_id'] === requestId)
      await expect.poll(find, PATIENCE).toBe(true)
      collector.fallSilent()
      await fetch(`${program.url}/api/health/live`)
      const output = program.output()
      expect(await output).not.toContain('a resource could not be closed')
    } finally {
      await program.stop()
      await collector.close()
    }
  }, 180_000)
})

test('a start without the package of deploy/tracing says how to install it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'without-tracing-'))
  try {
    for (const name of await readdir(PROJECT))
      if (!['deploy', 'src', 'test-results', '.git', '.data'].includes(name))
        await symlink(join(PROJECT, name), join(folder, name))
    // A module is known by the path that its links lead to.
    await cp(join(PROJECT, 'src'), join(folder, 'src'), { recursive: true })
    const program = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        PORT: String(await findFreePort()),
        DATA_DIR: join(folder, 'data'),
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    program.stderr.on('data', (part) => {
      output += part
    })
    expect(await once(program, 'close')).toEqual([1, null])
    expect(output).toContain('npm ci --prefix deploy/tracing')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 60_000)
