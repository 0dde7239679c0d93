/** Transactions of a database of the tests: the same statements in the same order as runTransaction() sends, each in a round trip of its own. */
import type { Kysely } from 'kysely'
import type { Rows, Statement } from '../../src/server/platform/batch.ts'
import type { Database, Tx } from '../../src/server/platform/database.ts'
import type { DB } from '../../src/server/platform/rows.ts'
import { runStatement } from '../../src/server/platform/statements.ts'

export function createTransactionRunner(kysely: Kysely<DB>): Pick<Database, 'read' | 'write'> {
  const runEach = async (tx: Tx, statements: readonly Statement[]): Promise<Rows[]> => {
    const rows: Rows[] = []
    for (const statement of statements) rows.push(await runStatement(tx, statement))
    return rows
  }
  return {
    write: (work, { opening = [] } = {}) =>
      kysely.transaction().execute(async (tx) => {
        const closing: Statement[] = []
        const answer = await work(tx, {
          opened: await runEach(tx, opening),
          conclude: (statement) => void closing.push(statement),
        })
        await runEach(tx, closing)
        return answer
      }),
    read: (work, opening = []) =>
      kysely
        .transaction()
        .setAccessMode('read only')
        .execute(async (tx) => work(tx, await runEach(tx, opening))),
  }
}
