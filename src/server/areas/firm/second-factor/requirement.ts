/** Whether the firm of a user requires a second factor, and from when: a setting of the firm by role, with days of grace. */
import { sql } from 'kysely'
import type { ReadDb, Tx } from '../../../platform/database.ts'

export interface FactorRequirement {
  isRequired: boolean
  /** End of the days of grace; null if no factor is required. */
  dueAt: Date | null
  isOverdue: boolean
}

/** The requirement for the user of this transaction. Time is that of the database, which no test clock moves. */
export async function loadFactorRequirement(db: ReadDb | Tx): Promise<FactorRequirement> {
  const { rows } = await sql<{ dueAt: Date | string | null; isOverdue: boolean | null }>`
    select due_at as "dueAt", due_at <= clock_timestamp() as "isOverdue" from app.own_second_factor_due_at() due_at`.execute(
    db,
  )
  const { dueAt = null, isOverdue = null } = rows[0] ?? {}
  return {
    isRequired: dueAt !== null,
    dueAt: dueAt === null ? null : new Date(dueAt),
    isOverdue: isOverdue === true,
  }
}
