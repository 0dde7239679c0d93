import { expect, test } from 'vitest'
import { confidenceCounts, countsWords } from './text-words.ts'

test.each([
  [[0, 0, 0], 'No passage changed'],
  [[1, 0, 0], '1 passage added'],
  [[0, 2, 1], '2 passages changed, 1 removed'],
  [[3, 2, 1], '3 passages added, 2 changed, 1 removed'],
] as const)('%s: %s', ([passagesAdded, passagesChanged, passagesRemoved], words) =>
  expect(countsWords({ passagesAdded, passagesChanged, passagesRemoved })).toBe(words),
)

test('the confidence of notes is counted, and of law there is none', () => {
  expect(confidenceCounts({ high: 12, medium: 0, low: 3 })).toBe('12 high, 3 low')
  expect(confidenceCounts(null)).toBeNull()
})
