/** How the evaluation counts: worked out by hand. */
import { describe, expect, test } from 'vitest'
import { calculateMean, calculatePercentile, measure } from '../scripts/evaluation/measures.ts'

describe('a ranking', () => {
  const relevant = new Set(['a', 'b'])
  test.each([
    [['a', 'b'], { recall10: 1, map10: 1, ndcg10: 1 }],
    [['x', 'y'], { recall10: 0, map10: 0, ndcg10: 0 }],
    [['x', 'a'], { recall10: 0.5, map10: 0.25, ndcg10: 0.63093 / 1.63093 }],
    [['a', 'x', 'b'], { recall10: 1, map10: (1 + 2 / 3) / 2, ndcg10: 1.5 / 1.63093 }],
    [[...'0123456789', 'a'], { recall10: 0, map10: 0, ndcg10: 0 }],
  ])('%j', (ranked, expected) => {
    for (const [name, value] of Object.entries(measure(ranked, relevant)))
      expect(value, name).toBeCloseTo(expected[name as keyof typeof expected], 4)
  })
})

test('means and percentiles', () => {
  expect(calculateMean([1, 2, 6])).toBe(3)
  expect(calculateMean([])).toBe(0)
  expect(calculatePercentile([5, 1, 3, 2, 4], 0.5)).toBe(3)
  expect(calculatePercentile([5, 1, 3, 2, 4], 0.95)).toBe(5)
})
