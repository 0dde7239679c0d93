/** The form of a PPS number and its check letter. */

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
  return normalised[7] === ppsCheckLetter(normalised.slice(0, 7), normalised[8])
}

export function ppsCheckLetter(sevenDigits: string, secondLetter = ''): string {
  let sum = 0
  for (let i = 0; i < 7; i++) sum += Number(sevenDigits[i]) * (8 - i)
  if (/^[A-I]$/.test(secondLetter)) sum += 9 * (secondLetter.charCodeAt(0) - 64)
  return CHECK_LETTERS[sum % 23] as string
}

/** Does a PPS number stand anywhere in a text that people wrote? */
export function mentionsPpsNumber(text: string): boolean {
  // Full-width digits and letters are digits and letters.
  const plain = text.normalize('NFKC')
  return [...(plain.match(APART) ?? []), ...(plain.match(TOGETHER) ?? [])].some((found) => {
    const normalised = found.replace(/[^\dA-Za-z]/g, '').toUpperCase()
    return isValidPpsNumber(normalised) || isValidPpsNumber(normalised.slice(0, 8))
  })
}
/** Written with gaps: a word of its own, or any number before any word would be one in twenty times. */
const APART =
  /\d(?:[\s.,/_\-‐-―−]{0,2}\d){6}[\s.,/_\-‐-―−]{0,3}[A-Za-z](?:[\s.\-‐-―]?[A-Za-z])?(?![A-Za-z0-9])/g
/** Written in one, with whatever follows it. */
const TOGETHER = /\d{7}[A-Za-z]{1,2}/g
