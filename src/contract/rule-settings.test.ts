import { expect, test } from 'vitest'
import { calculateTaxReliefLimit, RuleSettings } from './rule-settings.ts'

const DEFAULTS = RuleSettings.parse({})

test.each([
  [0, 15],
  [29, 15],
  [30, 20],
  [39, 20],
  [40, 25],
  [49, 25],
  [50, 30],
  [54, 30],
  [55, 35],
  [59, 35],
  [60, 40],
  [75, 40],
])('at %i the tax relief limit is %i per cent of at most 115,000 euro', (age, percent) =>
  expect(calculateTaxReliefLimit(DEFAULTS, { year: 2026, age })).toEqual({ percent, capCents: 115_000_00 }),
)

test('a year uses the latest figures that began by then, and none before the first', () => {
  const settings = {
    taxReliefAgeLimits: [
      { fromYear: 2011, fromAge: 0, percent: 15 },
      { fromYear: 2011, fromAge: 30, percent: 20 },
      { fromYear: 2027, fromAge: 0, percent: 12.5 },
    ],
    taxReliefEarningsCaps: [
      { fromYear: 2028, amountCents: 3 },
      { fromYear: 2011, amountCents: 1 },
    ],
  }
  const limit = (year: number) => calculateTaxReliefLimit(settings, { year, age: 35 })
  expect(limit(2010)).toBeNull()
  expect(limit(2026)).toEqual({ percent: 20, capCents: 1 })
  expect(limit(2027)).toEqual({ percent: 12.5, capCents: 1 })
  expect(limit(2028)).toEqual({ percent: 12.5, capCents: 3 })
})

test.each([
  { taxReliefAgeLimits: [0, 0].map((fromAge) => ({ fromYear: 2026, fromAge, percent: 10 })) },
  { taxReliefEarningsCaps: [1, 2].map((amountCents) => ({ fromYear: 2026, amountCents })) },
  { governanceReviewMonths: 0 },
])('refuses %j', (settings) => expect(RuleSettings.safeParse(settings).success).toBe(false))
