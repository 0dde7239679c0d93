import { expect, test } from 'vitest'
import type { ListedAuditEntry } from '../../../../contract/audit.ts'
import { groupEntries } from './group-entries.ts'

const buildEntry = (id: number, action: string, timestamp: string): ListedAuditEntry =>
  ({ id: `e${id}`, tenantId: 'f', actorId: 'u', entityType: 'member', action, timestamp }) as ListedAuditEntry

const IMPORTED = [1, 2, 3, 4].map((id) => buildEntry(id, 'member.import', '2026-03-01T10:00:00.000Z'))
const ENTRIES = [
  buildEntry(9, 'member.create', '2026-03-02T10:00:00.000Z'),
  ...IMPORTED,
  buildEntry(5, 'member.import', '2026-03-01T09:00:00.000Z'),
  buildEntry(6, 'member.import', '2026-03-01T09:00:00.000Z'),
]

test('entries of one request with one action are one row with their number', () => {
  expect(groupEntries(ENTRIES, new Set()).map(({ id, alike }) => [id, alike])).toEqual([
    ['e9', undefined],
    ['e1', 4],
    ['e5', undefined],
    ['e6', undefined],
  ])
})

test('a row that the reader opened shows all its entries', () => {
  expect(groupEntries(ENTRIES, new Set(['e1']))).toEqual(ENTRIES)
})

test('entries of different users, records or firms stay apart', () => {
  for (const field of ['actorId', 'entityType', 'tenantId'] as const) {
    const mixed = IMPORTED.map((entry, index) => ({ ...entry, [field]: `${field}${index}` }))
    expect(groupEntries(mixed, new Set())).toEqual(mixed)
  }
})

test('a group that ends with the loaded entries is marked as cut while there are more', () => {
  const cut = (hasMore: boolean) => groupEntries(IMPORTED, new Set(), hasMore).map(({ isCut }) => isCut)
  expect(cut(true)).toEqual([true])
  expect(cut(false)).toEqual([undefined])
  expect(groupEntries(ENTRIES, new Set(), true).some(({ isCut }) => isCut)).toBe(false)
})
