import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  addMonthsToMonth,
  countDaysBetween,
  countDaysInMonth,
  toEndOfMonth,
  toWeekdayOnOrBefore,
} from './civil-dates.ts'

test.each([
  ['2025-12-31', 9, '2026-09-30'],
  ['2026-06-30', 9, '2027-03-30'],
  ['2026-02-28', 9, '2026-11-28'],
  ['2024-02-29', 36, '2027-02-28'],
  ['2026-11-21', 84, '2033-11-21'],
  ['2024-02-29', 84, '2031-02-28'],
  ['2024-02-29', 48, '2028-02-29'],
  ['2096-02-29', 48, '2100-02-28'],
  ['2026-08-31', 6, '2027-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2027-03-30', -1, '2027-02-28'],
  ['2026-01-15', -13, '2024-12-15'],
])('%s and %i months is %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected)
})

const aDay = fc
  .date({ min: new Date('1990-01-01T12:00:00Z'), max: new Date('2100-12-31T12:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('adding months keeps the day of the month, or uses the last day of a shorter month', () => {
  fc.assert(
    fc.property(aDay, fc.integer({ min: -600, max: 600 }), (day, months) => {
      const later = addMonths(day, months)
      const [year, month, date] = later.split('-').map(Number) as [number, number, number]
      expect(date).toBe(Math.min(Number(day.slice(8)), countDaysInMonth(year, month)))
      const [fromYear, fromMonth] = day.split('-').map(Number) as [number, number]
      expect(year * 12 + month - (fromYear * 12 + fromMonth)).toBe(months)
    }),
  )
})

test('counts each day once across clock changes', () => {
  fc.assert(
    fc.property(aDay, fc.integer({ min: -4000, max: 4000 }), (day, days) => {
      expect(countDaysBetween(day, addDays(day, days))).toBe(days)
    }),
  )
})

test('the end of February, and the Friday before a weekend', () => {
  expect(toEndOfMonth('2028-02-03')).toBe('2028-02-29')
  expect(toEndOfMonth('2026-02-28')).toBe('2026-02-28')
  expect(toWeekdayOnOrBefore('2026-11-21')).toBe('2026-11-20')
  expect(toWeekdayOnOrBefore('2026-11-22')).toBe('2026-11-20')
  expect(toWeekdayOnOrBefore('2026-11-23')).toBe('2026-11-23')
})

test.each([
  ['2026-11-21', '2026-11-21', 0],
  ['2026-11-20', '2026-11-21', 1],
  ['2026-11-21', '2026-11-20', -1],
  ['2026-03-28', '2026-03-30', 2],
  ['2026-12-31', '2027-12-31', 365],
])('from %s to %s there are %i days', (from, to, days) => expect(countDaysBetween(from, to)).toBe(days))

test.each([
  ['2026-01', -1, '2025-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-11', -23, '2024-12'],
  ['2026-11', 0, '2026-11'],
])('from %s, %i months on, it is %s', (month, months, then) =>
  expect(addMonthsToMonth(month, months)).toBe(then),
)
