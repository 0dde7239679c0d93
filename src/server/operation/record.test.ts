import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { audited, type ChainedEntry, genesisHash, hashOf, statesOf } from './record.ts'

const ENTRY: ChainedEntry = {
  id: 'e1',
  tenantId: 't1',
  actorId: 'u1',
  actorType: 'BrokerUser',
  action: 'scheme.update',
  entityType: 'scheme',
  entityId: 's1',
  previousState: { name: 'Größe “A”', id: 's1', counts: { z: 1, a: 2.5 }, list: [3, null] },
  newState: null,
  ipAddress: '192.0.2.7',
  userAgent: null,
  timestamp: '2026-11-21T12:00:00.000Z',
  sequence: 7,
  previousHash: 'ab'.repeat(32),
}

describe('the hash of an entry', () => {
  test('is SHA-256 of a zero byte, the previous hash and the canonical JSON', () => {
    // Written out by RFC 8785: names in order of their code units, no spaces, numbers as JavaScript writes them.
    const canonical =
      '{"action":"scheme.update","actorId":"u1","actorType":"BrokerUser","entityId":"s1","entityType":"scheme","id":"e1","ipAddress":"192.0.2.7","newState":null,' +
      `"previousHash":"${'ab'.repeat(32)}",` +
      '"previousState":{"counts":{"a":2.5,"z":1},"id":"s1","list":[3,null],"name":"Größe “A”"},' +
      '"sequence":7,"tenantId":"t1","timestamp":"2026-11-21T12:00:00.000Z","userAgent":null}'
    const expected = createHash('sha256')
      .update(Buffer.concat([Buffer.from([0]), Buffer.alloc(32, 0xab), Buffer.from(canonical, 'utf8')]))
      .digest('hex')
    expect(hashOf(ENTRY)).toBe(expected)
  })

  test('does not depend on the order of names, nor on what else the object carries', () => {
    const turned = Object.fromEntries(Object.entries(ENTRY).reverse()) as unknown as ChainedEntry
    expect(hashOf(turned)).toBe(hashOf(ENTRY))
    expect(hashOf({ ...ENTRY, hash: 'x', head: {} } as ChainedEntry)).toBe(hashOf(ENTRY))
  })

  test.each(Object.keys(ENTRY) as (keyof ChainedEntry)[])('changes with %s', (field) => {
    expect(hashOf({ ...ENTRY, [field]: field === 'sequence' ? 8 : 'cd' })).not.toBe(hashOf(ENTRY))
  })

  test('before the first entry is another in every firm', () => {
    expect(genesisHash('t1')).toBe(createHash('sha256').update('audit-chain:t1').digest('hex'))
    expect(genesisHash('t1')).not.toBe(genesisHash('t2'))
  })
})

describe('what an entry says of a record', () => {
  const auditedPerson = audited('person', z.object({ status: z.string(), version: z.number() }), [
    'name',
    'email',
    'address',
  ])
  const before = {
    id: 'p1',
    status: 'A',
    version: 1,
    name: 'Áine',
    email: null,
    address: { town: 'Cork' },
    secret: 's',
  }

  test.each([
    {
      name: 'a create: no state before, the names of personal fields that were given',
      change: [null, before],
      previousState: null,
      newState: { id: 'p1', status: 'A', version: 1, concealedChanges: ['name', 'address'] },
    },
    {
      name: 'an update: both states, the names of personal fields that changed',
      change: [before, { ...before, version: 2, name: 'Una', email: 'una@example.com' }],
      previousState: { id: 'p1', status: 'A', version: 1 },
      newState: { id: 'p1', status: 'A', version: 2, concealedChanges: ['name', 'email'] },
    },
    {
      name: 'a change of nothing personal: no such names',
      change: [before, { ...before, status: 'B', address: { town: 'Cork' } }],
      previousState: { id: 'p1', status: 'A', version: 1 },
      newState: { id: 'p1', status: 'B', version: 1 },
    },
    {
      name: 'a removal: no state after',
      change: [before, null],
      previousState: { id: 'p1', status: 'A', version: 1 },
      newState: null,
    },
  ])('$name', ({ change, previousState, newState }) => {
    const [one = null, other = null] = change
    const states = statesOf(auditedPerson, one, other)
    expect(states).toEqual({ previousState, newState })
    for (const personal of ['Áine', 'Una', 'example.com', 'Cork', 'secret'])
      expect(JSON.stringify(states)).not.toContain(personal)
  })

  test('a note stands in the state after', () => {
    const { newState } = statesOf(auditedPerson, before, before, { reason: 'asked by phone' })
    expect(newState).toEqual({ id: 'p1', status: 'A', version: 1, reason: 'asked by phone' })
  })

  test('a record that lacks what must be shown is an error, not an entry with a hole', () => {
    expect(() => statesOf(auditedPerson, null, { id: 'p1', status: 'A' })).toThrow(z.ZodError)
  })
})
