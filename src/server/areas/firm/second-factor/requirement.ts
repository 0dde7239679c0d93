/** Whether the firm of a user requires a second factor, and from when: a setting of the firm by role, with days of grace. */
import { sql } from 'kysely'
import { TenantSettings } from '../../../../contract/tenants.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'

const DAY_MS = 86_400_000
const FACTOR_SETTINGS = TenantSettings.pick({ secondFactorRequiredFor: true, secondFactorGraceDays: true })

export interface FactorRequirement {
  isRequired: boolean
  /** End of the days of grace; null if no factor is required. */
  dueAt: Date | null
  isOverdue: boolean
}

/**
 * The requirement for the user of this transaction. The days count from the latest of three times: when the service introduced second
 * factors, when the firm was created, when the account was created. Time is that of the database, which no test clock moves. Development
 * accounts are exempt: they exist outside production only (Spec 5.12).
 */
export async function loadFactorRequirement(db: ReadDb | Tx): Promise<FactorRequirement> {
  const { rows } = await sql<{
    role: string
    settings: unknown
    counted_from: Date
    is_exempt: boolean
    read_at: Date
  }>`select * from app.second_factor_terms()`.execute(db)
  const [terms] = rows
  if (!terms || terms.is_exempt) return NOT_REQUIRED
  const { secondFactorRequiredFor, secondFactorGraceDays } = FACTOR_SETTINGS.parse(terms.settings)
  if (!secondFactorRequiredFor.some((role) => role === terms.role)) return NOT_REQUIRED
  const dueAt = new Date(new Date(terms.counted_from).getTime() + secondFactorGraceDays * DAY_MS)
  return { isRequired: true, dueAt, isOverdue: dueAt <= new Date(terms.read_at) }
}

const NOT_REQUIRED: FactorRequirement = { isRequired: false, dueAt: null, isOverdue: false }
