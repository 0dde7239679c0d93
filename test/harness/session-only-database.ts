/**
 * A database that answers which sessions are good, and fails on every other statement: a request that a gate refuses must have cost
 * nothing else. The answers are those of the real database, asked once for each caller.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Rows, Statement } from '../../src/server/platform/batch.ts'
import type { Database } from '../../src/server/platform/database.ts'
import type { DB } from '../../src/server/platform/rows.ts'
import { createTransactionRunner } from './transactions.ts'

const LOOKS_UP_SESSION = 'app.enter('
const BECOMES_APPLICATION =
  /^select set_config\('role', 'pcs_app', true\)(, set_config\('lock_timeout', '\ds', true\))?$/

class StatementAfterGate extends Error {
  constructor(text: string) {
    super(`A request that a gate refuses ran a statement: ${text}`)
  }
}

function isRefusedBy([row]: Rows): boolean {
  const [, , firm] = row ?? []
  return !firm || firm === 'SECOND_FACTOR_REQUIRED'
}

export function createSessionOnlyDatabase(real: Database): Database {
  const answers = new Map<string, Promise<Rows>>()
  const lookUp = ({ text, values }: Statement): Promise<Rows> => {
    const key = JSON.stringify([text, values])
    const known = answers.get(key) ?? real.batch([{ text, values }]).then(([rows]) => rows as Rows)
    answers.set(key, known)
    return known
  }
  const kysely = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new SessionOnlyDriver(lookUp),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const refuse = (): never => {
    throw new StatementAfterGate('a lock or a ping')
  }
  return {
    async batch([first, ...others]) {
      if (!first?.text.includes(LOOKS_UP_SESSION)) throw new StatementAfterGate(first?.text ?? 'nothing')
      const rows = await lookUp(first)
      // One round trip carries the session and the work: a refused session has no scope, and the work finds no row (test/row-level-security).
      if (!isRefusedBy(rows) && others.length > 0) throw new StatementAfterGate(others[0]?.text ?? '')
      return [rows, ...others.map(() => [])]
    },
    ...createTransactionRunner(kysely),
    exclusively: refuse,
    ping: refuse,
    close: async () => {},
  }
}

class SessionOnlyDriver extends DummyDriver {
  readonly #lookUp: (statement: Statement) => Promise<Rows>
  constructor(lookUp: (statement: Statement) => Promise<Rows>) {
    super()
    this.#lookUp = lookUp
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    // The owner is looked up in the round trip of the session, whose refusal leaves the lookup without a scope.
    let isRefused = false
    return {
      executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
        if (BECOMES_APPLICATION.test(sql)) return { rows: [] }
        if (isRefused) return { rows: [] }
        if (!sql.includes(LOOKS_UP_SESSION)) throw new StatementAfterGate(sql)
        const rows = await this.#lookUp({ text: sql, values: parameters })
        isRefused = isRefusedBy(rows)
        return { rows: rows.map(([role, mode, firm, today]) => ({ role, mode, firm, today }) as R) }
      },
      streamQuery(): AsyncGenerator<never> {
        throw new StatementAfterGate('a stream')
      },
    }
  }
}
