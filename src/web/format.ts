/** How the web application shows and reads dates, durations, file sizes and labels; `value-format.ts` of the contract has the formats that the server shares. */
import { countDaysBetween } from '../contract/civil-dates.ts'
import { formatCount, formatDate, formatNumber, formatTime } from '../contract/value-format.ts'
import { toServerTime } from './now.ts'

const DAY_OF_YEAR = new Intl.DateTimeFormat('en-IE', { day: 'numeric', month: 'short', timeZone: 'UTC' })
/** Some browsers write "Sept"; the short months here have three letters. */
const shortenMonth = (text: string): string => text.replace('Sept', 'Sep')

const WEEKDAY = new Intl.DateTimeFormat('en-IE', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
/** `2026-04-21` as `Tue 21 Apr`: where the day of the week matters and the year is known. */
export const formatWeekday = (date: string): string =>
  shortenMonth(WEEKDAY.format(new Date(`${date}T00:00:00Z`))).replace(',', '')
const TODAY = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'Europe/Dublin' })
/** The civil date as `2026-03-21`: what "today" is where the schemes are. */
export const getTodayInDublin = (now = toServerTime()): string => TODAY.format(now)
/** The civil date of an instant: its day in Dublin, which in summer begins an hour before UTC's. */
export const toDublinDate = (instant: string): string => getTodayInDublin(new Date(instant))
const SIZE = new Intl.NumberFormat('en-IE', { maximumFractionDigits: 1 })
/** `1.2 MB`, `340 kB`, `12 bytes`: of 1,024 each, as the limits are. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return formatCount(bytes, 'byte')
  if (bytes < 1024 * 1024) return `${formatNumber(Math.round(bytes / 1024))} kB`
  return `${SIZE.format(bytes / 1024 / 1024)} MB`
}
/** A scheme's year end as `31 Dec`. */
export const formatYearEnd = ({ month, day }: { month: number; day: number }): string =>
  shortenMonth(DAY_OF_YEAR.format(new Date(Date.UTC(2024, month - 1, day))))

const AGO = new Intl.RelativeTimeFormat('en-IE', { numeric: 'auto' })
const DAYS_OF_A_YEAR = 365.25
/** A number of days for the reader: `12 days`, from 100 days `4 months`, from two years `5 years`. */
export function formatDays(days: number): string {
  if (days < 100) return formatCount(days, 'day')
  // A year may be a fraction of a day shorter than the average.
  const years = (days + 1) / DAYS_OF_A_YEAR
  return years < 2 ? formatCount(Math.floor(years * 12), 'month') : formatCount(Math.floor(years), 'year')
}
/** `3 hours ago`, `yesterday` (by the calendar, not by 24 hours); beyond a week the date itself. */
export function formatTimeAgo(instant: string, now: Date): string {
  const then = new Date(instant)
  const minutes = Math.round((then.getTime() - now.getTime()) / 60_000)
  if (minutes > -1) return 'just now'
  if (minutes > -60) return AGO.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  if (hours > -24) return AGO.format(hours, 'hour')
  const days = countDaysBetween(getTodayInDublin(then), getTodayInDublin(now))
  return days <= 7 ? AGO.format(-days, 'day') : formatDate(getTodayInDublin(then))
}

/** `21/3/2026`, `21.03.2026`, `21 Mar 2026` or `2026-03-21` as `2026-03-21`; null where it is no date. */
export function parseTypedDate(text: string): string | null {
  const typed = text.trim()
  const [year, month, day] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)?.slice(1) ??
    // Day first, as people write it here.
    /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(typed)?.slice(1).reverse() ??
    // As the application itself shows it, which people copy.
    parseSpelledOutDate(typed) ??
    []
  if (!year || !month || !day) return null
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? date : null
}
/** `21/03/2026 14:05` in Dublin as an instant in UTC; null where it is not understood, or is skipped in spring. */
export function parseTypedMoment(text: string): string | null {
  const [, day = '', hours = '', minutes = ''] = /^(.+?)[\s,]+(\d{1,2})[:.](\d\d)$/.exec(text.trim()) ?? []
  const date = parseTypedDate(day)
  if (!date || Number(hours) > 23 || Number(minutes) > 59) return null
  const typed = `${formatTypedDate(date)} ${hours.padStart(2, '0')}:${minutes}`
  // Of an hour that comes twice in autumn the earlier one: no period begins too late.
  const moments = [60, 0].map((offset) =>
    new Date(
      Date.parse(`${date}T00:00:00Z`) + (Number(hours) * 60 + Number(minutes) - offset) * 60_000,
    ).toISOString(),
  )
  return moments.find((moment) => formatTypedInstant(moment) === typed) ?? null
}
/** An instant as it is typed: `21/03/2026 14:05`, in Dublin. */
export const formatTypedInstant = (instant: string): string =>
  `${formatTypedDate(toDublinDate(instant))} ${formatTime(instant)}`

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
function parseSpelledOutDate(typed: string): [string, string, string] | null {
  const [, day, name, year] = /^(\d{1,2}) ([a-z]{3,9}),? (\d{4})$/i.exec(typed) ?? []
  const month = MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1
  return day && year && month > 0 ? [year, String(month), day] : null
}

/** `2026-03-21` as `21/03/2026`: how a date field shows it. */
export const formatTypedDate = (date: string): string => date.split('-').reverse().join('/')

export const formatAssignee = ({ assigneeName }: { assigneeName: string | null }): string =>
  assigneeName ? `Assigned to ${assigneeName}` : 'Not assigned'
