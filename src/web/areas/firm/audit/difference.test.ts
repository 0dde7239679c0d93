import { describe, expect, test } from 'vitest'
import { findDifference, formatFieldPath, type State } from './difference.ts'

const changedIn = (before: State, after: State): string[] =>
  findDifference(before, after).changed.map(({ path }) => path.join('.'))

describe('the difference of two states', () => {
  const scheme = {
    id: 'a',
    version: 2,
    status: 'ACTIVE',
    schemeYearEnd: { day: 5, month: 4 },
    trusteeBody: { kind: 'INDIVIDUALS', name: null },
    windUpReason: null,
    types: ['DC'],
  }

  test.each<[string, State, string[]]>([
    ['nothing', { ...scheme }, []],
    ['what every change moves', { ...scheme, version: 3, updatedAt: '2026-01-01T00:00:00.000Z' }, []],
    ['a field', { ...scheme, status: 'WINDING_UP' }, ['status']],
    [
      'a part of a field',
      { ...scheme, trusteeBody: { name: 'Acme', kind: 'INDIVIDUALS' } },
      ['trusteeBody.name'],
    ],
    ['a field that is read as one', { ...scheme, schemeYearEnd: { day: 31, month: 4 } }, ['schemeYearEnd']],
    ['only the order of its keys', { ...scheme, schemeYearEnd: { month: 4, day: 5 } }, []],
    ['an item of a list', { ...scheme, types: ['DC', 'DB'] }, ['types']],
    ['a list that became empty', { ...scheme, types: [] }, ['types']],
    ['a note of the act', { ...scheme, reason: 'Incomplete' }, ['reason']],
    ['a part that is gone', { ...scheme, trusteeBody: null }, ['trusteeBody.kind']],
  ])('%s', (_, after, expected) => {
    expect(changedIn(scheme, after)).toEqual(expected)
  })

  test('of a new record is every field that has a value', () => {
    // In the order of their words: "Kind of trustee body" comes first.
    expect(changedIn(null, scheme)).toEqual(['trusteeBody.kind', 'schemeYearEnd', 'status', 'types'])
    expect(findDifference(null, scheme).others.map(({ path }) => path.join('.'))).toContain('windUpReason')
  })

  test('of a removed record is every field that had a value', () => {
    expect(findDifference({ name: 'Acme' }, null).changed).toEqual([
      { path: ['name'], before: 'Acme', after: undefined },
    ])
  })

  test('lists concealed fields separately', () => {
    const { changed, others, concealed } = findDifference(
      { status: 'ACTIVE' },
      { status: 'ACTIVE', concealedChanges: ['email', 'name'] },
    )
    expect(concealed).toEqual(['email', 'name'])
    expect(changed).toEqual([])
    expect(others).toHaveLength(1)
  })

  test('names the field labels, from the outer to the inner field', () => {
    expect(formatFieldPath(['trusteeBody', 'croNumber'])).toBe('CRO number of the trustee body')
    expect(formatFieldPath(['settings', 'retentionYears'])).toBe('Settings: Document retention (years)')
    expect(formatFieldPath(['status'])).toBe('Status')
  })
})
