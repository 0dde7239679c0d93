import { expect, test } from 'vitest'
import { placeSegments } from './stacked-columns.tsx'

test('parts are stacked from the bottom up in proportion to the highest column', () => {
  expect(placeSegments([2, 0, 2], 4)).toEqual([
    { part: 0, y: 50, height: 50 },
    { part: 2, y: 0, height: 50 },
  ])
})

test('a part with a small value stays visible; a negative one is in the table only', () => {
  expect(placeSegments([1], 1000)[0]?.height).toBe(1.5)
  expect(placeSegments([0, -5], 5)).toEqual([])
})
