import { expect, test } from 'vitest'
import { hasQualifyingService } from './qualifying-service.ts'

const until = (endsOn: string, ...periods: [string, string?][]): boolean =>
  hasQualifyingService(
    periods.map(([fromOn, untilOn = endsOn]) => ({ fromOn, untilOn })),
    endsOn,
  )

test.each([
  ['one day less than two years', '2025-12-30', [['2024-01-01']], false],
  ['two years, the last day included', '2025-12-31', [['2024-01-01']], true],
  ['two years with a leap day', '2024-02-28', [['2022-03-01']], false],
  ['two years to the end of February', '2024-02-29', [['2022-03-01']], true],
  ['no period', '2025-12-31', [], false],
  ['two periods of a year each', '2025-12-31', [['2020-01-01', '2020-12-31'], ['2025-01-01']], true],
  ['two periods, a day short', '2025-12-31', [['2020-01-01', '2020-12-28'], ['2025-01-01']], false],
  ['days of two schemes that overlap, counted once', '2025-12-31', [['2025-01-01'], ['2024-07-01']], false],
  ['a period within another', '2025-12-31', [['2024-01-01'], ['2024-03-01', '2024-04-01']], true],
  ['service that began before 1991', '1993-01-01', [['1980-01-01']], false],
  ['service that ended by 1 June 2002', '2002-06-01', [['1995-01-01']], false],
  ['service that ended after it', '2002-06-02', [['1995-01-01']], true],
] as [string, string, [string, string?][], boolean][])('%s', (_, endsOn, periods, expected) => {
  expect(until(endsOn, ...periods)).toBe(expected)
})
