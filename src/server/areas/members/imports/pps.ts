/** Reads PPS numbers in a file, and masks them wherever a cell is shown. */
import {
  calculatePpsCheckLetter,
  hasPpsNumber,
  isValidPpsNumber,
  normalisePpsNumber,
} from '../../../../contract/pps-number.ts'
import { type Read, toPlainText } from './read.ts'

const PROBLEMS = {
  form: 'This is not a PPS number: 7 digits and 1 or 2 letters',
  digitsOnly: 'The letters of the PPS number are missing',
  excel: 'Excel has made a number of this PPS number: format the column as text and enter it again',
  few: 'The PPS number has fewer than 7 digits',
  many: 'The PPS number has more than 7 digits',
  zeros: 'This is a placeholder and no PPS number: leave the cell empty',
  check: 'The check letter does not fit the digits: look for a mistyped digit or letter',
}

/** Normalised and valid, or the reason why not. An invalid number is never repaired, and no message holds a digit of it. */
export function readPpsNumber(text: string): Read<string> {
  const plain = toPlainText(text)
  if (plain === '') return null
  if (/^\d+[.,]\d+E\+?\d+$|^\d+E\+\d+$/i.test(plain)) return { problem: PROBLEMS.excel }
  const value = normalisePpsNumber(plain)
  if (isValidPpsNumber(value)) return isOldStyle(value) ? { value, note: 'OLD_STYLE' } : { value }
  return { problem: getProblem(value) }
}

/** Before 2013 there was no second letter, or W, T or X for a reason of that time. */
const isOldStyle = (value: string): boolean => !/[A-I]$/.test(value.slice(8))

function getProblem(value: string): string {
  if (/^\d+$/.test(value)) return PROBLEMS.digitsOnly
  const [, digits, letters] = /^(\d+)([A-W][A-ITWX]?)$/.exec(value) ?? []
  if (digits === undefined || letters === undefined) return PROBLEMS.form
  if (digits.length > 7) return PROBLEMS.many
  if (/^0+$/.test(digits)) return PROBLEMS.zeros
  if (digits.length === 7) return PROBLEMS.check
  const padded = digits.padStart(7, '0')
  // The suggestion hides the digits, too.
  return calculatePpsCheckLetter(padded, letters[1]) === letters[0]
    ? `A leading zero may be missing (${'0'.repeat(7 - digits.length)}${'*'.repeat(digits.length)}${letters}): enter the whole number`
    : PROBLEMS.few
}

const DIGIT = /\p{N}/gu

/** Masks a cell of the PPS column: `*******FA`; other content keeps everything but its digits. */
export function maskPpsNumber(text: string): string {
  const [, letters] = /^\d{7}([A-Z]{1,2})$/.exec(normalisePpsNumber(toPlainText(text))) ?? []
  return letters === undefined ? text.replace(DIGIT, '*') : `*******${letters}`
}

/** Masks any other cell if it contains a PPS number. */
export const maskCell = (text: string): string => (hasPpsNumber(text) ? maskPpsNumber(text) : text)
