import { expect, test } from 'vitest'
import { buildEntryHash, parseEntryHash } from './entry-address.ts'

const entry = { timestamp: '2026-11-21T14:48:05.723Z', id: 's1oy4fr8jlma9hw753yrbx9y' }

test('an entry is found by its address', () => {
  expect(parseEntryHash(buildEntryHash(entry))).toEqual(entry)
})

test.each(['', 'main', '2026-11-21_abc', `${entry.timestamp}_`, `${entry.timestamp}_A b`])(
  '%o is not the address of an entry',
  (hash) => {
    expect(parseEntryHash(hash)).toBeNull()
  },
)
