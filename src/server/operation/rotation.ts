/**
 * Re-encrypts values under the current key in batches while the service runs (Spec 2.7). Skips locked rows, so that runs can overlap and
 * resume, and values that no key decrypts.
 */
import type { Tx } from '../platform/database.ts'

/** One kind of what is sealed. `At` names a row, in the order in which they are gone through. */
export interface KeyRotation<At> {
  /** The next `limit` rows after `after` that stand under another key, each moved with an audit entry of its own. */
  stretch(tx: Tx, limit: number, after: At | null): Promise<Stretch<At>>
  countUnderOtherKeys(tx: Tx): Promise<number>
}

interface Stretch<At> {
  moved: number
  /** What opens under no key of the ring; it stays as it is. */
  unreadable: number
  /** Where the next one begins; null: there was nothing more. */
  last: At | null
}

/** Moves up to `limit` rows. */
export async function rotateBatch<At>(kind: KeyRotation<At>, tx: Tx, limit: number): Promise<number> {
  let moved = 0
  let after: At | null = null
  do {
    const stretch: Stretch<At> = await kind.stretch(tx, limit - moved, after)
    moved += stretch.moved
    after = stretch.last
  } while (after !== null && moved < limit)
  return moved
}

interface Rotated {
  moved: number
  unreadable: number
  /** What stands under another key still, the unreadable included; known where a pass has ended. */
  remaining: number | null
}

/**
 * The whole rotation, a transaction for every `batchSize` rows, because a transaction holds the end of the audit chain of
 * each firm it touches. Says after each how far it is. Ends when a pass over everything has moved nothing: what remains
 * then opens under no key, or is being written under the old one.
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
      const stretch: Stretch<At> = await inTransaction((tx) => kind.stretch(tx, batchSize, from))
      moved += stretch.moved
      unreadable += stretch.unreadable
      after = stretch.last
      if (after !== null) yield { moved, unreadable, remaining: null }
    } while (after !== null)
    const remaining = await inTransaction((tx) => kind.countUnderOtherKeys(tx))
    yield { moved, unreadable, remaining }
    if (remaining === 0 || moved === before) return
  }
}
