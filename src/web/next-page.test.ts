import { expect, test } from 'vitest'
import { getNextPage } from './next-page.ts'

const HERE = 'https://pensions.example.ie'

test.each(['/', '/schemes?status=ACTIVE&q=A%20B', '/schemes/abc/members', '/audit#end'])(
  '%s is a page of this application',
  (next) => expect(getNextPage(next, HERE)).toBe(next),
)

test.each([
  undefined,
  '',
  'schemes',
  'https://elsewhere.example/',
  'javascript:alert(1)',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n//elsewhere.example',
  '/.//elsewhere.example',
  '/a/..//elsewhere.example',
  '///elsewhere.example',
  '/signin?next=/signin',
])('%j leads to the first page', (next) => expect(getNextPage(next, HERE)).toBe('/'))
