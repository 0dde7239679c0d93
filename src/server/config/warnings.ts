/** Settings that work but should be changed, and settings without effect here. */
import { type Environment, hasRateLimitScale } from './environment.ts'
import type { Settings } from './variables.ts'

/** Logged by name. */
export function listWarnings(variables: Settings, environment: Environment): string[] {
  const isProduction = environment === 'production'
  const noEffect =
    variables.RATE_LIMIT_SCALE === 1 || hasRateLimitScale(environment)
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
    ...listUnencryptedConnections(variables),
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
function listUnencryptedConnections(variables: Settings): string[] {
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
