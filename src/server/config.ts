/**
 * Environment -> Config. Pure and total: it reads what it is given, generates nothing and touches no file.
 * With nothing set a development server works on `loadDevelopmentSecrets`; in production nothing that protects something
 * is generated or defaulted: what is missing is listed (the process stays up, not ready), what is malformed ends the start.
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
/** How long a secret is at least; a developer's own may be shorter. */
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
/** `host`, `host:port` or an absolute path; an IPv6 address in brackets. Undefined for what is none of them. */
function clamdAddressOf(text: string): ClamdAddress | undefined {
  if (text.startsWith('/')) return { path: text }
  const found = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<host>[\w.-]+))(?::(?<port>\d{1,5}))?$/i.exec(text)?.groups
  const port = Number(found?.port ?? CLAMD_PORT)
  const host = found?.v6 ?? found?.host
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port }
}
const CLAMD_PORT = 3310
const LOOPBACK = ['127.0.0.0/8', '::1']
/** The range of private addresses with the fewest fixed bits, by kind of address: 10.0.0.0/8 and fc00::/7. */
const FEWEST_BITS = { ipv4: 8, ipv6: 7 }
const isWideRange = (text: string): boolean => {
  if (!text.includes('/')) return false
  const [address, bits] = ipaddr.parseCIDR(text)
  return bits < FEWEST_BITS[address.kind()]
}
const REDIRECT_PORT = 80
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
    .describe('development, test, demo or production; anything else counts as production'),
  PORT: whole(0, 65_535).default(3000).describe('Port to listen on'),
  HOST: z
    .string()
    .optional()
    .describe('Address to listen on; 127.0.0.1 in development, 0.0.0.0 in production'),
  APP_URL: url('http:', 'https:').optional().describe('Public address; the only source of links in mails'),
  DATABASE_URL: url('postgres:', 'postgresql:')
    .optional()
    .describe('PostgreSQL; absent: the embedded database in DATA_DIR'),
  MIGRATION_DATABASE_URL: url('postgres:', 'postgresql:')
    .optional()
    .describe('A login that may become pcs_owner, for migrations; DATABASE_URL unless given'),
  DATABASE_POOL_SIZE: whole(1, 200)
    .default(10)
    .describe('Connections to PostgreSQL; the embedded database has one'),
  ALLOW_EMBEDDED_IN_PRODUCTION: flag
    .default(false)
    .describe('Accepts that the embedded database does not survive a power cut'),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('Folder of the embedded database and its files; not readable for other users'),
  REDIS_URL: url('redis:', 'rediss:')
    .optional()
    .describe('Shares rate limits between instances; absent: each has its own'),
  SMTP_URL: url('smtp:', 'smtps:').optional().describe('Mail relay; absent: mails are files in OUTBOX_DIR'),
  MAIL_FROM: z.string().default('Pension Compliance <no-reply@localhost>').describe('Sender of every mail'),
  OUTBOX_DIR: z
    .string()
    .optional()
    .describe('One file per mail where there is no SMTP; DATA_DIR/outbox unless given'),
  SESSION_SECRET: secret.optional().describe('Signs session tokens'),
  SESSION_SECRET_PREVIOUS: secret.optional().describe('Still accepted while sessions move to SESSION_SECRET'),
  CSRF_SECRET: secret.optional().describe('Signs CSRF tokens'),
  PPS_ENCRYPTION_KEY: hexKey.optional().describe('AES-256 key of the PPS numbers (Spec 2.7)'),
  PPS_ENCRYPTION_KEY_PREVIOUS: hexKey
    .optional()
    .describe('Tried second, while npm run rotate-pps-key re-encrypts'),
  PPS_INDEX_KEY: hexKey.optional().describe('Key of the hash that finds equal PPS numbers'),
  FILES_ENCRYPTION_KEY: hexKey
    .optional()
    .describe('AES-256 key that the keys of stored files are wrapped under; absent: from PPS_ENCRYPTION_KEY'),
  FILES_ENCRYPTION_KEY_PREVIOUS: hexKey
    .optional()
    .describe('Still opens stored files while they move to the present key'),
  FILES_DIR: z.string().optional().describe('Folder of stored files; DATA_DIR/files unless given'),
  S3_BUCKET: z
    .string()
    .regex(BUCKET, 'must be the name of a bucket')
    .optional()
    .describe('With S3_REGION: stored files are objects in this bucket, and FILES_DIR is not used'),
  S3_REGION: z.string().optional().describe('Region of S3_BUCKET; us-east-1 if the store has no regions'),
  S3_ENDPOINT: url('http:', 'https:').optional().describe('Address of a store other than AWS'),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('With S3_SECRET_ACCESS_KEY; absent: the role of the machine'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of S3_ACCESS_KEY_ID'),
  S3_FORCE_PATH_STYLE: flag
    .optional()
    .describe('Puts the bucket into the path and not into the host name; most stores other than AWS need it'),
  CLAMD_HOST: z
    .string()
    .refine(clamdAddressOf, 'must be HOST, HOST:PORT or the path of a socket')
    .optional()
    .describe(`ClamAV that scans uploads: HOST, HOST:PORT (${CLAMD_PORT}) or the path of its socket`),
  ...modelVariables,
  RAG_DENSE: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      'on: passages are also found by the vectors of AI_EMBEDDING_MODEL, once npm run eval -- --dense has measured a gain',
    ),
  AUDIT_SEAL_KEY: hexKey
    .optional()
    .describe('Ed25519 seed that signs audit checkpoints; absent: derived from PPS_INDEX_KEY'),
  AUDIT_SEAL_KEY_PREVIOUS: hexKey
    .optional()
    .describe('Its signatures are still accepted, after AUDIT_SEAL_KEY was changed'),
  AUDIT_ANCHORS_DIR: z
    .string()
    .optional()
    .describe(
      'Folder outside the database that checkpoints are appended to; DATA_DIR/audit-anchors unless given',
    ),
  CRON_TOKEN: secret.optional().describe('Bearer token of /api/cron/*'),
  RAG_INGEST_TOKEN: secret.optional().describe('Bearer token of /api/rag/ingest'),
  TRUSTED_PROXIES: z
    .string()
    .default(LOOPBACK.join(','))
    .refine(
      (text) => listOf(text).every(isAddressOrRange),
      'must be addresses or CIDR ranges, separated by commas',
    )
    .describe(
      `Addresses or CIDR ranges whose X-Forwarded-* is believed, separated by commas; ${LOOPBACK.join(',')} unless given; an empty value trusts none`,
    ),
  TLS_CERT_FILE: z
    .string()
    .optional()
    .describe('With TLS_KEY_FILE: the server speaks HTTPS itself, TLS 1.3 only'),
  TLS_KEY_FILE: z.string().optional().describe('Private key of TLS_CERT_FILE'),
  HTTP_REDIRECT_PORT: whole(0, 65_535)
    .optional()
    .describe(`With TLS: plain port that answers 301 to HTTPS; ${REDIRECT_PORT} in production`),
  EDGE_LIMITS: flag
    .optional()
    .describe('Per-address limits of Spec 8 where no edge applies them; on in production'),
  RATE_LIMIT_SCALE: z.coerce
    .number()
    .min(0.01)
    .max(100_000)
    .default(1)
    .describe('Multiplies every limit and burst; development and test only'),
  DEMO: z
    .enum(['0', '1', 'true', 'false', 'on', 'off'])
    .transform((text) => text === '1' || text === 'true' || text === 'on')
    .optional()
    .describe(
      '1: the start creates a demo firm and demo accounts; 0: it does not, and existing ones stay; absent: only in the embedded database; never in production',
    ),
  DEV_ACCOUNTS_PASSWORD: z
    .string()
    .max(72)
    .optional()
    .describe('Password of the development accounts; never in production'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least level that is logged'),
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
] as const
/** One without the other is half a configuration. */
const PAIRS = [
  ['TLS_CERT_FILE', 'TLS_KEY_FILE'],
  ['S3_BUCKET', 'S3_REGION'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const
/** Each means something beside S3_BUCKET only. */
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
  database: { url: string; migrationUrl: string; poolSize: number } | { dataDir: string }
  dataDir: string
  /** Audit checkpoints outside the database. */
  anchorsDir: string
  redisUrl: string | null
  mail: { from: string; smtpUrl: string } | { from: string; outboxDir: string }
  files: { folder: string } | S3Options
  /** Null: uploads are not scanned. */
  scanner: ClamdAddress | null
  /** Null: the assistant speaks to no provider. */
  model: ModelSettings | null
  /** What each firm may use of the provider in a month. */
  modelBudget: Budget
  /** Null: nothing is turned into vectors. */
  embedding: EmbeddingSettings | null
  /** Passages are to be found by vectors too, where these have passed their gate. */
  wantsDense: boolean
  secrets: Secrets & {
    previousSession: string | null
    previousPps: string | null
    idempotency: Buffer
    /** 32 bytes each: the first wraps the keys of stored files, the others still open some. */
    files: [Buffer, ...Buffer[]]
    /** Seeds of Ed25519 keys: the first signs audit checkpoints, signatures of all are accepted. */
    seal: [Buffer, ...Buffer[]]
    /** The first seals mails that are waiting to be sent, the others still open some. */
    mails: [Buffer, ...Buffer[]]
    /** The first seals cursors of lists, the others still open some. */
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
  rateLimitScale: number
  /** Null: the start creates no demo firm and no demo accounts. */
  developmentPassword: string | null
  logLevel: string
}

export type Reading =
  | { state: 'ready'; config: Config; warnings: string[] }
  /** Production with something missing: live answers, ready does not, everything protected is 503. */
  | {
      state: 'incomplete'
      missing: string[]
      warnings: string[]
      port: number
      host: string
      logLevel: string
    }

/** A wrong combination or value; the message names variables and never shows a value. */
export class ConfigError extends Error {}

export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const name = env.NODE_ENV || 'development'
  return name === 'development' || name === 'test' || name === 'demo' ? name : 'production'
}

export function readConfig(env: NodeJS.ProcessEnv, developmentSecrets: Secrets | null): Reading {
  const environment = readEnvironment(env)
  const isProduction = environment === 'production'
  const present = Object.fromEntries(
    // An empty list of trusted proxies is a list; everywhere else an empty value counts as absent.
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
    // A setting of the provider that is malformed would be reported as absent.
    ...(Object.keys(modelVariables).some(isMalformed) ? [] : models.problems),
    ...(isProduction ? findUnsafeSettings(variables) : []),
  )
  const isEmbeddedAccepted = !isProduction || variables.ALLOW_EMBEDDED_IN_PRODUCTION
  const missing = (isProduction ? REQUIRED_IN_PRODUCTION : SECRET_NAMES).filter(
    (name) =>
      variables[name] === undefined &&
      !isMalformed(name) &&
      !(name === 'DATABASE_URL' && isEmbeddedAccepted) &&
      // Files in a folder that was named are a deliberate choice.
      !(name === 'SMTP_URL' && variables.OUTBOX_DIR),
  )
  if (problems.length > 0) {
    const absent = missing.map((name) => `${name} is missing`)
    throw new ConfigError([...problems, ...absent, ...hints].join('; '))
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
    rateLimitScale: takesRateLimitScale(environment) ? variables.RATE_LIMIT_SCALE : 1,
    developmentPassword: createsDemo(variables, isProduction)
      ? (variables.DEV_ACCOUNTS_PASSWORD ?? null)
      : null,
    logLevel: variables.LOG_LEVEL,
  }
}

const derive = (secret: string | Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** Not from a secret that is rotated: checkpoints are compared for years. */
function sealKeys(variables: Settings, secrets: Secrets): [Buffer, ...Buffer[]] {
  const own = (hex: string | undefined): Buffer[] => (hex ? [Buffer.from(hex, 'hex')] : [])
  return [
    ...own(variables.AUDIT_SEAL_KEY),
    derive(secrets.PPS_INDEX_KEY, 'audit-seal'),
    ...own(variables.AUDIT_SEAL_KEY_PREVIOUS),
  ] as [Buffer, ...Buffer[]]
}

/** A derived key stays in the ring: an installation may get a key of its own later, or give it up again. */
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

/** A PostgreSQL that was configured belongs to somebody: it gets demo accounts only where that was said. */
const createsDemo = ({ DEMO, DATABASE_URL }: Settings, isProduction: boolean): boolean =>
  !isProduction && (DEMO ?? DATABASE_URL === undefined)

const takesRateLimitScale = (environment: Environment): boolean =>
  environment === 'development' || environment === 'test'

/** All that can be read, with the problem of each that cannot. */
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
    return { model: null, embedding: null, problems: [error.message] }
  }
}

function findWrongCombinations(
  variables: Settings,
  present: Readonly<Record<string, string | undefined>>,
): string[] {
  const problems: string[] = []
  const seen = new Map<string, string>()
  for (const name of DIFFERENT_SECRETS) {
    const value = variables[name]?.toLowerCase()
    if (value === undefined) continue
    const twin = seen.get(value)
    if (twin) problems.push(`${twin} and ${name} must not be equal`)
    else seen.set(value, name)
  }
  for (const [one, other] of PAIRS) {
    if (Boolean(present[one]) !== Boolean(present[other])) problems.push(`${one} and ${other} go together`)
  }
  if (present.FILES_DIR && present.S3_BUCKET) problems.push('FILES_DIR and S3_BUCKET must not both be set')
  if (variables.RAG_DENSE === 'on' && !present.AI_EMBEDDING_MODEL)
    problems.push('RAG_DENSE on needs AI_EMBEDDING_MODEL')
  for (const name of S3_SETTINGS) {
    if (present[name] !== undefined && !present.S3_BUCKET) problems.push(`${name} needs S3_BUCKET`)
  }
  return problems
}

/** What production refuses although it is well formed. */
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
      ? ['APP_URL must begin with https:']
      : []),
    ...(listOf(variables.TRUSTED_PROXIES).some(isWideRange)
      ? ['TRUSTED_PROXIES must name the proxies: a range so wide trusts everybody']
      : []),
  ]
}

/** What works and should not stay as it is, and what has no effect here; logged by name. */
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
    ...noEffect,
    ...(variables.DATABASE_URL ? [] : ['The embedded database does not survive a power cut']),
    ...findUnencryptedConnections(variables),
    ...(variables.FILES_DIR || variables.S3_BUCKET
      ? []
      : ['Stored files are in DATA_DIR: set FILES_DIR or S3_BUCKET where all instances reach them']),
    ...(variables.S3_ENDPOINT?.startsWith('http:') ? ['S3_ENDPOINT should begin with https:'] : []),
    ...(variables.CLAMD_HOST ? [] : ['Uploads are not scanned for viruses: set CLAMD_HOST']),
  ]
}

/** Connections to other machines that may be read or answered by a third one. */
function findUnencryptedConnections(variables: Settings): string[] {
  const databases = (['DATABASE_URL', 'MIGRATION_DATABASE_URL'] as const).flatMap((name) => {
    const value = variables[name]
    if (value === undefined) return []
    const { hostname, searchParams } = new URL(value)
    const isVerified = searchParams.get('sslmode') === 'verify-full'
    return isVerified || isThisMachine(searchParams.get('host') ?? hostname)
      ? []
      : [`${name} should say sslmode=verify-full: the connection to the database may be read or forged`]
  })
  const redis = variables.REDIS_URL && new URL(variables.REDIS_URL)
  const smtp = variables.SMTP_URL && new URL(variables.SMTP_URL)
  return [
    ...databases,
    ...(redis && redis.protocol === 'redis:' && !isThisMachine(redis.hostname)
      ? ['REDIS_URL should begin with rediss:: the connection to Redis is not encrypted']
      : []),
    ...(smtp && smtp.protocol === 'smtp:' && !isThisMachine(smtp.hostname)
      ? ['SMTP_URL should begin with smtps:: with smtp: mail is sent only where the relay offers STARTTLS']
      : []),
  ]
}

/** A path is that of a Unix socket. */
const isThisMachine = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host)

/** Name and rule of every variable, for docs/operations.md and its test. */
export const describeVariables = (): { name: string; rule: string }[] =>
  Object.entries(Variables.shape).map(([name, schema]) => ({
    name,
    rule: (schema as z.ZodType).description ?? '',
  }))
