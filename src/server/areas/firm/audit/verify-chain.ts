/**
 * Verifies an audit chain independently of the server that wrote it. It needs the entries in order and the expected head of the chain.
 * Every link is checked, not only both ends.
 */
import type { Verification } from '../../../../contract/audit.ts'
import {
  type ChainedEntry,
  calculateFirstHash,
  calculateGenesisHash,
  hashEntry,
} from '../../../operation/audit-hash.ts'

export type StoredEntry = ChainedEntry & { hash: string }
export interface Head {
  sequence: number
  hash: string
}
export type Problem = NonNullable<Verification['firstProblem']>

export interface Verdict {
  /** Number of entries read; all of them if the chain is intact. */
  entries: number
  firstProblem: Problem | null
  /** Position of the entry that showed the problem, counted from 1; one after the last entry if the end was removed. */
  foundAt: number | null
}

/** Verifies the chain of one firm. Returns the first problem with its sequence number, or null. */
export async function verifyChain(
  tenantId: string,
  entries: AsyncIterable<StoredEntry> | Iterable<StoredEntry>,
  head: Head,
): Promise<Verdict> {
  let count = 0
  let previous: Head = { sequence: 0, hash: calculateGenesisHash(tenantId) }
  // A missing entry may still follow. In that case it was moved.
  let missing: { sequence: number; foundAt: number } | null = null
  // The last entry, if its link does not match the entry before it: one of the two was rewritten.
  let unlinked: Head | null = null
  const found = (kind: Problem['kind'], sequence: number, foundAt = count): Verdict => ({
    entries: count,
    firstProblem: { sequence, kind, message: MESSAGES[kind] },
    foundAt,
  })

  for await (const entry of entries) {
    count += 1
    if (unlinked) return found('EDITED', countRewritten(unlinked, entry.previousHash), count - 1)
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
    // Checked before the sequence number is used, because the number itself may have been edited.
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
    return found('EDITED', countRewritten(unlinked, reference))
  }
  if (previous.sequence < head.sequence) return found('TRUNCATED', previous.sequence + 1, count + 1)
  return { entries: count, firstProblem: null, foundAt: null }
}

/** Whether the entry is intact and directly follows `previous`. */
export const isChainContinued = (tenantId: string, previous: Head, entry: StoredEntry): boolean =>
  entry.tenantId === tenantId &&
  entry.sequence === previous.sequence + 1 &&
  entry.previousHash === previous.hash &&
  isWhole(entry)

/** An entry without a canonical form (a lone surrogate, endless nesting) was not written by the service. */
function isWhole(entry: StoredEntry): boolean {
  try {
    return hashEntry(entry) === entry.hash || calculateFirstHash(entry) === entry.hash
  } catch {
    return false
  }
}

/**
 * Two adjacent entries do not match, although each matches its own hash. The next entry or the head refers to the second one as it was
 * written: if that reference matches, the first one was rewritten.
 */
const countRewritten = (second: Head, reference: string): number =>
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
