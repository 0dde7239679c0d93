/** Remedies for problems of the configuration: an example, or the command that generates the value. */

const GENERATED = 'openssl rand -hex 32'

/** One valid value for each variable; a secret has the command that generates it. */
const EXAMPLES: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  PORT: '3000',
  HOST: '127.0.0.1',
  APP_URL: 'https://pensions.example.ie',
  DATABASE_URL: 'postgresql://pcs_service:PASSWORD@db.example.ie/pension_compliance?sslmode=verify-full',
  MIGRATION_DATABASE_URL:
    'postgresql://pcs_migration:PASSWORD@db.example.ie/pension_compliance?sslmode=verify-full',
  DATABASE_POOL_SIZE: '10',
  DATABASE_WAIT_SECONDS: '60',
  ALLOW_EMBEDDED_IN_PRODUCTION: '0',
  DATA_DIR: '/var/lib/pension-compliance/data',
  REDIS_URL: 'rediss://:PASSWORD@redis.example.ie:6379',
  SMTP_URL: 'smtps://USER:PASSWORD@mail.example.ie',
  MAIL_FROM: '"Pension Compliance <no-reply@example.ie>"',
  OUTBOX_DIR: '/var/lib/pension-compliance/outbox',
  FILES_DIR: '/var/lib/pension-compliance/files',
  S3_BUCKET: 'pension-files',
  S3_REGION: 'eu-west-1',
  S3_ENDPOINT: 'https://s3.example.ie',
  S3_ACCESS_KEY_ID: 'ACCESS-KEY',
  S3_SECRET_ACCESS_KEY: 'SECRET-KEY',
  S3_FORCE_PATH_STYLE: 'true',
  CLAMD_HOST: 'clamd.example.ie:3310',
  AI_PROVIDER: 'anthropic',
  AI_MODEL: 'NAME-OF-THE-MODEL',
  AI_API_KEY: 'KEY-OF-THE-PROVIDER',
  AI_BASE_URL: 'https://ai.example.ie/v1',
  AI_REGION: 'eu-west-1',
  AI_TIMEOUT_MS: '60000',
  AI_PRICE_INPUT: '300',
  AI_PRICE_OUTPUT: '1500',
  AI_FIRM_CALLS: '2000',
  AI_FIRM_CENTS: '5000',
  AI_QUESTION_MODE: 'strict',
  AI_EMBEDDING_MODEL: 'NAME-OF-THE-MODEL',
  AI_EMBEDDING_PRICE: '10',
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'ACCESS-KEY',
  AWS_SECRET_ACCESS_KEY: 'SECRET-KEY',
  AWS_SESSION_TOKEN: 'TOKEN',
  RAG_DENSE: 'off',
  AUDIT_ANCHORS_DIR: '/var/lib/pension-compliance/audit-anchors',
  TRUSTED_PROXIES: '127.0.0.0/8,::1',
  TLS_CERT_FILE: '/etc/pension-compliance/tls.crt',
  TLS_KEY_FILE: '/etc/pension-compliance/tls.key',
  HTTP_REDIRECT_PORT: '80',
  EDGE_LIMITS: '1',
  ALLOW_LOCAL_WEBHOOKS: '0',
  SCHEDULER: 'on',
  DRAIN_SECONDS: '5',
  METRICS_PORT: '9464',
  METRICS_HOST: '127.0.0.1',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example.ie/v1/traces',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20TOKEN',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
  OTEL_EXPORTER_OTLP_TIMEOUT: '10000',
  OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
  OTEL_SERVICE_NAME: 'pension-compliance-service',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production',
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: '0.1',
  OTEL_BSP_MAX_QUEUE_SIZE: '2048',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '512',
  OTEL_BSP_SCHEDULE_DELAY: '5000',
  OTEL_SDK_DISABLED: 'false',
  TRUST_TRACEPARENT: '0',
  RATE_LIMIT_SCALE: '1',
  DEMO: '0',
  DEV_ACCOUNTS_PASSWORD: 'PASSWORD-OF-AT-MOST-72-CHARACTERS',
  LOG_LEVEL: 'info',
  SESSION_SECRET: GENERATED,
  SESSION_SECRET_PREVIOUS: GENERATED,
  CSRF_SECRET: GENERATED,
  PPS_ENCRYPTION_KEY: GENERATED,
  PPS_ENCRYPTION_KEY_PREVIOUS: GENERATED,
  PPS_INDEX_KEY: GENERATED,
  FILES_ENCRYPTION_KEY: GENERATED,
  FILES_ENCRYPTION_KEY_PREVIOUS: GENERATED,
  AUDIT_SEAL_KEY: GENERATED,
  AUDIT_SEAL_KEY_PREVIOUS: GENERATED,
  BACKUP_KEY: GENERATED,
  CRON_TOKEN: GENERATED,
  RAG_INGEST_TOKEN: GENERATED,
}

/** "Example: PORT=3000", or null for a variable that is not known here. A previous key is the one that was used before. */
export function buildExample(name: string): string | null {
  const value = EXAMPLES[name]
  if (value === undefined) return null
  if (value !== GENERATED) return `Example: ${name}=${value}`
  return name.endsWith('_PREVIOUS')
    ? `Set ${name} to the key that was used before, or remove it`
    : `Set ${name} to the output of: ${GENERATED}`
}

const REMOVE_ONE = /must not both be set|\bdoes not take\b/

/**
 * The lines below a problem: one for each variable that it names. A misspelt name is followed by an example of the intended variable.
 * No line contains a configured value.
 */
export function describeRemedy(problem: string): string[] {
  if (REMOVE_ONE.test(problem)) return ['Remove the variable that is not needed']
  const names = new Set(problem.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g) ?? [])
  return [...names].flatMap((name) => buildExample(name) ?? [])
}

/** All problems, numbered, each with what to set. */
export const formatProblems = (problems: readonly string[]): string =>
  problems
    .map((problem, at) =>
      [`  ${at + 1}. ${problem}`, ...describeRemedy(problem).map((line) => `     ${line}`)].join('\n'),
    )
    .join('\n')
