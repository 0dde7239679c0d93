import { createHash, hkdfSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Config,
  ConfigError,
  describeVariables,
  readBackupKey,
  readConfig,
  readEnvironment,
  type Secrets,
} from './config.ts'

const buildKey = (name: string): string => createHash('sha256').update(name).digest('hex')
const SECRETS: Secrets = {
  SESSION_SECRET: 'session-secret-of-more-than-32-characters',
  CSRF_SECRET: 'csrf-secret-of-more-than-32-characters',
  PPS_ENCRYPTION_KEY: buildKey('pps'),
  PPS_INDEX_KEY: buildKey('index'),
  CRON_TOKEN: 'cron-token-of-more-than-32-characters',
  RAG_INGEST_TOKEN: 'ingest-token-of-more-than-32-characters',
}
const PRODUCTION = {
  NODE_ENV: 'production',
  ...SECRETS,
  APP_URL: 'https://pensions.example.com',
  DATABASE_URL: 'postgres://pcs@db.example.com/pcs?sslmode=verify-full',
  SMTP_URL: 'smtps://mail.example.com',
  FILES_DIR: '/srv/files',
  CLAMD_HOST: 'clamd.example.com',
}
const BUCKET = { S3_BUCKET: 'pension-files', S3_REGION: 'eu-west-1' }
type Env = Record<string, string | undefined>

function ready(env: Env, generated: Secrets | null = SECRETS): Config {
  const reading = readConfig(env, generated)
  if (reading.state !== 'ready') throw new Error(`Missing: ${reading.missing.join(', ')}`)
  return reading.config
}
function refusalOf(env: Env, generated: Secrets | null = null): string {
  try {
    readConfig(env, generated)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  throw new Error('The configuration was accepted')
}

test('development needs no variables', () => {
  expect(readConfig({}, SECRETS)).toEqual({
    state: 'ready',
    warnings: [],
    config: {
      environment: 'development',
      isProduction: false,
      port: 3000,
      host: '127.0.0.1',
      appUrl: 'http://localhost:3000',
      database: { dataDir: '.data/database' },
      dataDir: '.data',
      anchorsDir: '.data/audit-anchors',
      redisUrl: null,
      mail: { from: 'Pension Compliance <no-reply@localhost>', outboxDir: '.data/outbox' },
      files: { folder: '.data/files' },
      scanner: null,
      model: null,
      modelBudget: { calls: 2_000, cents: null, isStrict: false },
      embedding: null,
      wantsDense: false,
      secrets: {
        ...SECRETS,
        previousSession: null,
        previousPps: null,
        idempotency: expect.any(Buffer),
        files: [expect.any(Buffer)],
        factors: [expect.any(Buffer)],
        providers: [expect.any(Buffer)],
        signIns: [expect.any(Buffer)],
        webhooks: [expect.any(Buffer)],
        seal: [expect.any(Buffer)],
        mails: [expect.any(Buffer)],
        cursors: [expect.any(Buffer)],
      },
      trustedProxies: ['127.0.0.0/8', '::1'],
      tls: null,
      hasEdgeLimits: false,
      allowsLocalWebhooks: false,
      rateLimitScale: 1,
      isSchedulerOn: true,
      drainMs: 0,
      metrics: null,
      tracing: null,
      developmentPassword: null,
      logLevel: 'info',
    },
  })
})

test('an empty value counts as absent', () => {
  const names = describeVariables().map(({ name }) => name)
  const empty = Object.fromEntries(
    names.filter((name) => name !== 'TRUSTED_PROXIES').map((name) => [name, '']),
  )
  expect(readConfig(empty, SECRETS)).toEqual(readConfig({}, SECRETS))
})

test.each([
  [undefined, 'development'],
  ['', 'development'],
  ['development', 'development'],
  ['test', 'test'],
  ['demo', 'demo'],
  ['production', 'production'],
  ['Production', 'production'],
  ['prod', 'production'],
  ['staging', 'production'],
  ['Development', 'production'],
  [' development', 'production'],
])('NODE_ENV %j is %s', (NODE_ENV, environment) => {
  expect(readEnvironment({ NODE_ENV })).toBe(environment)
  expect(ready({ ...PRODUCTION, NODE_ENV }).isProduction).toBe(environment === 'production')
})

test('production reads everything from the environment', () => {
  const reading = readConfig(PRODUCTION, null)
  expect(reading).toMatchObject({ state: 'ready', warnings: [] })
  expect(ready(PRODUCTION, null)).toMatchObject({
    environment: 'production',
    isProduction: true,
    host: '0.0.0.0',
    appUrl: 'https://pensions.example.com',
    database: {
      url: PRODUCTION.DATABASE_URL,
      migrationUrl: PRODUCTION.DATABASE_URL,
      poolSize: 10,
      waitMs: 60_000,
    },
    mail: { smtpUrl: PRODUCTION.SMTP_URL },
    files: { folder: '/srv/files' },
    scanner: { host: 'clamd.example.com', port: 3310 },
    secrets: SECRETS,
    hasEdgeLimits: true,
    developmentPassword: null,
  })
})

const REQUIRED = [...Object.keys(SECRETS), 'APP_URL', 'DATABASE_URL', 'SMTP_URL']
test.each(REQUIRED)('production without %s is incomplete, and says which name', (name) => {
  for (const value of [undefined, ''])
    expect(readConfig({ ...PRODUCTION, [name]: value, PORT: '8080', LOG_LEVEL: 'warn' }, null)).toEqual({
      state: 'incomplete',
      missing: [name],
      warnings: [],
      port: 8080,
      host: '0.0.0.0',
      logLevel: 'warn',
    })
})

test('production without variables is incomplete, and no value is generated', () => {
  expect(readConfig({ NODE_ENV: 'production' }, null)).toMatchObject({
    state: 'incomplete',
    missing: REQUIRED,
  })
  // Not even when secrets of development lie about.
  expect(readConfig({ NODE_ENV: 'production' }, SECRETS)).toMatchObject({
    state: 'incomplete',
    missing: REQUIRED,
  })
})

test('readConfig generates no secrets outside production either', () => {
  expect(readConfig({}, null)).toMatchObject({ state: 'incomplete', missing: Object.keys(SECRETS) })
})

test('an embedded database and mails as files have to be chosen explicitly in production', () => {
  const { DATABASE_URL: _url, SMTP_URL: _smtp, ...rest } = PRODUCTION
  expect(readConfig(rest, null)).toMatchObject({ state: 'incomplete', missing: ['DATABASE_URL', 'SMTP_URL'] })
  const chosen = { ...rest, ALLOW_EMBEDDED_IN_PRODUCTION: '1', OUTBOX_DIR: '/var/mail/outbox' }
  expect(readConfig(chosen, null)).toMatchObject({
    state: 'ready',
    warnings: ['The embedded database can lose data in a power cut: set DATABASE_URL'],
    config: { database: { dataDir: '.data/database' }, mail: { outboxDir: '/var/mail/outbox' } },
  })
  expect(readConfig({ ...chosen, ALLOW_EMBEDDED_IN_PRODUCTION: '0' }, null)).toMatchObject({
    missing: ['DATABASE_URL'],
  })
})

test('development settings have no effect in production, and a warning says so', () => {
  const reading = readConfig(
    {
      ...PRODUCTION,
      DEV_ACCOUNTS_PASSWORD: 'a development password',
      RATE_LIMIT_SCALE: '1000',
      DEMO: '1',
    },
    null,
  )
  expect(reading).toMatchObject({
    warnings: [
      'DEV_ACCOUNTS_PASSWORD has no effect in production',
      'DEMO has no effect in production',
      'RATE_LIMIT_SCALE has no effect in production',
    ],
    config: { developmentPassword: null, rateLimitScale: 1 },
  })
  expect(ready({ DEV_ACCOUNTS_PASSWORD: 'a development password', RATE_LIMIT_SCALE: '1000' })).toMatchObject({
    developmentPassword: 'a development password',
    rateLimitScale: 1000,
  })
})

const POSTGRESQL = 'postgres://pcs@db.example.com/pcs'
const DEMO_PASSWORD = 'a development password'
test.each([
  [{}, DEMO_PASSWORD],
  [{ DEMO: '1' }, DEMO_PASSWORD],
  [{ DEMO: 'on' }, DEMO_PASSWORD],
  [{ DEMO: '0' }, null],
  [{ DEMO: 'off' }, null],
  [{ DATABASE_URL: POSTGRESQL }, null],
  [{ DATABASE_URL: POSTGRESQL, NODE_ENV: 'demo' }, null],
  [{ DATABASE_URL: POSTGRESQL, DEMO: '1' }, DEMO_PASSWORD],
  [{ ...PRODUCTION, DEMO: '1' }, null],
])('with %j the password of the demo accounts is %j', (env, developmentPassword) => {
  expect(ready({ DEV_ACCOUNTS_PASSWORD: DEMO_PASSWORD, ...env })).toMatchObject({ developmentPassword })
})

test('RATE_LIMIT_SCALE has no effect in a demo, and the log says so', () => {
  expect(readConfig({ NODE_ENV: 'demo', RATE_LIMIT_SCALE: '1000' }, SECRETS)).toMatchObject({
    warnings: ['RATE_LIMIT_SCALE has no effect in demo'],
    config: { rateLimitScale: 1 },
  })
})

test.each([
  [undefined, ['127.0.0.0/8', '::1']],
  ['', []],
  ['10.0.0.0/8', ['10.0.0.0/8']],
])('TRUSTED_PROXIES %j trusts %j', (TRUSTED_PROXIES, trustedProxies) => {
  expect(ready({ ...PRODUCTION, TRUSTED_PROXIES }, null)).toMatchObject({ trustedProxies })
})

test.each([
  ['APP_URL', 'http://pensions.example.com', 'must begin with https:'],
  ['SESSION_SECRET', 'a'.repeat(64), 'repeats itself'],
  ['SESSION_SECRET_PREVIOUS', 'p'.repeat(32), 'repeats itself'],
  ['CSRF_SECRET', 'abc1'.repeat(12), 'repeats itself'],
  ['CSRF_SECRET', `${'abcdefgh12'.repeat(4)}abc`, 'repeats itself'],
  ['CRON_TOKEN', 'aabbccddeeffaabbccddeeffaabbccddfeed', 'has fewer than 8 different characters'],
  ['RAG_INGEST_TOKEN', 'change-me-change-me-before-production', 'is the text of an example'],
  ['SESSION_SECRET', 'abcdefghijklmnopqrstuvwxyz0123456789', 'is a sequence of characters'],
  ['PPS_ENCRYPTION_KEY', '0'.repeat(64), 'repeats itself'],
  ['PPS_ENCRYPTION_KEY_PREVIOUS', '00'.repeat(32), 'repeats itself'],
  ['PPS_INDEX_KEY', '0123456789abcdef'.repeat(4), 'repeats itself'],
  ['FILES_ENCRYPTION_KEY', 'f'.repeat(64), 'repeats itself'],
  ['FILES_ENCRYPTION_KEY_PREVIOUS', 'ab'.repeat(32), 'repeats itself'],
  ['TRUSTED_PROXIES', '0.0.0.0/0', 'must name the proxies'],
  ['TRUSTED_PROXIES', '10.0.0.0/8,::/0', 'must name the proxies'],
  ['TRUSTED_PROXIES', '0.0.0.0/1,128.0.0.0/1', 'must name the proxies'],
  ['TRUSTED_PROXIES', '2000::/3', 'must name the proxies'],
])('production refuses the unsafe %s %j, and does not show it', (name, value, problem) => {
  const message = refusalOf({ ...PRODUCTION, [name]: value })
  expect(message).toContain(`${name} ${problem}`)
  expect(message).not.toContain(value)
  expect(readConfig({ [name]: value }, SECRETS)).toMatchObject({ state: 'ready' })
})

test('generated secrets are accepted', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (seed) => {
      const bytes = createHash('sha256').update(seed).digest()
      const CSRF_SECRET = bytes.toString('base64url')
      const PPS_INDEX_KEY = bytes.toString('hex')
      expect(readConfig({ ...PRODUCTION, CSRF_SECRET, PPS_INDEX_KEY }, null)).toMatchObject({
        state: 'ready',
      })
    }),
  )
})

test('names all missing, malformed and unsafe settings at once', () => {
  const { CRON_TOKEN: _token, SMTP_URL: _smtp, ...rest } = PRODUCTION
  const message = refusalOf({
    ...rest,
    PORT: 'x',
    S3_REGION: 'eu-west-1',
    AI_MODEL: 'a-model',
    CSRF_SECRET: 'x',
    SESSION_SECRET: 'a'.repeat(40),
    PPS_INDEX_KEY: '0'.repeat(64),
    APP_URL: 'http://pensions.example.com',
    DATABASE_URI: 'postgres://db.example.com/pcs',
  })
  expect(message.split('; ')).toEqual([
    expect.stringMatching(/^PORT /),
    'S3_BUCKET and S3_REGION must be set together',
    'AI_MODEL needs AI_PROVIDER',
    'SESSION_SECRET repeats itself: generate it, for example with openssl rand -hex 32',
    'CSRF_SECRET must have at least 32 characters',
    'PPS_INDEX_KEY repeats itself: generate it, for example with openssl rand -hex 32',
    'APP_URL must begin with https://',
    'CRON_TOKEN is missing',
    'SMTP_URL is missing',
    'DATABASE_URI is unknown: did you mean DATABASE_URL?',
  ])
})

test('names all problems of a provider at once', () => {
  expect(
    refusalOf({ AI_PROVIDER: 'openai-compatible', AI_PRICE_INPUT: '1', AI_REGION: 'eu-west-1' }, SECRETS),
  ).toBe(
    [
      'AI_PROVIDER openai-compatible needs AI_MODEL',
      'AI_PROVIDER openai-compatible does not take AI_REGION: it is for bedrock',
      'AI_PROVIDER openai-compatible needs AI_API_KEY',
      'AI_PROVIDER openai-compatible needs AI_BASE_URL',
      'AI_PRICE_INPUT and AI_PRICE_OUTPUT must be set together',
    ].join('; '),
  )
  expect(refusalOf({ AI_MODEL: 'a', AI_API_KEY: 'b' }, SECRETS)).toBe(
    'AI_MODEL needs AI_PROVIDER; AI_API_KEY needs AI_PROVIDER',
  )
})

test.each<[Env, string]>([
  [
    { MIGRATION_DATABASE_URL: 'postgres://o@db.example.com/pcs' },
    'MIGRATION_DATABASE_URL needs DATABASE_URL',
  ],
  [{ PORT: '8443', HTTP_REDIRECT_PORT: '8443' }, 'PORT and HTTP_REDIRECT_PORT must be different'],
])('the contradiction in %j is refused', (env, refusal) => {
  expect(refusalOf(env, SECRETS)).toBe(refusal)
})

test.each([
  ['DATABASE_URI', 'DATABASE_URL'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['PPS_ENCRYPTON_KEY', 'PPS_ENCRYPTION_KEY'],
  ['SESSIONSECRET', 'SESSION_SECRET'],
  ['Session_Secret', 'SESSION_SECRET'],
  ['port', 'PORT'],
])('%s is unknown, and the hint is %s', (given, meant) => {
  const hint = `${given} is unknown: did you mean ${meant}?`
  expect(readConfig({ [given]: 'hunter2' }, SECRETS)).toMatchObject({ state: 'ready', warnings: [hint] })
  expect(readConfig({ NODE_ENV: 'production', [given]: 'hunter2' }, null)).toMatchObject({
    state: 'incomplete',
    warnings: [hint],
  })
})

test('variables of other programs get no hint', () => {
  const others = [
    'HOME',
    'USER',
    'TERM',
    'PATH',
    'TMPDIR',
    'LANG',
    'SSL_CERT_FILE',
    'NODE_OPTIONS',
    'HOSTNAME',
  ]
  const env = Object.fromEntries(
    [...others, 'npm_lifecycle_event', 'TEST_DATABASE_URL'].map((name) => [name, 'x']),
  )
  expect(readConfig(env, SECRETS)).toMatchObject({ warnings: [] })
})

test('other variables of OpenTelemetry are not taken for misspelt ones', () => {
  const others = [
    'OTEL_TRACES_EXPORTER',
    'OTEL_METRICS_EXPORTER',
    'OTEL_LOGS_EXPORTER',
    'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
    'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
    'OTEL_EXPORTER_OTLP_CERTIFICATE',
    'OTEL_PROPAGATORS',
    'OTEL_LOG_LEVEL',
    'OTEL_NODE_RESOURCE_DETECTORS',
    'OTEL_BSP_EXPORT_TIMEOUT',
  ]
  const env = Object.fromEntries(others.map((name) => [name, 'x']))
  expect(readConfig(env, SECRETS)).toMatchObject({ warnings: [] })
})

describe('traces', () => {
  const tracingOf = (env: Env) => {
    const reading = readConfig(env, SECRETS)
    return reading.state === 'ready' ? reading.config.tracing : undefined
  }
  const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

  test('are off without a collector, and if the SDK is disabled', () => {
    expect(tracingOf({ OTEL_SERVICE_NAME: 'pcs', OTEL_TRACES_SAMPLER: 'always_on' })).toBeNull()
    expect(tracingOf({ ...COLLECTOR, OTEL_SDK_DISABLED: 'true' })).toBeNull()
  })

  test('go to the path for traces of the collector, with the defaults of OpenTelemetry', () => {
    expect(tracingOf(COLLECTOR)).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: {},
      timeoutMs: 10_000,
      isCompressed: false,
      serviceName: 'pension-compliance-service',
      resourceAttributes: {},
      sampler: 'parentbased_always_on',
      ratio: 1,
      maxQueueSize: 2_048,
      maxBatchSize: 512,
      exportEveryMs: 5_000,
      trustsTraceparent: false,
    })
  })

  test.each<[Env, object]>([
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example.ie/otlp/' },
      { url: 'https://c.example.ie/otlp/v1/traces' },
    ],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c.example.ie/in' }, { url: 'https://c.example.ie/in' }],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-tenant=firm,' },
      { headers: { authorization: 'Bearer a=b', 'x-tenant': 'firm' } },
    ],
    [
      { OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production' },
      { resourceAttributes: { 'deployment.environment.name': 'production' } },
    ],
    [
      { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
      { sampler: 'parentbased_traceidratio', ratio: 0.1 },
    ],
    [{ OTEL_BSP_MAX_QUEUE_SIZE: '100' }, { maxQueueSize: 100, maxBatchSize: 100 }],
    [{ TRUST_TRACEPARENT: '1' }, { trustsTraceparent: true }],
  ])('%j configures %j', (env, expected) => {
    expect(tracingOf({ ...COLLECTOR, ...env })).toMatchObject(expected)
  })

  test.each(['OTEL_EXPORTER_OTLP_HEADERS', 'TRUST_TRACEPARENT'])('%s needs a collector', (name) => {
    const value = name === 'TRUST_TRACEPARENT' ? '1' : 'a=b'
    expect(refusalOf({ [name]: value }, SECRETS)).toBe(`${name} needs OTEL_EXPORTER_OTLP_ENDPOINT`)
  })
})

test.each<[Env, string[]]>([
  [
    { DATABASE_URL: 'postgres://pcs@db.example.com/pcs' },
    ['DATABASE_URL should contain sslmode=verify-full'],
  ],
  [{ DATABASE_URL: 'postgres://pcs@db.example.com/pcs?sslmode=no-verify' }, ['DATABASE_URL should']],
  [{ MIGRATION_DATABASE_URL: 'postgres://o@db.example.com/pcs' }, ['MIGRATION_DATABASE_URL should']],
  [{ DATABASE_URL: 'postgres://pcs@127.0.0.1/pcs' }, []],
  [{ DATABASE_URL: 'postgres://pcs@localhost/pcs' }, []],
  [{ DATABASE_URL: 'postgres://pcs@[::1]/pcs' }, []],
  [{ DATABASE_URL: 'postgres:///pcs?host=/run/postgresql' }, []],
  [{ REDIS_URL: 'redis://redis.example.com' }, ['REDIS_URL should begin with rediss:']],
  [{ REDIS_URL: 'rediss://redis.example.com' }, []],
  [{ REDIS_URL: 'redis://localhost:6379' }, []],
  [{ SMTP_URL: 'smtp://mail.example.com' }, ['SMTP_URL should begin with smtps:']],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.com:4318' },
    ['OTEL_EXPORTER_OTLP_ENDPOINT should begin with https://'],
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, []],
])('for the connections %j production warns %j', (env, expected) => {
  const reading = readConfig({ ...PRODUCTION, ...env }, null)
  expect(reading.warnings).toHaveLength(expected.length)
  for (const [index, words] of expected.entries()) expect(reading.warnings[index]).toContain(words)
})

test('production warns of a local file store, an unencrypted bucket connection, and uploads without a scanner', () => {
  const { FILES_DIR: _folder, CLAMD_HOST: _host, ...rest } = PRODUCTION
  expect(readConfig(rest, null)).toMatchObject({
    warnings: [
      'Stored files are in DATA_DIR: with several instances, set FILES_DIR or S3_BUCKET to a store that all instances share',
      'Uploads are not scanned for viruses: set CLAMD_HOST',
    ],
    config: { files: { folder: '.data/files' }, scanner: null },
  })
  expect(readConfig({ ...rest, ...BUCKET, S3_ENDPOINT: 'http://minio:9000' }, null)).toMatchObject({
    warnings: [
      'S3_ENDPOINT should begin with https://',
      'Uploads are not scanned for viruses: set CLAMD_HOST',
    ],
  })
})

// The value is what must not be seen in the message.
const malformed: [string, string][] = [
  ['PORT', '30000000'],
  ['PORT', '-5555'],
  ['PORT', '3000.5'],
  ['PORT', 'three-thousand'],
  ['APP_URL', 'ftp://pensions.example.com'],
  ['APP_URL', 'pensions.example.com'],
  ['APP_URL', 'javascript:alert(1)'],
  ['DATABASE_URL', 'mysql://user:hunter2hunter2@db.example.com/pcs'],
  ['DATABASE_URL', 'hunter2hunter2'],
  ['MIGRATION_DATABASE_URL', 'hunter2hunter2'],
  ['DATABASE_POOL_SIZE', '7654321'],
  ['REDIS_URL', 'http://:hunter2hunter2@redis.example.com'],
  ['SMTP_URL', 'mail://user:hunter2hunter2@mail.example.com'],
  ['ALLOW_EMBEDDED_IN_PRODUCTION', 'perhaps'],
  ['EDGE_LIMITS', 'sometimes'],
  ['RATE_LIMIT_SCALE', 'plenty'],
  ['RATE_LIMIT_SCALE', '-31415'],
  ['LOG_LEVEL', 'verbosely'],
  ['DEMO', 'sometimes'],
  ['DEMO', 'yes please'],
  ['DEV_ACCOUNTS_PASSWORD', 'too long '.repeat(9)],
  ['PPS_ENCRYPTION_KEY', 'ab'.repeat(31)],
  ['PPS_ENCRYPTION_KEY', 'ab'.repeat(33)],
  ['PPS_ENCRYPTION_KEY', `${'ab'.repeat(31)}zz`],
  ['PPS_ENCRYPTION_KEY', `${'ab'.repeat(32)}\n`],
  ['PPS_ENCRYPTION_KEY_PREVIOUS', 'not hexadecimal at all'],
  ['PPS_INDEX_KEY', 'not hexadecimal at all'],
  ['FILES_ENCRYPTION_KEY', 'ab'.repeat(31)],
  ['AUDIT_SEAL_KEY', 'ab'.repeat(31)],
  ['FILES_ENCRYPTION_KEY_PREVIOUS', 'not hexadecimal at all'],
  ['S3_BUCKET', 'https://bucket.example.com'],
  ['S3_BUCKET', 'Upper-Case'],
  ['S3_ENDPOINT', 'hunter2hunter2'],
  ['S3_ENDPOINT', 's3://hunter2hunter2'],
  ['S3_FORCE_PATH_STYLE', 'perhaps'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector.example.com:4317'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector.example.com'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2hunter2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%E0hunter2hunter2'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc-or-another'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', '-5555'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'of no form'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.00001'],
  ['OTEL_BSP_MAX_QUEUE_SIZE', 'endless'],
  ['CLAMD_HOST', 'tcp://clamd.example.com'],
  ['CLAMD_HOST', 'clamd.example.com:'],
  ['CLAMD_HOST', 'clamd.example.com:0'],
  ['CLAMD_HOST', 'clamd.example.com:65536'],
  ['CLAMD_HOST', 'fd00::7:3310'],
  ['CLAMD_HOST', 'user@clamd.example.com'],
  ['AI_PROVIDER', 'another'],
  ['AI_MODEL', 'a model with spaces'],
  ['AI_API_KEY', 'hunter2 hunter2'],
  ['AI_API_KEY', 'hunter2\nhunter2'],
  ['AI_API_KEY', 'hunter2é'],
  ['AI_BASE_URL', 'llm.example.com'],
  ['AI_BASE_URL', 'ftp://llm.example.com/v1'],
  ['AI_BASE_URL', 'https://user:hunter2@llm.example.com/v1'],
  ['AI_BASE_URL', 'https://llm.example.com/v1?key=hunter2'],
  ['AI_BASE_URL', 'https://llm.example.com/v1#hunter2'],
  ['AI_REGION', 'example.com/eu-west-1'],
  ['AI_TIMEOUT_MS', '999'],
  ['AI_TIMEOUT_MS', '86400000'],
  ['AI_PRICE_INPUT', '-300'],
  ['AI_QUESTION_MODE', 'scanned'],
  ['AI_PRICE_OUTPUT', 'plenty'],
  ['TRUSTED_PROXIES', 'proxy.example.com'],
  ['TRUSTED_PROXIES', '10.0.0.0/8, everybody'],
  ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ['TRUSTED_PROXIES', '167772161'],
  ['HTTP_REDIRECT_PORT', '8080808'],
]
test.each([
  ['SESSION_SECRET', 'only-thirty-one-characters-long'],
  ['SESSION_SECRET_PREVIOUS', 'tooshort'],
  ['CSRF_SECRET', 'tooshort'],
  ['CRON_TOKEN', 'tooshort'],
  ['RAG_INGEST_TOKEN', 'tooshort'],
])('a short %s prevents the start, in production only', (name, value) => {
  const message = refusalOf({ ...PRODUCTION, [name]: value }, SECRETS)
  expect(message).toContain(`${name} must have at least 32 characters`)
  expect(message).not.toContain(value)
  expect(readConfig({ [name]: value }, SECRETS)).toMatchObject({ state: 'ready' })
})

test.each(malformed)('a malformed %s prevents the start, and the message does not show %j', (name, value) => {
  for (const env of [{ [name]: value }, { ...PRODUCTION, [name]: value }]) {
    const message = refusalOf(env, SECRETS)
    expect(message).toContain(name)
    expect(message).not.toContain(value.trim())
    for (const secret of ['hunter2', 'example.com']) expect(message).not.toContain(secret)
  }
})

test('reports all malformed settings at once', () => {
  const message = refusalOf({ ...PRODUCTION, PORT: 'x', CSRF_SECRET: 'x', PPS_INDEX_KEY: 'x' })
  for (const name of ['PORT', 'CSRF_SECRET', 'PPS_INDEX_KEY']) expect(message).toContain(name)
})

const names = [
  ...Object.keys(SECRETS),
  'SESSION_SECRET_PREVIOUS',
  'PPS_ENCRYPTION_KEY_PREVIOUS',
  'FILES_ENCRYPTION_KEY',
  'FILES_ENCRYPTION_KEY_PREVIOUS',
  'AUDIT_SEAL_KEY',
  'AUDIT_SEAL_KEY_PREVIOUS',
]
const pairs = names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other] as const))
test.each(pairs)('%s and %s must be different', (one, other) => {
  const value = buildKey('both')
  const message = refusalOf({ ...PRODUCTION, [one]: value, [other]: value })
  expect(message).toContain(one)
  expect(message).toContain(other)
  expect(message).not.toContain(value)
})

test('one key in two spellings counts as equal', () => {
  expect(
    refusalOf({
      ...PRODUCTION,
      PPS_ENCRYPTION_KEY: buildKey('one'),
      PPS_INDEX_KEY: buildKey('one').toUpperCase(),
    }),
  ).toBe('PPS_ENCRYPTION_KEY and PPS_INDEX_KEY must be different')
})

test('a generated development secret must not equal a given one either', () => {
  expect(refusalOf({ CSRF_SECRET: SECRETS.SESSION_SECRET }, SECRETS)).toContain('must be different')
})

test.each(['TLS_CERT_FILE', 'TLS_KEY_FILE'])('%s alone is refused as incomplete TLS', (name) => {
  expect(refusalOf({ [name]: '/etc/tls/file.pem' }, SECRETS)).toBe(
    'TLS_CERT_FILE and TLS_KEY_FILE must be set together',
  )
})

test.each<[Env, string]>([
  [{ S3_BUCKET: 'pension-files' }, 'S3_BUCKET and S3_REGION must be set together'],
  [{ S3_REGION: 'eu-west-1' }, 'S3_BUCKET and S3_REGION must be set together'],
  [{ ...BUCKET, S3_ACCESS_KEY_ID: 'name' }, 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together'],
  [
    { ...BUCKET, S3_SECRET_ACCESS_KEY: 'secret' },
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together',
  ],
  [
    { S3_ACCESS_KEY_ID: 'name', S3_SECRET_ACCESS_KEY: 'secret' },
    'S3_ACCESS_KEY_ID needs S3_BUCKET; S3_SECRET_ACCESS_KEY needs S3_BUCKET',
  ],
  [{ S3_ENDPOINT: 'https://minio.example.com' }, 'S3_ENDPOINT needs S3_BUCKET'],
  [{ S3_FORCE_PATH_STYLE: '0' }, 'S3_FORCE_PATH_STYLE needs S3_BUCKET'],
  [{ ...BUCKET, FILES_DIR: '/srv/files' }, 'FILES_DIR and S3_BUCKET must not both be set'],
])('a bucket with %j is refused: %s', (env, refusal) => {
  expect(refusalOf(env, SECRETS)).toBe(refusal)
})

test('RAG_DENSE requires an embedding model', () => {
  const provider = {
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'a-model',
    AI_API_KEY: 'a-key',
    AI_BASE_URL: 'https://llm.example.com/v1',
  }
  expect(refusalOf({ ...provider, RAG_DENSE: 'on' }, SECRETS)).toBe('RAG_DENSE on needs AI_EMBEDDING_MODEL')
  const withVectors = { ...provider, AI_EMBEDDING_MODEL: 'some-vectors' }
  expect(ready(withVectors)).toMatchObject({ embedding: { model: 'some-vectors' }, wantsDense: false })
  expect(ready({ ...withVectors, RAG_DENSE: 'on' }).wantsDense).toBe(true)
})

test('an incompletely configured provider prevents the start', () => {
  expect(refusalOf({ AI_PROVIDER: 'anthropic', AI_MODEL: 'a-model' }, SECRETS)).toBe(
    'AI_PROVIDER anthropic needs AI_API_KEY',
  )
  const local = { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'a-model', AI_API_KEY: 'a-key' }
  const inClear = { ...local, AI_BASE_URL: 'http://llm.example.com/v1' }
  expect(ready(inClear).model).toMatchObject({ baseUrl: 'http://llm.example.com/v1' })
  expect(refusalOf({ ...PRODUCTION, ...inClear })).toBe(
    'AI_BASE_URL must begin with https: in production, unless it is this machine',
  )
})

test('TLS requires its files, and an HTTPS address', () => {
  const files = { TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' }
  expect(ready(files)).toMatchObject({
    tls: { certFile: 'cert.pem', keyFile: 'key.pem', redirectPort: null, isRedirectRequired: false },
    appUrl: 'https://localhost:3000',
  })
  expect(ready({ ...files, HTTP_REDIRECT_PORT: '8080' }).tls).toMatchObject({
    redirectPort: 8080,
    isRedirectRequired: true,
  })
  expect(ready({ ...PRODUCTION, ...files }, null).tls).toMatchObject({
    redirectPort: 80,
    isRedirectRequired: false,
  })
})

test.each<[Env, Partial<Config>]>([
  [{ PORT: '8080' }, { port: 8080, appUrl: 'http://localhost:8080' }],
  [{ HOST: '::1' }, { host: '::1' }],
  [{ APP_URL: 'https://pensions.example.com/' }, { appUrl: 'https://pensions.example.com' }],
  [
    { DATA_DIR: '/srv/data' },
    {
      dataDir: '/srv/data',
      database: { dataDir: '/srv/data/database' },
      files: { folder: '/srv/data/files' },
    },
  ],
  [{ DATA_DIR: '/srv/data', FILES_DIR: '/mnt/files' }, { files: { folder: '/mnt/files' } }],
  [
    BUCKET,
    {
      files: {
        bucket: 'pension-files',
        region: 'eu-west-1',
        endpoint: null,
        forcePathStyle: false,
        credentials: null,
      },
    },
  ],
  [
    {
      ...BUCKET,
      S3_ENDPOINT: 'https://minio.example.com:9000',
      S3_ACCESS_KEY_ID: 'name',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_FORCE_PATH_STYLE: 'true',
    },
    {
      files: {
        bucket: 'pension-files',
        region: 'eu-west-1',
        endpoint: 'https://minio.example.com:9000',
        forcePathStyle: true,
        credentials: { accessKeyId: 'name', secretAccessKey: 'secret' },
      },
    },
  ],
  [
    { AI_PROVIDER: 'anthropic', AI_MODEL: 'a-model', AI_API_KEY: 'a-key', AI_QUESTION_MODE: 'strict' },
    { modelBudget: { calls: 2_000, cents: null, isStrict: true } },
  ],
  [{ CLAMD_HOST: 'clamd' }, { scanner: { host: 'clamd', port: 3310 } }],
  [{ CLAMD_HOST: '192.0.2.7:3311' }, { scanner: { host: '192.0.2.7', port: 3311 } }],
  [{ CLAMD_HOST: '[fd00::7]' }, { scanner: { host: 'fd00::7', port: 3310 } }],
  [{ CLAMD_HOST: '[fd00::7]:3311' }, { scanner: { host: 'fd00::7', port: 3311 } }],
  [{ CLAMD_HOST: '/run/clamav/clamd.ctl' }, { scanner: { path: '/run/clamav/clamd.ctl' } }],
  [
    { AI_PROVIDER: 'anthropic', AI_MODEL: 'a-model', AI_API_KEY: 'a-key', AI_TIMEOUT_MS: '30000' },
    {
      model: {
        kind: 'anthropic',
        apiKey: 'a-key',
        model: 'a-model',
        timeoutMs: 30_000,
        maxOutputTokens: 2_048,
        prices: null,
      },
    },
  ],
  [
    {
      DATABASE_URL: 'postgresql://app@db/pcs',
      MIGRATION_DATABASE_URL: 'postgres://owner@db/pcs',
      DATABASE_POOL_SIZE: '25',
    },
    {
      database: {
        url: 'postgresql://app@db/pcs',
        migrationUrl: 'postgres://owner@db/pcs',
        poolSize: 25,
        waitMs: 60_000,
      },
    },
  ],
  [{ REDIS_URL: 'rediss://redis.example.com' }, { redisUrl: 'rediss://redis.example.com' }],
  [
    { SMTP_URL: 'smtp://mail', MAIL_FROM: 'Us <us@example.com>' },
    { mail: { smtpUrl: 'smtp://mail', from: 'Us <us@example.com>' } },
  ],
  [
    { TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7,fd00::/8,::1,' },
    { trustedProxies: ['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '::1'] },
  ],
  [{ EDGE_LIMITS: '1' }, { hasEdgeLimits: true }],
  [{ EDGE_LIMITS: 'false' }, { hasEdgeLimits: false }],
  [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
])('%j configures %j', (env, expected) => {
  expect(ready(env)).toMatchObject(expected)
})

test('edge limits can be turned off in production', () => {
  expect(ready({ ...PRODUCTION, EDGE_LIMITS: '0' }, null).hasEdgeLimits).toBe(false)
})

test('previous keys are read beside the current ones', () => {
  const config = ready(
    {
      ...PRODUCTION,
      SESSION_SECRET_PREVIOUS: buildKey('session'),
      PPS_ENCRYPTION_KEY_PREVIOUS: buildKey('old'),
    },
    null,
  )
  expect(config.secrets).toMatchObject({ previousSession: buildKey('session'), previousPps: buildKey('old') })
})

test('the idempotency key is derived and differs from all secrets', () => {
  const { secrets } = ready(PRODUCTION, null)
  expect(secrets.idempotency).toHaveLength(32)
  expect(ready(PRODUCTION, null).secrets.idempotency.equals(secrets.idempotency)).toBe(true)
  const other = ready({ ...PRODUCTION, SESSION_SECRET: 'another-secret-of-more-than-32-characters' }, null)
  expect(other.secrets.idempotency.equals(secrets.idempotency)).toBe(false)
})

test('files have a separate key or one derived from the PPS number key; every given key can still decrypt', () => {
  const derived = (hex: string) => Buffer.from(hkdfSync('sha256', Buffer.from(hex, 'hex'), '', 'files', 32))
  const [own, old, pps, oldPps] = ['files', 'old files', 'pps', 'old'].map(buildKey) as [
    string,
    string,
    string,
    string,
  ]
  const keysOf = (env: Env) =>
    ready({ ...PRODUCTION, ...env }, null).secrets.files.map((key) => key.toString('hex'))
  const [fromPps, fromOldPps] = [derived(pps), derived(oldPps)].map((key) => key.toString('hex'))
  expect(keysOf({})).toEqual([fromPps])
  expect(keysOf({ PPS_ENCRYPTION_KEY_PREVIOUS: oldPps })).toEqual([fromPps, fromOldPps])
  expect(keysOf({ FILES_ENCRYPTION_KEY: own })).toEqual([own, fromPps])
  // A key of their own that is given up again.
  expect(keysOf({ FILES_ENCRYPTION_KEY_PREVIOUS: own })).toEqual([fromPps, own])
  expect(
    keysOf({
      FILES_ENCRYPTION_KEY: own,
      FILES_ENCRYPTION_KEY_PREVIOUS: old,
      PPS_ENCRYPTION_KEY_PREVIOUS: oldPps,
    }),
  ).toEqual([own, fromPps, old, fromOldPps])
})

test('audit checkpoints are signed by a key of their own, or by one derived from a key that is never rotated', () => {
  const derived = (hex: string) => Buffer.from(hkdfSync('sha256', hex, '', 'audit-seal', 32))
  const keysOf = (env: Env) =>
    ready({ ...PRODUCTION, ...env }, null).secrets.seal.map((key) => key.toString('hex'))
  const fromIndex = derived(PRODUCTION.PPS_INDEX_KEY).toString('hex')
  const [own, old] = ['seal', 'old seal'].map(buildKey) as [string, string]
  expect(keysOf({})).toEqual([fromIndex])
  expect(keysOf({ AUDIT_SEAL_KEY: own })).toEqual([own, fromIndex])
  expect(keysOf({ AUDIT_SEAL_KEY: own, AUDIT_SEAL_KEY_PREVIOUS: old })).toEqual([own, fromIndex, old])
})

test('readConfig does not change its arguments', () => {
  const env = Object.freeze({ ...PRODUCTION })
  const generated = Object.freeze({ ...SECRETS })
  expect(() => readConfig(env, generated)).not.toThrow()
})

test('the key of backups is 64 hexadecimal characters and no other key', () => {
  expect(readBackupKey({})).toBeNull()
  expect(readBackupKey({ BACKUP_KEY: '' })).toBeNull()
  expect(readBackupKey({ BACKUP_KEY: buildKey('backup') })?.toString('hex')).toBe(buildKey('backup'))
  expect(() => readBackupKey({ BACKUP_KEY: 'short' })).toThrow('BACKUP_KEY must be 64 hexadecimal characters')
  expect(refusalOf({ ...PRODUCTION, BACKUP_KEY: PRODUCTION.PPS_ENCRYPTION_KEY })).toContain(
    'PPS_ENCRYPTION_KEY and BACKUP_KEY must be different',
  )
})

test('every variable has a described rule', () => {
  for (const { name, rule } of describeVariables()) {
    expect(name).toMatch(/^[A-Z][A-Z0-9_]+$/)
    expect(rule).not.toBe('')
  }
})

test('the table of docs/operations.md is these variables and these rules', async () => {
  const text = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| (.+) \|$/gm)].map(([, name, rule]) => ({
    name,
    rule,
  }))
  expect(rows).toEqual(describeVariables())
})
