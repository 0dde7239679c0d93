import { type Read, toPlainText } from './read.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH_NAMES =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'

/** The time that spreadsheets append to a date. */
const MIDNIGHT = /(?:T| )0?0:00(?::00(?:\.0+)?)?Z?$/i
const TIME = /(?:T| )\d{1,2}:\d\d/i

const ISO = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const DAY_FIRST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)$/
const BY_NAME = new RegExp(`^(\\d{1,2})([-/. ]?)(${MONTH_NAMES})\\2(\\d{4}|\\d\\d)$`, 'i')
const SERIAL = /^\d{5}(?:\.0+)?$/

const FIRST_SERIAL = 20_000
const LAST_SERIAL = 60_000
/** Day 0 of the 1900 date system after 28 February 1900: Excel counts a 29 February 1900 that did not exist. */
const SERIAL_ORIGIN = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

const PROBLEMS = {
  form: 'This is not a date: write it as 21/03/2026 or 2026-03-21',
  monthFirst: 'The month is first here: write the day first, as 21/03/2026',
  day: 'There is no such day',
  year: 'The year must be between 1900 and 2199',
  time: 'The cell has a time of day: write the date only',
}

/**
 * A civil date `YYYY-MM-DD`; the day is before the month, never after it. Two-digit years are 1969 to 2068; with `notAfter` (dates
 * of birth) the latest such year in which the day is not after that date.
 */
export function readDate(text: string, { notAfter }: { notAfter?: string } = {}): Read<string> {
  const plain = toPlainText(text)
  if (plain === '') return null
  const day = plain.replace(MIDNIGHT, '')
  if (TIME.test(day)) return { problem: PROBLEMS.time }
  if (SERIAL.test(day)) return readSerial(Number(day))
  const found = splitIntoParts(day)
  if (!found) return { problem: PROBLEMS.form }
  const [year, month, dayOfMonth] = found
  if (month > 12 && dayOfMonth <= 12 && DAY_FIRST.test(day)) return { problem: PROBLEMS.monthFirst }
  if (year.length === 4) return readDay(Number(year), month, dayOfMonth)
  const recent = readDay(2000 + Number(year), month, dayOfMonth)
  const earlier = readDay(1900 + Number(year), month, dayOfMonth)
  const isEarlier =
    notAfter === undefined
      ? Number(year) > 68
      : recent === null || 'problem' in recent || recent.value > notAfter
  return isEarlier ? earlier : recent
}

function splitIntoParts(text: string): [year: string, month: number, day: number] | null {
  const iso = ISO.exec(text)
  if (iso) return [iso[1] as string, Number(iso[3]), Number(iso[4])]
  const numbers = DAY_FIRST.exec(text)
  if (numbers) return [numbers[4] as string, Number(numbers[3]), Number(numbers[1])]
  const named = BY_NAME.exec(text)
  if (!named) return null
  const month = MONTHS.indexOf((named[3] as string).slice(0, 3).toLowerCase()) + 1
  return [named[4] as string, month, Number(named[1])]
}

function readDay(year: number, month: number, day: number): Read<string> {
  if (year < 1900 || year > 2199) return { problem: PROBLEMS.year }
  const at = new Date(Date.UTC(year, month - 1, day))
  const exists = at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return exists ? { value: at.toISOString().slice(0, 10) } : { problem: PROBLEMS.day }
}

function readSerial(days: number): Read<string> {
  if (days < FIRST_SERIAL || days > LAST_SERIAL) return { problem: PROBLEMS.form }
  const value = new Date(SERIAL_ORIGIN + days * DAY_MS).toISOString().slice(0, 10)
  return { value, note: 'EXCEL_SERIAL' }
}
