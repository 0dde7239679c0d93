import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getPropertyRuns } from '../../../../../test/harness/property-runs.ts'
import { type ChainedEntry, calculateGenesisHash, hashEntry } from '../../../operation/audit-hash.ts'

type Entry = Omit<ChainedEntry, 'id' | 'ipAddress' | 'userAgent' | 'timestamp' | 'sequence' | 'previousHash'>

import { type Head, type StoredEntry, type Verdict, verifyChain } from './verify-chain.ts'

const FIRM = 'firm1'

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const state = fc.option(
  fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text))),
)
const content = (tenantId: string): fc.Arbitrary<Entry & { ipAddress: string | null }> =>
  fc.record({
    tenantId: fc.constant(tenantId),
    actorId: text,
    actorType: fc.constantFrom('SuperAdmin', 'BrokerAdmin', 'BrokerUser'),
    action: fc.constantFrom('scheme.create', 'scheme.update', 'member.reveal-pps'),
    entityType: text,
    entityId: text,
    previousState: state,
    newState: state,
    ipAddress: fc.option(fc.ipV4()),
  })

/** A chain as the writer makes one, and its end. */
function chained(contents: (Entry & { ipAddress: string | null })[], tenantId = FIRM) {
  const entries: StoredEntry[] = []
  let head: Head = { sequence: 0, hash: calculateGenesisHash(tenantId) }
  for (const given of contents) {
    const sequence = head.sequence + 1
    const entry = {
      ...structuredClone(given),
      id: `entry${sequence}`,
      userAgent: 'a browser',
      timestamp: `2026-11-21T12:00:00.${String(sequence).padStart(3, '0')}Z`,
      sequence,
      previousHash: head.hash,
    }
    const stored = { ...entry, hash: hashEntry(entry) }
    entries.push(stored)
    head = { sequence, hash: stored.hash }
  }
  return { entries, head }
}
type Chain = ReturnType<typeof chained>

const chains = (minimum = 1, tenantId = FIRM): fc.Arbitrary<Chain> =>
  fc
    .array(content(tenantId), { minLength: minimum, maxLength: 9 })
    .map((contents) => chained(contents, tenantId))
/** A chain and the place of one of its entries. */
const chainAndPlace = (minimum = 1): fc.Arbitrary<[Chain, number]> =>
  chains(minimum).chain((chain) => fc.tuple(fc.constant(chain), fc.nat({ max: chain.entries.length - 1 })))

const FIELDS = [
  'id',
  'tenantId',
  'actorId',
  'actorType',
  'action',
  'entityType',
  'entityId',
  'previousState',
  'newState',
  'ipAddress',
  'userAgent',
  'timestamp',
  'sequence',
  'previousHash',
  'hash',
] as const

/** Another value for a field, near to what it was. */
function flipped(entry: StoredEntry, field: (typeof FIELDS)[number], how: number): StoredEntry {
  const value = entry[field]
  const changed = (): unknown => {
    if (typeof value === 'number') return how % 2 === 0 ? value + 1 + how : value - 1 - how
    if (typeof value === 'string' && value.length > 0 && how % 3 > 0) {
      const at = how % value.length
      const other = value[at] === 'x' ? 'y' : 'x'
      return value.slice(0, at) + other + value.slice(at + 1)
    }
    if (typeof value === 'string') return `${value} `
    if (value === null) return field === 'previousState' || field === 'newState' ? {} : ''
    return how % 2 === 0 ? null : { ...value, [`added ${how}`]: true }
  }
  return { ...entry, [field]: changed() } as StoredEntry
}

const found = ({ firstProblem, foundAt }: Verdict) => ({ ...firstProblem, foundAt })
const check = async <T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(arbitrary, property), { numRuns: getPropertyRuns(400) })

describe('an unchanged chain', () => {
  test('is intact, and every entry is counted', () =>
    check(chains(0), async ({ entries, head }) => {
      expect(await verifyChain(FIRM, entries, head)).toEqual({
        entries: entries.length,
        firstProblem: null,
        foundAt: null,
      })
    }))

  test('is intact with any order of the field names inside a state', async () => {
    const { entries, head } = chained([
      { ...buildEntry(), previousState: { b: 1, a: { d: 2, c: 3 } }, newState: { é: 1, e: 2 } },
    ])
    const [only] = entries as [StoredEntry]
    const turned = { ...only, previousState: { a: { c: 3, d: 2 }, b: 1 }, newState: { e: 2, é: 1 } }
    expect((await verifyChain(FIRM, [turned], head)).firstProblem).toBeNull()
  })
})

describe('detects tampering at the first affected entry', () => {
  test('any field of any entry changed', () =>
    check(
      fc.tuple(chainAndPlace(), fc.constantFrom(...FIELDS), fc.nat({ max: 50 })),
      async ([[{ entries, head }, at], field, how]) => {
        const tampered = entries.with(at, flipped(entries[at] as StoredEntry, field, how))
        const verdict = await verifyChain(FIRM, tampered, head)
        expect(found(verdict)).toMatchObject({ sequence: at + 1, foundAt: at + 1 })
        // A number that was raised looks like a gap before it; everything else is an edit.
        expect(verdict.firstProblem?.kind).toBe(field === 'sequence' && how % 2 === 0 ? 'MISSING' : 'EDITED')
      },
    ))

  test('any field changed and the hash of the entry recomputed', () =>
    check(
      fc.tuple(
        chainAndPlace(),
        fc.constantFrom(
          ...FIELDS.filter((field) => field !== 'hash' && field !== 'sequence' && field !== 'tenantId'),
        ),
        fc.nat({ max: 50 }),
      ),
      async ([[{ entries, head }, at], field, how]) => {
        const changed = flipped(entries[at] as StoredEntry, field, how)
        const value = changed[field]
        // Half of a surrogate pair has no canonical form and hence no hash.
        const forged = typeof value === 'string' ? { ...changed, [field]: value.toWellFormed() } : changed
        forged.hash = hashEntry(forged)
        const { firstProblem } = await verifyChain(FIRM, entries.with(at, forged), head)
        expect(firstProblem).toMatchObject({ kind: 'EDITED', sequence: at + 1 })
      },
    ))

  test('any bit of any hash flipped', () =>
    check(
      fc.tuple(chainAndPlace(), fc.constantFrom('hash', 'previousHash'), fc.nat({ max: 255 })),
      async ([[{ entries, head }, at], field, bit]) => {
        const entry = entries[at] as StoredEntry
        const bytes = Buffer.from(entry[field as 'hash'], 'hex')
        bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
        const tampered = entries.with(at, { ...entry, [field]: bytes.toString('hex') })
        expect((await verifyChain(FIRM, tampered, head)).firstProblem).toMatchObject({
          kind: 'EDITED',
          sequence: at + 1,
        })
      },
    ))

  test('an entry removed, from the middle or the start', () =>
    check(chainAndPlace(2), async ([{ entries, head }, at]) => {
      fc.pre(at < entries.length - 1)
      const verdict = await verifyChain(FIRM, entries.toSpliced(at, 1), head)
      expect(found(verdict)).toMatchObject({ kind: 'MISSING', sequence: at + 1, foundAt: at + 1 })
    }))

  test('an entry removed and all after it numbered and chained again', () =>
    check(chainAndPlace(2), async ([{ entries, head }, at]) => {
      const again = chained(entries.toSpliced(at, 1))
      const { firstProblem } = await verifyChain(FIRM, again.entries, head)
      expect(firstProblem).toMatchObject({ kind: 'TRUNCATED', sequence: entries.length })
    }))

  test('an entry changed and all after it chained again: the head is not the known one', () =>
    check(chainAndPlace(), async ([{ entries, head }, at]) => {
      const again = chained(entries.with(at, flipped(entries[at] as StoredEntry, 'action', 1)))
      const { firstProblem } = await verifyChain(FIRM, again.entries, head)
      expect(firstProblem).toMatchObject({ kind: 'EDITED', sequence: entries.length })
    }))

  test('two entries swapped', () =>
    check(fc.tuple(chainAndPlace(2), fc.nat()), async ([[{ entries, head }, at], distance]) => {
      fc.pre(at < entries.length - 1)
      const other = at + 1 + (distance % (entries.length - at - 1))
      const [one, two] = [entries[at], entries[other]] as [StoredEntry, StoredEntry]
      const verdict = await verifyChain(FIRM, entries.with(at, two).with(other, one), head)
      expect(found(verdict)).toMatchObject({ kind: 'REORDERED', sequence: at + 1, foundAt: at + 1 })
    }))

  test('an entry repeated', () =>
    check(fc.tuple(chainAndPlace(), fc.nat()), async ([[{ entries, head }, at], distance]) => {
      const place = at + 1 + (distance % (entries.length - at))
      const tampered = entries.toSpliced(place, 0, entries[at] as StoredEntry)
      const verdict = await verifyChain(FIRM, tampered, head)
      expect(found(verdict)).toMatchObject({ kind: 'REORDERED', sequence: at + 1, foundAt: place + 1 })
    }))

  test('a false entry that fits the previous one', () =>
    check(fc.tuple(chainAndPlace(), content(FIRM)), async ([[{ entries, head }, at], invented]) => {
      const before = entries[at] as StoredEntry
      const forged = {
        ...before,
        ...invented,
        id: 'invented',
        sequence: before.sequence + 1,
        previousHash: before.hash,
      }
      const tampered = entries.toSpliced(at + 1, 0, { ...forged, hash: hashEntry(forged) })
      const { firstProblem } = await verifyChain(FIRM, tampered, head)
      expect(firstProblem).toMatchObject({ sequence: before.sequence + 1 })
    }))

  test('the tail cut, however long', () =>
    check(chainAndPlace(), async ([{ entries, head }, at]) => {
      const verdict = await verifyChain(FIRM, entries.slice(0, at), head)
      expect(found(verdict)).toMatchObject({ kind: 'TRUNCATED', sequence: at + 1, foundAt: at + 1 })
    }))

  test('the start cut, however long', () =>
    check(chainAndPlace(2), async ([{ entries, head }, at]) => {
      fc.pre(at > 0)
      const verdict = await verifyChain(FIRM, entries.slice(at), head)
      expect(found(verdict)).toMatchObject({ kind: 'MISSING', sequence: 1, foundAt: 1 })
    }))

  test('the head moved back to an earlier entry', () =>
    check(chainAndPlace(), async ([{ entries }, at]) => {
      fc.pre(at > 0)
      const { sequence, hash } = entries[at - 1] as StoredEntry
      const verdict = await verifyChain(FIRM, entries, { sequence, hash })
      expect(found(verdict)).toMatchObject({ kind: 'EDITED', sequence: at + 1, foundAt: at + 1 })
    }))

  test('the hash in the head changed', () =>
    check(chains(), async ({ entries, head }) => {
      const verdict = await verifyChain(FIRM, entries, { ...head, hash: 'ab'.repeat(32) })
      expect(found(verdict)).toMatchObject({ kind: 'EDITED', sequence: head.sequence })
    }))

  test("another firm's chain in its place, with or without its firm id changed", () =>
    check(chains(1, 'firm2'), async ({ entries, head }) => {
      expect((await verifyChain(FIRM, entries, head)).firstProblem).toMatchObject({
        kind: 'EDITED',
        sequence: 1,
      })
      const renamed = entries.map((entry) => ({ ...entry, tenantId: FIRM }))
      expect((await verifyChain(FIRM, renamed, head)).firstProblem).toMatchObject({
        kind: 'EDITED',
        sequence: 1,
      })
      const rehashed = renamed.map((entry) => ({ ...entry, hash: hashEntry(entry) }))
      expect((await verifyChain(FIRM, rehashed, head)).firstProblem).not.toBeNull()
    }))

  test("one entry replaced by an entry of another firm's chain", () =>
    check(fc.tuple(chainAndPlace(), chains(9, 'firm2')), async ([[{ entries, head }, at], other]) => {
      const tampered = entries.with(at, other.entries[at] as StoredEntry)
      expect((await verifyChain(FIRM, tampered, head)).firstProblem).toMatchObject({
        kind: 'EDITED',
        sequence: at + 1,
      })
    }))
})

test('names the rewritten one of two entries that do not fit, not its neighbour', async () => {
  const { entries, head } = chained([buildEntry(), buildEntry(), buildEntry()])
  for (const at of [0, 1, 2]) {
    const honest = entries[at] as StoredEntry
    // The link is what was changed, and the hash fits to it.
    const relinked = { ...honest, previousHash: 'cd'.repeat(32) }
    const tampered = entries.with(at, { ...relinked, hash: hashEntry(relinked) })
    expect((await verifyChain(FIRM, tampered, head)).firstProblem?.sequence).toBe(at + 1)
  }
})

test('an entry of another firm is refused even if every link and the head match', async () => {
  const { entries, head } = chained([buildEntry(), { ...buildEntry(), tenantId: 'firm2' }, buildEntry()])
  expect((await verifyChain(FIRM, entries, head)).firstProblem).toMatchObject({ kind: 'EDITED', sequence: 2 })
})

test('a chain is read as a stream, and only to its first problem', async () => {
  const { entries, head } = chained([buildEntry(), buildEntry(), buildEntry(), buildEntry()])
  const read: number[] = []
  async function* tampered(): AsyncGenerator<StoredEntry> {
    for (const entry of entries.with(1, { ...(entries[1] as StoredEntry), action: 'scheme.approve' })) {
      read.push(entry.sequence)
      yield entry
    }
  }
  expect(await verifyChain(FIRM, tampered(), head)).toMatchObject({ entries: 2, foundAt: 2 })
  expect(read).toEqual([1, 2])
})

function buildEntry(): Entry & { ipAddress: string | null } {
  return {
    tenantId: FIRM,
    actorId: 'user1',
    actorType: 'BrokerUser',
    action: 'scheme.create',
    entityType: 'scheme',
    entityId: 'scheme1',
    previousState: null,
    newState: { id: 'scheme1' },
    ipAddress: null,
  }
}
