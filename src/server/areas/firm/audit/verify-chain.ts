/**
 * Is the chain whole? Independent of the server that wrote it: needs the entries in order and where the chain is said
 * to end. Every link is checked, not only its ends.
 */
import type { Verification } from '../../../../contract/audit.ts'
import {
  type ChainedEntry,
  calculateFirstHash,
  calculateGenesisHash,
  hashOf,
} from '../../../operation/audit-hash.ts'

export type StoredEntry = ChainedEntry & { hash: string }
export interface Head {
  sequence: number
  hash: string
}
export type Problem = NonNullable<Verification['firstProblem']>

export interface Verdict {
  /** How many were read; all of them when the chain is whole. */
  entries: number
  firstProblem: Problem | null
  /** Which of the entries read showed the problem, counted from 1; after the last one for a cut tail. */
  foundAt: number | null
}

/** Walks the chain of one firm; answers the first problem, by the sequence number it concerns, or null. */
export async function verifyChain(
  tenantId: string,
  entries: AsyncIterable<StoredEntry> | Iterable<StoredEntry>,
  head: Head,
): Promise<Verdict> {
  let count = 0
  let previous: Head = { sequence: 0, hash: calculateGenesisHash(tenantId) }
  // What looked missing may still come, in which case it was moved.
  let missing: { sequence: number; foundAt: number } | null = null
  // The last entry read, when it does not refer to the one before: one of the two was rewritten.
  let unlinked: Head | null = null
  const found = (kind: Problem['kind'], sequence: number, foundAt = count): Verdict => ({
    entries: count,
    firstProblem: { sequence, kind, message: MESSAGES[kind] },
    foundAt,
  })

  for await (const entry of entries) {
    count += 1
    if (unlinked) return found('EDITED', rewritten(unlinked, entry.previousHash), count - 1)
    if (missing) {
      if (entry.sequence === missing.sequence) return found('REORDERED', missing.sequence, missing.foundAt)
      continue
    }
    const expected = previous.sequence + 1
    if (entry.sequence > expected) {
      missing = { sequence: expected, foundAt: count }
      continue
    }
    const { sequence, hash } = entry
    // Asked before its number is believed: the number may be what was edited.
    if (entry.tenantId !== tenantId || !isWhole(entry)) return found('EDITED', expected)
    if (sequence < expected) return found('REORDERED', sequence)
    if (sequence > head.sequence) return found('EDITED', sequence)
    if (entry.previousHash !== previous.hash) unlinked = { sequence, hash }
    else if (sequence === head.sequence && hash !== head.hash) return found('EDITED', sequence)
    previous = { sequence, hash }
  }
  if (missing) return found('MISSING', missing.sequence, missing.foundAt)
  if (unlinked) {
    const reference = unlinked.sequence === head.sequence ? head.hash : unlinked.hash
    return found('EDITED', rewritten(unlinked, reference))
  }
  if (previous.sequence < head.sequence) return found('TRUNCATED', previous.sequence + 1, count + 1)
  return { entries: count, firstProblem: null, foundAt: null }
}

/** Whether the entry is whole and the next one after `previous`. */
export const isChainContinued = (tenantId: string, previous: Head, entry: StoredEntry): boolean =>
  entry.tenantId === tenantId &&
  entry.sequence === previous.sequence + 1 &&
  entry.previousHash === previous.hash &&
  isWhole(entry)

/** What has no canonical form (a lone surrogate, nesting without end) was never written by the service. */
function isWhole(entry: StoredEntry): boolean {
  try {
    return hashOf(entry) === entry.hash || calculateFirstHash(entry) === entry.hash
  } catch {
    return false
  }
}

/**
 * Two neighbours do not fit, though each is whole by its own hash. What comes after them (an entry or the head) refers
 * to the second as it was written: if that still fits, the first is the one that was rewritten.
 */
const rewritten = (second: Head, reference: string): number =>
  second.sequence > 1 && reference === second.hash ? second.sequence - 1 : second.sequence

export const MESSAGES: Record<Problem['kind'], string> = {
  EDITED: 'This entry was changed after it was written',
  MISSING: 'This entry was removed',
  REORDERED: 'This entry was moved',
  TRUNCATED: 'The last entries of the log were removed, from this one on',
  BEGINNING: 'The log does not begin with the creation of the firm: earlier entries were removed',
  REWRITTEN: 'This entry differs from its signed checkpoint: the log was rewritten at or before it',
  SIGNATURE:
    'The checkpoint at this entry has an unknown signature. After a key change, set the earlier key as AUDIT_SEAL_KEY_PREVIOUS',
}
