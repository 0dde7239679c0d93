/**
 * Is the chain whole? Independent of the server that wrote it: needs the entries in order and where the chain is said
 * to end. Every link is checked, not only its ends.
 */
import type { Verification } from '../../../contract/audit.ts'
import { type ChainedEntry, genesisHash, hashOf } from '../../operation/record.ts'

export type StoredEntry = ChainedEntry & { hash: string }
export interface Head {
  sequence: number
  hash: string
}
export type Problem = NonNullable<Verification['firstProblem']>

/** Walks the chain of one firm; answers the first problem, by the sequence number it concerns, or null. */
export async function verifyChain(
  tenantId: string,
  entries: AsyncIterable<StoredEntry> | Iterable<StoredEntry>,
  head: Head,
): Promise<{ entries: number; firstProblem: Problem | null }> {
  let count = 0
  let previous: Head = { sequence: 0, hash: genesisHash(tenantId) }
  // What looked missing may still come, in which case it was moved.
  let awaited: Problem | null = null
  for await (const entry of entries) {
    count += 1
    if (awaited) {
      if (entry.sequence === awaited.sequence) awaited = problem('REORDERED', entry.sequence)
      continue
    }
    const expected = previous.sequence + 1
    if (entry.sequence > expected) {
      awaited = problem('MISSING', expected)
      continue
    }
    const found = problemOf(tenantId, entry, previous)
    if (found) return { entries: count, firstProblem: found }
    previous = { sequence: entry.sequence, hash: entry.hash }
  }
  if (awaited) return { entries: count, firstProblem: awaited }
  if (previous.sequence < head.sequence)
    return { entries: count, firstProblem: problem('TRUNCATED', previous.sequence + 1) }
  if (previous.sequence > head.sequence || previous.hash !== head.hash) {
    return { entries: count, firstProblem: problem('EDITED', previous.sequence) }
  }
  return { entries: count, firstProblem: null }
}

function problemOf(tenantId: string, entry: StoredEntry, previous: Head): Problem | null {
  if (entry.sequence <= previous.sequence) return problem('REORDERED', entry.sequence)
  const isWhole = entry.tenantId === tenantId && hashOf(entry) === entry.hash
  if (!isWhole) return problem('EDITED', entry.sequence)
  // This entry is as it was written, so what it refers to is not.
  if (entry.previousHash !== previous.hash) return problem('EDITED', previous.sequence || entry.sequence)
  return null
}

const MESSAGES: Record<Problem['kind'], string> = {
  EDITED: 'This entry is not as it was written',
  MISSING: 'This entry was removed',
  REORDERED: 'This entry stands in another place than it was written',
  TRUNCATED: 'The log ends before this entry, which existed',
}
const problem = (kind: Problem['kind'], sequence: number): Problem => ({
  sequence,
  kind,
  message: MESSAGES[kind],
})
