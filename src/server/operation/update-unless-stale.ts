import { sql } from 'kysely'
import { createStaleVersionRefusal } from '../pipeline/refusal.ts'
import type { Tx } from '../platform/database.ts'
import type { StoredTable } from '../platform/resources.ts'

/** Writes a new version of a row; 409 if it has changed since it was read. */
export async function updateUnlessStale(
  tx: Tx,
  table: StoredTable,
  before: { id: string; version: number },
  values: Record<string, unknown>,
): Promise<void> {
  const result = await tx
    .updateTable(table)
    .set({ ...values, version: before.version + 1, updated_at: sql`clock_timestamp()` })
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) await refuseStale(tx, table, [before])
}

/** Writes a new version of each row, with the same values and one statement; 409 if one has changed since it was read. */
export async function updateAllUnlessStale(
  tx: Tx,
  table: StoredTable,
  before: readonly { id: string; version: number }[],
  values: Record<string, unknown>,
): Promise<void> {
  const ids = before.map(({ id }) => id)
  const versions = before.map(({ version }) => version)
  const result = await tx
    .updateTable(table)
    .set({ ...values, version: sql`version + 1`, updated_at: sql`clock_timestamp()` })
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where(sql<boolean>`(id, version) in (select * from unnest(${ids}::text[], ${versions}::integer[]))`)
    .executeTakeFirst()
  if (result.numUpdatedRows < BigInt(before.length)) await refuseStale(tx, table, before)
}

async function refuseStale(
  tx: Tx,
  table: StoredTable,
  before: readonly { id: string; version: number }[],
): Promise<never> {
  for (const { id, version } of before) {
    const current = await tx
      .selectFrom(table)
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (current.version !== version) throw createStaleVersionRefusal(current.version)
  }
  throw new Error(`No row of ${table} was written`)
}
