import { expect, test } from 'vitest'
import { toLastDayOfMonth } from '../../../../contract/civil-dates.ts'
import { splitIntoWeeks } from './month-weeks.ts'

test.each([
  ['2026-11', '2026-10-26', '2026-12-06', 6],
  ['2026-02', '2026-01-26', '2026-03-01', 5],
  // Begins on a Monday and ends on a Sunday.
  ['2027-02', '2027-02-01', '2027-02-28', 4],
  ['2028-02', '2028-01-31', '2028-03-05', 5],
])('%s is shown from %s to %s', (month, first, last, weeks) => {
  const shown = splitIntoWeeks(month)
  expect(shown).toHaveLength(weeks)
  expect(shown.every((week) => week.length === 7)).toBe(true)
  expect([shown[0]?.[0], shown.at(-1)?.at(-1)]).toEqual([first, last])
  expect(shown.flat()).toContain(`${month}-01`)
  expect(shown.flat()).toContain(toLastDayOfMonth(month))
})
