import { expect, test } from 'vitest'
import { listRecentlyVisited, rememberVisit } from './recent.ts'

test('records are remembered once, newest first; lists, forms and parts of a record are not', () => {
  for (const path of [
    '/schemes/abc',
    '/schemes',
    '/schemes/new',
    '/schemes/abc/members',
    '/members/m1',
    '/account',
  ])
    rememberVisit(path, `The page ${path}`)
  rememberVisit('/schemes/abc', 'Ballycotton Foods DC')
  expect(listRecentlyVisited()).toEqual([
    { path: '/schemes/abc', title: 'Ballycotton Foods DC' },
    { path: '/members/m1', title: 'The page /members/m1' },
  ])
})

test('at most 20 records are kept', () => {
  for (let index = 0; index < 50; index++) rememberVisit(`/members/m${index}`, 'Somebody')
  expect(listRecentlyVisited()).toHaveLength(20)
  expect(listRecentlyVisited()[0]?.path).toBe('/members/m49')
})
