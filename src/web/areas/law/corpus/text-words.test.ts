import { expect, test } from 'vitest'
import { formatConfidenceCounts, formatCounts } from './text-words.ts'

test.each([
  [[0, 0, 0], 'No passage changed'],
  [[1, 0, 0], '1 passage added'],
  [[0, 2, 1], '2 passages changed, 1 removed'],
  [[3, 2, 1], '3 passages added, 2 changed, 1 removed'],
] as const)('%s: %s', ([passagesAdded, passagesChanged, passagesRemoved], words) =>
  expect(formatCounts({ passagesAdded, passagesChanged, passagesRemoved })).toBe(words),
)

test('the confidence of guidance notes is counted, and legal sources have none', () => {
  expect(formatConfidenceCounts({ high: 12, medium: 0, low: 3 })).toBe('12 high, 3 low')
  expect(formatConfidenceCounts(null)).toBeNull()
})
