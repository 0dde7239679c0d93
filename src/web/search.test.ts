import { expect, test } from 'vitest'
import { listMembers } from '../contract/members.ts'
import { listSchemes } from '../contract/schemes.ts'
import { createSearchParser, formatSearch, parseSearch } from './search.ts'

test('a known filter is kept as in the address', () => {
  expect(createSearchParser(listSchemes)({ status: 'ACTIVE', q: 'foods' })).toEqual({
    status: 'ACTIVE',
    q: 'foods',
  })
})

test.each([
  ['a value that is none of the list', { status: 'NONSENSE' }],
  ['a filter that does not exist', { colour: 'blue' }],
  ['an empty one', { q: '' }],
  ['where to go on: a link leads to the beginning', { cursor: 'abc', limit: '200' }],
  ['an id that is none', { employerId: '../etc' }],
  ['a name that every object has', { constructor: 'x', toString: 'y', __proto__: 'z' }],
])('%s is dropped', (_what, raw) => expect(createSearchParser(listSchemes)(raw)).toEqual({}))

test('an invalid filter does not remove the others', () => {
  expect(createSearchParser(listMembers)({ status: 'NONSENSE', q: 'Ó Súilleabháin' })).toEqual({
    q: 'Ó Súilleabháin',
  })
})

test('values of the address stay text: numbers, braces and signs are not parsed', () => {
  const search = { q: '007 {"a":1} +50% & more', status: 'true' }
  expect(parseSearch(formatSearch(search))).toEqual(search)
})

test('unset values are not in the address', () => {
  expect(formatSearch({ q: '', status: undefined, employerId: null })).toBe('')
  expect(formatSearch({ q: 'a b' })).toBe('?q=a+b')
  expect(parseSearch('')).toEqual({})
})
