import { type Read, toPlainText } from './read.ts'

const PROBLEMS = {
  form: 'This is not a rate: write per cent as 5 or 5.25',
  comma: 'Rates with a decimal comma: say so for the whole file, or write 5.25',
  decimals: 'A rate has at most 4 decimals',
  range: 'A rate is between 0 and 100 per cent',
}

/** Per cent, 0 to 100, with up to four decimals; `5` and `5%` are the same. */
export function readRate(text: string, { decimalComma }: { decimalComma: boolean }): Read<number> {
  const plain = toPlainText(text)
  if (plain === '') return null
  const [, sign, whole, separator, decimals = ''] =
    /^(-)?\s?(\d{1,9})?(?:([.,])(\d+))?\s?%?$/.exec(plain) ?? []
  if (whole === undefined && decimals === '') return { problem: PROBLEMS.form }
  if (separator === ',' && !decimalComma) return { problem: PROBLEMS.comma }
  if (separator === '.' && decimalComma) return { problem: PROBLEMS.form }
  if (/[^0]/.test(decimals.slice(4))) return { problem: PROBLEMS.decimals }
  const value = Number(`${whole ?? '0'}.${decimals.slice(0, 4)}`)
  if (value > 100 || (sign && value > 0)) return { problem: PROBLEMS.range }
  return { value }
}
