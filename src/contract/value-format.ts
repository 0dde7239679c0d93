/** How values read on screens, in mails and on paper: `21 Mar 2026`, `€1,234.56`, `2 days`. */

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const LONG_DAY = { ...DAY, month: 'long' } as const
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const [UTC, DUBLIN] = ['UTC', 'Europe/Dublin']
const createDateFormat = (options: Intl.DateTimeFormatOptions): ((date: Date) => string) => {
  const format = new Intl.DateTimeFormat('en-IE', options)
  // Node and some browsers write "Sept"; the short months here have three letters.
  return (date) => format.format(date).replace(/\bSept\b/, 'Sep')
}
const date = createDateFormat({ ...DAY, timeZone: UTC })
const longDate = createDateFormat({ ...LONG_DAY, timeZone: UTC })
const month = createDateFormat({ month: 'short', year: 'numeric', timeZone: UTC })
const longMonth = createDateFormat({ month: 'long', year: 'numeric', timeZone: UTC })
const instantInDublin = createDateFormat({ ...DAY, ...TIME, timeZone: DUBLIN })
const longDayInDublin = createDateFormat({ ...LONG_DAY, timeZone: DUBLIN })
const timeInDublin = createDateFormat({ ...TIME, timeZone: DUBLIN })
const money = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })
const number = new Intl.NumberFormat('en-IE')

const toUtc = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** The date `2026-03-21` as `21 Mar 2026`. */
export const formatDate = (day: string): string => date(toUtc(day))
/** The date `2026-03-21` as `21 March 2026`, for letters and policies. */
export const formatLongDate = (day: string): string => longDate(toUtc(day))
/** The month `2026-03` as `Mar 2026`. */
export const formatMonth = (yearMonth: string): string => month(toUtc(`${yearMonth}-01`))
/** The month `2026-03` as `March 2026`. */
export const formatLongMonth = (yearMonth: string): string => longMonth(toUtc(`${yearMonth}-01`))
/** An instant as `21 Mar 2026, 14:05`, in Dublin. */
export const formatInstant = (instant: string | Date): string => instantInDublin(new Date(instant))
/** An instant as `21 March 2026 at 14:05`, in Dublin. */
export function formatLongInstant(instant: string): string {
  const moment = new Date(instant)
  return `${longDayInDublin(moment)} at ${timeInDublin(moment)}`
}
/** The time of day of an instant as `14:05`, in Dublin. */
export const formatTime = (instant: string | Date): string => timeInDublin(new Date(instant))
/** Cents as `€1,234.56`. */
export const formatMoney = (cents: number): string => money.format(cents / 100)
/** `1234` as `1,234`. */
export const formatNumber = (count: number): string => number.format(count)
/** `formatCount(1, 'scheme')` is `1 scheme`, `formatCount(12, 'scheme')` is `12 schemes`. */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(count)} ${count === 1 ? noun : plural}`

/** The text with a capital letter, for the beginning of a sentence. */
export const capitalise = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const IS_PROPER = /^[A-Z](?:[A-Z]|[a-z]+ [A-Z][a-z])/
/** `Date of birth` as `date of birth`: a label inside a sentence. `PPS number` and `Central Bank reference` stay. */
export const toSentenceCase = (label: string): string =>
  IS_PROPER.test(label) ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`
