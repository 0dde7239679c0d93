/**
 * Environment -> Config. Pure and total: it reads its argument, generates nothing and touches no file. Without variables a development
 * server uses `loadDevelopmentSecrets`; in production no secret is generated or defaulted: missing variables are listed (the process stays
 * up, not ready), malformed ones end the start.
 */
import { hkdfSync } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { findMisspeltVariables } from './misspelt-variables.ts'
import type { S3Options } from './platform/files/s3-file-store.ts'
import {
  type Budget,
  type EmbeddingSettings,
  type ModelSettings,
  ModelSettingsRefused,
  modelVariables,
  readBudget,
  readEmbeddingSettings,
  readModelSettings,
} from './platform/model-provider/settings.ts'
import {
  NEEDS_COLLECTOR,
  readTracingSettings,
  type TracingSettings,
  tracingVariables,
} from './platform/trace-settings.ts'
import type { ClamdAddress } from './platform/virus-scanner.ts'
import { findSecretWeakness } from './weak-secrets.ts'

export type Environment = 'development' | 'test' | 'demo' | 'production'

export interface Secrets {
  /** Signs session tokens. At least 32 characters. */
  SESSION_SECRET: string
  /** Signs CSRF tokens. At least 32 characters. */
  CSRF_SECRET: string
  /** AES-256 key of the PPS numbers: 64 hexadecimal characters (Spec 2.7). */
  PPS_ENCRYPTION_KEY: string
  /** Key of the hash that finds equal PPS numbers. 64 hexadecimal characters, another than the encryption key. */
  PPS_INDEX_KEY: string
  /** Bearer token of /api/cron/*. */
  CRON_TOKEN: string
  /** Bearer token of /api/rag/ingest. */
  RAG_INGEST_TOKEN: string
}

const HEX_KEY = /^[0-9a-f]{64}$/i
const hexKey = z.string().regex(HEX_KEY, 'must be 64 hexadecimal characters')
/** Minimum length of a secret; a developer's own may be shorter. */
const SECRET_CHARACTERS = 32
const secret = z.string()
const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL of ${protocols.join(' or ')}`,
    )
const whole = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum)
const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')

const isAddressOrRange = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ||
  ipaddr.IPv6.isValid(text) ||
  (ipaddr.isValidCIDR(text) && /[.:]/.test(text.split('/', 1)[0] ?? ''))
/** `host`, `host:port` or an absolute path; an IPv6 address in brackets. Undefined for anything else. */
function clamdAddressOf(text: string): ClamdAddress | undefined {
  if (text.startsWith('/')) return { path: text }
  const found = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<host>[\w.-]+))(?::(?<port>\d{1,5}))?$/i.exec(text)?.groups
  const port = Number(found?.port ?? CLAMD_PORT)
  const host = found?.v6 ?? found?.host
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port }
}
const CLAMD_PORT = 3310
const LOOPBACK = ['127.0.0.0/8', '::1']
/** Private address ranges with the fewest fixed bits, by kind of address: 10.0.0.0/8 and fc00::/7. */
const FEWEST_BITS = { ipv4: 8, ipv6: 7 }
const isWideRange = (text: string): boolean => {
  if (!text.includes('/')) return false
  const [address, bits] = ipaddr.parseCIDR(text)
  return bits < FEWEST_BITS[address.kind()]
}
const REDIRECT_PORT = 80
const DRAIN_SECONDS = 5
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Every variable, with its rule. An empty value counts as absent. */
const Variables = z.object({
  NODE_ENV: z
    .string()
    .default('development')
    .describe('development, test, demo or production. Any other value counts as production'),
  PORT: whole(0, 65_535).default(3000).describe('Port that the service listens on. Default: 3000'),
  HOST: z
    .string()
    .optional()
    .describe('Address that the service listens on. Default: 0.0.0.0 in production, otherwise 127.0.0.1'),
  APP_URL: url('http:', 'https:')
    .optional()
    .describe(
      'Public address of the service, such as https://pensions.example.ie. Links in mails begin with it',
    ),
  DATABASE_URL: url('postgres:', 'postgresql:')
    .optional()
    .describe(
      'Address of the PostgreSQL database. If not set, the service uses the embedded database in DATA_DIR',
    ),
  MIGRATION_DATABASE_URL: url('postgres:', 'postgresql:')
    .optional()
    .describe(
      'Address with the database login for migrations, which can become pcs_owner. Default: DATABASE_URL',
    ),
  DATABASE_POOL_SIZE: whole(1, 200)
    .default(10)
    .describe('Number of connections to PostgreSQL. Default: 10. The embedded database has one'),
  DATABASE_WAIT_SECONDS: whole(0, 3_600)
    .default(60)
    .describe(
      'Seconds that a start waits for PostgreSQL to accept connections before it ends. Default: 60. 0 does not wait',
    ),
  ALLOW_EMBEDDED_IN_PRODUCTION: flag
    .default(false)
    .describe('1: production can use the embedded database, which can lose data in a power cut'),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('Folder of the embedded database and its files, not readable for other users. Default: .data'),
  REDIS_URL: url('redis:', 'rediss:')
    .optional()
    .describe(
      'Address of Redis, which shares rate limits between instances. If not set, each instance counts separately',
    ),
  SMTP_URL: url('smtp:', 'smtps:')
    .optional()
    .describe('Address of the mail relay. If not set, the service writes mails as files to OUTBOX_DIR'),
  MAIL_FROM: z.string().default('Pension Compliance <no-reply@localhost>').describe('Sender of all mails'),
  OUTBOX_DIR: z
    .string()
    .optional()
    .describe('Folder for mails if SMTP_URL is not set, one file for each mail. Default: DATA_DIR/outbox'),
  SESSION_SECRET: secret.optional().describe('Secret that signs session tokens'),
  SESSION_SECRET_PREVIOUS: secret
    .optional()
    .describe('Previous SESSION_SECRET, still accepted while sessions move to the new one'),
  CSRF_SECRET: secret.optional().describe('Secret that signs CSRF tokens'),
  PPS_ENCRYPTION_KEY: hexKey.optional().describe('AES-256 key of the PPS numbers (Spec 2.7)'),
  PPS_ENCRYPTION_KEY_PREVIOUS: hexKey
    .optional()
    .describe(
      'Previous PPS_ENCRYPTION_KEY, needed until npm run rotate-pps-key has re-encrypted all PPS numbers',
    ),
  PPS_INDEX_KEY: hexKey
    .optional()
    .describe(
      'Key of the hash that finds equal PPS numbers; the secrets of authenticator apps, sign-in providers and webhooks are sealed with keys derived from it. It cannot be changed later',
    ),
  FILES_ENCRYPTION_KEY: hexKey
    .optional()
    .describe('AES-256 key that encrypts the keys of stored files. Default: derived from PPS_ENCRYPTION_KEY'),
  FILES_ENCRYPTION_KEY_PREVIOUS: hexKey
    .optional()
    .describe(
      'Previous FILES_ENCRYPTION_KEY, needed until npm run rotate-pps-key has re-encrypted all keys of stored files',
    ),
  FILES_DIR: z.string().optional().describe('Folder of stored files. Default: DATA_DIR/files'),
  S3_BUCKET: z
    .string()
    .regex(BUCKET, 'must be the name of a bucket')
    .optional()
    .describe('Bucket for stored files, instead of FILES_DIR. Needs S3_REGION'),
  S3_REGION: z.string().optional().describe('Region of S3_BUCKET. Use us-east-1 if the store has no regions'),
  S3_ENDPOINT: url('http:', 'https:').optional().describe('Address of an S3-compatible store other than AWS'),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe(
      'Access key of the store. Needs S3_SECRET_ACCESS_KEY. If not set, the service uses the role of the machine',
    ),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of S3_ACCESS_KEY_ID'),
  S3_FORCE_PATH_STYLE: flag
    .optional()
    .describe(
      'true: the address has the bucket in the path, not in the host name. Most stores other than AWS need it',
    ),
  CLAMD_HOST: z
    .string()
    .refine(clamdAddressOf, 'must be HOST, HOST:PORT or the path of a socket')
    .optional()
    .describe(
      `Address of ClamAV, which scans uploads: HOST, HOST:PORT (default port ${CLAMD_PORT}) or the path of its socket. If not set, uploads are not scanned`,
    ),
  ...modelVariables,
  RAG_DENSE: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      'on: the assistant also finds passages by the vectors of AI_EMBEDDING_MODEL, after npm run eval -- --dense has measured a gain. Default: off',
    ),
  AUDIT_SEAL_KEY: hexKey
    .optional()
    .describe('Ed25519 seed that signs audit checkpoints. Default: derived from PPS_INDEX_KEY'),
  AUDIT_SEAL_KEY_PREVIOUS: hexKey
    .optional()
    .describe('Previous AUDIT_SEAL_KEY, whose signatures are still accepted'),
  AUDIT_ANCHORS_DIR: z
    .string()
    .optional()
    .describe(
      'Folder outside the database to which the service appends audit checkpoints. Default: DATA_DIR/audit-anchors',
    ),
  BACKUP_KEY: hexKey
    .optional()
    .describe('AES-256 key of backup files, used only by npm run backup and npm run restore'),
  CRON_TOKEN: secret.optional().describe('Bearer token for the jobs (/api/cron/*)'),
  SCHEDULER: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off: the service starts no job itself; another program calls /api/cron/*. Default: on'),
  DRAIN_SECONDS: whole(0, 300)
    .optional()
    .describe(
      'Seconds after SIGTERM in which the service still accepts requests and is not ready, so that the load balancer can choose another instance. Default: 5 in production, otherwise 0',
    ),
  METRICS_PORT: whole(0, 65_535)
    .optional()
    .describe('Port of the metrics for Prometheus (/metrics). If not set, there are none'),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address that METRICS_PORT listens on. The metrics have no access control. Default: 127.0.0.1'),
  ...tracingVariables,
  RAG_INGEST_TOKEN: secret.optional().describe('Bearer token for importing legal sources (/api/rag/ingest)'),
  TRUSTED_PROXIES: z
    .string()
    .default(LOOPBACK.join(','))
    .refine(
      (text) => listOf(text).every(isAddressOrRange),
      'must be addresses or CIDR ranges, separated by commas',
    )
    .describe(
      `Addresses or CIDR ranges of the proxies, separated by commas. The service trusts X-Forwarded-* headers only from them. Default: ${LOOPBACK.join(',')}. An empty value trusts none`,
    ),
  TLS_CERT_FILE: z
    .string()
    .optional()
    .describe(
      'File with the TLS certificate. Needs TLS_KEY_FILE. The service then serves HTTPS itself, with TLS 1.3 only',
    ),
  TLS_KEY_FILE: z.string().optional().describe('File with the private key of TLS_CERT_FILE'),
  HTTP_REDIRECT_PORT: whole(0, 65_535)
    .optional()
    .describe(
      `With TLS: port for plain HTTP, which redirects to HTTPS (301). Default: ${REDIRECT_PORT} in production`,
    ),
  EDGE_LIMITS: flag
    .optional()
    .describe(
      '1: the service limits requests of each address (Spec 8). Set 0 if the proxy does this. Default: on in production',
    ),
  RATE_LIMIT_SCALE: z.coerce
    .number()
    .min(0.01)
    .max(100_000)
    .default(1)
    .describe('Factor for all rate limits and bursts, in development and test only. Default: 1'),
  DEMO: z
    .enum(['0', '1', 'true', 'false', 'on', 'off'])
    .transform((text) => text === '1' || text === 'true' || text === 'on')
    .optional()
    .describe(
      '1: the start creates a demo firm and demo accounts. 0: it does not; existing ones stay. Default: 1 with the embedded database, 0 with DATABASE_URL. No effect in production',
    ),
  DEV_ACCOUNTS_PASSWORD: z
    .string()
    .max(72)
    .optional()
    .describe('Password of the demo accounts. No effect in production'),
  ALLOW_LOCAL_WEBHOOKS: flag
    .default(false)
    .describe(
      '1: webhooks may have addresses of this machine and plain HTTP, to develop a receiver. No effect in production',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level that is logged: fatal, error, warn, info, debug, trace or silent. Default: info'),
})

type Settings = z.infer<typeof Variables>

const SECRET_NAMES = [
  'SESSION_SECRET',
  'CSRF_SECRET',
  'PPS_ENCRYPTION_KEY',
  'PPS_INDEX_KEY',
  'CRON_TOKEN',
  'RAG_INGEST_TOKEN',
] as const
const DIFFERENT_SECRETS = [
  ...SECRET_NAMES,
  'SESSION_SECRET_PREVIOUS',
  'PPS_ENCRYPTION_KEY_PREVIOUS',
  'FILES_ENCRYPTION_KEY',
  'FILES_ENCRYPTION_KEY_PREVIOUS',
  'AUDIT_SEAL_KEY',
  'AUDIT_SEAL_KEY_PREVIOUS',
  'BACKUP_KEY',
] as const
/** Variables that must be set together. */
const PAIRS = [
  ['TLS_CERT_FILE', 'TLS_KEY_FILE'],
  ['S3_BUCKET', 'S3_REGION'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const
/** Variables that have a meaning only with S3_BUCKET. */
const S3_SETTINGS = [
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
] as const
const REQUIRED_IN_PRODUCTION = [...SECRET_NAMES, 'APP_URL', 'DATABASE_URL', 'SMTP_URL'] as const

export interface Config {
  environment: Environment
  isProduction: boolean
  port: number
  host: string
  appUrl: string
  /** `waitMs`: how long a start waits for a server that does not accept connections. */
  database: { url: string; migrationUrl: string; poolSize: number; waitMs: number } | { dataDir: string }
  dataDir: string
  /** Audit checkpoints outside the database. */
  anchorsDir: string
  redisUrl: string | null
  mail: { from: string; smtpUrl: string } | { from: string; outboxDir: string }
  files: { folder: string } | S3Options
  /** Null: uploads are not scanned. */
  scanner: ClamdAddress | null
  /** Null: the assistant uses no provider. */
  model: ModelSettings | null
  /** Monthly budget of each firm for the provider. */
  modelBudget: Budget
  /** Null: no embeddings are computed. */
  embedding: EmbeddingSettings | null
  /** Retrieve passages by vectors too, if these have passed their quality gate. */
  wantsDense: boolean
  secrets: Secrets & {
    previousSession: string | null
    previousPps: string | null
    idempotency: Buffer
    /** 32 bytes each: the first wraps the keys of stored files, the others can still open some. */
    files: [Buffer, ...Buffer[]]
    /** Seeds of Ed25519 keys: the first signs audit checkpoints, signatures of all are accepted. */
    seal: [Buffer, ...Buffer[]]
    /** Seals the secrets of authenticator apps. */
    factors: [Buffer, ...Buffer[]]
    /** Seals the client secrets of the providers of firms. */
    providers: [Buffer, ...Buffer[]]
    /** The first seals sign-ins that wait for the response of a provider, the others can still open some. */
    signIns: [Buffer, ...Buffer[]]
    /** Seals the secrets that sign the events of webhooks. */
    webhooks: [Buffer, ...Buffer[]]
    /** The first seals mails that are waiting to be sent, the others can still open some. */
    mails: [Buffer, ...Buffer[]]
    /** The first seals cursors of lists, the others can still open some. */
    cursors: [Buffer, ...Buffer[]]
  }
  trustedProxies: string[]
  /** `isRedirectRequired`: the port was named, so a start without it fails. */
  tls: {
    certFile: string
    keyFile: string
    redirectPort: number | null
    isRedirectRequired: boolean
  } | null
  hasEdgeLimits: boolean
  /** Webhooks may lead to this machine, over plain HTTP. */
  allowsLocalWebhooks: boolean
  rateLimitScale: number
  /** The service starts its jobs itself. */
  isSchedulerOn: boolean
  /** Time between SIGTERM and the end of accepting requests. */
  drainMs: number
  /** Null: no metrics. */
  metrics: { port: number; host: string } | null
  /** Null: no traces. */
  tracing: TracingSettings | null
  /** Null: the start creates no demo firm and no demo accounts. */
  developmentPassword: string | null
  logLevel: string
}

export type Reading =
  | { state: 'ready'; config: Config; warnings: string[] }
  /** Production with missing variables: live responds, ready does not, and all protected operations return 503. */
  | {
      state: 'incomplete'
      missing: string[]
      warnings: string[]
      port: number
      host: string
      logLevel: string
    }

/** Wrong combinations or values, all of them; they name variables and never show a value. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('; '))
    this.problems = problems
  }
}

export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const name = env.NODE_ENV || 'development'
  return name === 'development' || name === 'test' || name === 'demo' ? name : 'production'
}

/** The key of backup files; null if it is not set. It is not part of Config: the running service does not use it. */
export function readBackupKey(env: NodeJS.ProcessEnv): Buffer | null {
  if (!env.BACKUP_KEY) return null
  const { data, error } = hexKey.safeParse(env.BACKUP_KEY)
  if (error) throw new ConfigError([`BACKUP_KEY ${error.issues[0]?.message}`])
  return Buffer.from(data, 'hex')
}

export function readConfig(env: NodeJS.ProcessEnv, developmentSecrets: Secrets | null): Reading {
  const environment = readEnvironment(env)
  const isProduction = environment === 'production'
  const present = Object.fromEntries(
    // An empty list of trusted proxies is a value; for all other variables an empty value counts as absent.
    Object.entries(env).filter(
      ([name, value]) => value !== undefined && (value !== '' || name === 'TRUSTED_PROXIES'),
    ),
  )
  const hints = findMisspeltVariables(Object.keys(present), Object.keys(Variables.shape))
  const { variables, problems } = parseVariables(present)
  if (!isProduction && developmentSecrets) {
    for (const name of SECRET_NAMES)
      if (present[name] === undefined) variables[name] = developmentSecrets[name]
  }
  const models = readModels(variables, isProduction)
  const isMalformed = (name: string): boolean => problems.some((problem) => problem.startsWith(`${name} `))
  problems.push(
    ...findWrongCombinations(variables, present),
    // A malformed provider setting would be reported as absent.
    ...(Object.keys(modelVariables).some(isMalformed) ? [] : models.problems),
    ...(isProduction ? findUnsafeSettings(variables) : []),
  )
  const isEmbeddedAccepted = !isProduction || variables.ALLOW_EMBEDDED_IN_PRODUCTION
  const missing = (isProduction ? REQUIRED_IN_PRODUCTION : SECRET_NAMES).filter(
    (name) =>
      variables[name] === undefined &&
      !isMalformed(name) &&
      !(name === 'DATABASE_URL' && isEmbeddedAccepted) &&
      // Files in a configured folder are a deliberate choice.
      !(name === 'SMTP_URL' && variables.OUTBOX_DIR),
  )
  if (problems.length > 0) {
    const absent = missing.map((name) => `${name} is missing`)
    throw new ConfigError([...problems, ...absent, ...hints])
  }

  if (missing.length > 0) {
    const { PORT: port, LOG_LEVEL: logLevel } = variables
    const host = hostOf(variables, isProduction)
    return { state: 'incomplete', missing, warnings: hints, port, host, logLevel }
  }

  return {
    state: 'ready',
    warnings: [...hints, ...warningsFor(variables, environment)],
    config: buildConfig(environment, variables, models),
  }
}

const hostOf = ({ HOST }: Settings, isProduction: boolean): string =>
  HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1')

function buildConfig(
  environment: Environment,
  variables: Settings,
  models: ReturnType<typeof readModels>,
): Config {
  const isProduction = environment === 'production'
  const secrets = Object.fromEntries(
    SECRET_NAMES.map((name) => [name, variables[name]]),
  ) as unknown as Secrets
  const sessionKeys = (purpose: string): [Buffer, ...Buffer[]] => [
    derive(secrets.SESSION_SECRET, purpose),
    ...(variables.SESSION_SECRET_PREVIOUS ? [derive(variables.SESSION_SECRET_PREVIOUS, purpose)] : []),
  ]
  const url = variables.DATABASE_URL
  return {
    environment,
    isProduction,
    port: variables.PORT,
    host: hostOf(variables, isProduction),
    appUrl: (
      variables.APP_URL ?? `${variables.TLS_CERT_FILE ? 'https' : 'http'}://localhost:${variables.PORT}`
    ).replace(/\/$/, ''),
    database: url
      ? {
          url,
          migrationUrl: variables.MIGRATION_DATABASE_URL ?? url,
          poolSize: variables.DATABASE_POOL_SIZE,
          waitMs: variables.DATABASE_WAIT_SECONDS * 1_000,
        }
      : { dataDir: `${variables.DATA_DIR}/database` },
    dataDir: variables.DATA_DIR,
    anchorsDir: variables.AUDIT_ANCHORS_DIR ?? `${variables.DATA_DIR}/audit-anchors`,
    redisUrl: variables.REDIS_URL ?? null,
    mail: variables.SMTP_URL
      ? { from: variables.MAIL_FROM, smtpUrl: variables.SMTP_URL }
      : { from: variables.MAIL_FROM, outboxDir: variables.OUTBOX_DIR ?? `${variables.DATA_DIR}/outbox` },
    files: filesOf(variables),
    scanner: variables.CLAMD_HOST ? (clamdAddressOf(variables.CLAMD_HOST) ?? null) : null,
    model: models.model,
    modelBudget: readBudget(variables),
    embedding: models.embedding,
    wantsDense: variables.RAG_DENSE === 'on',
    secrets: {
      ...secrets,
      previousSession: variables.SESSION_SECRET_PREVIOUS ?? null,
      previousPps: variables.PPS_ENCRYPTION_KEY_PREVIOUS ?? null,
      idempotency: derive(secrets.SESSION_SECRET, 'idempotency'),
      files: filesKeys(variables, secrets),
      seal: sealKeys(variables, secrets),
      // The index key is not rotated: a secret stays readable as long as its app is in use.
      factors: [derive(secrets.PPS_INDEX_KEY, 'second-factor')],
      providers: [derive(secrets.PPS_INDEX_KEY, 'single-sign-on')],
      signIns: sessionKeys('single-sign-on'),
      webhooks: [derive(secrets.PPS_INDEX_KEY, 'webhooks')],
      mails: sessionKeys('mails'),
      cursors: sessionKeys('cursors'),
    },
    trustedProxies: listOf(variables.TRUSTED_PROXIES),
    tls:
      variables.TLS_CERT_FILE && variables.TLS_KEY_FILE
        ? {
            certFile: variables.TLS_CERT_FILE,
            keyFile: variables.TLS_KEY_FILE,
            redirectPort: variables.HTTP_REDIRECT_PORT ?? (isProduction ? REDIRECT_PORT : null),
            isRedirectRequired: variables.HTTP_REDIRECT_PORT !== undefined,
          }
        : null,
    hasEdgeLimits: variables.EDGE_LIMITS ?? isProduction,
    allowsLocalWebhooks: variables.ALLOW_LOCAL_WEBHOOKS && !isProduction,
    rateLimitScale: takesRateLimitScale(environment) ? variables.RATE_LIMIT_SCALE : 1,
    isSchedulerOn: variables.SCHEDULER === 'on',
    drainMs: (variables.DRAIN_SECONDS ?? (isProduction ? DRAIN_SECONDS : 0)) * 1_000,
    metrics:
      variables.METRICS_PORT === undefined
        ? null
        : { port: variables.METRICS_PORT, host: variables.METRICS_HOST },
    tracing: readTracingSettings(variables),
    developmentPassword: createsDemo(variables, isProduction)
      ? (variables.DEV_ACCOUNTS_PASSWORD ?? null)
      : null,
    logLevel: variables.LOG_LEVEL,
  }
}

const derive = (secret: string | Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** Not derived from a secret that is rotated: checkpoints are compared for years. */
function sealKeys(variables: Settings, secrets: Secrets): [Buffer, ...Buffer[]] {
  const own = (hex: string | undefined): Buffer[] => (hex ? [Buffer.from(hex, 'hex')] : [])
  return [
    ...own(variables.AUDIT_SEAL_KEY),
    derive(secrets.PPS_INDEX_KEY, 'audit-seal'),
    ...own(variables.AUDIT_SEAL_KEY_PREVIOUS),
  ] as [Buffer, ...Buffer[]]
}

/** A derived key stays in the ring: an installation may add its own key later, or remove it again. */
function filesKeys(variables: Settings, secrets: Secrets): [Buffer, ...Buffer[]] {
  const own = (hex: string | undefined): Buffer[] => (hex ? [Buffer.from(hex, 'hex')] : [])
  const derived = (hex: string | undefined): Buffer[] => own(hex).map((key) => derive(key, 'files'))
  return [
    ...own(variables.FILES_ENCRYPTION_KEY),
    ...derived(secrets.PPS_ENCRYPTION_KEY),
    ...own(variables.FILES_ENCRYPTION_KEY_PREVIOUS),
    ...derived(variables.PPS_ENCRYPTION_KEY_PREVIOUS),
  ] as [Buffer, ...Buffer[]]
}

function filesOf(variables: Settings): Config['files'] {
  const { S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = variables
  if (!S3_BUCKET || !S3_REGION) return { folder: variables.FILES_DIR ?? `${variables.DATA_DIR}/files` }
  return {
    bucket: S3_BUCKET,
    region: S3_REGION,
    endpoint: variables.S3_ENDPOINT ?? null,
    forcePathStyle: variables.S3_FORCE_PATH_STYLE ?? false,
    credentials:
      S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
        ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
        : null,
  }
}

/** A configured PostgreSQL database may be in use: it gets demo accounts only if DEMO is set. */
const createsDemo = ({ DEMO, DATABASE_URL }: Settings, isProduction: boolean): boolean =>
  !isProduction && (DEMO ?? DATABASE_URL === undefined)

const takesRateLimitScale = (environment: Environment): boolean =>
  environment === 'development' || environment === 'test'

/** All readable variables, with a problem for each other one. */
function parseVariables(present: Record<string, string | undefined>): {
  variables: Settings
  problems: string[]
} {
  const { data, error } = Variables.safeParse(present)
  if (data) return { variables: data, problems: [] }
  const malformed = new Set(error.issues.map(({ path }) => String(path[0])))
  const rest = Object.entries(present).filter(([name]) => !malformed.has(name))
  return {
    variables: Variables.parse(Object.fromEntries(rest)),
    problems: error.issues.map(({ path, message }) => `${path.join('.')} ${message}`),
  }
}

function readModels(
  variables: Settings,
  isProduction: boolean,
): Pick<Config, 'model' | 'embedding'> & { problems: string[] } {
  try {
    const model = readModelSettings(variables, isProduction)
    return { model, embedding: readEmbeddingSettings(variables, model), problems: [] }
  } catch (error) {
    if (!(error instanceof ModelSettingsRefused)) throw error
    return { model: null, embedding: null, problems: [...error.problems] }
  }
}

function findWrongCombinations(
  variables: Settings,
  present: Readonly<Record<string, string | undefined>>,
): string[] {
  const problems: string[] = []
  const nameBySecret = new Map<string, string>()
  for (const name of DIFFERENT_SECRETS) {
    const value = variables[name]?.toLowerCase()
    if (value === undefined) continue
    const twin = nameBySecret.get(value)
    if (twin) problems.push(`${twin} and ${name} must be different`)
    else nameBySecret.set(value, name)
  }
  for (const [one, other] of PAIRS) {
    if (Boolean(present[one]) !== Boolean(present[other]))
      problems.push(`${one} and ${other} must be set together`)
  }
  if (present.MIGRATION_DATABASE_URL && !present.DATABASE_URL)
    problems.push('MIGRATION_DATABASE_URL needs DATABASE_URL')
  if (variables.HTTP_REDIRECT_PORT && variables.HTTP_REDIRECT_PORT === variables.PORT)
    problems.push('PORT and HTTP_REDIRECT_PORT must be different')
  if (present.FILES_DIR && present.S3_BUCKET) problems.push('FILES_DIR and S3_BUCKET must not both be set')
  if (variables.RAG_DENSE === 'on' && !present.AI_EMBEDDING_MODEL)
    problems.push('RAG_DENSE on needs AI_EMBEDDING_MODEL')
  const hasCollector = present.OTEL_EXPORTER_OTLP_ENDPOINT ?? present.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  for (const name of NEEDS_COLLECTOR) {
    if (present[name] !== undefined && !hasCollector)
      problems.push(`${name} needs OTEL_EXPORTER_OTLP_ENDPOINT`)
  }
  for (const name of S3_SETTINGS) {
    if (present[name] !== undefined && !present.S3_BUCKET) problems.push(`${name} needs S3_BUCKET`)
  }
  return problems
}

/** Well-formed settings that production refuses. */
function findUnsafeSettings(variables: Settings): string[] {
  const secrets = DIFFERENT_SECRETS.flatMap((name) => {
    const value = variables[name]
    if (value === undefined) return []
    if (value.length < SECRET_CHARACTERS)
      return [`${name} must have at least ${SECRET_CHARACTERS} characters`]
    const weakness = findSecretWeakness(value)
    return weakness ? [`${name} ${weakness}: generate it, for example with openssl rand -hex 32`] : []
  })
  return [
    ...secrets,
    ...(variables.APP_URL && !variables.APP_URL.startsWith('https:')
      ? ['APP_URL must begin with https://']
      : []),
    ...(listOf(variables.TRUSTED_PROXIES).some(isWideRange)
      ? ['TRUSTED_PROXIES must name the proxies: such a wide range trusts any client']
      : []),
  ]
}

/** Settings that work but should be changed, and settings without effect here; logged by name. */
function warningsFor(variables: Settings, environment: Environment): string[] {
  const isProduction = environment === 'production'
  const noEffect =
    variables.RATE_LIMIT_SCALE === 1 || takesRateLimitScale(environment)
      ? []
      : [`RATE_LIMIT_SCALE has no effect in ${environment}`]
  if (!isProduction) return noEffect
  return [
    ...(variables.DEV_ACCOUNTS_PASSWORD ? ['DEV_ACCOUNTS_PASSWORD has no effect in production'] : []),
    ...(variables.DEMO ? ['DEMO has no effect in production'] : []),
    ...(variables.ALLOW_LOCAL_WEBHOOKS ? ['ALLOW_LOCAL_WEBHOOKS has no effect in production'] : []),
    ...noEffect,
    ...(variables.DATABASE_URL
      ? []
      : ['The embedded database can lose data in a power cut: set DATABASE_URL']),
    ...findUnencryptedConnections(variables),
    ...(variables.FILES_DIR || variables.S3_BUCKET
      ? []
      : [
          'Stored files are in DATA_DIR: with several instances, set FILES_DIR or S3_BUCKET to a store that all instances share',
        ]),
    ...(variables.S3_ENDPOINT?.startsWith('http:') ? ['S3_ENDPOINT should begin with https://'] : []),
    ...(variables.CLAMD_HOST ? [] : ['Uploads are not scanned for viruses: set CLAMD_HOST']),
  ]
}

/** Unencrypted connections to other machines: a third party may read or answer them. */
function findUnencryptedConnections(variables: Settings): string[] {
  const databases = (['DATABASE_URL', 'MIGRATION_DATABASE_URL'] as const).flatMap((name) => {
    const value = variables[name]
    if (value === undefined) return []
    const { hostname, searchParams } = new URL(value)
    const isVerified = searchParams.get('sslmode') === 'verify-full'
    return isVerified || isThisMachine(searchParams.get('host') ?? hostname)
      ? []
      : [
          `${name} should contain sslmode=verify-full: without it, a third party can read or forge the connection to the database`,
        ]
  })
  const redis = variables.REDIS_URL && new URL(variables.REDIS_URL)
  const smtp = variables.SMTP_URL && new URL(variables.SMTP_URL)
  const collectors = (['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const).flatMap(
    (name) => {
      const address = variables[name] && new URL(variables[name])
      return address && address.protocol === 'http:' && !isThisMachine(address.hostname)
        ? [`${name} should begin with https://, because the connection to the collector is not encrypted`]
        : []
    },
  )
  return [
    ...databases,
    ...collectors,
    ...(redis && redis.protocol === 'redis:' && !isThisMachine(redis.hostname)
      ? ['REDIS_URL should begin with rediss://, because the connection to Redis is not encrypted']
      : []),
    ...(smtp && smtp.protocol === 'smtp:' && !isThisMachine(smtp.hostname)
      ? [
          'SMTP_URL should begin with smtps://. With smtp:// the service sends mail only if the relay offers STARTTLS',
        ]
      : []),
  ]
}

/** A path is a Unix socket. */
const isThisMachine = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host)

/** Name and rule of every variable, for docs/operations.md and its test. */
export const describeVariables = (): { name: string; rule: string }[] =>
  Object.entries(Variables.shape).map(([name, schema]) => ({
    name,
    rule: (schema as z.ZodType).description ?? '',
  }))
