/**
 * Re-encrypts values under the current key in batches while the service runs (Spec 2.7). Skips locked rows, so that runs can overlap and
 * resume, and values that no key decrypts.
 */
import { sql } from 'kysely'
import type { Tx } from '../platform/database.ts'
import type { DB } from '../platform/rows.ts'

/** One kind of encrypted value. `At` identifies a row, in processing order. */
export interface KeyRotation<At> {
  /** Processes the next `limit` rows after `after` that are under another key, each re-encrypted with an audit entry of its own. */
  reencryptBatch(tx: Tx, limit: number, after: At | null): Promise<RotationBatch<At>>
  countUnderOtherKeys(tx: Tx): Promise<number>
}

interface RotationBatch<At> {
  moved: number
  /** Values that no key of the ring decrypts; they stay unchanged. */
  unreadable: number
  /** Start of the next batch; null: no more rows. */
  last: At | null
}

/** Rows of a table whose value is under another key than the one with the fingerprint. */
export async function countRowsUnderOtherKeys(
  tx: Tx,
  table: keyof DB & string,
  fingerprintColumn: string,
  fingerprint: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(fingerprintColumn)} <> ${fingerprint}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Re-encrypts up to `limit` rows. */
export async function rotateBatch<At>(kind: KeyRotation<At>, tx: Tx, limit: number): Promise<number> {
  let moved = 0
  let after: At | null = null
  do {
    const batch: RotationBatch<At> = await kind.reencryptBatch(tx, limit - moved, after)
    moved += batch.moved
    after = batch.last
  } while (after !== null && moved < limit)
  return moved
}

interface Rotated {
  moved: number
  unreadable: number
  /** Values still under another key, including unreadable ones; known at the end of a pass. */
  remaining: number | null
}

/**
 * Rotates all rows, in one transaction per `batchSize` rows, because a transaction locks the end of the audit chain of each firm it
 * touches. Reports progress after each. Ends when a full pass has moved nothing: the remaining values have no key, or are being written
 * under the old one.
 */
export async function* rotateAll<At>(
  kind: KeyRotation<At>,
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  batchSize: number,
): AsyncGenerator<Rotated> {
  let moved = 0
  for (;;) {
    const before = moved
    let unreadable = 0
    let after: At | null = null
    do {
      const from: At | null = after
      const batch: RotationBatch<At> = await inTransaction((tx) => kind.reencryptBatch(tx, batchSize, from))
      moved += batch.moved
      unreadable += batch.unreadable
      after = batch.last
      if (after !== null) yield { moved, unreadable, remaining: null }
    } while (after !== null)
    const remaining = await inTransaction((tx) => kind.countUnderOtherKeys(tx))
    yield { moved, unreadable, remaining }
    if (remaining === 0 || moved === before) return
  }
}
