import { expect, test } from 'vitest'
import { placeMoves } from './matrix-movement.tsx'

test('a moved item has both positions, others have one', () => {
  const [moved, stayed, added, gone] = placeMoves([
    { number: 1, from: { column: 5, row: 5 }, to: { column: 3, row: 2 } },
    { number: 2, from: { column: 1, row: 1 }, to: { column: 1, row: 1 } },
    { number: 3, from: null, to: { column: 2, row: 2 } },
    { number: 4, from: { column: 4, row: 4 }, to: null },
  ])
  expect(moved?.from?.x).toBeGreaterThan(moved?.to?.x ?? 0)
  // A higher row is further up.
  expect(moved?.from?.y).toBeLessThan(moved?.to?.y ?? 0)
  expect([stayed?.from, added?.from, gone?.to]).toEqual([null, null, null])
  expect([stayed?.to, added?.to, gone?.from]).not.toContain(null)
})

test('items with the same position are placed side by side', () => {
  const place = { column: 3, row: 3 }
  const placed = placeMoves([1, 2, 3].map((number) => ({ number, from: null, to: place })))
  expect(new Set(placed.map(({ to }) => `${to?.x} ${to?.y}`)).size).toBe(3)
})
