import { describe, expect, test } from 'vitest'
import {
  formatCount,
  formatDate,
  formatInstant,
  formatLongDate,
  formatLongInstant,
  formatLongMonth,
  formatMoney,
  formatMonth,
  formatNumber,
  toSentenceCase,
} from './value-format.ts'

describe('dates', () => {
  test.each([
    ['2026-03-21', '21 Mar 2026'],
    ['2026-09-01', '1 Sep 2026'],
    ['2024-02-29', '29 Feb 2024'],
    ['1900-01-01', '1 Jan 1900'],
  ])('%s is shown as %s in any time zone of the browser', (date, words) =>
    expect(formatDate(date)).toBe(words),
  )

  test('an instant is shown in Dublin time, in winter and in summer, with 24 hours', () => {
    expect(formatInstant('2026-01-15T23:30:00Z')).toBe('15 Jan 2026, 23:30')
    expect(formatInstant('2026-07-15T23:30:00Z')).toBe('16 Jul 2026, 00:30')
  })
  test.each([
    ['2026-10', 'Oct 2026'],
    ['2026-09', 'Sep 2026'],
    ['2027-01', 'Jan 2027'],
  ])('the month %s is shown as %s', (month, words) => expect(formatMonth(month)).toBe(words))
  test('in letters the month is written out', () => {
    expect(formatLongDate('2026-09-01')).toBe('1 September 2026')
    expect(formatLongMonth('2026-09')).toBe('September 2026')
    expect(formatLongInstant('2026-07-15T23:30:00Z')).toBe('16 July 2026 at 00:30')
  })
})

describe('money and counts', () => {
  test.each([
    [0, '€0.00'],
    [1, '€0.01'],
    [123_456, '€1,234.56'],
    [-5_000, '-€50.00'],
    [100_000_000_000, '€1,000,000,000.00'],
  ])('%i cents are shown as %s', (cents, words) => expect(formatMoney(cents)).toBe(words))

  test('counts have their noun, and thousands a comma', () => {
    expect(formatNumber(12_345)).toBe('12,345')
    expect(formatCount(1, 'scheme')).toBe('1 scheme')
    expect(formatCount(0, 'scheme')).toBe('0 schemes')
    expect(formatCount(1_200, 'policy', 'policies')).toBe('1,200 policies')
  })
})

test.each([
  ['Date of birth', 'date of birth'],
  ['E-mail address', 'e-mail address'],
  ['PPS number', 'PPS number'],
  ['CRO number', 'CRO number'],
  ['PB number', 'PB number'],
  ['AVCs allowed', 'AVCs allowed'],
  ['Central Bank reference', 'Central Bank reference'],
  ['Date of Revenue approval', 'date of Revenue approval'],
  ['Employer registered number (ERN)', 'employer registered number (ERN)'],
])('the label %j is %j in a sentence', (label, words) => expect(toSentenceCase(label)).toBe(words))
