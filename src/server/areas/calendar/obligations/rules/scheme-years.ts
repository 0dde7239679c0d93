/** End dates of the scheme years, through every change of the year end (PA s.55(1)). */
import { addDays, addMonths, countDaysInMonth } from '../../../../../contract/civil-dates.ts'
import type { YearEndRule } from '../facts.ts'
import type { Context } from './define.ts'
import { getStartOfScheme, getTrackingStartDate } from './define.ts'

const padToTwo = (value: number): string => String(value).padStart(2, '0')

/** The year end in a calendar year; the end of February is its last day, whichever of its last two was entered (ruling). */
function getYearEndIn(year: number, { month, day }: Pick<YearEndRule, 'month' | 'day'>): string {
  const isLastOfFebruary = month === 2 && day >= 28
  return toDayOfYear(year, { month, day: isLastOfFebruary ? 31 : day })
}

/** A day of the year, or the last day of its month where the month has no such day. */
export const toDayOfYear = (year: number, { month, day }: { month: number; day: number }): string =>
  `${year}-${padToTwo(month)}-${padToTwo(Math.min(day, countDaysInMonth(year, month)))}`

/** Every scheme year end within two days, both included; a change makes a short or a long year. */
export function listYearEndsBetween(rules: readonly YearEndRule[], from: string, to: string): string[] {
  const ends: string[] = []
  for (const [index, rule] of rules.entries()) {
    const next = rules[index + 1]?.effectiveFrom ?? null
    for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1) {
      const end = getYearEndIn(year, rule)
      if (rule.effectiveFrom !== null && end < rule.effectiveFrom) continue
      if (next !== null && end >= next) continue
      if (end >= from && end <= to) ends.push(end)
    }
  }
  return [...new Set(ends)].sort()
}

/** Longest time after a year end in which an obligation of that year can be due: the report, and four weeks. */
const LONGEST_MONTHS = 10

/**
 * Scheme years whose obligations are tracked: the last that had ended when tracking began, those whose obligations fell due since, and the
 * current one.
 */
export function listFollowedYearEnds(context: Context): string[] {
  const { facts, today } = context
  const { yearEnds } = facts.scheme
  if (yearEnds.length === 0) return []
  const began = getStartOfScheme(context)
  const since = getTrackingStartDate(context)
  const ends = listYearEndsBetween(yearEnds, addMonths(since, -24), addMonths(today, 24))
  const lastEnded = ends.filter((end) => end <= since).at(-1) ?? null
  const running = ends.find((end) => end > today) ?? null
  return ends.filter(
    (end) =>
      (running === null || end <= running) &&
      (end === lastEnded || addMonths(end, LONGEST_MONTHS) >= since) &&
      (began === null || end >= began) &&
      (facts.scheme.woundUpOn === null || end <= facts.scheme.woundUpOn),
  )
}

/** Calendar years whose obligation falls due since tracking began. */
export function listFollowedCalendarYears(context: Context, dueOnOf: (year: number) => string): number[] {
  const { today } = context
  const began = getStartOfScheme(context)
  const since = getTrackingStartDate(context)
  const current = Number(today.slice(0, 4))
  const years: number[] = []
  for (let year = Number(since.slice(0, 4)) - 1; year <= current; year += 1) {
    if (dueOnOf(year) < since) continue
    if (began !== null && `${year}-12-31` < began) continue
    years.push(year)
  }
  return years
}

/** Next occurrences of a day of the year, from the start of tracking to a year from today. */
export function listFollowedDaysOfYear(context: Context, day: { month: number; day: number }): string[] {
  const [from, to] = [getTrackingStartDate(context), addDays(addMonths(context.today, 12), -1)]
  const years = Array.from(
    { length: Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1 },
    (_, index) => Number(from.slice(0, 4)) + index,
  )
  return years.map((year) => toDayOfYear(year, day)).filter((one) => one >= from && one <= to)
}
