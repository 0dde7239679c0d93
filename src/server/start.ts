/** Opens the configured resources in order, and closes them in reverse. Shared by the server and the commands. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Config, ConfigError, readConfig, readEnvironment } from './config.ts'
import { loadDevelopmentSecrets, lockFolder, makePrivateFolder } from './platform/data-folder.ts'
import { type ConnectionTarget, createPool, openDatabase, type PooledDatabase } from './platform/database.ts'
import { type DatabaseFailure, getSqlState, toDatabaseFailure } from './platform/database-errors.ts'
import { createWhole, findTemplate, isEmptyFolder, type TemplateName } from './platform/database-template.ts'
import { openEmbeddedDatabase } from './platform/embedded-database.ts'
import { isLoginTooMighty, verifyIsolation } from './platform/isolation.ts'
import { verifyKeys } from './platform/key-checks.ts'
import type { Log } from './platform/log.ts'
import { runMigrations } from './platform/migrate.ts'

export interface OpenedDatabase {
  database: PooledDatabase
  isEmbedded: boolean
  /** Names of the migrations that were missing. */
  applied: string[]
  close(): Promise<void>
}

/** The server's configuration, for the commands; a ConfigError if the server would not be ready. */
export async function readCommandConfig(env: NodeJS.ProcessEnv): Promise<Config> {
  const isProduction = readEnvironment(env) === 'production'
  const reading = readConfig(env, isProduction ? null : await loadDevelopmentSecrets(env.DATA_DIR || '.data'))
  if (reading.state === 'ready') return reading.config
  throw new ConfigError([...reading.missing.map((name) => `${name} is missing`), ...reading.warnings])
}

interface OpeningOptions {
  /** Template of a new embedded database; null: empty, and every migration runs. */
  startsFrom?: TemplateName | null
  whileOpening?: () => void
  /** Tries again for so long while the PostgreSQL server cannot be used; without it the first failure ends the start. */
  waitMs?: number
  /** Called after each failed attempt that is followed by another one. */
  onWaiting?: () => Promise<void>
}

/** A connection of a start may take longer than one of a request: a busy server needs seconds. */
const CONNECT_WITHIN_MS = 10_000
const BETWEEN_ATTEMPTS_MS = 1_000

/** A migrated database with verified isolation, or an error that ends the start. */
export async function openMigratedDatabase(
  config: Config,
  log: Log,
  pid: number,
  { startsFrom = null, whileOpening, waitMs = 0, onWaiting }: OpeningOptions = {},
): Promise<OpenedDatabase> {
  const closing: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const step of closing.reverse()) await step()
  }
  try {
    let target: ConnectionTarget
    let migrationTarget: ConnectionTarget
    if ('url' in config.database) {
      target = { url: config.database.url, poolSize: config.database.poolSize }
      migrationTarget = {
        url: config.database.migrationUrl,
        poolSize: 1,
        connectWithinMs: CONNECT_WITHIN_MS,
      }
      whileOpening?.()
    } else {
      closing.push(await lockFolder(config.dataDir, pid))
      const unpackFrom = await createFiles(config.database.dataDir, startsFrom, log)
      if (!unpackFrom) await makePrivateFolder(config.database.dataDir)
      const embedded = await openEmbeddedDatabase({
        dataDir: config.database.dataDir,
        unpackFrom,
        ...(whileOpening && { whileOpening }),
        onRestart: (reason) => log.error('the embedded database was restarted', { error: new Error(reason) }),
      })
      closing.push(() => embedded.close())
      target = { openStream: embedded.openStream, poolSize: 1 }
      migrationTarget = target
    }
    const applied =
      'url' in config.database
        ? await withRetry(
            waitMs,
            log,
            async () => {
              const names = await prepare(migrationTarget, config, log)
              await requireFitConnection(config, { ...target, connectWithinMs: CONNECT_WITHIN_MS }, log)
              return names
            },
            onWaiting,
          )
        : await prepare(migrationTarget, config, log)
    const database = openDatabase(target, (error) => log.warn('an idle database connection ended', { error }))
    closing.push(() => database.close())
    return { database, isEmbedded: !('url' in config.database), applied, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Repeats an attempt while the server cannot be reached, starts, has no connection left, or holds the lock of a table that a migration
 * needs: these states end by themselves. A wrong password does not, and ends the start at once.
 */
export async function withRetry<T>(
  waitMs: number,
  log: Pick<Log, 'warn' | 'info'>,
  attempt: () => Promise<T>,
  onWaiting?: OpeningOptions['onWaiting'],
): Promise<T> {
  const began = performance.now()
  for (let failed = 0; ; failed += 1) {
    try {
      const result = await attempt()
      if (failed > 0) log.info('the database is available', { durationMs: measureElapsedMs(began) })
      return result
    } catch (error) {
      const failure = findPassingFailure(error)
      const leftMs = waitMs - (performance.now() - began)
      if (!failure || leftMs <= 0) throw error
      log.warn(
        `the database is not available (${failure.reason}): the start tries again for ${Math.ceil(leftMs / 1_000)} s`,
        { code: getSqlState(error) ?? (error as NodeJS.ErrnoException).code },
      )
      await onWaiting?.()
      await pause(Math.min(BETWEEN_ATTEMPTS_MS, leftMs))
    }
  }
}

/** A refused connection to a name with several addresses has its reasons in a list. */
function findPassingFailure(error: unknown): DatabaseFailure | null {
  const failure = toDatabaseFailure(error instanceof AggregateError ? error.errors[0] : error)
  return failure?.status === 503 ? failure : null
}

const measureElapsedMs = (began: number): number => Math.round(performance.now() - began)

/** In production a database login or pooler that breaks isolation ends the start; elsewhere it is logged. */
async function requireFitConnection(
  { isProduction }: Pick<Config, 'isProduction'>,
  target: ConnectionTarget,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const problems = [
    ...(isProduction && (await runOnConnection(target, isLoginTooMighty))
      ? [
          'The login of DATABASE_URL can bypass row-level security: use a login that is only a member of pcs_app (docs/operations.md)',
        ]
      : []),
    ...((await hasSharedConnections(target))
      ? [
          'DATABASE_URL connects to a pooler in transaction mode: set pool_mode = session, or connect to PostgreSQL directly',
        ]
      : []),
  ]
  if (problems.length > 0 && isProduction) throw new ConfigError(problems)
  for (const problem of problems) log.warn(problem)
}

/**
 * A new embedded database starts from the template of the build, whose file is returned for its thread to unpack, or empty if requested or if no
 * template fits.
 */
async function createFiles(dataDir: string, name: TemplateName | null, log: Log): Promise<string | null> {
  if (!(await isEmptyFolder(dataDir))) return null
  const template = name && (await findTemplate(name))
  if (template) return template
  if (name)
    log.info(
      'there is no prepared database for this version: the service creates one, which takes some seconds',
    )
  await createWhole(dataDir, async (folder) => (await openEmbeddedDatabase({ dataDir: folder })).close())
  return null
}

async function prepare(target: ConnectionTarget, { secrets }: Config, log: Log): Promise<string[]> {
  return runOnConnection(target, async (client) => {
    await client.query('set statement_timeout = 0')
    const applied = await runMigrations(client, {
      onLater: (names) =>
        log.warn(
          'the database was upgraded by a later release: this one serves beside it and changes no function',
          { names },
        ),
    })
    if (applied.length > 0) log.info('migrations applied', { names: applied })
    await verifyIsolation(client)
    const pps = { current: secrets.PPS_ENCRYPTION_KEY, previous: secrets.previousPps }
    await verifyKeys(client, { pps, index: secrets.PPS_INDEX_KEY, files: secrets.files }, log)
    return applied
  })
}

/**
 * Two simultaneous connections share one server connection: PgBouncer in transaction mode, where prepared statements fail and session time
 * limits are lost.
 */
export async function hasSharedConnections(target: ConnectionTarget): Promise<boolean> {
  const serverProcess = async (client: pg.PoolClient): Promise<number> =>
    (await client.query<{ id: number }>('select pg_backend_pid() as id')).rows[0]?.id ?? 0
  return runOnConnection(target, async (one) => {
    const first = await serverProcess(one)
    return runOnConnection(target, async (other) => (await serverProcess(other)) === first)
  })
}

export async function runOnConnection<T>(
  target: ConnectionTarget,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const pool = createPool({ ...target, poolSize: 1 })
  try {
    const client = await pool.connect()
    try {
      return await work(client)
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}
