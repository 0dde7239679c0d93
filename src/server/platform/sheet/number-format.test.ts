import { afterEach, describe, expect, test, vi } from 'vitest'
import { classifyNumberFormat, formatNumber } from './number-format.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the meaning of a number format', () => {
  test.each([
    [14, undefined],
    [22, undefined],
    [31, undefined],
    [57, undefined],
    [164, 'dd/mm/yyyy'],
    [164, 'yyyy-mm-dd hh:mm:ss'],
    [164, 'D-MMM-YY'],
    [164, 'mmm\\-yy'],
    [164, 'mmmm'],
    [164, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy'],
    [164, '[Red]dd/mm/yyyy;@'],
    [164, '[<45000]"Old: "yyyy;yyyy'],
    // A built-in number may have another code.
    [10, 'dd.mm.yyyy'],
  ])('%i %s is a date', (id, code) => {
    expect(classifyNumberFormat(id, code)).toBe('DATE')
  })

  test.each([
    [0, undefined],
    [1, undefined],
    [4, undefined],
    [18, undefined],
    [21, undefined],
    [46, undefined],
    [49, undefined],
    [164, 'General'],
    [164, '#,##0.00'],
    [164, '#,##0.00" days"'],
    [164, '#,##0.00\\d'],
    [164, '[$€-x-euro2] #,##0.00;[Red]-[$€-x-euro2] #,##0.00'],
    [164, '_-* #,##0.00\\ [$€-83C]_-;-* #,##0.00_d'],
    [164, '0.00E+00'],
    [164, '[h]:mm'],
    [164, '[mm]:ss'],
    [164, 'h:mm AM/PM'],
    [164, 'mm:ss.0'],
    [164, '@'],
    [164, '0'],
    [14, '0.00'],
  ])('%i %s is a number', (id, code) => {
    expect(classifyNumberFormat(id, code)).toBe('PLAIN')
  })

  test.each([
    [9, undefined],
    [10, undefined],
    [164, '0.0%'],
    [164, '#,##0.00\\ %;[Red]-0%'],
  ])('%i %s is a percentage', (id, code) => {
    expect(classifyNumberFormat(id, code)).toBe('PERCENT')
  })

  test.each([
    ['00000', { prefix: '', digits: 5 }],
    ['"EMP-"0000', { prefix: 'EMP-', digits: 4 }],
  ])('%s pads with zeros', (code, expected) => {
    expect(classifyNumberFormat(164, code)).toEqual(expected)
  })
})

const ZONES = ['UTC', 'Europe/Dublin', 'America/Los_Angeles', 'Pacific/Kiritimati']

describe.each(ZONES)('a date in a workbook that is read in %s', (zone) => {
  test.each([
    ['1', '1900-01-01'],
    ['59', '1900-02-28'],
    // That date never existed, but Excel has it.
    ['60', '1900-02-29'],
    ['61', '1900-03-01'],
    ['25569', '1970-01-01'],
    ['45351', '2024-02-29'],
    ['46325', '2026-10-30'],
    // The clocks change in Dublin on 25 October 2026.
    ['46320', '2026-10-25'],
    ['46325.999988', '2026-10-30'],
    ['2958465', '9999-12-31'],
  ])('%s is %s', (serial, date) => {
    vi.stubEnv('TZ', zone)
    expect(formatNumber(serial, 'DATE', false)).toBe(date)
  })

  test.each([
    ['0', '1904-01-01'],
    ['44863', '2026-10-30'],
    ['60', '1904-03-01'],
  ])('%s is %s in the 1904 date system', (serial, date) => {
    vi.stubEnv('TZ', zone)
    expect(formatNumber(serial, 'DATE', true)).toBe(date)
  })
})

test.each([
  ['0', '0'],
  ['-1', '-1'],
  ['0.25', '0.25'],
  ['2958466', '2958466'],
  ['1E+15', '1000000000000000'],
])('%s is not a date in any format', (serial, text) => {
  expect(formatNumber(serial, 'DATE', false)).toBe(text)
})

test('a date beyond the year 9999 in the 1904 date system is a number', () => {
  expect(formatNumber('2958465', 'DATE', true)).toBe('2958465')
})

test.each([
  ['1234.1', '1234.1'],
  ['1234.1000000001', '1234.1'],
  ['1234.0999999999999', '1234.1'],
  ['0.30000000000000004', '0.3'],
  ['150.005', '150.005'],
  ['4000.0000000000005', '4000'],
  ['-12.34', '-12.34'],
  ['-1E-12', '0'],
  ['1.2340999999999999E3', '1234.1'],
  ['353871234567', '353871234567'],
  ['9007199254740991', '9007199254740991'],
  ['1E+20', '100000000000000000000'],
  ['1.5E-3', '0.0015'],
  ['-0', '0'],
  ['0', '0'],
  // Text that is not a number stays unchanged.
  ['', ''],
  [' ', ' '],
  ['1E+999', '1E+999'],
  ['12,5', '12,5'],
])('the number %s is shown as %s', (raw, text) => {
  expect(formatNumber(raw, 'PLAIN', false)).toBe(text)
})

test.each([
  ['0.05', 'PERCENT', '5%'],
  ['0.07', 'PERCENT', '7%'],
  ['0.0525', 'PERCENT', '5.25%'],
  ['1', 'PERCENT', '100%'],
  ['7', { prefix: '', digits: 5 }, '00007'],
  ['7', { prefix: 'W', digits: 3 }, 'W007'],
  ['123456', { prefix: '', digits: 5 }, '123456'],
  ['-7', { prefix: '', digits: 5 }, '-7'],
] as const)('%s as %o is shown as %s', (raw, format, text) => {
  expect(formatNumber(raw, format, false)).toBe(text)
})
