/** Which reminder a duty has reached, and which chaser a month: pure, so that a run that was missed is caught up and none is repeated. */
import { daysBetween } from '../../../contract/civil-dates.ts'

/** The reminder that a duty stands at: the smallest lead it is within, or a week of being overdue. Null: too early. */
export function stageOf(dueOn: string, today: string, leadDays: readonly number[]): string | null {
  const days = daysBetween(today, dueOn)
  if (days < 0) return `overdue-${Math.floor(-days / 7)}`
  const lead = leadDays.filter((one) => one >= days).sort((a, b) => a - b)[0]
  return lead === undefined ? null : `due-${lead}`
}

/** Days of the month on which employers are reminded of last month's money; on the last it is late. */
export const CHASER_DAYS = [10, 15, 19, 22] as const

/** The chaser day that has been reached in this month; null before the first. */
export function chaserDayOf(today: string): string | null {
  const reached = CHASER_DAYS.filter((day) => day <= Number(today.slice(8))).at(-1)
  return reached === undefined ? null : `${today.slice(0, 8)}${String(reached).padStart(2, '0')}`
}
