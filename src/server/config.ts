/**
 * Environment -> Config. Pure and total: it reads what it is given, generates nothing and touches no file.
 * With nothing set a development server works on `developmentSecrets`; in production nothing that protects something
 * is generated or defaulted: what is missing is listed (the process stays up, not ready), what is malformed ends the start.
 */
import { hkdfSync } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

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
  (ipaddr.isValidCIDR(text) && /[.:].*\//.test(text))
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
  DATA_DIR: z.string().default('.data').describe('Folder of the embedded database and what belongs to it'),
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
  CRON_TOKEN: secret.optional().describe('Bearer token of /api/cron/*'),
  RAG_INGEST_TOKEN: secret.optional().describe('Bearer token of /api/rag/ingest'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .refine(
      (text) => listOf(text).every(isAddressOrRange),
      'must be addresses or CIDR ranges, separated by commas',
    )
    .describe('Addresses or CIDR ranges whose X-Forwarded-* is believed, separated by commas'),
  TLS_CERT_FILE: z
    .string()
    .optional()
    .describe('With TLS_KEY_FILE: the server speaks HTTPS itself, TLS 1.3 only'),
  TLS_KEY_FILE: z.string().optional().describe('Private key of TLS_CERT_FILE'),
  HTTP_REDIRECT_PORT: whole(0, 65_535).optional().describe('With TLS: plain port that answers 301 to HTTPS'),
  EDGE_LIMITS: flag
    .optional()
    .describe('Per-address limits of Spec 8 where no edge applies them; on in production'),
  RATE_LIMIT_SCALE: z.coerce
    .number()
    .min(0.01)
    .max(100_000)
    .default(1)
    .describe('Multiplies every limit and burst; development and test only'),
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

const SECRET_NAMES = [
  'SESSION_SECRET',
  'CSRF_SECRET',
  'PPS_ENCRYPTION_KEY',
  'PPS_INDEX_KEY',
  'CRON_TOKEN',
  'RAG_INGEST_TOKEN',
] as const
/** The keys of the cipher have a form of their own. */
const LONG_SECRETS = ['SESSION_SECRET', 'CSRF_SECRET', 'CRON_TOKEN', 'RAG_INGEST_TOKEN'] as const
const REQUIRED_IN_PRODUCTION = [...SECRET_NAMES, 'APP_URL', 'DATABASE_URL', 'SMTP_URL'] as const

export interface Config {
  environment: Environment
  isProduction: boolean
  port: number
  host: string
  appUrl: string
  database: { url: string; migrationUrl: string; poolSize: number } | { dataDir: string }
  dataDir: string
  redisUrl: string | null
  mail: { from: string; smtpUrl: string } | { from: string; outboxDir: string }
  secrets: Secrets & { previousSession: string | null; previousPps: string | null; idempotency: Buffer }
  trustedProxies: string[]
  tls: { certFile: string; keyFile: string; redirectPort: number | null } | null
  hasEdgeLimits: boolean
  rateLimitScale: number
  developmentPassword: string | null
  logLevel: string
}

export type Reading =
  | { state: 'ready'; config: Config; warnings: string[] }
  /** Production with something missing: live answers, ready does not, everything protected is 503. */
  | { state: 'incomplete'; missing: string[]; port: number; host: string; logLevel: string }

/** A wrong combination or value; the message names variables and never shows a value. */
export class ConfigError extends Error {}

export function environmentOf(env: NodeJS.ProcessEnv): Environment {
  const name = env.NODE_ENV || 'development'
  return name === 'development' || name === 'test' || name === 'demo' ? name : 'production'
}

export function readConfig(env: NodeJS.ProcessEnv, developmentSecrets: Secrets | null): Reading {
  const environment = environmentOf(env)
  const isProduction = environment === 'production'
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Variables.safeParse(present)
  const problems = [
    ...(parsed.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []),
    ...(isProduction ? shortSecrets(present) : []),
  ]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('; '))
  const variables = parsed.data
  if (!isProduction && developmentSecrets) {
    for (const name of SECRET_NAMES) variables[name] ??= developmentSecrets[name]
  }
  refuseWrongCombinations(variables)

  const host = variables.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1')
  const isEmbeddedAccepted = !isProduction || variables.ALLOW_EMBEDDED_IN_PRODUCTION
  const missing = (isProduction ? REQUIRED_IN_PRODUCTION : SECRET_NAMES).filter(
    (name) =>
      variables[name] === undefined &&
      !(name === 'DATABASE_URL' && isEmbeddedAccepted) &&
      // Files in a folder that was named are a deliberate choice.
      !(name === 'SMTP_URL' && variables.OUTBOX_DIR),
  )
  if (missing.length > 0)
    return { state: 'incomplete', missing, port: variables.PORT, host, logLevel: variables.LOG_LEVEL }

  const secrets = Object.fromEntries(
    SECRET_NAMES.map((name) => [name, variables[name]]),
  ) as unknown as Secrets
  const url = variables.DATABASE_URL
  return {
    state: 'ready',
    warnings: warningsFor(variables, isProduction),
    config: {
      environment,
      isProduction,
      port: variables.PORT,
      host,
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
      redisUrl: variables.REDIS_URL ?? null,
      mail: variables.SMTP_URL
        ? { from: variables.MAIL_FROM, smtpUrl: variables.SMTP_URL }
        : { from: variables.MAIL_FROM, outboxDir: variables.OUTBOX_DIR ?? `${variables.DATA_DIR}/outbox` },
      secrets: {
        ...secrets,
        previousSession: variables.SESSION_SECRET_PREVIOUS ?? null,
        previousPps: variables.PPS_ENCRYPTION_KEY_PREVIOUS ?? null,
        idempotency: Buffer.from(hkdfSync('sha256', secrets.SESSION_SECRET, '', 'idempotency', 32)),
      },
      trustedProxies: listOf(variables.TRUSTED_PROXIES),
      tls:
        variables.TLS_CERT_FILE && variables.TLS_KEY_FILE
          ? {
              certFile: variables.TLS_CERT_FILE,
              keyFile: variables.TLS_KEY_FILE,
              redirectPort: variables.HTTP_REDIRECT_PORT ?? null,
            }
          : null,
      hasEdgeLimits: variables.EDGE_LIMITS ?? isProduction,
      rateLimitScale: isProduction ? 1 : variables.RATE_LIMIT_SCALE,
      developmentPassword: isProduction ? null : (variables.DEV_ACCOUNTS_PASSWORD ?? null),
      logLevel: variables.LOG_LEVEL,
    },
  }
}

function refuseWrongCombinations(variables: z.infer<typeof Variables>): void {
  const seen = new Map<string, string>()
  for (const name of [...SECRET_NAMES, 'SESSION_SECRET_PREVIOUS', 'PPS_ENCRYPTION_KEY_PREVIOUS'] as const) {
    const value = variables[name]?.toLowerCase()
    if (value === undefined) continue
    const twin = seen.get(value)
    if (twin) throw new ConfigError(`${twin} and ${name} must not be equal`)
    seen.set(value, name)
  }
  if (Boolean(variables.TLS_CERT_FILE) !== Boolean(variables.TLS_KEY_FILE)) {
    throw new ConfigError('TLS_CERT_FILE and TLS_KEY_FILE go together')
  }
}

const shortSecrets = (present: Record<string, string | undefined>): string[] =>
  [...LONG_SECRETS, 'SESSION_SECRET_PREVIOUS' as const]
    .filter((name) => (present[name]?.length ?? SECRET_CHARACTERS) < SECRET_CHARACTERS)
    .map((name) => `${name} must have at least ${SECRET_CHARACTERS} characters`)

/** What production disregards; said in the log, by name. */
function warningsFor(variables: z.infer<typeof Variables>, isProduction: boolean): string[] {
  if (!isProduction) return []
  return [
    ...(variables.DEV_ACCOUNTS_PASSWORD ? ['DEV_ACCOUNTS_PASSWORD has no effect in production'] : []),
    ...(variables.RATE_LIMIT_SCALE === 1 ? [] : ['RATE_LIMIT_SCALE has no effect in production']),
    ...(variables.APP_URL && !variables.APP_URL.startsWith('https:')
      ? ['APP_URL should begin with https:']
      : []),
    ...(variables.DATABASE_URL ? [] : ['The embedded database does not survive a power cut']),
  ]
}

/** Name and rule of every variable, for docs/operations.md and its test. */
export const describeVariables = (): { name: string; rule: string }[] =>
  Object.entries(Variables.shape).map(([name, schema]) => ({
    name,
    rule: (schema as z.ZodType).description ?? '',
  }))
