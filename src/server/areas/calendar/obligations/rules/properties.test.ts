/** Properties of the calendar arithmetic for all year ends and all days. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getPropertyRuns } from '../../../../../../test/harness/property-runs.ts'
import {
  addDays,
  addMonths,
  countDaysBetween,
  countDaysInMonth,
  toEndOfMonth,
} from '../../../../../contract/civil-dates.ts'
import { listYearEndsBetween } from './scheme-years.ts'
import { listTrainingRounds } from './trustees.ts'

const aYearEnd = fc
  .record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 31 }) })
  .filter(({ month, day }) => day <= countDaysInMonth(2024, month))
const aDay = fc
  .date({ min: new Date('2000-01-01T12:00:00Z'), max: new Date('2060-12-31T12:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('every scheme year ends once a year on its date, in February on the last day', () => {
  fc.assert(
    fc.property(aYearEnd, fc.integer({ min: 1990, max: 2090 }), ({ month, day }, year) => {
      const ends = listYearEndsBetween(
        [{ month, day, effectiveFrom: null }],
        `${year}-01-01`,
        `${year + 9}-12-31`,
      )
      expect(ends).toHaveLength(10)
      for (const end of ends) {
        expect(Number(end.slice(5, 7))).toBe(month)
        if (month === 2 && day >= 28) expect(end).toBe(toEndOfMonth(end))
        else expect(Number(end.slice(8))).toBe(day)
      }
    }),
    { numRuns: getPropertyRuns(500) },
  )
})

test('a changed year end makes one shorter or longer year, and skips no year end', () => {
  fc.assert(
    fc.property(aYearEnd, aYearEnd, aDay, (one, other, from) => {
      const rules = [
        { ...one, effectiveFrom: null },
        { ...other, effectiveFrom: from },
      ]
      const ends = listYearEndsBetween(rules, addMonths(from, -60), addMonths(from, 60))
      for (const [index, end] of ends.entries()) {
        const next = ends[index + 1]
        if (next) expect(countDaysBetween(end, next)).toBeLessThanOrEqual(2 * 366)
        const rule = end < from ? one : other
        expect(Number(end.slice(5, 7))).toBe(rule.month)
      }
      expect(ends).toEqual([...new Set(ends)].sort())
    }),
    { numRuns: getPropertyRuns(500) },
  )
})

test('training is due two years after the previous one, and only the last round is open', () => {
  fc.assert(
    fc.property(
      aDay,
      fc.array(fc.integer({ min: 0, max: 6000 }), { maxLength: 8 }),
      (appointedOn, offsets) => {
        const trainedOn = offsets.map((days) => addDays(appointedOn, days))
        const rounds = listTrainingRounds(appointedOn, trainedOn, { commencedOn: '2010-02-01' })
        for (const [index, { dueOn, legalEndOn, metOn }] of rounds.entries()) {
          const before = rounds[index - 1]
          expect(dueOn <= legalEndOn).toBe(true)
          expect(metOn === null || trainedOn.includes(metOn)).toBe(true)
          if (before?.metOn) expect(dueOn).toBe(addMonths(before.metOn, 24))
          if (before?.metOn && metOn) expect(metOn > before.metOn).toBe(true)
        }
        const last = [...trainedOn].sort().at(-1)
        expect(rounds.at(-1)?.dueOn).toBe(
          last ? addMonths(last, 24) : addMonths(rounds[0]?.dueOn as string, 24),
        )
        expect(rounds.at(-1)?.metOn).toBeNull()
      },
    ),
    { numRuns: getPropertyRuns(500) },
  )
})
