/** The form of a PPS number and its check letter, and where one is written in a text. */
import { toPlainText } from './plain-text.ts'

/** Remainder 0 is W, 1 is A … 22 is V. */
const CHECK_LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV'

/** Upper case, without spaces, dots and hyphens. */
export const normalisePpsNumber = (text: string): string => text.toUpperCase().replace(/[\s.\-‐-―]/g, '')

/**
 * Seven digits, a check letter A to W and, since 2013, a second letter that enters the sum when it is A to I;
 * T, W and X are legacy second letters and add nothing. All zeros is a placeholder, not a number.
 */
export function isValidPpsNumber(normalised: string): boolean {
  if (!/^\d{7}[A-W][A-ITWX]?$/.test(normalised) || normalised.startsWith('0000000')) return false
  return normalised[7] === calculatePpsCheckLetter(normalised.slice(0, 7), normalised[8])
}

export function calculatePpsCheckLetter(sevenDigits: string, secondLetter = ''): string {
  let sum = 0
  for (let i = 0; i < 7; i++) sum += Number(sevenDigits[i]) * (8 - i)
  if (/^[A-I]$/.test(secondLetter)) sum += 9 * (secondLetter.charCodeAt(0) - 64)
  return CHECK_LETTERS[sum % 23] as string
}

/** True where a PPS number is written anywhere in the text, however it is spaced, bracketed or disguised. */
export const hasPpsNumber = (text: string): boolean =>
  readPpsNumbers(toPlainText(text)).some(({ readings }) => readings.some(isValidPpsNumber))

export interface WrittenPpsNumber {
  /** In normal form: with one letter and, where two may belong to it, with both. */
  readings: string[]
  /** Letters in lower case after a gap may be a word. */
  isWord: boolean
}

/** Other characters that may stand between two digits, and between the digits and the letters. */
const LONGEST_GAP = 3
const DIGITS = 7

/**
 * Everything in a text made plain that has the form of a PPS number: seven digits and one or two letters. With gaps, the letters are a word
 * of their own, or any number before any word would be one in twenty times. Takes time in proportion to the text.
 */
export function readPpsNumbers(plain: string): WrittenPpsNumber[] {
  const found: WrittenPpsNumber[] = []
  for (let at = 0; at < plain.length; at++) {
    if (!isDigit(plain[at])) continue
    const written = readAt(plain, at)
    if (written) found.push(written)
  }
  return found
}

const isDigit = (character = ''): boolean => character >= '0' && character <= '9'
const isLetter = (character = ''): boolean => /^[A-Za-z]$/.test(character)
const isAlphanumeric = (character = ''): boolean => /^[\p{L}\p{N}]$/u.test(character)

/** 2009/138/EC is a directive. */
const OF_AN_INSTRUMENT = /^\/E[CU]$/

function readAt(plain: string, start: number): WrittenPpsNumber | null {
  let digits = plain.charAt(start)
  let at = start + 1
  while (digits.length < DIGITS) {
    at = skipGap(plain, at, LONGEST_GAP)
    if (!isDigit(plain[at])) return null
    digits += plain.charAt(at++)
  }
  const gapEnd = skipGap(plain, at, LONGEST_GAP)
  const first = plain.charAt(gapEnd)
  if (!isLetter(first)) return null
  const isClosed = gapEnd - start === DIGITS
  // A longer number, such as two years, has gaps where a PPS number has digits.
  if (!isClosed && isDigit(plain[start - 1])) return null
  const hasGap = gapEnd > at
  const next = plain.charAt(gapEnd + 1)
  const secondAt = isLetter(next) ? gapEnd + 1 : skipGap(plain, gapEnd + 1, LONGEST_GAP)
  const second =
    isLetter(plain[secondAt]) && !isAlphanumeric(plain[secondAt + 1]) ? plain.charAt(secondAt) : ''
  const readings: string[] = []
  // Two letters after a gap are one word: only together they may be those of a number.
  if (isClosed || !isAlphanumeric(next)) readings.push(digits + first)
  if (second !== '' || (isClosed && isLetter(next))) readings.push(digits + first + (second || next))
  if (readings.length === 0) return null
  const letters = first + second
  if (hasGap && OF_AN_INSTRUMENT.test(plain.slice(at, gapEnd) + letters)) return null
  return {
    readings: readings.map((one) => one.toUpperCase()),
    isWord: hasGap && letters === letters.toLowerCase(),
  }
}

/** The index of what follows at most so many characters that are neither letters nor digits. */
function skipGap(plain: string, from: number, longest: number): number {
  let at = from
  while (at - from < longest && at < plain.length && !isAlphanumeric(plain[at])) at++
  return at
}
