/**
 * A transaction with fewer round trips than statements: BEGIN is sent with the statements that every request begins with, and COMMIT with the
 * last ones, whose rows the work does not read.
 */
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SingleConnectionProvider,
  Transaction,
} from 'kysely'
import type pg from 'pg'
import { Batch, NOT_COMMITTED, type Rows, type Statement } from './batch.ts'
import type { DB } from './rows.ts'
import { describeBatch, isTraced, runSpan } from './traces.ts'

/** A transaction that may write. Handlers get this and nothing else. */
export type Tx = Transaction<DB>

/** The ends of a transaction, for the work between them. */
export interface TransactionEnds {
  /** Rows of the opening statements. */
  opened: Rows[]
  /** The statement runs after the work, with the COMMIT; if it fails, the transaction is rolled back. */
  conclude(statement: Statement): void
}

export interface TransactionOptions {
  begin: 'begin' | 'start transaction read only'
  opening: readonly Statement[]
  /**
   * Set for the embedded database, whose connections share one session: keeps the names of prepared statements apart. BEGIN and COMMIT are then
   * sent by themselves, because messages of another connection may come between those of one batch until the transaction has begun.
   */
  prefix: string
}

const COMMIT: Statement = { text: 'commit', values: [] }

/** Takes a connection from the pool for the transaction; one whose state is unknown afterwards is closed. */
export async function runTransaction<T>(
  pool: pg.Pool,
  optionsOf: (client: pg.PoolClient) => TransactionOptions,
  work: (tx: Tx, ends: TransactionEnds) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const { begin, opening, prefix } = optionsOf(client)
  const isShared = prefix !== ''
  let isSound = true
  let isOver = false
  const send = async (statements: readonly Statement[]): Promise<Rows[]> => {
    const batch = new Batch(statements, prefix)
    const submit = async () => {
      client.query(batch as unknown as pg.Submittable)
      return batch.results
    }
    try {
      return await (isTraced() ? runSpan(describeBatch(statements), submit) : submit())
    } catch (error) {
      isSound &&= !batch.parsedNewStatements
      throw error
    }
  }
  try {
    const opened = isShared
      ? await client.query(begin).then(() => (opening.length > 0 ? send(opening) : []))
      : (await send([{ text: begin, values: [] }, ...opening])).slice(1)
    const closing: Statement[] = []
    const answer = await work(
      bindTransaction(client, () => isOver),
      { opened, conclude: (statement) => void closing.push(statement) },
    )
    if (!isShared) await send([...closing, COMMIT])
    else {
      if (closing.length > 0) await send(closing)
      const { command } = await client.query(COMMIT.text)
      if (command === 'ROLLBACK') throw new Error(NOT_COMMITTED)
    }
    return answer
  } catch (error) {
    await client.query('rollback').catch(() => {
      isSound = false
    })
    throw error
  } finally {
    isOver = true
    client.release(!isSound)
  }
}

/** Compiles statements; connections are those of transactions. */
const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<DB>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const compiler = new Kysely<DB>({ dialect })
const props = { config: { dialect }, dialect, driver: dialect.createDriver() }
const CHANGES_ROWS: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function bindTransaction(client: pg.PoolClient, isOver: () => boolean): Tx {
  const provider = new SingleConnectionProvider({
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      if (isOver()) throw new Error('The transaction has ended')
      const { command, rowCount, rows } = await client.query(sql, parameters as unknown[])
      return {
        rows,
        ...(CHANGES_ROWS.has(command) && rowCount !== null && { numAffectedRows: BigInt(rowCount) }),
      }
    },
    streamQuery() {
      throw new Error('A transaction does not stream')
    },
  })
  return new Transaction<DB>({ ...props, executor: compiler.getExecutor().withConnectionProvider(provider) })
}
