import { describe, expect, test } from 'vitest'
import { formatDate } from '../contract/value-format.ts'
import {
  formatDays,
  formatFileSize,
  formatTimeAgo,
  formatTypedDate,
  formatTypedInstant,
  formatWeekday,
  formatYearEnd,
  getTodayInDublin,
  parseTypedDate,
  parseTypedMoment,
  toDublinDate,
} from './format.ts'

describe('a typed date and time', () => {
  test.each([
    ['21/03/2026 14:05', '2026-03-21T14:05:00.000Z'],
    ['1/7/2026 9:30', '2026-07-01T08:30:00.000Z'],
    ['21 Nov 2026, 17.30', '2026-11-21T17:30:00.000Z'],
    ['01/07/2026 00:10', '2026-06-30T23:10:00.000Z'],
    // The hour that comes twice, and the one that is skipped.
    ['25/10/2026 01:30', '2026-10-25T00:30:00.000Z'],
    ['29/03/2026 01:30', null],
    ['21/03/2026', null],
    ['21/03/2026 24:00', null],
    ['soon', null],
  ])('%s is %s', (text, instant) => expect(parseTypedMoment(text)).toBe(instant))

  test('an instant is shown in the format in which users type it', () =>
    expect(formatTypedInstant('2026-07-01T08:30:00.000Z')).toBe('01/07/2026 09:30'))
})

describe('dates', () => {
  test.each([
    ['2026-04-21', 'Tue 21 Apr'],
    ['2026-09-18', 'Fri 18 Sep'],
  ])('the day of the week of %s is %s', (date, words) => expect(formatWeekday(date)).toBe(words))

  test('today is the day in Dublin', () => {
    expect(getTodayInDublin(new Date('2026-06-30T22:59:59Z'))).toBe('2026-06-30')
    expect(getTodayInDublin(new Date('2026-06-30T23:00:00Z'))).toBe('2026-07-01')
  })
  test('the day of an instant is the day in Dublin', () => {
    expect(toDublinDate('2026-06-30T23:30:00.000Z')).toBe('2026-07-01')
    expect(toDublinDate('2026-01-15T23:30:00.000Z')).toBe('2026-01-15')
  })
  test('a year end can be 29 February', () => {
    expect(formatYearEnd({ month: 2, day: 29 })).toBe('29 Feb')
    expect(formatYearEnd({ month: 12, day: 31 })).toBe('31 Dec')
  })
})

describe('the size of a file', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1,023 bytes'],
    [1024, '1 kB'],
    [348_160, '340 kB'],
    [1_258_291, '1.2 MB'],
    [26_214_400, '25 MB'],
  ])('%i bytes are shown as %s', (bytes, words) => expect(formatFileSize(bytes)).toBe(words))
})

describe('a typed date', () => {
  test.each([
    ['21/03/2026', '2026-03-21'],
    ['1/3/2026', '2026-03-01'],
    ['21.03.2026', '2026-03-21'],
    ['21-3-2026', '2026-03-21'],
    ['21 3 2026', '2026-03-21'],
    ['  2026-03-21 ', '2026-03-21'],
    ['2026-3-1', '2026-03-01'],
    ['29/02/2024', '2024-02-29'],
    // Day first: the other reading would be the 4th of March.
    ['03/04/2026', '2026-04-03'],
    ['21 Mar 2026', '2026-03-21'],
    ['1 september 2026', '2026-09-01'],
  ])('%j is %s', (typed, date) => expect(parseTypedDate(typed)).toBe(date))

  test.each([
    '',
    ' ',
    '29/02/2026',
    '31/04/2026',
    '32/01/2026',
    '0/1/2026',
    '21/13/2026',
    '03/21/2026',
    '21/3/26',
    '21/03/20261',
    '21/03',
    '21 Marsh x 2026',
    '31 Feb 2026',
    '2026-02-30',
    '2026/03/21',
    'tomorrow',
    '٢١/٠٣/٢٠٢٦',
  ])('%j is not accepted', (typed) => expect(parseTypedDate(typed)).toBeNull())

  test('a date shown in a field is parsed again', () => {
    expect(formatTypedDate('2026-03-21')).toBe('21/03/2026')
    expect(parseTypedDate(formatTypedDate('2026-03-21'))).toBe('2026-03-21')
    expect(parseTypedDate(formatDate('2026-03-21'))).toBe('2026-03-21')
  })
})

describe('how long ago', () => {
  const now = new Date('2026-03-23T10:00:00Z')
  test.each([
    ['2026-03-23T10:00:10Z', 'just now'],
    ['2026-03-23T09:59:40Z', 'just now'],
    ['2026-03-23T09:59:00Z', '1 minute ago'],
    ['2026-03-23T09:01:00Z', '59 minutes ago'],
    ['2026-03-23T09:00:00Z', '1 hour ago'],
    ['2026-03-22T11:00:00Z', '23 hours ago'],
    ['2026-03-22T10:00:00Z', 'yesterday'],
    // 35 hours, and yet the day before yesterday.
    ['2026-03-21T23:00:00Z', '2 days ago'],
    ['2026-03-16T10:00:00Z', '7 days ago'],
    ['2026-03-15T23:59:00Z', '15 Mar 2026'],
    // A day later in Dublin than in UTC.
    ['2025-06-30T23:30:00Z', '1 Jul 2025'],
  ])('%s was %s', (instant, words) => expect(formatTimeAgo(instant, now)).toBe(words))
})

test.each([
  [1, '1 day'],
  [99, '99 days'],
  [100, '3 months'],
  [365, '12 months'],
  [699, '22 months'],
  [700, '23 months'],
  // Two years without a leap day.
  [730, '2 years'],
  [2046, '5 years'],
])('%s days are %s', (days, words) => expect(formatDays(days)).toBe(words))
