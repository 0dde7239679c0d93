/** Runs SQL text inside a transaction. */
import { CompiledQuery } from 'kysely'
import type { Rows, Statement } from './batch.ts'
import type { ReadDb } from './database.ts'

/** A transaction or a read-only handle of any tables. */
type Executor = Pick<ReadDb, 'getExecutor'>

export async function runRows<T>(db: Executor, text: string, values: readonly unknown[]): Promise<T[]> {
  const { rows } = await db.getExecutor().executeQuery<T>(CompiledQuery.raw(text, [...values]))
  return rows
}

/** With the result format of a batch: lists of column texts. */
export async function runStatement(db: Executor, { text, values }: Statement): Promise<Rows> {
  const rows = await runRows<Record<string, unknown>>(db, text, values)
  return rows.map((row) => Object.values(row).map(getText))
}

/** The driver has already parsed JSON. */
function getText(value: unknown): string | null {
  if (value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
