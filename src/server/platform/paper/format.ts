/** How values read on paper: `21 Mar 2026`, `€1,234.56`, `2 days`. */

const DATE = new Intl.DateTimeFormat('en-IE', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const MONTH = new Intl.DateTimeFormat('en-IE', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-IE', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const MONEY = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })

const MOMENT = new Intl.DateTimeFormat('en-IE', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Europe/Dublin',
})

const LONG_DATE = new Intl.DateTimeFormat('en-IE', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const LONG_MONTH = new Intl.DateTimeFormat('en-IE', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const DUBLIN_DAY = new Intl.DateTimeFormat('en-IE', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Dublin',
})
const DUBLIN_TIME = new Intl.DateTimeFormat('en-IE', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Europe/Dublin',
})

/** The short months have three letters. */
const short = (text: string): string => text.replace('Sept', 'Sep')

export const formatDate = (day: string): string => short(DATE.format(new Date(`${day}T00:00:00Z`)))
/** In letters and policies: `21 March 2026`. */
export const formatLongDate = (day: string): string => LONG_DATE.format(new Date(`${day}T00:00:00Z`))
export const formatLongMonth = (month: string): string => LONG_MONTH.format(new Date(`${month}-01T00:00:00Z`))
/** In Dublin: `21 March 2026 at 14:05`. */
export function formatLongInstant(instant: string): string {
  const date = new Date(instant)
  return `${DUBLIN_DAY.format(date)} at ${DUBLIN_TIME.format(date)}`
}
export const formatDateOr = (day: string | null, otherwise: string): string =>
  day ? formatDate(day) : otherwise
/** In Dublin: `21 Mar 2026, 14:05`. */
export const formatInstant = (instant: string): string => short(MOMENT.format(new Date(instant)))
export const formatMonth = (month: string): string => short(MONTH.format(new Date(`${month}-01T00:00:00Z`)))
/** 29 February stands for the last day of February. */
export const formatYearEnd = ({ month, day }: { month: number; day: number }): string =>
  month === 2 && day === 29
    ? 'the last day of February'
    : DAY_OF_YEAR.format(new Date(Date.UTC(2024, month - 1, day)))
export const formatMoney = (cents: number): string => MONEY.format(cents / 100)

export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`
