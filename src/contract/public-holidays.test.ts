import { describe, expect, test } from 'vitest'
import { toWorkingDayOnOrAfter } from './public-holidays.ts'

describe('the first working day on or after a day', () => {
  test.each([
    ['2026-11-30', '2026-11-30'],
    ['2026-01-01', '2026-01-02'],
    // Brigid's Day: the first Monday, or 1 February where it is a Friday; none before 2023.
    ['2026-02-02', '2026-02-03'],
    ['2030-02-01', '2030-02-04'],
    ['2030-02-04', '2030-02-04'],
    ['2022-02-07', '2022-02-07'],
    ['2026-03-17', '2026-03-18'],
    // Good Friday is a working day; after it come the weekend and Easter Monday.
    ['2026-04-03', '2026-04-03'],
    ['2026-04-04', '2026-04-07'],
    ['2024-04-01', '2024-04-02'],
    ['2038-04-26', '2038-04-27'],
    ['2027-03-29', '2027-03-30'],
    ['2026-05-04', '2026-05-05'],
    ['2026-06-01', '2026-06-02'],
    ['2026-08-01', '2026-08-04'],
    ['2026-10-24', '2026-10-27'],
    ['2027-10-25', '2027-10-26'],
    ['2026-12-25', '2026-12-28'],
    ['2027-12-31', '2027-12-31'],
    ['2028-01-01', '2028-01-03'],
  ])('%s: %s', (day, workingDay) => expect(toWorkingDayOnOrAfter(day)).toBe(workingDay))
})
