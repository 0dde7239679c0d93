import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineAudited } from '../../../pipeline/audit-log.ts'
import { isChangeReadByRules, SCHEME_FIELDS, TABLES } from './record-tables.ts'

const stateOf = (fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, `${field} before`]))
const SCHEME = { ...stateOf(SCHEME_FIELDS), name: 'A plan', version: 1, updatedAt: '2026-11-21T10:00:00Z' }
const MEMBER = { ...stateOf(TABLES.member.fields), firstName: 'Aoife', version: 1 }

const isRead = (
  kind: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
) => isChangeReadByRules({ audited: defineAudited(kind as 'scheme', z.object({})), before, after })
const changed = (kind: string, state: Record<string, unknown>, fields: Record<string, unknown>) =>
  isRead(kind, state, { ...state, version: 2, updatedAt: '2026-11-21T11:00:00Z', ...fields })

test('a new, removed or unknown state of a record is read by rules', () => {
  expect(isRead('scheme', null, SCHEME)).toBe(true)
  expect(isRead('member', MEMBER, null)).toBe(true)
  const { type: _, ...incomplete } = { type: 'DC', ...SCHEME }
  expect(isRead('scheme', incomplete, { ...incomplete, name: 'Another plan' })).toBe(true)
})

test('no rule reads the name of a scheme, and the name or address of a member', () => {
  expect(changed('scheme', SCHEME, { name: 'Another plan' })).toBe(false)
  expect(changed('member', MEMBER, { firstName: 'Brian', address: '1 Main Street' })).toBe(false)
})

test.each(SCHEME_FIELDS)('rules read %s of a scheme', (field) =>
  expect(changed('scheme', SCHEME, { name: 'Another plan', [field]: 'after' })).toBe(true),
)

test.each(TABLES.member.fields)('rules read %s of a member', (field) =>
  expect(changed('member', MEMBER, { [field]: 'after' })).toBe(true),
)

test('a change of a member in another table is read, and of a field that may be read', () => {
  expect(changed('member', MEMBER, {})).toBe(true)
  expect(changed('member', MEMBER, { emoluments: 'after' })).toBe(true)
})

test('every change of other records of a scheme is read, and none of records that rules do not know', () => {
  expect(changed('trustee', { id: 'a' }, { personName: 'Brian Byrne' })).toBe(true)
  expect(changed('comment', { id: 'a' }, { text: 'after' })).toBe(false)
})
