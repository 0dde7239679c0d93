/** Reads the chain of a firm in batches, each in a transaction of its own. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { calculateGenesisHash } from '../../../operation/audit-hash.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { selectChainEnds, selectCheckedBatch, selectEntries } from './records.ts'
import { type Head, isChainContinued, type StoredEntry } from './verify-chain.ts'

const ENTRIES_AT_ONCE = 1_000
/** Hashing so many entries takes a millisecond or two. */
const ENTRIES_PER_TURN = 25

export interface Ends {
  head: Head
  /** The number of the last entry there is. More than the head says: the head was moved back. */
  last: number
}

export async function loadChainEnds(runQuery: RunQuery, tenantId: string): Promise<Ends> {
  const [rows] = await runQuery(selectChainEnds(tenantId))
  const [sequence, hash, last] = rows?.[0] ?? []
  return {
    head:
      sequence && hash
        ? { sequence: Number(sequence), hash }
        : { sequence: 0, hash: calculateGenesisHash(tenantId) },
    last: Number(last ?? 0),
  }
}

/** Entries as JSON texts, up to the end that was seen first. */
export async function* loadLines(
  runQuery: RunQuery,
  tenantId: string,
  { head, last }: Ends,
): AsyncGenerator<string> {
  const end = Math.max(head.sequence, last)
  for (let after = 0; after < end; ) {
    const [rows = []] = await runQuery(selectEntries(tenantId, after, end, ENTRIES_AT_ONCE))
    for (const [line] of rows) yield line as string
    // By the last number seen: a removed entry must not end the walk.
    const lastLine = rows.at(-1)?.[0]
    if (!lastLine) return
    after = (JSON.parse(lastLine) as StoredEntry).sequence
  }
}

export async function* loadEntries(
  runQuery: RunQuery,
  tenantId: string,
  ends: Ends,
): AsyncGenerator<StoredEntry> {
  let count = 0
  for await (const line of loadLines(runQuery, tenantId, ends)) {
    count += 1
    if (count % ENTRIES_PER_TURN === 0) await yieldToEventLoop()
    yield JSON.parse(line) as StoredEntry
  }
}

/**
 * Whether the entries after `start` lead to `head` without a gap, each whole. The database recomputes the hashes of a batch, which
 * takes a tenth of the time; a batch that it does not find whole (of the first release, or altered) is recomputed here.
 */
export async function isChainUnbroken(
  runQuery: RunQuery,
  tenantId: string,
  start: Head,
  { head, last }: Ends,
  onBatch: () => void = () => {},
): Promise<boolean> {
  if (last > head.sequence) return false
  let previous = start
  while (previous.sequence < head.sequence) {
    const upTo = Math.min(previous.sequence + ENTRIES_AT_ONCE, head.sequence)
    const [rows] = await runQuery(selectCheckedBatch(tenantId, previous, upTo))
    onBatch()
    const [count, isWhole, hash] = rows?.[0] ?? []
    if (Number(count) !== upTo - previous.sequence) return false
    if (isWhole === 'true' || isWhole === 't') previous = { sequence: upTo, hash: hash as string }
    else {
      const [lines = []] = await runQuery(selectEntries(tenantId, previous.sequence, upTo, ENTRIES_AT_ONCE))
      for (const [index, [line]] of lines.entries()) {
        if (index % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await yieldToEventLoop()
        const entry = JSON.parse(line as string) as StoredEntry
        if (!isChainContinued(tenantId, previous, entry)) return false
        previous = { sequence: entry.sequence, hash: entry.hash }
      }
    }
  }
  return previous.sequence === head.sequence && previous.hash === head.hash
}
