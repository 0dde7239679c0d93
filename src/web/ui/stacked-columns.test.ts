import { expect, test } from 'vitest'
import { placeParts } from './stacked-columns.tsx'

test('parts are stacked from the bottom up in proportion to the highest column, with a seam', () => {
  expect(placeParts([2, 0, 2], 4)).toEqual([
    { part: 0, y: 48, height: 47 },
    { part: 2, y: 0, height: 47 },
  ])
})

test('a part with a small count stays visible', () => {
  expect(placeParts([1], 1000)[0]?.height).toBe(1)
  expect(placeParts([0, 0], 5)).toEqual([])
})
