/** Which reminder a duty has reached, and which chaser a month: pure, so that a run that was missed is caught up and none is repeated. */
import { countDaysBetween } from '../../../../contract/civil-dates.ts'

/**
 * The reminder that an obligation has reached: the smallest lead it is within, or a week of being overdue, which begins after the
 * last day that the law gives. Null: too early.
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

/** Days of the month on which employers are reminded of last month's money; on the last it is late. */
export const CHASER_DAYS = [10, 15, 19, 22] as const

/** The chaser day that has been reached in this month; null before the first. */
export function getChaserDay(today: string): string | null {
  const reached = CHASER_DAYS.filter((day) => day <= Number(today.slice(8))).at(-1)
  return reached === undefined ? null : `${today.slice(0, 8)}${String(reached).padStart(2, '0')}`
}
