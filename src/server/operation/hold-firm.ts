import { sql } from 'kysely'
import type { Tx } from '../platform/database.ts'

/**
 * Serialises transactions of a firm, from here to the commit: for work that reads much of a firm and writes derived records. Other
 * transactions can still append audit entries.
 */
export async function lockFirm(tx: Tx, tenantId: string): Promise<void> {
  await sql`select app.hold_firm(${tenantId})`.execute(tx)
}
