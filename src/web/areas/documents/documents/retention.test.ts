import { describe, expect, test } from 'vitest'
import { addYears, mayRemove } from './retention.ts'

test.each([
  ['2026-11-21', 7, '2033-11-21'],
  ['2024-02-29', 7, '2031-02-28'],
  ['2024-02-29', 4, '2028-02-29'],
  ['2096-02-29', 4, '2100-02-28'],
])('%s and %i years is %s', (date, years, then) => expect(addYears(date, years)).toBe(then))

describe('on 21 November 2026 a document', () => {
  test.each([
    ['DRAFT', '2033-11-21', true],
    ['UPLOADED', '2033-11-21', true],
    ['QUARANTINED', '2033-11-21', true],
    ['FINAL', '2033-11-21', false],
    ['SUPERSEDED', '2026-11-22', false],
    ['SIGNED', '2026-11-21', true],
    ['FILED', null, true],
  ] as const)('that is %s and kept until %s may be removed: %s', (status, retainUntilOn, may) =>
    expect(mayRemove({ status, retainUntilOn }, '2026-11-21')).toBe(may),
  )
})
