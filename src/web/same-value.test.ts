import { expect, test } from 'vitest'
import { isSameValue } from './same-value.ts'

test.each([
  [null, undefined],
  ['', null],
  [[], null],
  [
    { month: 12, day: 31 },
    { day: 31, month: 12 },
  ],
  [{ name: 'Acme', croNumber: null }, { name: 'Acme' }],
  [
    ['WEEKLY', 'MONTHLY'],
    ['WEEKLY', 'MONTHLY'],
  ],
  [{ days: [{ a: 1 }] }, { days: [{ a: 1 }] }],
])('%j equals %j', (a, b) => expect(isSameValue(a, b)).toBe(true))

test.each([
  [0, null],
  [false, null],
  [1, '1'],
  [
    ['WEEKLY', 'MONTHLY'],
    ['MONTHLY', 'WEEKLY'],
  ],
  [['WEEKLY'], ['WEEKLY', 'MONTHLY']],
  [
    { month: 12, day: 31 },
    { month: 12, day: 30 },
  ],
  [{ month: 12 }, null],
])('%j differs from %j', (a, b) => expect(isSameValue(a, b)).toBe(false))
