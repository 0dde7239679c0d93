/** International bank account numbers (ISO 13616): without spaces, in capitals. */

const SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
/** Lengths of the countries that Irish firms pay to most often; others are between 15 and 34. */
const LENGTHS: Readonly<Record<string, number>> = { IE: 22, GB: 22, LU: 20, DE: 22, FR: 27, NL: 18 }
const A = 'A'.charCodeAt(0)

/** Removes spaces and hyphens, and changes letters to capitals. */
export const normaliseIban = (text: string): string => text.replace(/[\s-]+/g, '').toUpperCase()

/** Shape, length of the country where it is known, and the check digits (ISO 7064, mod 97-10). */
export function isIban(iban: string): boolean {
  if (!SHAPE.test(iban)) return false
  const length = LENGTHS[iban.slice(0, 2)]
  if (length !== undefined && iban.length !== length) return false
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = character >= 'A' ? character.charCodeAt(0) - A + 10 : Number(character)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}

/** In groups of four. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

/** Country and the last four characters: enough to recognise an account. */
export const maskIban = (iban: string): string => `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`
