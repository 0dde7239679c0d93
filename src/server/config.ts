/**
 * Environment -> Config. Pure and total: it reads its argument, generates nothing and touches no file. Without variables a development
 * server uses `loadDevelopmentSecrets`; in production no secret is generated or defaulted: missing variables are listed (the process stays
 * up, not ready), malformed ones end the start.
 */
import { type Environment, hasRateLimitScale, readEnvironment } from './config/environment.ts'
import { listMisspeltVariables } from './config/misspelt-variables.ts'
import {
  getHost,
  listUnsafeNetworkSettings,
  type NetworkSettings,
  readNetworkSettings,
} from './config/network.ts'
import {
  deriveKeys,
  listEqualSecrets,
  listWeakSecrets,
  SECRET_NAMES,
  type Secrets,
  type ServiceKeys,
} from './config/secrets.ts'
import { listStorageProblems, readStorageSettings, type StorageSettings } from './config/storage.ts'
import { parseVariables, type Settings, Variables } from './config/variables.ts'
import { listWarnings } from './config/warnings.ts'
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
import { NEEDS_COLLECTOR, readTracingSettings, type TracingSettings } from './platform/trace-settings.ts'
import { hexKey } from './platform/variable-formats.ts'

export { describeVariables } from './config/variables.ts'
export { type Environment, readEnvironment, type Secrets }

/** Variables that must be set together. */
const PAIRS = [
  ['TLS_CERT_FILE', 'TLS_KEY_FILE'],
  ['S3_BUCKET', 'S3_REGION'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const
const REQUIRED_IN_PRODUCTION = [...SECRET_NAMES, 'APP_URL', 'DATABASE_URL', 'SMTP_URL'] as const

export interface Config extends NetworkSettings, StorageSettings {
  environment: Environment
  isProduction: boolean
  redisUrl: string | null
  mail: { from: string; smtpUrl: string } | { from: string; outboxDir: string }
  /** Null: the assistant uses no provider. */
  model: ModelSettings | null
  /** Monthly budget of each firm for the provider. */
  modelBudget: Budget
  /** Null: no embeddings are computed. */
  embedding: EmbeddingSettings | null
  /** Retrieve passages by vectors too, if these have passed their quality gate. */
  wantsDense: boolean
  secrets: ServiceKeys
  /** Webhooks may lead to this machine, over plain HTTP. */
  allowsLocalWebhooks: boolean
  rateLimitScale: number
  /** The service starts its jobs itself. */
  isSchedulerOn: boolean
  /** Null: no traces. */
  tracing: TracingSettings | null
  /** Null: the start creates no demo firm and no demo accounts. */
  developmentPassword: string | null
  logLevel: string
}

export type ConfigResult =
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

/** The key of backup files; null if it is not set. It is not part of Config: the running service does not use it. */
export function readBackupKey(env: NodeJS.ProcessEnv): Buffer | null {
  if (!env.BACKUP_KEY) return null
  const { data, error } = hexKey.safeParse(env.BACKUP_KEY)
  if (error) throw new ConfigError([`BACKUP_KEY ${error.issues[0]?.message}`])
  return Buffer.from(data, 'hex')
}

export function readConfig(env: NodeJS.ProcessEnv, developmentSecrets: Secrets | null): ConfigResult {
  const environment = readEnvironment(env)
  const isProduction = environment === 'production'
  const present = Object.fromEntries(
    // An empty list of trusted proxies is a value; for all other variables an empty value counts as absent.
    Object.entries(env).filter(
      ([name, value]) => value !== undefined && (value !== '' || name === 'TRUSTED_PROXIES'),
    ),
  )
  const hints = listMisspeltVariables(Object.keys(present), Object.keys(Variables.shape))
  const { variables, problems } = parseVariables(present)
  if (!isProduction && developmentSecrets) {
    for (const name of SECRET_NAMES)
      if (present[name] === undefined) variables[name] = developmentSecrets[name]
  }
  const models = readModels(variables, isProduction)
  const isMalformed = (name: string): boolean => problems.some((problem) => problem.startsWith(`${name} `))
  problems.push(
    ...listWrongCombinations(variables, present),
    // A malformed provider setting would be reported as absent.
    ...(Object.keys(modelVariables).some(isMalformed) ? [] : models.problems),
    ...(isProduction ? [...listWeakSecrets(variables), ...listUnsafeNetworkSettings(variables)] : []),
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
    const host = getHost(variables, isProduction)
    return { state: 'incomplete', missing, warnings: hints, port, host, logLevel }
  }

  return {
    state: 'ready',
    warnings: [...hints, ...listWarnings(variables, environment)],
    config: buildConfig(environment, variables, models),
  }
}

function buildConfig(
  environment: Environment,
  variables: Settings,
  models: ReturnType<typeof readModels>,
): Config {
  const isProduction = environment === 'production'
  return {
    environment,
    isProduction,
    ...readNetworkSettings(variables, isProduction),
    ...readStorageSettings(variables),
    redisUrl: variables.REDIS_URL ?? null,
    mail: variables.SMTP_URL
      ? { from: variables.MAIL_FROM, smtpUrl: variables.SMTP_URL }
      : { from: variables.MAIL_FROM, outboxDir: variables.OUTBOX_DIR ?? `${variables.DATA_DIR}/outbox` },
    model: models.model,
    modelBudget: readBudget(variables),
    embedding: models.embedding,
    wantsDense: variables.RAG_DENSE === 'on',
    secrets: deriveKeys(variables),
    allowsLocalWebhooks: variables.ALLOW_LOCAL_WEBHOOKS && !isProduction,
    rateLimitScale: hasRateLimitScale(environment) ? variables.RATE_LIMIT_SCALE : 1,
    isSchedulerOn: variables.SCHEDULER === 'on',
    tracing: readTracingSettings(variables),
    developmentPassword: shouldCreateDemo(variables, isProduction)
      ? (variables.DEV_ACCOUNTS_PASSWORD ?? null)
      : null,
    logLevel: variables.LOG_LEVEL,
  }
}

/** A configured PostgreSQL database may be in use: it gets demo accounts only if DEMO is set. */
const shouldCreateDemo = ({ DEMO, DATABASE_URL }: Settings, isProduction: boolean): boolean =>
  !isProduction && (DEMO ?? DATABASE_URL === undefined)

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

function listWrongCombinations(
  variables: Settings,
  present: Readonly<Record<string, string | undefined>>,
): string[] {
  const problems = listEqualSecrets(variables)
  for (const [one, other] of PAIRS) {
    if (Boolean(present[one]) !== Boolean(present[other]))
      problems.push(`${one} and ${other} must be set together`)
  }
  if (variables.HTTP_REDIRECT_PORT && variables.HTTP_REDIRECT_PORT === variables.PORT)
    problems.push('PORT and HTTP_REDIRECT_PORT must be different')
  if (variables.RAG_DENSE === 'on' && !present.AI_EMBEDDING_MODEL)
    problems.push('RAG_DENSE on needs AI_EMBEDDING_MODEL')
  const hasCollector = present.OTEL_EXPORTER_OTLP_ENDPOINT ?? present.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  for (const name of NEEDS_COLLECTOR) {
    if (present[name] !== undefined && !hasCollector)
      problems.push(`${name} needs OTEL_EXPORTER_OTLP_ENDPOINT`)
  }
  return [...problems, ...listStorageProblems(present)]
}
