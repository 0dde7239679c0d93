/**
 * A database without commits: one connection with one open transaction, in which each transaction of the service is a savepoint.
 * A generated case may write any rows and is rolled back, so that hundreds of cases use the same seeded firms.
 * Within a case `now()` does not change, as in any transaction.
 */
import { randomBytes } from 'node:crypto'
import {
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { Batch, type Rows, type Statement } from '../../src/server/platform/batch.ts'
import { type ConnectionTarget, createPool, type Database } from '../../src/server/platform/database.ts'
import type { DB } from '../../src/server/platform/rows.ts'
import { createTransactionRunner } from './transactions.ts'

export interface SavepointDatabase extends Database {
  /** Runs a statement as the owner of the tables. */
  asOwner<T extends Record<string, unknown>>(text: string, values: unknown[]): Promise<T[]>
  /** Begins a test case. */
  begin(): Promise<void>
  /** Ends the test case: rolls back all changes since `begin`. */
  rollBack(): Promise<void>
}

/** Resets the settings of a transaction of the service: PostgreSQL resets them at a commit, but not when a savepoint is released. */
const FORGET = `select set_config('role', 'none', true), ${[
  'scope',
  'tenant',
  'employer',
  'member',
  'user',
  'role',
  'today',
  'schemes',
  'capability',
]
  .map((name) => `set_config('app.${name}', '', true)`)
  .join(
    ', ',
  )}, set_config('lock_timeout', '1s', true), set_config('plan_cache_mode', 'auto', true), set_config('enable_bitmapscan', 'on', true), set_config('enable_mergejoin', 'on', true)`

export function openSavepointDatabase(target: ConnectionTarget): SavepointDatabase {
  const pool = createPool({ ...target, poolSize: 1 })
  const prefix = target.url ? '' : randomBytes(4).toString('hex')
  const kysely = new Kysely<DB>({ dialect: new SavepointDialect({ pool: pool as PostgresPool }) })

  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    try {
      return await work(client)
    } finally {
      client.release()
    }
  }
  /** Runs the work in a savepoint, and rolls it back if the work fails or only reads. */
  const inSavepoint = <T>(isKept: boolean, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
    withClient(async (client) => {
      await client.query('savepoint test_step')
      try {
        const result = await work(client)
        await client.query(
          isKept ? `release savepoint test_step; ${FORGET}` : 'rollback to savepoint test_step',
        )
        return result
      } catch (error) {
        await client.query('rollback to savepoint test_step')
        throw error
      }
    })

  return {
    batch: (statements: readonly Statement[]): Promise<Rows[]> =>
      inSavepoint(false, async (client) => {
        const batch = new Batch(statements, prefix)
        client.query(batch as unknown as pg.Submittable)
        return batch.results
      }),
    ...createTransactionRunner(kysely),
    exclusively: (_name, work) => work({ async require() {} }),
    ping: () => withClient(async (client) => void (await client.query('select 1'))),
    close: () => pool.end(),
    asOwner: (text, values) => inSavepoint(true, async (client) => (await client.query(text, values)).rows),
    // A case may compute for longer than a transaction of the service may be idle.
    begin: () =>
      withClient(
        async (client) =>
          void (await client.query('begin; set local idle_in_transaction_session_timeout = 0')),
      ),
    rollBack: () => withClient(async (client) => void (await client.query('rollback'))),
  }
}

class SavepointDialect extends PostgresDialect {
  readonly #pool: PostgresPool
  constructor({ pool }: { pool: PostgresPool }) {
    super({ pool })
    this.#pool = pool
  }
  override createDriver(): PostgresDriver {
    return new SavepointDriver({ pool: this.#pool })
  }
}

const run = (connection: DatabaseConnection, sql: string): Promise<unknown> =>
  connection.executeQuery({ sql, parameters: [], query: {} as never, queryId: {} as never })

class SavepointDriver extends PostgresDriver {
  readonly #readOnly = new WeakSet<DatabaseConnection>()

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await run(connection, 'savepoint test_transaction')
    if (settings.accessMode === 'read only') {
      this.#readOnly.add(connection)
      await run(connection, 'set transaction read only')
    }
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // A released read-only savepoint would leave the outer transaction read-only.
    if (this.#readOnly.delete(connection)) await run(connection, 'rollback to savepoint test_transaction')
    else {
      await run(connection, 'release savepoint test_transaction')
      await run(connection, FORGET)
    }
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#readOnly.delete(connection)
    await run(connection, 'rollback to savepoint test_transaction')
  }
}
