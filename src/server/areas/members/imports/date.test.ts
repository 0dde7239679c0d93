import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getPropertyRuns } from '../../../../../test/harness/property-runs.ts'
import { readDate } from './date.ts'

test.each([
  ['21/03/2026', '2026-03-21'],
  ['1/3/2026', '2026-03-01'],
  ['01-03-2026', '2026-03-01'],
  ['01.03.2026', '2026-03-01'],
  ['2026-03-21', '2026-03-21'],
  ['2026/03/21', '2026-03-21'],
  ['2026-03-21T00:00:00', '2026-03-21'],
  ['2026-03-21T00:00:00.000Z', '2026-03-21'],
  ['2026-03-21 00:00:00', '2026-03-21'],
  ['21/03/2026 00:00', '2026-03-21'],
  ['21-Mar-26', '2026-03-21'],
  ['21-MAR-2026', '2026-03-21'],
  ['1 march 2026', '2026-03-01'],
  ['21\u00a0Sept\u00a02026', '2026-09-21'],
  ['21Mar2026', '2026-03-21'],
  ['29/02/2024', '2024-02-29'],
  ['29/02/00', '2000-02-29'],
  ['01/01/68', '2068-01-01'],
  ['01/01/69', '1969-01-01'],
  ['01/01/1900', '1900-01-01'],
  ['31/12/2199', '2199-12-31'],
  ['12/11/2026', '2026-11-12'],
])('%s is %s', (text, day) => {
  expect(readDate(text)).toEqual({ value: day })
})

test.each([
  ['46102', '2026-03-21'],
  ['46102.0', '2026-03-21'],
  ['20000', '1954-10-03'],
  ['60000', '2064-04-08'],
])('%s is %s as an Excel serial date, with a note', (text, day) => {
  expect(readDate(text)).toEqual({ value: day, note: 'EXCEL_SERIAL' })
})

test.each([
  ['12/31/2026', /day first/],
  ['3/21/26', /day first/],
  ['31/02/2026', /no such day/],
  ['29/02/2026', /no such day/],
  ['31/04/2026', /no such day/],
  ['00/01/2026', /no such day/],
  ['32/13/2026', /no such day/],
  ['2026-13-01', /no such day/],
  ['2026-02-30', /no such day/],
  ['31-Feb-2026', /no such day/],
  ['01/01/1899', /between 1900 and 2199/],
  ['01/01/2200', /between 1900 and 2199/],
  ['0001-01-01', /between 1900 and 2199/],
  ['2026-03-21T09:30:00', /time of day/],
  ['21/03/2026 14:00', /time of day/],
  ['19999', /not a date/],
  ['60001', /not a date/],
  ['46102.5', /not a date/],
  ['21032026', /not a date/],
  ['2026', /not a date/],
  ['21/03', /not a date/],
  ['21/03-2026', /not a date/],
  ['March 21, 2026', /not a date/],
  ['21-Mai-2026', /not a date/],
  ['tomorrow', /not a date/],
  ['21/03/202', /not a date/],
])('%s is refused', (text, problem) => {
  expect(readDate(text)).toEqual({ problem: expect.stringMatching(problem) })
})

test.each([
  ['21/11/26', '2026-11-21'],
  ['22/11/26', '1926-11-22'],
  ['05/06/70', '1970-06-05'],
  ['05/06/08', '2008-06-05'],
  ['29/02/24', '2024-02-29'],
])('a date of birth %s is read as %s on 21 Nov 2026', (text, day) => {
  expect(readDate(text, { notAfter: '2026-11-21' })).toEqual({ value: day })
})

test('an empty cell is no date and no problem', () => {
  expect(readDate('')).toBeNull()
  expect(readDate(' \u00a0')).toBeNull()
})

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

test('any date is read correctly in every notation', () => {
  const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  const form = fc.constantFrom<(y: string, m: string, d: string) => string>(
    (y, m, d) => `${y}-${m}-${d}`,
    (y, m, d) => `${d}/${m}/${y}`,
    (y, m, d) => `${Number(d)}/${Number(m)}/${y}`,
    (y, m, d) => `${d}.${m}.${y}`,
    (y, m, d) => `${d}-${m}-${y}`,
    (y, m, d) => `${d}-${MONTHS[Number(m) - 1]?.slice(0, 3)}-${y}`,
    (y, m, d) => `${d} ${MONTHS[Number(m) - 1]} ${y}`,
    (y, m, d) => `${y}-${m}-${d}T00:00:00`,
  )
  fc.assert(
    fc.property(day, form, (at, write) => {
      const iso = at.toISOString().slice(0, 10)
      const [y, m, d] = iso.split('-') as [string, string, string]
      expect(readDate(write(y, m, d))).toEqual({ value: iso })
    }),
    { numRuns: getPropertyRuns(1_000) },
  )
})

test('every cell is an existing date, an issue or empty', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^\d{1,5}[-/. ]?(\d{1,2}|[A-Za-z]{3})?[-/. ]?\d{0,4}(T\d\d:\d\d)?$/),
  )
  fc.assert(
    fc.property(cell, fc.constantFrom(undefined, '2026-11-21'), (text, notAfter) => {
      const read = readDate(text, notAfter === undefined ? {} : { notAfter })
      if (read && 'value' in read)
        expect(new Date(`${read.value}T00:00:00Z`).toISOString().slice(0, 10)).toBe(read.value)
    }),
    { numRuns: getPropertyRuns(2_000) },
  )
})
