import { type Read, toPlainText } from './read.ts'

const AMOUNT =
  /^(\()?\s*(?:(-)\s*)?(?:(?:€|EUR)\s*)?(?:(-)\s*)?([\d., ]*\d)\s*(?:(?:€|EUR)\s*)?(?:(-)\s*)?(\))?$/i
const SCIENTIFIC = /^\D{0,5}\d+([.,]\d+)?E[+-]?\d+\D{0,2}$/i

// No group of thousands begins with 0: 0,123 has a decimal comma.
const WITH_POINT = /^(\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?: \d{3})+)?(?:\.(\d+))?$/
const WITH_COMMA = /^(\d+|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?: \d{3})+)?(?:,(\d+))?$/

const PROBLEMS = {
  form: 'This is not an amount: write it as 1234.56',
  formOfComma: 'This is not an amount: write it as 1234,56',
  comma: 'Amounts with a decimal comma: say so for the whole file, or write 1234.56',
  decimals: 'An amount has at most 2 decimals',
  large: 'The amount is too large: look for a missing decimal point',
  scientific: 'Excel has shortened this number: format the column as a number and save the file again',
  currency: 'Only amounts in euro are taken',
}

/**
 * An amount in cents, by string arithmetic only. A minus may stand before or after, or be parentheses. `decimalComma`:
 * the whole file writes 1.234,56; such an amount is never guessed, because 1,234 is a thousand.
 */
export function readMoney(
  text: string,
  { decimalComma, mostEuros = 1_000_000 }: { decimalComma: boolean; mostEuros?: number },
): Read<number> {
  const plain = toPlainText(text)
  if (plain === '') return null
  if (SCIENTIFIC.test(plain)) return { problem: PROBLEMS.scientific }
  if (/[$£¥]|\b(?:GBP|USD)\b/i.test(plain)) return { problem: PROBLEMS.currency }
  const parts = AMOUNT.exec(plain)
  if (!parts) return { problem: decimalComma ? PROBLEMS.formOfComma : PROBLEMS.form }
  const [, opening, before, inner, digits = '', after, closing] = parts
  const minuses = [opening, before, inner, after].filter((one) => one !== undefined).length
  if (minuses > 1 || (opening === undefined) !== (closing === undefined))
    return { problem: decimalComma ? PROBLEMS.formOfComma : PROBLEMS.form }
  const form = decimalComma ? WITH_COMMA : WITH_POINT
  const [, whole = '', decimals = ''] = form.exec(digits) ?? []
  if (whole === '' && decimals === '') return { problem: getProblem(digits, decimalComma) }
  const [cents, rest] = [decimals.slice(0, 2).padEnd(2, '0'), decimals.slice(2)]
  if (/[^0]/.test(rest)) return { problem: PROBLEMS.decimals }
  const value = parseCents(whole.replace(/\D/g, ''), cents, mostEuros)
  if (value === null) return { problem: PROBLEMS.large }
  return { value: minuses === 1 && value > 0 ? -value : value }
}

/** Null above what one amount may be. */
function parseCents(whole: string, cents: string, mostEuros: number): number | null {
  const euros = whole.replace(/^0+/, '')
  if (euros.length > String(mostEuros).length) return null
  const value = Number(`${euros}${cents}`)
  return value > mostEuros * 100 ? null : value
}

const getProblem = (digits: string, decimalComma: boolean): string => {
  if (decimalComma) return PROBLEMS.formOfComma
  return WITH_COMMA.test(digits) ? PROBLEMS.comma : PROBLEMS.form
}
