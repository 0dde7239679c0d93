import { describe, expect, test } from 'vitest'
import { calculateEmployerLimit, type ReducedBy } from './employer-limit.ts'

const check = (
  contributions: number | null,
  own: number | null,
  reducedBy: ReducedBy | null = 'NOT_REDUCED',
  before: number | null = null,
) => {
  const { outcome, limitCents, aboveCents, missing } = calculateEmployerLimit(2026, contributions, [
    { year: 2025, emolumentsCents: before, reducedBy: null },
    { year: 2026, emolumentsCents: own, reducedBy },
  ])
  return [outcome, limitCents, aboveCents ?? missing]
}

describe('the employer limit of a PRSA (Finance Act 2024 s.12)', () => {
  test.each([
    ['equal to the emoluments', check(5000, 5000), ['WITHIN_LIMIT', 5000, null]],
    ['a cent above the emoluments', check(5001, 5000), ['ABOVE', 5000, 1]],
    ['no contributions', check(0, null, null), ['WITHIN_LIMIT', null, null]],
    ['within the emoluments, leave not recorded', check(5000, 5000, null), ['WITHIN_LIMIT', null, null]],
    ['leave: the year before counts', check(6000, 3000, 'SICK_LEAVE', 6000), ['WITHIN_LIMIT', 6000, null]],
    ['leave: above the year before', check(6001, 3000, 'UNPAID_LEAVE', 6000), ['ABOVE', 6000, 1]],
    ['leave, and yet not lower', check(7001, 7000, 'SOCIAL_WELFARE_BENEFIT', 6000), ['ABOVE', 7000, 1]],
    [
      'leave, emoluments of the year unknown',
      check(6000, null, 'SICK_LEAVE', 6000),
      ['WITHIN_LIMIT', null, null],
    ],
    ['not lower than the year before', check(6001, 6000, null, 6000), ['ABOVE', 6000, 1]],
    ['contributions not recorded', check(null, 5000), ['CANNOT_TELL', 5000, 'CONTRIBUTIONS']],
    ['emoluments not recorded', check(1, null), ['CANNOT_TELL', null, 'EMOLUMENTS']],
    ['leave not recorded', check(5001, 5000, null), ['CANNOT_TELL', null, 'REDUCED_BY']],
    ['lower, leave not recorded', check(5001, 5000, null, 6000), ['CANNOT_TELL', null, 'REDUCED_BY']],
    ['year before not recorded', check(5001, 5000, 'SICK_LEAVE'), ['CANNOT_TELL', null, 'EMOLUMENTS_BEFORE']],
  ])('%s', (_label, found, expected) => {
    expect(found).toEqual(expected)
  })

  test('without a record the result is not known', () => {
    expect(calculateEmployerLimit(2026, null, [])).toEqual({
      outcome: 'CANNOT_TELL',
      limitCents: null,
      aboveCents: null,
      missing: 'CONTRIBUTIONS',
    })
  })
})
