/**
 * A number of a workbook as Excel shows it. Dates, percentages and numbers with leading zeros are recognised by their format; other
 * numbers are written by their value, with as many digits as a double keeps.
 */

/** The last: with zeros up to so many digits, and something before them (works numbers such as W007). */
export type NumberFormat = 'PLAIN' | 'DATE' | 'PERCENT' | { prefix: string; digits: number }

/** ECMA-376 part 1, 18.8.30; the dates of Japan, China, Korea and Thailand among them. Times of day are numbers. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)
const isBuiltInPercent = (id: number): boolean => id === 9 || id === 10

/** Decides by the first section of the code, which is for positive numbers. */
export function classifyNumberFormat(id: number, code: string | undefined): NumberFormat {
  // Excel takes no longer one.
  if (code !== undefined && code.length > 255) return 'PLAIN'
  if (code === undefined) return isBuiltInDate(id) ? 'DATE' : isBuiltInPercent(id) ? 'PERCENT' : 'PLAIN'
  const padded = /^(?:"([^"]*)")?(0{2,})$/.exec(code)
  if (padded) return { prefix: padded[1] ?? '', digits: (padded[2] as string).length }
  const [shown = ''] = code
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    // Hours, minutes and seconds that have passed stand in brackets, as do colours, currencies and conditions.
    .replace(/\[([hms])\1*\]/gi, 'h')
    .replace(/\[[^\]]*\]|general/gi, '')
    .toLowerCase()
    .split(';')
  if (/[yd]/.test(shown) || (shown.includes('m') && !/[hs]/.test(shown))) return 'DATE'
  return shown.includes('%') ? 'PERCENT' : 'PLAIN'
}

/** `raw` itself where it is no number. */
export function formatNumber(raw: string, format: NumberFormat, isFrom1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  if (format === 'DATE') return getDate(value, isFrom1904) ?? formatPlain(value)
  if (format === 'PERCENT') return `${formatPlain(value * 100)}%`
  if (format === 'PLAIN' || value < 0) return formatPlain(value)
  return format.prefix + formatPlain(value).padStart(format.digits, '0')
}

/** Excel computes with 15 digits; below the eighth decimal there is nothing but what binary fractions leave over. */
function formatPlain(value: number): string {
  if (Number.isSafeInteger(value)) return String(value === 0 ? 0 : value)
  if (Number.isInteger(value)) return BigInt(value).toString()
  const text = Number(value.toPrecision(15))
    .toFixed(8)
    .replace(/\.?0+$/, '')
  return text === '-0' ? '0' : text
}

const DAY_MS = 86_400_000
const BEFORE_MARCH_1900 = Date.UTC(1899, 11, 31)
const FROM_MARCH_1900 = Date.UTC(1899, 11, 30)
const FROM_1904 = Date.UTC(1904, 0, 1)
/** 31 December 9999. */
const LAST_DAY = 2_958_465

/** The civil date of a serial number, its time of day left out. Undefined where Excel shows none. */
function getDate(serial: number, isFrom1904: boolean): string | undefined {
  const day = Math.floor(serial)
  if (day < (isFrom1904 ? 0 : 1) || day > LAST_DAY) return undefined
  // Excel keeps a 29 February 1900 that never was, for the sake of Lotus 1-2-3.
  if (!isFrom1904 && day === 60) return '1900-02-29'
  const from = isFrom1904 ? FROM_1904 : day < 60 ? BEFORE_MARCH_1900 : FROM_MARCH_1900
  const date = new Date(from + day * DAY_MS).toISOString()
  return date.startsWith('+') ? undefined : date.slice(0, 10)
}
