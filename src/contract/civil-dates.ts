/** Arithmetic of civil dates (`YYYY-MM-DD`, no time, no zone) and of months (`YYYY-MM`), as the statutory periods count. */

const toNoon = (day: string): Date => new Date(`${day}T12:00:00Z`)
const toDay = (date: Date): string => date.toISOString().slice(0, 10)
const padToTwo = (value: number): string => String(value).padStart(2, '0')

export function addDays(day: string, days: number): string {
  const date = toNoon(day)
  date.setUTCDate(date.getUTCDate() + days)
  return toDay(date)
}

/** How many days after `from` the day `to` is; negative before it. */
export const countDaysBetween = (from: string, to: string): number =>
  Math.round((toNoon(to).getTime() - toNoon(from).getTime()) / 86_400_000)

/** How many days a month has; `month` counts from 1. */
export const countDaysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * The same day of a later or earlier month; where that month has no such day, its last one. The end of a month is no
 * exception: 30 June + 9 months is 30 March, the earlier and so the safe reading (domain: semantics).
 */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const index = year * 12 + month - 1 + months
  const [laterYear, laterMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1]
  return `${laterYear}-${padToTwo(laterMonth)}-${padToTwo(Math.min(date, countDaysInMonth(laterYear, laterMonth)))}`
}

export const toMonth = (day: string): string => day.slice(0, 7)

/** The month so many months later. */
export const addMonthsToMonth = (month: string, months: number): string =>
  toMonth(addMonths(`${month}-01`, months))

/** The last day of the month of that day. */
export const toEndOfMonth = (day: string): string => toLastDayOfMonth(toMonth(day))

/** The last day of a month. */
export const toLastDayOfMonth = (month: string): string => addDays(`${addMonthsToMonth(month, 1)}-01`, -1)

/** The last day not after that day which is neither a Saturday nor a Sunday; public holidays are not known here. */
export function toWeekdayOnOrBefore(day: string): string {
  const weekday = toNoon(day).getUTCDay()
  return addDays(day, weekday === 6 ? -1 : weekday === 0 ? -2 : 0)
}

export const isWeekend = (day: string): boolean => toWeekdayOnOrBefore(day) !== day

/** The earlier of two dates; either may be unknown. */
export const getEarlierDate = (one: string | null, other: string | null): string | null =>
  one === null ? other : other === null ? one : one < other ? one : other
