/** Reads the environment, builds, listens, closes. The only server file that uses `process`; main.ts loads it. */
import { once } from 'node:events'
import type { Server } from 'node:https'
import { flushCompileCache } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { buildExample, formatProblems } from './config/variable-examples.ts'
import { type Config, ConfigError, readConfig, readEnvironment } from './config.ts'
import type { DemoAccount } from './demo/seed.ts'
import { type CertificateFiles, watchCertificate } from './http/certificate-reload.ts'
import { createRedirectListener } from './http/redirect-listener.ts'
import type { UnreadyDetails } from './http/unready-listener.ts'
import { formatBuildVersion, readBuildVersion } from './platform/build-version.ts'
import { createMovableClock, getTodayInDublin, systemClock } from './platform/clock.ts'
import { loadDevelopmentSecrets } from './platform/data-folder.ts'
import { watchEventLoop } from './platform/event-loop-load.ts'
import { createLocalFileStore, removeFilesOfFirm } from './platform/files/local-file-store.ts'
import { createS3FileStore } from './platform/files/s3-file-store.ts'
import { createLog, type Log } from './platform/log.ts'
import { createOutboxMailer, createSmtpMailer, type Mailer } from './platform/mailer.ts'
import type { Metrics } from './platform/metrics.ts'
import { createPasswords } from './platform/passwords.ts'
import { createMemoryBuckets, createRedisBuckets } from './platform/token-buckets.ts'
import { loadTracing, TRACING_NOT_INSTALLED } from './platform/trace-package.ts'
import type { Tracing } from './platform/traces.ts'
import { createClamdScanner } from './platform/virus-scanner.ts'
import { openMigratedDatabase, withRetry } from './start.ts'

const FINISH_WITHIN_MS = 20_000
const FIRST_SIGNAL_COUNTS_FOR_MS = 1_000
/** Delay that gives the first requests priority. The compile cache is also written when the process ends, unless it is killed. */
const KEEP_COMPILED_AFTER_MS = 2_000

const closing: (() => Promise<void> | void)[] = []
let isDraining = false
/** Requests are accepted. A start that is still waiting has nothing to drain. */
let isServing = false

async function main(): Promise<void> {
  const environment = readEnvironment(process.env)
  const generated =
    environment === 'production' ? null : await loadDevelopmentSecrets(process.env.DATA_DIR || '.data')
  const reading = readConfig(
    {
      ...process.env,
      DEV_ACCOUNTS_PASSWORD: process.env.DEV_ACCOUNTS_PASSWORD || generated?.DEV_ACCOUNTS_PASSWORD,
    },
    generated,
  )
  const log = createLog(reading.state === 'ready' ? reading.config.logLevel : reading.logLevel)
  closing.push(() => log.flush())
  closeOnSignal(log, reading.state === 'ready' ? reading.config.drainMs : 0)
  process.on('unhandledRejection', (error) => void stop(log, 1, error))
  process.on('uncaughtException', (error) => void stop(log, 1, error))

  for (const warning of reading.warnings) log.warn(warning)
  if (reading.state === 'incomplete') {
    log.error('not ready: required variables are missing', { names: reading.missing })
    for (const name of reading.missing) log.error(`${name} is missing. ${buildExample(name)}`)
    const app = await listenUnready(reading, log, { missing: reading.missing.length })
    closing.push(() => app.close())
    return
  }
  await serve(reading.config, log)
}

async function serve(config: Config, log: Log): Promise<void> {
  const tracing = await openTracing(config, log)
  // The database opens in a separate thread: meanwhile this one loads the modules of the service.
  const loading = Promise.withResolvers<Awaited<ReturnType<typeof loadService>>>()
  loading.promise.catch(() => {})
  const waitMs = 'url' in config.database ? config.database.waitMs : 0
  let waiting: FastifyInstance | null = null
  const opened = await openMigratedDatabase(config, log, process.pid, {
    startsFrom: 'starter',
    whileOpening: () => loading.resolve(loadService()),
    waitMs,
    // An orchestrator sees a process that is alive and not ready.
    onWaiting: async () => {
      waiting ??= await listenUnready(config, log, { missing: 0, database: 'no answer' })
    },
  })
  closing.push(() => opened.close())
  await (waiting as FastifyInstance | null)?.close()
  const { buildApp, ingestStarterDigest, prepareNoteSearch, openWebApp, seedDemo, DEMO_ACCOUNTS } =
    await loading.promise
  const passwords = createPasswords()
  const buckets = config.redisUrl
    ? await createRedisBuckets(config.redisUrl, (error) =>
        log.warn('Redis is not available: each instance counts its limits separately', { error }),
      )
    : createMemoryBuckets()
  closing.push(() => buckets.close())
  const mailer = createMailer(config)
  closing.push(() => mailer.close())

  const fileStore =
    'folder' in config.files
      ? await createLocalFileStore({ ...config.files, isOnlyProcess: opened.isEmbedded })
      : await createS3FileStore(config.files)
  closing.push(() => fileStore.close())

  const eventLoopLoad = watchEventLoop(({ isOverloaded, delayMs }) =>
    isOverloaded
      ? log.warn('overloaded: requests are refused', { durationMs: delayMs })
      : log.info('no longer overloaded', { durationMs: delayMs }),
  )
  closing.push(async () => eventLoopLoad.stop())

  const build = readBuildVersion()
  log.info('starting', { version: formatBuildVersion(build) })
  const metrics = config.metrics && (await import('./platform/metrics.ts')).createMetrics(build)
  const movable = config.environment === 'development' ? createMovableClock() : null
  const parts = {
    config,
    database: opened.database,
    buckets,
    mailer,
    fileStore,
    scanner: config.scanner ? createClamdScanner(config.scanner) : null,
    passwords,
    clock: movable ?? systemClock,
    ...(movable ? { movableClock: movable } : {}),
    log,
    eventLoopLoad,
    ...(metrics ? { metrics } : {}),
    tracing,
    webApp: openWebApp(),
    isDraining: () => isDraining,
  }
  const built = await buildApp(parts)
  const { http: app, runInBulk, pipeline } = built
  closing.push(() => app.close())
  if (metrics) {
    metrics.watch({
      now: parts.clock.now,
      countConnections: opened.database.countConnections,
      readState: built.readState,
    })
    await listenForMetrics(config, metrics, log)
  }
  if (config.developmentPassword) {
    await seedDemo({
      runInBulk,
      pipeline,
      passwords,
      password: config.developmentPassword,
      removeFilesOf: async (tenantId) => {
        if ('folder' in config.files) await removeFilesOfFirm(config.files.folder, tenantId)
      },
      today: getTodayInDublin(systemClock),
    })
  }
  const storeNotes = () => ingestStarterDigest(pipeline, getTodayInDublin(systemClock))
  await storeSharedRows(storeNotes, built.registerJobs, waitMs, log)
  built.startBackgroundWork()
  await app.listen({ port: config.port, host: config.host })
  isServing = true
  if (config.tls) reloadCertificate(app, config.tls, log)
  await listenForRedirects(config, log)
  if (config.isSchedulerOn) built.scheduler.start()
  announce(app, config, { isEmbedded: opened.isEmbedded, accounts: DEMO_ACCOUNTS })
  // Before the service is ready, it would delay the start by seconds.
  prepareNoteSearch().catch((error: unknown) => log.error('the guidance notes cannot be searched', { error }))
  setTimeout(flushCompileCache, KEEP_COMPILED_AFTER_MS).unref()
}

/** Guidance notes and jobs: another instance that starts at the same time may hold the locks of their rows. */
const storeSharedRows = (
  storeNotes: () => Promise<unknown>,
  registerJobs: () => Promise<void>,
  waitMs: number,
  log: Log,
): Promise<void> =>
  withRetry(waitMs, log, async () => {
    await storeNotes()
    await registerJobs()
  })

/** Before all else, so that a missing package ends the start at once; closed last, after the requests that it describes. */
async function openTracing({ tracing: settings }: Config, log: Log): Promise<Tracing | undefined> {
  if (!settings) return undefined
  const tracing = await loadTracing(settings, readBuildVersion(), () =>
    log.warn('traces are lost: the collector does not accept them'),
  )
  if (!tracing) throw new ConfigError([TRACING_NOT_INSTALLED])
  closing.push(() => tracing.close())
  return tracing
}

const createMailer = ({ mail, isProduction }: Config): Mailer =>
  'smtpUrl' in mail
    ? createSmtpMailer({ url: mail.smtpUrl, from: mail.from, requiresTls: isProduction })
    : createOutboxMailer({ directory: mail.outboxDir, from: mail.from })

async function listenUnready(
  { port, host }: Pick<Config, 'port' | 'host'>,
  log: Log,
  details: UnreadyDetails,
): Promise<FastifyInstance> {
  const { createUnreadyListener } = await import('./http/unready-listener.ts')
  const app = await createUnreadyListener(log, details)
  await app.listen({ port, host })
  return app
}

const loadService = async () => ({
  ...(await import('./app.ts')),
  ...(await import('./demo/seed.ts')),
  ...(await import('./areas/law/assistant/index.ts')),
  ...(await import('./areas/law/corpus/index.ts')),
  ...(await import('./http/web-app.ts')),
})

async function listenForMetrics({ metrics: at }: Config, metrics: Metrics, log: Log): Promise<void> {
  if (!at) return
  const { createMetricsListener } = await import('./http/metrics-listener.ts')
  const server = createMetricsListener(metrics, (error) => log.error('the metrics cannot be read', { error }))
  await once(server.listen(at.port, at.host), 'listening')
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  // A scraper keeps its connection open.
  closing.push(() => server.closeAllConnections())
}

/** A renewed certificate is used without a restart: within seconds, or at once on SIGHUP. */
function reloadCertificate(app: FastifyInstance, files: CertificateFiles, log: Log): void {
  const watching = watchCertificate(app.server as unknown as Server, files, log)
  closing.push(() => watching.stop())
  // Windows ends a process some seconds after it has closed the console, which is what SIGHUP means there.
  if (process.platform !== 'win32') process.on('SIGHUP', () => watching.reload())
}

async function listenForRedirects({ tls, appUrl, host }: Config, log: Log): Promise<void> {
  if (!tls || tls.redirectPort === null) return
  const server = createRedirectListener(appUrl)
  try {
    await once(server.listen(tls.redirectPort, host), 'listening')
  } catch (error) {
    if (tls.isRedirectRequired) throw error
    const { code } = error as NodeJS.ErrnoException
    log.warn(
      `Plain HTTP is not redirected: port ${tls.redirectPort} cannot be opened. Set HTTP_REDIRECT_PORT to a free port`,
      { code },
    )
    return
  }
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
}

function announce(
  app: FastifyInstance,
  { isProduction, developmentPassword, appUrl, dataDir }: Config,
  { isEmbedded, accounts }: { isEmbedded: boolean; accounts: readonly DemoAccount[] },
): void {
  if (isProduction) return
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : ''
  process.stdout.write(`
  Pension Compliance Service      ${appUrl}  (listening on port ${port})
  API reference                   ${appUrl}/docs
  Mails (not sent)                ${appUrl}/outbox
  Test clock                      ${appUrl}/clock

${developmentPassword === null ? '  No demo firm is created (DEMO=1 creates one)\n' : formatDemo(accounts, developmentPassword)}${isEmbedded ? `\n  The embedded database in ${dataDir}/ can lose data in a power cut.\n` : ''}
  Stop with Ctrl-C.
`)
}

const formatDemo = (
  accounts: readonly DemoAccount[],
  password: string,
): string => `  Demo accounts, all with the password  ${password}
${accounts.map(({ email, role, firm }) => `    ${email.padEnd(28)}${role.padEnd(16)}${firm}\n`).join('')}`

function closeOnSignal(log: Log, drainMs: number): void {
  let firstAt: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A terminal signals npm and this process at once, and npm passes it on: that is one request to stop, not two.
      if (firstAt !== null && performance.now() - firstAt > FIRST_SIGNAL_COUNTS_FOR_MS) process.exit(1)
      if (firstAt !== null) return
      firstAt = performance.now()
      isDraining = true
      // A load balancer needs a moment to see that this instance is not ready; a user at a terminal does not.
      setTimeout(() => void stop(log, 0), signal === 'SIGTERM' && isServing ? drainMs : 0)
    })
  }
}

async function stop(log: Log, code: number, error?: unknown): Promise<void> {
  if (error !== undefined) log.error('stopping after an unexpected error', { error })
  await closeEverything(code, (failure) => log.error('a resource could not be closed', { error: failure }))
}

/** Closes in the reverse order of opening; does not wait for a step that hangs. */
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
  // A refused connection to a name with several addresses has its reasons in a list.
  const failure =
    error instanceof AggregateError
      ? error.errors.map(({ message }: Error) => message).join('; ')
      : (error as Error).message
  process.stderr.write(
    error instanceof ConfigError
      ? `The service could not start. Problems of the configuration: ${error.problems.length}\n${formatProblems(error.problems)}\n`
      : `The service could not start: ${isPlain ? failure : String((error as Error).stack)}\n`,
  )
  // Closes what was opened before the failure: the database, and the lock of its folder.
  return closeEverything(1, () => {})
})
