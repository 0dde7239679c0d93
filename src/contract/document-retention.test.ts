import { expect, test } from 'vitest'
import { mayRemove } from './document-retention.ts'

test.each([
  [false, '2033-11-21', true],
  [false, null, true],
  [true, '2033-11-21', false],
  [true, '2026-11-22', false],
  [true, '2026-11-21', true],
  [true, null, true],
] as const)(
  'on 21 November 2026 a document that has been final: %s, and is kept until %s, may be removed: %s',
  (hasBeenFinal, retainUntilOn, may) =>
    expect(mayRemove({ hasBeenFinal, retainUntilOn }, '2026-11-21')).toBe(may),
)
