/**
 * One driver for both databases: `pg` to a PostgreSQL server, or to the embedded one through a stream. Four operations and no
 * others: a batch of reads, a read-only transaction, a writing transaction, and an exclusive lock.
 */
import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { Batch, type Rows, type Statement } from './batch.ts'
import type { DB } from './rows.ts'
import { NamedSlots, Slots } from './slots.ts'
import { describeBatch, isTraced, runSpan } from './traces.ts'
import { runTransaction, type TransactionEnds, type Tx } from './transaction.ts'
import { WatchedClient, type WatchOptions } from './watched-client.ts'

export type { Tx }
/** Reads only, as a type; the transaction behind it is READ ONLY as well. */
export type ReadDb = Pick<Kysely<DB>, 'selectFrom' | 'with' | 'fn' | 'getExecutor'>

export interface Database {
  /** Runs the statements in one round trip and one implicit transaction. */
  batch(statements: readonly Statement[]): Promise<Rows[]>
  /**
   * Writers leave some connections to readers, and those of one group (a firm) leave some to the others; a writer that waits too long for a
   * slot is refused (SlotsBusy). The opening statements are sent with the BEGIN.
   */
  write<T>(work: (tx: Tx, ends: TransactionEnds) => Promise<T>, options?: WriteOptions): Promise<T>
  /** The opening statements are sent with the BEGIN, and their rows passed to the work. */
  read<T>(work: (db: ReadDb, opened: Rows[]) => Promise<T>, opening?: readonly Statement[]): Promise<T>
  /** Runs the work, in several transactions if needed, while no other process or call runs work of this name; null if one does. */
  exclusively<T>(name: string, work: (hold: LockHandle) => Promise<T>): Promise<T | null>
  /** Resolves when the database responds to this or other work; rejects after the timeout. */
  ping(timeoutMs: number): Promise<void>
  close(): Promise<void>
}

export interface WriteOptions {
  group?: string | undefined
  opening?: readonly Statement[]
}

/** An exclusive lock, while it is held. */
export interface LockHandle {
  /** Rejects once the lock is lost: call it before each transaction that must be exclusive. */
  require(): Promise<void>
}

/** A database with a pool of connections. */
export interface PooledDatabase extends Database {
  /** `waiting`: callers without a connection. */
  countConnections(): { total: number; idle: number; waiting: number; limit: number }
}

export interface ConnectionTarget {
  url?: string
  /** Connects to the embedded database. */
  openStream?: () => Duplex
  poolSize: number
  /** Instead of the time that a request waits for a connection. */
  connectWithinMs?: number
}

// DATE as text: a JavaScript Date at midnight UTC is another day in other time zones. Money as number: cents fit.
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.DATE) return (text: string) => text
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

/**
 * In milliseconds, for each session of a PostgreSQL server; the embedded database has a watchdog instead. A lock held for more than a
 * second belongs to longer work: the request may be retried (Retry-After). Statements are short; compiling one takes longer than running
 * it. Not set as start parameters of a connection, which PgBouncer refuses or drops.
 */
const SESSION_LIMITS = `select set_config('statement_timeout', '5000', false), set_config('lock_timeout', '1000', false),
  set_config('idle_in_transaction_session_timeout', '10000', false), set_config('jit', 'off', false)`
/** A little more than the server's own limit for a statement. */
const QUERY_LIMIT_MS = 8_000
const KEEP_ALIVE_AFTER_MS = 10_000
/** A former primary may be a standby by now, and host names may resolve to other addresses. */
const MAX_AGE_SECONDS = 30 * 60
/** Probes a connection silent for this long, so that dead ones are replaced before a request uses them. */
const PROBE_AFTER_MS = 5_000
const PROBE_WITHIN_MS = 2_000

const getConnection = (target: ConnectionTarget): pg.ClientConfig => ({
  ...(target.url
    ? { connectionString: target.url }
    : { stream: target.openStream, user: 'postgres', database: 'postgres', password: '' }),
  types,
  connectionTimeoutMillis: getConnectTimeoutMs(target),
  ...(target.url
    ? {
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      }
    : {}),
  application_name: 'pension-compliance-service',
})

/** Time that a request waits for a connection. */
const getConnectTimeoutMs = ({ url, connectWithinMs }: ConnectionTarget): number =>
  connectWithinMs ?? (url ? 2_000 : 10_000)

export const createPool = (target: ConnectionTarget, watch: WatchOptions = {}): pg.Pool =>
  new pg.Pool({
    ...getConnection(target),
    ...watch,
    Client: WatchedClient,
    max: target.poolSize,
    idleTimeoutMillis: target.url ? 30_000 : 0,
    ...(target.url
      ? {
          maxLifetimeSeconds: MAX_AGE_SECONDS,
          onConnect: async (client: pg.ClientBase) => void (await client.query(SESSION_LIMITS)),
        }
      : {}),
  })

/** A third of the connections is kept for readers, and half of the others for the writers of other firms. */
const READERS_PART = 0.3
const MAX_WAITING_WRITERS = 500
const MAX_WAITING_IN_GROUP = 100

function createWriterSlots(
  target: ConnectionTarget,
): <T>(group: string | undefined, work: () => Promise<T>) => Promise<T> {
  const { poolSize } = target
  const size = Math.max(1, poolSize - Math.ceil(poolSize * READERS_PART))
  const maxWaitMs = getConnectTimeoutMs(target)
  const all = new Slots({ size, maxWaiting: MAX_WAITING_WRITERS, maxWaitMs })
  const groups = new NamedSlots({ size: Math.ceil(size / 2), maxWaiting: MAX_WAITING_IN_GROUP, maxWaitMs })
  return (group, work) => (group === undefined ? all.run(work) : groups.run(group, () => all.run(work)))
}

export interface DatabaseLimits {
  queryLimitMs: number
  probeAfterMs: number
}

/** A prefix per connection of the embedded database, whose sessions share their prepared statements. */
function createStatementPrefixes(target: ConnectionTarget): (client: pg.PoolClient) => string {
  const prefixes = new WeakMap<pg.PoolClient, string>()
  return (client) => {
    if (target.url) return ''
    const known = prefixes.get(client)
    if (known !== undefined) return known
    const made = randomBytes(4).toString('hex')
    prefixes.set(client, made)
    return made
  }
}

function createPing(
  pool: pg.Pool,
  isServer: boolean,
  lastAnswerAt: () => number,
): (timeoutMs: number) => Promise<void> {
  let pinging: Promise<void> | null = null
  const askOnce = async (timeoutMs: number): Promise<void> => {
    const began = performance.now()
    let client: pg.PoolClient | undefined
    let isAnswered = false
    const asking = (async () => {
      client = await pool.connect()
      try {
        await client.query('select 1')
        isAnswered = true
      } finally {
        client.release(!isAnswered)
      }
    })()
    asking.catch(() => {})
    const late = new Promise<'late'>((resolve) => setTimeout(resolve, timeoutMs, 'late').unref())
    if ((await Promise.race([asking, late])) !== 'late') return
    // All connections are busy and the server responds on them.
    if (lastAnswerAt() > began) return
    // Ends only the query of this probe: other work has its own query limit.
    if (client && isServer) (client as unknown as WatchedClient).giveUp()
    throw new Error('The database did not answer in time')
  }
  return (timeoutMs) => {
    // One at a time for all callers: probes are unlimited and must not take the pool.
    pinging ??= askOnce(timeoutMs).finally(() => {
      pinging = null
    })
    return pinging
  }
}

export function openDatabase(
  target: ConnectionTarget,
  onIdleError: (error: Error) => void,
  limits: Partial<DatabaseLimits> = {},
): PooledDatabase {
  const { queryLimitMs = QUERY_LIMIT_MS, probeAfterMs = PROBE_AFTER_MS } = limits
  let lastAnswerAt = 0
  let isSilent = false
  const pool = createPool(target, {
    ...(target.url ? { queryLimitMs } : {}),
    onAnswer: () => {
      lastAnswerAt = performance.now()
      isSilent = false
    },
    onSilence: () => {
      // The other connections lead to the same server: idle ones are not reused for the next request.
      if (!isSilent) void replaceIdle()
      isSilent = true
    },
  })
  pool.on('error', onIdleError)
  // A connection that the server ends during work reports it twice: to its caller, and as an event, which ends the process without a
  // listener.
  pool.on('connect', (client) => client.on('error', onIdleError))
  const prefixOf = createStatementPrefixes(target)

  async function replaceIdle(): Promise<void> {
    for (let left = pool.idleCount; left > 0 && pool.idleCount > 0; left -= 1) {
      const client = await pool.connect().catch(() => null)
      client?.release(true)
    }
  }
  const probing = target.url
    ? setInterval(() => {
        if (performance.now() - lastAnswerAt > probeAfterMs && pool.totalCount > 0)
          ping(PROBE_WITHIN_MS).catch(() => {})
      }, probeAfterMs)
    : undefined
  probing?.unref()

  const heldHere = new Set<string>()
  const ping = createPing(pool, Boolean(target.url), () => lastAnswerAt)

  const database: PooledDatabase = {
    async batch(statements) {
      const client = await pool.connect()
      const batch = new Batch(statements, prefixOf(client))
      let isSound = false
      try {
        const send = () => {
          client.query(batch as unknown as pg.Submittable)
          return batch.results
        }
        const rows = await (isTraced() ? runSpan(describeBatch(statements), send) : send())
        isSound = true
        return rows
      } catch (error) {
        isSound = error instanceof pg.DatabaseError && !batch.parsedNewStatements
        throw error
      } finally {
        client.release(!isSound)
      }
    },
    ...createTransactions(pool, target, prefixOf),
    async exclusively(name, work) {
      if (heldHere.has(name)) return null
      heldHere.add(name)
      try {
        // The embedded database has one connection, which a lock would keep from the work; and only this process uses it.
        return target.url
          ? await runUnderLock(target, name, work, onIdleError)
          : await work({ async require() {} })
      } finally {
        heldHere.delete(name)
      }
    },
    ping,
    countConnections: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      limit: target.poolSize,
    }),
    close() {
      clearInterval(probing)
      return pool.end()
    },
  }
  return database
}

function createTransactions(
  pool: pg.Pool,
  target: ConnectionTarget,
  prefixOf: (client: pg.PoolClient) => string,
): Pick<Database, 'read' | 'write'> {
  const inWriterSlot = createWriterSlots(target)
  return {
    write: (work, { group, opening = [] } = {}) =>
      runSpan(TRANSACTION, () =>
        inWriterSlot(group, () =>
          runTransaction(pool, (client) => ({ begin: 'begin', opening, prefix: prefixOf(client) }), work),
        ),
      ),
    read: (work, opening = []) =>
      runSpan(READ_TRANSACTION, () =>
        runTransaction(
          pool,
          (client) => ({ begin: 'start transaction read only', opening, prefix: prefixOf(client) }),
          (tx, { opened }) => work(tx, opened),
        ),
      ),
  }
}

const TRANSACTION = { name: 'transaction', kind: 'client', databaseSystem: 'postgresql' } as const
const READ_TRANSACTION = { ...TRANSACTION, name: 'read-only transaction' }

/** A session lock on a connection outside the pool: it ends with the connection, and so with the process, however that ends. */
async function runUnderLock<T>(
  target: ConnectionTarget,
  name: string,
  work: (hold: LockHandle) => Promise<T>,
  onIdleError: (error: Error) => void,
): Promise<T | null> {
  const client = new WatchedClient({ ...getConnection(target), queryLimitMs: QUERY_LIMIT_MS })
  client.on('error', onIdleError)
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as held', [name])
    if (!rows[0]?.held) return null
    return await work({
      async require() {
        await client.query('select 1')
      },
    })
  } finally {
    await client.end()
  }
}
