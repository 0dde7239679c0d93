/** Reads the environment, builds, listens, closes. The only file of the server that knows `process`. */
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Config, ConfigError, environmentOf, readConfig } from './config.ts'
import { DEMO_ACCOUNTS, seedDemo } from './demo/seed.ts'
import { bringInStarterDigest } from './domains/corpus/index.ts'
import { redirectListener } from './http/redirect-listener.ts'
import { buildUnready } from './http/unready.ts'
import { openWebApp } from './http/web-app.ts'
import { movableClock, systemClock, todayInDublin } from './platform/clock.ts'
import { developmentSecrets } from './platform/data-folder.ts'
import { localFileStore } from './platform/files/local-file-store.ts'
import { s3FileStore } from './platform/files/s3-file-store.ts'
import { createLog, type Log } from './platform/log.ts'
import { type Mailer, outboxMailer, smtpMailer } from './platform/mailer.ts'
import { createPasswords } from './platform/passwords.ts'
import { memoryBuckets, redisBuckets } from './platform/token-buckets.ts'
import { clamdScanner } from './platform/virus-scanner.ts'
import { openMigratedDatabase } from './start.ts'

const DRAIN_MS = 5_000
const FINISH_WITHIN_MS = 20_000
const FIRST_SIGNAL_COUNTS_FOR_MS = 1_000

const closing: (() => Promise<void> | void)[] = []
let isDraining = false

async function main(): Promise<void> {
  const environment = environmentOf(process.env)
  const generated =
    environment === 'production' ? null : await developmentSecrets(process.env.DATA_DIR || '.data')
  const reading = readConfig(
    {
      ...(generated && { DEV_ACCOUNTS_PASSWORD: generated.DEV_ACCOUNTS_PASSWORD }),
      ...withoutEmpty(process.env),
    },
    generated,
  )
  const log = createLog(reading.state === 'ready' ? reading.config.logLevel : reading.logLevel)
  closing.push(() => log.flush())
  closeOnSignal(log)
  process.on('unhandledRejection', (error) => void stop(log, 1, error))
  process.on('uncaughtException', (error) => void stop(log, 1, error))

  if (reading.state === 'incomplete') {
    log.error('not ready: required variables are missing', { names: reading.missing })
    const app = await buildUnready(log, reading.missing.length)
    closing.push(() => app.close())
    await app.listen({ port: reading.port, host: reading.host })
    return
  }
  for (const warning of reading.warnings) log.warn(warning)
  await serve(reading.config, log)
}

async function serve(config: Config, log: Log): Promise<void> {
  const webApp = openWebApp()
  const passwords = createPasswords()
  const opened = await openMigratedDatabase(config, log, process.pid)
  closing.push(() => opened.close())
  const buckets = config.redisUrl
    ? await redisBuckets(config.redisUrl, (error) =>
        log.warn('Redis is away: limits are per instance', { error }),
      )
    : memoryBuckets()
  closing.push(() => buckets.close())
  const mailer: Mailer =
    'smtpUrl' in config.mail
      ? smtpMailer({ url: config.mail.smtpUrl, from: config.mail.from, requiresTls: config.isProduction })
      : outboxMailer({ directory: config.mail.outboxDir, from: config.mail.from })
  closing.push(() => mailer.close())

  const fileStore =
    'folder' in config.files ? await localFileStore(config.files) : await s3FileStore(config.files)
  closing.push(() => fileStore.close())

  const movable = config.environment === 'development' ? movableClock() : null
  const parts = {
    config,
    database: opened.database,
    buckets,
    mailer,
    fileStore,
    scanner: config.scanner ? clamdScanner(config.scanner) : null,
    passwords,
    clock: movable ?? systemClock,
    ...(movable ? { movableClock: movable } : {}),
    log,
    webApp,
    isDraining: () => isDraining,
  }
  const { http: app, runInBulk, pipeline } = await buildApp(parts)
  closing.push(() => app.close())
  if (config.developmentPassword) {
    await seedDemo({
      runInBulk,
      pipeline,
      passwords,
      password: config.developmentPassword,
      today: todayInDublin(systemClock),
    })
  }
  await bringInStarterDigest(pipeline, todayInDublin(systemClock))
  await app.listen({ port: config.port, host: config.host })
  await listenForRedirects(config)
  announce(app, config, opened.isEmbedded)
}

async function listenForRedirects({ tls, appUrl, host }: Config): Promise<void> {
  if (!tls || tls.redirectPort === null) return
  const server = redirectListener(appUrl)
  await new Promise<void>((resolve) => server.listen(tls.redirectPort ?? 0, host, resolve))
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
}

function announce(
  app: FastifyInstance,
  { isProduction, developmentPassword, appUrl, dataDir }: Config,
  isEmbedded: boolean,
): void {
  if (isProduction) return
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : ''
  process.stdout.write(`
  Pension Compliance Service      ${appUrl}  (listening on port ${port})
  Reference of the API            ${appUrl}/docs
  Mails that would be sent        ${appUrl}/outbox
  A clock that can be moved       ${appUrl}/clock

  Accounts for trying it out, all with the password  ${developmentPassword}
${DEMO_ACCOUNTS.map(({ email, role, firm }) => `    ${email.padEnd(28)}${role.padEnd(16)}${firm}`).join('\n')}
${isEmbedded ? `\n  The embedded database in ${dataDir}/ survives the end of this process, not a power cut.\n` : ''}
  Stop with Ctrl-C.
`)
}

const withoutEmpty = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value))

function closeOnSignal(log: Log): void {
  let firstAt: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A terminal signals npm and this process at once, and npm passes it on: that is one wish, not two.
      if (firstAt !== null && performance.now() - firstAt > FIRST_SIGNAL_COUNTS_FOR_MS) process.exit(1)
      if (firstAt !== null) return
      firstAt = performance.now()
      isDraining = true
      // A load balancer needs a moment to see that this instance is not ready; a person at a terminal does not.
      setTimeout(
        () => void stop(log, 0),
        signal === 'SIGTERM' && environmentOf(process.env) === 'production' ? DRAIN_MS : 0,
      )
    })
  }
}

async function stop(log: Log, code: number, error?: unknown): Promise<void> {
  if (error !== undefined) log.error('stopping after an unexpected error', { error })
  await closeEverything(code, (failure) => log.error('closing failed', { error: failure }))
}

/** In the reverse order of opening; what hangs is not waited for. */
async function closeEverything(code: number, onFailure: (failure: unknown) => void): Promise<never> {
  isDraining = true
  setTimeout(() => process.exit(code || 1), FINISH_WITHIN_MS).unref()
  for (const step of closing.splice(0).reverse()) {
    try {
      await step()
    } catch (failure) {
      onFailure(failure)
    }
  }
  process.exit(code)
}

main().catch((error: unknown) => {
  const isPlain = error instanceof ConfigError || (error instanceof Error && error.name !== 'TypeError')
  // A refused connection to a name with several addresses carries its reasons inside.
  const said =
    error instanceof AggregateError
      ? error.errors.map(({ message }: Error) => message).join('; ')
      : (error as Error).message
  process.stderr.write(`The service could not start: ${isPlain ? said : String((error as Error).stack)}\n`)
  // What was opened before it failed is closed: the database, and the lock of its folder.
  return closeEverything(1, () => {})
})
