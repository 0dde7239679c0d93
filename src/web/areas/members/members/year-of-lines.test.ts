import { describe, expect, test } from 'vitest'
import { selectLastYear } from './year-of-lines.ts'

const buildLine = (payOn: string, eeCents: number, erCents: number, avcCents = 0, otherCents = 0) => ({
  payOn,
  eeCents,
  erCents,
  avcCents,
  totalCents: eeCents + erCents + avcCents + otherCents,
})

/** The latest first, as the service answers. */
const LINES = [
  buildLine('2026-02-27', 25_000, 30_000, 5_000),
  buildLine('2026-01-30', 25_000, 30_000, 0, 70_000),
  buildLine('2026-01-30', -1_000, 0),
  buildLine('2025-12-23', 99_000, 99_000),
]

describe('the last year', () => {
  test('is that of the last pay day; corrections count, the year before does not', () =>
    expect(selectLastYear(LINES, false)).toEqual({
      year: '2026',
      eeCents: 49_000,
      avcCents: 5_000,
      restCents: 130_000,
      totalCents: 184_000,
    }))

  test('is whole as soon as an earlier year has begun', () =>
    expect(selectLastYear(LINES, true)).toEqual(selectLastYear(LINES, false)))

  test('is not shown while more lines may follow, nor without lines', () => {
    expect(selectLastYear(LINES.slice(0, 3), true)).toBeNull()
    expect(selectLastYear(LINES.slice(0, 3), false)?.totalCents).toBe(184_000)
    expect(selectLastYear([], false)).toBeNull()
  })
})
