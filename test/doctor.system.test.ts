/** `npm run doctor` as an operator runs it: on the embedded database, and on PostgreSQL with a broken setting of each class. */
import { execFile, execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { copyTemplate, type TestDatabase, withClient } from './harness/test-database.ts'
import { isTracingInstalled } from './harness/trace-collector.ts'
import { startService } from './service-process.ts'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const keyOf = (name: string): string => createHash('sha256').update(name).digest('hex')
const SECRETS = {
  SESSION_SECRET: keyOf('session'),
  CSRF_SECRET: keyOf('csrf'),
  PPS_ENCRYPTION_KEY: keyOf('pps'),
  PPS_INDEX_KEY: keyOf('index'),
  CRON_TOKEN: keyOf('cron'),
  RAG_INGEST_TOKEN: keyOf('ingest'),
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Exit code and output; nothing of this process's environment reaches the command but the search path. */
async function runDoctor(settings: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(PROJECT, 'scripts/doctor.ts')],
      { cwd: folder, env: { PATH: process.env.PATH, ...settings } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

const line = (check: string, result: string): RegExp => new RegExp(`^${check} +${result} `, 'm')

test('on the embedded database it checks the files of a service that has ended, and says if one is running', async () => {
  const DATA_DIR = join(folder, 'embedded')
  const first = await runDoctor({ DATA_DIR })
  expect(first.output).toMatch(line('Database', 'ok'))
  expect(first.code).toBe(0)
  const program = await startService({ DATA_DIR, DEMO: '0' })
  try {
    const during = await runDoctor({ DATA_DIR })
    expect(during.output).toMatch(line('Database', 'failed'))
    expect(during.output).toContain('Another process uses')
    expect(during.code).toBe(1)
  } finally {
    await program.stop()
  }
  const after = await runDoctor({ DATA_DIR })
  for (const check of ['Database', 'pgvector', 'Migrations', 'Clock', 'Keys', 'File store'])
    expect(after.output).toMatch(line(check, 'ok'))
  expect(after.code).toBe(0)
}, 180_000)

test('creates no folder: those of another user would keep the service from starting', async () => {
  const place = await mkdtemp(join(folder, 'place-'))
  const settings = { DATA_DIR: join(place, 'data'), FILES_DIR: join(place, 'files') }
  await mkdir(settings.DATA_DIR, { recursive: true })
  const { output } = await runDoctor(settings)
  expect(output).toMatch(line('File store', 'ok'))
  expect(await readdir(place)).toEqual(['data'])
  await mkdir(settings.FILES_DIR)
  expect((await runDoctor(settings)).output).toMatch(line('File store', 'ok'))
  expect(await readdir(settings.FILES_DIR)).toEqual([])
}, 60_000)

test('an incomplete configuration is listed with what to set, and no check connects', async () => {
  const { code, output } = await runDoctor({ NODE_ENV: 'production', PORT: 'x' })
  expect(code).toBe(1)
  expect(output).toMatch(/Configuration +failed +PORT .*\n +Fix: Example: PORT=3000/)
  expect(output).toMatch(
    /SESSION_SECRET is missing\n +Fix: Set SESSION_SECRET to the output of: openssl rand -hex 32/,
  )
  expect(output).not.toMatch(/^Database/m)
})

describe.skipIf(!isTracingInstalled)('the collector of traces', () => {
  test('is asked with the headers of the service, and sees no span', async () => {
    const received: string[] = []
    const collector = createHttpServer((request, response) => {
      request.resume()
      received.push(`${request.method} ${request.url} ${request.headers['content-length']}`)
      response.writeHead(request.headers.authorization === 'Bearer right-token' ? 200 : 401).end()
    }).listen(0, '127.0.0.1')
    await once(collector, 'listening')
    onTestFinished(() => void collector.close())
    const { port } = collector.address() as { port: number }
    const settings = {
      DATA_DIR: join(folder, 'traces'),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    }
    const accepted = await runDoctor({
      ...settings,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20right-token',
    })
    expect(accepted.output).toMatch(line('Traces', 'ok'))
    expect(accepted.code).toBe(0)
    const refused = await runDoctor({
      ...settings,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20wrong-token',
    })
    expect(refused.output).toMatch(line('Traces', 'failed'))
    expect(refused.output).not.toContain('wrong-token')
    expect(refused.code).toBe(1)
    expect(received).toEqual(['POST /v1/traces 0', 'POST /v1/traces 0'])
  }, 60_000)
})

const server = inject('postgresqlUrl')
describe.runIf(server)('on PostgreSQL', () => {
  let database: TestDatabase
  const suffix = randomBytes(4).toString('hex')
  const logins = { fit: `fit_${suffix}`, owner: `owner_${suffix}`, stranger: `stranger_${suffix}` }
  beforeAll(async () => {
    database = await copyTemplate(inject('template'), 'migrated')
    await withClient(server as string, async (client) => {
      await client.query(`create role ${logins.fit} login password 'fit-password' in role pcs_app`)
      await client.query(`create role ${logins.owner} login password 'x' in role pcs_app, pcs_owner`)
      await client.query(`create role ${logins.stranger} login password 'x'`)
    })
  })
  afterAll(async () => {
    await database?.close()
    await withClient(server as string, async (client) => {
      for (const login of Object.values(logins)) await client.query(`drop role if exists ${login}`)
    })
  })
  const urlFor = (login: string, password = 'x'): string => {
    const url = new URL(database.target.url as string)
    url.username = login
    url.password = password
    return url.href
  }
  const settings = (): Record<string, string> => ({
    NODE_ENV: 'production',
    ...SECRETS,
    APP_URL: 'https://pensions.example.ie',
    DATABASE_URL: urlFor(logins.fit, 'fit-password'),
    MIGRATION_DATABASE_URL: database.target.url as string,
    DATA_DIR: join(folder, 'data'),
    OUTBOX_DIR: join(folder, 'outbox'),
    FILES_DIR: join(folder, 'files'),
  })
  const closedPort = async (): Promise<number> => {
    const probe = createServer()
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
    const { port } = probe.address() as { port: number }
    await new Promise<unknown>((resolve) => probe.close(resolve))
    return port
  }

  test('a correct installation passes every check', async () => {
    const redis = inject('redisUrl')
    const { code, output } = await runDoctor({ ...settings(), ...(redis ? { REDIS_URL: redis } : {}) })
    for (const check of [
      'Database',
      'Service login',
      'Migration login',
      'Pooler',
      'Migrations',
      'Clock',
      'Keys',
    ])
      expect(output).toMatch(line(check, 'ok'))
    if (redis) expect(output).toMatch(line('Redis', 'ok'))
    expect(output).not.toMatch(/ failed /)
    expect(output).not.toContain('fit-password')
    expect(code).toBe(0)
  }, 60_000)

  test('a relay that accepts the login is ok without a mail, and one that refuses it fails', async () => {
    let mails = 0
    const relay = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authMethods: ['PLAIN', 'LOGIN'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        password === 'relay-password'
          ? done(null, { user: 'relay' })
          : done(new Error(`Refused ${password}`)),
      onData: (stream, _session, done) => {
        mails += 1
        stream.resume().on('end', () => done())
      },
    })
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', () => resolve()))
    onTestFinished(() => void relay.close(() => {}))
    const { port } = relay.server.address() as { port: number }
    const development = { ...settings(), NODE_ENV: 'development' }
    const accepted = await runDoctor({
      ...development,
      SMTP_URL: `smtp://u:relay-password@127.0.0.1:${port}`,
    })
    expect(accepted.output).toMatch(line('Mail relay', 'ok'))
    const refused = await runDoctor({ ...development, SMTP_URL: `smtp://u:wrong-password@127.0.0.1:${port}` })
    expect(refused.output).toMatch(line('Mail relay', 'failed'))
    expect(refused.output).not.toContain('wrong-password')
    expect(refused.code).toBe(1)
    expect(mails).toBe(0)
  }, 60_000)

  test.each<[string, string, () => Record<string, string> | Promise<Record<string, string>>]>([
    [
      'Database',
      'an unreachable server',
      async () => ({ DATABASE_URL: `postgres://x:unreachable-password@127.0.0.1:${await closedPort()}/pcs` }),
    ],
    [
      'Database',
      'a login that does not exist',
      () => ({
        DATABASE_URL: urlFor(`nobody_${suffix}`, 'nobody-password')
          .replace('/127', '/127')
          .concat('_missing'),
      }),
    ],
    ['Service login', 'one that bypasses row-level security', () => ({ DATABASE_URL: urlFor(logins.owner) })],
    ['Service login', 'one without pcs_app', () => ({ DATABASE_URL: urlFor(logins.stranger) })],
    [
      'Migration login',
      'one without pcs_owner',
      () => ({ MIGRATION_DATABASE_URL: urlFor(logins.fit, 'fit-password') }),
    ],
    [
      'Redis',
      'a closed port',
      async () => ({ REDIS_URL: `redis://:redis-password@127.0.0.1:${await closedPort()}` }),
    ],
    [
      'Mail relay',
      'a closed port',
      async () => ({ SMTP_URL: `smtp://u:smtp-password@127.0.0.1:${await closedPort()}` }),
    ],
    ['Virus scanner', 'a closed port', async () => ({ CLAMD_HOST: `127.0.0.1:${await closedPort()}` })],
    [
      'AI provider',
      'a closed port',
      async () => ({
        AI_PROVIDER: 'openai-compatible',
        AI_MODEL: 'm',
        AI_API_KEY: 'provider-password',
        AI_BASE_URL: `http://127.0.0.1:${await closedPort()}/v1`,
      }),
    ],
    [
      'File store',
      'a folder that is a file',
      () => {
        writeFileSync(join(folder, 'a-file'), '')
        return { FILES_DIR: join(folder, 'a-file') }
      },
    ],
    [
      'File store',
      'a bucket at a closed port',
      async () => ({
        FILES_DIR: '',
        S3_BUCKET: 'files',
        S3_REGION: 'us-east-1',
        S3_ENDPOINT: `http://127.0.0.1:${await closedPort()}`,
        S3_ACCESS_KEY_ID: 'access-password',
        S3_SECRET_ACCESS_KEY: 'secret-password',
      }),
    ],
    [
      'TLS files',
      'the key of another certificate',
      () => {
        const files = { TLS_CERT_FILE: join(folder, 'tls.pem'), TLS_KEY_FILE: join(folder, 'tls.key') }
        for (const certificate of [files.TLS_CERT_FILE, join(folder, 'other.pem')])
          execFileSync('openssl', [
            ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
            ...['-days', '90', '-keyout', files.TLS_KEY_FILE, '-out', certificate],
            ...['-subj', '/CN=pensions.example.ie', '-addext', 'subjectAltName=DNS:pensions.example.ie'],
          ])
        return files
      },
    ],
    [
      'TLS files',
      'missing files',
      () => ({ TLS_CERT_FILE: '/nowhere/a.pem', TLS_KEY_FILE: '/nowhere/a.key' }),
    ],
  ])(
    '%s fails for %s, with advice and no secret',
    async (check, _what, change) => {
      const changed = await change()
      const { code, output } = await runDoctor({ ...settings(), ...changed })
      expect(output).toMatch(line(check, 'failed'))
      expect(output).toMatch(new RegExp(`^${check} +failed .*\\n +Fix: .+`, 'm'))
      expect(output).not.toContain('-password')
      for (const secret of Object.values(SECRETS)) expect(output).not.toContain(secret)
      expect(code).toBe(1)
    },
    60_000,
  )

  test('pending migrations are a warning, and other keys than those of the data fail; nothing is written', async () => {
    const seeded = await copyTemplate(inject('template'), 'seeded')
    onTestFinished(() => seeded.close())
    const url = seeded.target.url as string
    const wrongKeys = await runDoctor({
      ...settings(),
      DATABASE_URL: url,
      MIGRATION_DATABASE_URL: url,
      PPS_ENCRYPTION_KEY: keyOf('another'),
    })
    expect(wrongKeys.output).toMatch(line('Keys', 'failed'))
    await withClient(url, async (client) => {
      await client.query("delete from schema_migrations where name like 'functions/%'")
    })
    const pending = await runDoctor({ ...settings(), DATABASE_URL: url, MIGRATION_DATABASE_URL: url })
    expect(pending.output).toMatch(line('Migrations', 'warning'))
    const left = await withClient(url, (client) =>
      client.query("select 1 from schema_migrations where name like 'functions/%'"),
    )
    expect(left.rowCount).toBe(0)
  }, 60_000)
})
