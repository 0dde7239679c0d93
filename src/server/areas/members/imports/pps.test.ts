import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getPropertyRuns } from '../../../../../test/harness/property-runs.ts'
import { calculatePpsCheckLetter } from '../../../../contract/pps-number.ts'
import { maskCell, maskPpsNumber, readPpsNumber } from './pps.ts'

test.each([
  ['1234567FA', '1234567FA'],
  [' 1234567fa ', '1234567FA'],
  ['1234567 FA', '1234567FA'],
  ['1234-567.FA', '1234567FA'],
  ['1234567\u200bFA', '1234567FA'],
  ['\u00a01234567FA\u00a0', '1234567FA'],
])('%s', (text, value) => {
  expect(readPpsNumber(text)).toEqual({ value })
})

test.each(['1234567T', '6433435F', '1234567TW'])('%s has the form used before 2013', (value) => {
  expect(readPpsNumber(value)).toEqual({ value, note: 'OLD_STYLE' })
})

test.each([
  ['1234567A', /check letter does not fit/],
  ['6433435E', /check letter does not fit/],
  ['1234567TA', /check letter does not fit/],
  ['123456T', /fewer than 7 digits/],
  ['12345678T', /more than 7 digits/],
  ['1234567XA', /not a PPS number/],
  ['1234567TJ', /not a PPS number/],
  ['IE1234567FA', /not a PPS number/],
  ['pending', /not a PPS number/],
  ['0000000W', /placeholder/],
  ['000W', /placeholder/],
  ['1234567', /letters of the PPS number are missing/],
  ['1.23E+06', /Excel/],
  ['1,23E+06', /Excel/],
  ['1.234567E6', /Excel/],
  ['1E+06', /Excel/],
  ['1/1/2026', /not a PPS number/],
])('%s is refused', (text, problem) => {
  expect(readPpsNumber(text)).toEqual({ problem: expect.stringMatching(problem) })
})

test('a lost leading zero is reported with masked digits, and never restored', () => {
  const letters = `${calculatePpsCheckLetter('0123456', 'A')}A`
  expect(readPpsNumber(`123456${letters}`)).toEqual({
    problem: `A leading zero may be missing (0******${letters}): enter the whole number`,
  })
})

test('an empty cell is no number and no problem', () => {
  expect(readPpsNumber(' ')).toBeNull()
})

test.each([
  ['1234567FA', '*******FA'],
  ['1234567fa', '*******FA'],
  ['1234 567-F.A', '*******FA'],
  ['1234567', '*******'],
  ['123456FA', '******FA'],
  ['12345678FA', '********FA'],
  ['1.23E+06', '*.**E+**'],
  ['was 1234567FA until May', 'was *******FA until May'],
  ['１２３４５６７FA', '*******FA'],
  ['n/a', 'n/a'],
  ['', ''],
])('%s in the PPS column is masked as %s', (text, left) => {
  expect(maskPpsNumber(text)).toBe(left)
})

test.each([
  ['1 Main Street, D02 X285', '1 Main Street, D02 X285'],
  ['1234567', '1234567'],
  ['1234.56', '1234.56'],
  ['1234567A', '1234567A'],
  ['see 1234567FA', 'see *******FA'],
  ['1234567FA', '*******FA'],
  ['1234567 fa', '*******FA'],
  ['１２３４５６７FA', '*******FA'],
  ['W17 (1234567T)', 'W** (*******T)'],
])('%s in another column is masked as %s', (text, left) => {
  expect(maskCell(text)).toBe(left)
})

const digits = fc.stringMatching(/^\d{7}$/).filter((text) => text !== '0000000')
const written = fc
  .tuple(digits, fc.constantFrom('', 'A', 'H', 'W'), fc.array(fc.constantFrom('', ' ', '-', '.', '\u00a0')))
  .map(([seven, second, between]) =>
    [...`${seven}${calculatePpsCheckLetter(seven, second)}${second}`]
      .map((one, at) => (between[at] ?? '') + one)
      .join(''),
  )

test('no mask and no message contains four digits in a row of a PPS number, in any form and position', () => {
  const around = fc.constantFrom('', 'PPSN ', '(', 'of: ')
  fc.assert(
    fc.property(written, around, (number, before) => {
      const text = before + number
      for (const left of [maskPpsNumber(text), maskCell(text)])
        expect(left.replace(/[^\p{N}]/gu, '')).not.toMatch(/\d{4}/)
    }),
    { numRuns: getPropertyRuns(1_000) },
  )
})

test('for every cell, an issue names none of its digits and a mask leaves none', () => {
  const cell = fc.oneof(fc.string({ unit: 'grapheme' }), written, fc.stringMatching(/^[\dA-X .-]{0,14}$/))
  fc.assert(
    fc.property(cell, (text) => {
      const read = readPpsNumber(text)
      if (read && 'problem' in read)
        expect(read.problem.replace(/(?:than )?7 digits|2 letters|1 or/g, '')).not.toMatch(/[1-9]/)
      expect(maskPpsNumber(text)).not.toMatch(/\p{N}/u)
      maskCell(text)
    }),
    { numRuns: getPropertyRuns(2_000) },
  )
})
