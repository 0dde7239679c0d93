import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'

/** Stores events for obligations that became due soon or overdue because days have passed; returns their number. Part of the daily job. */
export async function storeDueObligations(tx: Tx, tenantId: string): Promise<number> {
  const { rows } = await sql<{
    stored: string
  }>`select app.note_due_obligations(${tenantId}) as stored`.execute(tx)
  return Number(rows[0]?.stored ?? 0)
}
