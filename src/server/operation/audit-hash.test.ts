import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type ChainedEntry,
  calculateFirstHash,
  calculateGenesisHash,
  formatJsonb,
  hashEntry,
} from './audit-hash.ts'

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
  test('of the first release is SHA-256 of a zero byte, the previous hash and the canonical JSON', () => {
    // Written out by RFC 8785: names in order of their code units, no spaces, numbers as JavaScript writes them.
    const canonical =
      '{"action":"scheme.update","actorId":"u1","actorType":"BrokerUser","entityId":"s1","entityType":"scheme","id":"e1","ipAddress":"192.0.2.7","newState":null,' +
      `"previousHash":"${'ab'.repeat(32)}",` +
      '"previousState":{"counts":{"a":2.5,"z":1},"id":"s1","list":[3,null],"name":"Größe “A”"},' +
      '"sequence":7,"tenantId":"t1","timestamp":"2026-11-21T12:00:00.000Z","userAgent":null}'
    const expected = createHash('sha256')
      .update(Buffer.concat([Buffer.from([0]), Buffer.alloc(32, 0xab), Buffer.from(canonical, 'utf8')]))
      .digest('hex')
    expect(calculateFirstHash(ENTRY)).toBe(expected)
  })

  test("is SHA-256 of a byte 2, the previous hash and PostgreSQL's jsonb text", () => {
    const text =
      '{"id": "e1", "action": "scheme.update", "actorId": "u1", "entityId": "s1", "newState": null, "sequence": 7, "tenantId": "t1", ' +
      '"actorType": "BrokerUser", "ipAddress": "192.0.2.7", "timestamp": "2026-11-21T12:00:00.000Z", "userAgent": null, "entityType": "scheme", ' +
      `"previousHash": "${'ab'.repeat(32)}", ` +
      '"previousState": {"id": "s1", "list": [3, null], "name": "Größe “A”", "counts": {"a": 2.5, "z": 1}}}'
    const expected = createHash('sha256')
      .update(Buffer.concat([Buffer.from([2]), Buffer.alloc(32, 0xab), Buffer.from(text, 'utf8')]))
      .digest('hex')
    expect(hashEntry(ENTRY)).toBe(expected)
  })

  test('does not depend on the order of names or on further fields of the object', () => {
    const turned = Object.fromEntries(Object.entries(ENTRY).reverse()) as unknown as ChainedEntry
    expect(hashEntry(turned)).toBe(hashEntry(ENTRY))
    expect(hashEntry({ ...ENTRY, hash: 'x', head: {} } as ChainedEntry)).toBe(hashEntry(ENTRY))
  })

  test.each(Object.keys(ENTRY) as (keyof ChainedEntry)[])('changes with %s', (field) => {
    expect(hashEntry({ ...ENTRY, [field]: field === 'sequence' ? 8 : 'cd' })).not.toBe(hashEntry(ENTRY))
  })

  test('before the first entry is different for every firm', () => {
    expect(calculateGenesisHash('t1')).toBe(createHash('sha256').update('audit-chain:t1').digest('hex'))
    expect(calculateGenesisHash('t1')).not.toBe(calculateGenesisHash('t2'))
  })
})

describe('the text of jsonb', () => {
  test.each([
    [1e21, '1000000000000000000000'],
    [-1.5e22, '-15000000000000000000000'],
    [1e-7, '0.0000001'],
    [-2.25e-9, '-0.00000000225'],
    [0.1 + 0.2, '0.30000000000000004'],
    [-0, '0'],
    [[], '[]'],
    [{}, '{}'],
    [
      { bb: 1, a: 2, é: 3, ab: [true, ' "\\\n\u0001'] },
      '{"a": 2, "ab": [true, " \\"\\\\\\n\\u0001"], "bb": 1, "é": 3}',
    ],
  ])('of %j', (value, text) => {
    expect(formatJsonb(value)).toBe(text)
  })
  test.each([
    [undefined, 'jsonb has no undefined'],
    [Number.NaN, 'JSON has no such number'],
    [() => 1, 'jsonb has no function'],
    ['\ud800', 'A lone surrogate cannot be stored'],
  ])('is not defined for %s', (value, message) => {
    expect(() => formatJsonb(value)).toThrow(new TypeError(message))
  })
})
