/**
 * One driver for both databases: `pg` to a PostgreSQL server, or to the embedded one behind its private socket.
 * Four capabilities and no others: a batch of reads, a read-only transaction, a writing transaction, and being the only one.
 */
import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { Batch, type Rows, type Statement } from './batch.ts'
import { PreparingClient } from './prepared-statements.ts'
import type { DB } from './rows.ts'

/** A transaction that may write. Handlers get this and nothing else. */
export type Tx = Transaction<DB>
/** Reads only, as a type; the transaction behind it is READ ONLY as well. */
export type ReadDb = Pick<Kysely<DB>, 'selectFrom' | 'with' | 'fn' | 'getExecutor'>

export interface Database {
  /** Runs the statements in one round trip and one implicit transaction. */
  batch(statements: readonly Statement[]): Promise<Rows[]>
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  read<T>(work: (db: ReadDb) => Promise<T>): Promise<T>
  /**
   * Runs the work, of as many transactions as it takes, while nobody runs any under this name, here or on another instance;
   * null where somebody does.
   */
  exclusively<T>(name: string, work: (hold: Hold) => Promise<T>): Promise<T | null>
  /** Resolves when the database answers, rejects after the time. */
  ping(timeoutMs: number): Promise<void>
  close(): Promise<void>
}

/** Being the only one, as long as it lasts. */
export interface Hold {
  /** Rejects once it is lost: asked before each transaction that has to be alone. */
  require(): Promise<void>
}

export interface ConnectionTarget {
  url?: string
  socket?: { directory: string }
  poolSize: number
}

// DATE as text: a JavaScript Date at midnight UTC is another day in other time zones. Money as number: cents fit.
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.DATE) return (text: string) => text
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

const connectionOf = (target: ConnectionTarget): pg.ClientConfig => ({
  ...(target.url
    ? { connectionString: target.url }
    : { host: target.socket?.directory, user: 'postgres', database: 'postgres', password: '' }),
  types,
  connectionTimeoutMillis: target.url ? 2_000 : 10_000,
  // The embedded database ignores these; its worker has a watchdog instead.
  ...(target.url
    ? {
        statement_timeout: 5_000,
        lock_timeout: 2_000,
        idle_in_transaction_session_timeout: 10_000,
        keepAlive: true,
        // Statements are short; compiling one takes longer than it runs.
        options: '-c jit=off',
      }
    : {}),
  application_name: 'pension-compliance-service',
})

export const poolFor = (target: ConnectionTarget): pg.Pool =>
  new pg.Pool({
    ...connectionOf(target),
    Client: PreparingClient,
    max: target.poolSize,
    idleTimeoutMillis: target.url ? 30_000 : 0,
  })

export function openDatabase(target: ConnectionTarget, onIdleError: (error: Error) => void): Database {
  const pool = poolFor(target)
  pool.on('error', onIdleError)
  // A connection that the server ends in mid-work says so twice: to whoever works on it, and as an event that nobody may miss.
  pool.on('connect', (client) => client.on('error', onIdleError))
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const prefixes = new WeakMap<pg.PoolClient, string>()
  const prefixOf = (client: pg.PoolClient): string => {
    if (target.url) return ''
    const known = prefixes.get(client)
    if (known !== undefined) return known
    const made = randomBytes(4).toString('hex')
    prefixes.set(client, made)
    return made
  }

  const heldHere = new Set<string>()
  let pinging: Promise<void> | null = null
  const askOnce = async (timeoutMs: number): Promise<void> => {
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The database did not answer in time')), timeoutMs).unref()
    })
    await Promise.race([pool.query('select 1'), late])
  }

  return {
    async batch(statements) {
      const client = await pool.connect()
      const batch = new Batch(statements, prefixOf(client))
      let isSound = false
      try {
        client.query(batch as unknown as pg.Submittable)
        const rows = await batch.results
        isSound = true
        return rows
      } catch (error) {
        isSound = error instanceof pg.DatabaseError && !batch.parsedNewStatements
        throw error
      } finally {
        client.release(!isSound)
      }
    },
    write: (work) => kysely.transaction().execute(work),
    read: (work) => kysely.transaction().setAccessMode('read only').execute(work),
    async exclusively(name, work) {
      if (heldHere.has(name)) return null
      heldHere.add(name)
      try {
        // The embedded database has one connection, which a lock would keep from the work; and this is its only process.
        return target.url
          ? await underLock(target, name, work, onIdleError)
          : await work({ async require() {} })
      } finally {
        heldHere.delete(name)
      }
    },
    ping(timeoutMs) {
      // One at a time for all who ask: probes are unlimited and must not take the pool.
      pinging ??= askOnce(timeoutMs).finally(() => {
        pinging = null
      })
      return pinging
    },
    close: () => pool.end(),
  }
}

/** The lock is a session's, of a connection beside the pool: it ends with the connection, and so with the process, however that ends. */
async function underLock<T>(
  target: ConnectionTarget,
  name: string,
  work: (hold: Hold) => Promise<T>,
  onIdleError: (error: Error) => void,
): Promise<T | null> {
  const client = new pg.Client(connectionOf(target))
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
