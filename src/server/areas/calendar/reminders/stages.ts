/**
 * The reminder stage of an obligation and the chaser of a payroll month. Derived from dates, so that missed runs are caught up and none is
 * repeated.
 */
import { countDaysBetween } from '../../../../contract/civil-dates.ts'

/**
 * The reminder stage of an obligation: the shortest lead time reached, or the week of being overdue, counted from the statutory end. Null:
 * too early.
 */
export function getReminderStage(
  dueOn: string,
  today: string,
  leadDays: readonly number[],
  lastDayOn = dueOn,
): string | null {
  const daysLate = countDaysBetween(lastDayOn, today)
  if (daysLate > 0) return `overdue-${Math.floor(daysLate / 7)}`
  const days = Math.max(0, countDaysBetween(today, dueOn))
  const lead = leadDays.filter((one) => one >= days).sort((a, b) => a - b)[0]
  return lead === undefined ? null : `due-${lead}`
}

/** Days of the month on which employers are reminded of last month's contributions; on the last day they are late. */
export const CHASER_DAYS = [10, 15, 19, 22] as const

/** The last chaser day reached in this month; null before the first. */
export function getChaserDay(today: string): string | null {
  const reached = CHASER_DAYS.filter((day) => day <= Number(today.slice(8))).at(-1)
  return reached === undefined ? null : `${today.slice(0, 8)}${String(reached).padStart(2, '0')}`
}
