/**
 * A database in which nothing lasts: one connection with one open transaction, where each transaction of the service is a savepoint.
 * A generated case may write as it likes and is rolled back, so that hundreds of them aim at the same seeded firms.
 * Within a case `now()` stands still, as in any transaction.
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

export interface SavepointDatabase extends Database {
  /** Runs a statement as the owner of the tables. */
  asOwner<T extends Record<string, unknown>>(text: string, values: unknown[]): Promise<T[]>
  /** Begins a case. */
  begin(): Promise<void>
  /** Ends it: everything since `begin` is taken back. */
  rollBack(): Promise<void>
}

/** What a transaction of the service sets for itself: at its end PostgreSQL would forget it, at the end of a savepoint it does not. */
const FORGET = `select set_config('role', 'none', true), ${[
  'scope',
  'tenant',
  'employer',
  'member',
  'user',
  'role',
  'today',
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
  /** Runs the work in a savepoint that is kept, or taken back if the work fails or only reads. */
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
    write: (work) => kysely.transaction().execute(work),
    read: (work) => kysely.transaction().setAccessMode('read only').execute(work),
    exclusively: (_name, work) => work({ async require() {} }),
    ping: () => withClient(async (client) => void (await client.query('select 1'))),
    close: () => pool.end(),
    asOwner: (text, values) => inSavepoint(true, async (client) => (await client.query(text, values)).rows),
    begin: () => withClient(async (client) => void (await client.query('begin'))),
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
    // A subtransaction that ends well would leave the transaction around it as read-only as it was itself.
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
