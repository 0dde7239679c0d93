import { expect, test } from 'vitest'
import { formatMovement } from './assessment.ts'

test.each<[number | null, number | null, number | null, string]>([
  [12, 6, -6, '12 to 6, 6 lower'],
  [6, 20, 14, '6 to 20, 14 higher'],
  [6, 6, 0, '6'],
  [null, 6, null, 'new: 6'],
  [12, null, null, 'was 12'],
  [null, null, null, '—'],
])('from %s to %s', (before, after, movement, words) =>
  expect(formatMovement(before, after, movement)).toBe(words),
)
