/** Days that something is due on, said by how near they are. */

import { countDaysBetween, formatCount, formatDate, getTodayInDublin } from '../format.ts'
import { Status } from '../ui/status.tsx'

const SOON_DAYS = 60
/** Longer delays are shown in whole years. */
const DAYS_OF_A_YEAR = 365

export type Urgency = 'late' | 'soon' | 'later'
export function getUrgency(dueOn: string, today: string): Urgency {
  if (dueOn < today) return 'late'
  return countDaysBetween(today, dueOn) <= SOON_DAYS ? 'soon' : 'later'
}

/** `4 days late (due 17 Nov 2026)`, `5 years late (due 22 Apr 2021)`, `10 Jan 2027, in 50 days`, `3 Feb 2027`. */
export function formatDueDate(dueOn: string, today: string): string {
  const urgency = getUrgency(dueOn, today)
  if (urgency === 'late') {
    const days = countDaysBetween(dueOn, today)
    const late =
      days < 2 * DAYS_OF_A_YEAR ? formatCount(days, 'day') : formatCount(countYears(dueOn, today), 'year')
    return `${late} late (due ${formatDate(dueOn)})`
  }
  if (dueOn === today) return `Today, ${formatDate(dueOn)}`
  return urgency === 'soon'
    ? `${formatDate(dueOn)}, in ${formatCount(countDaysBetween(today, dueOn), 'day')}`
    : formatDate(dueOn)
}

function countYears(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

export function DueDay({ on }: { on: string }) {
  const today = getTodayInDublin()
  const urgency = getUrgency(on, today)
  const words = formatDueDate(on, today)
  return urgency === 'later' ? (
    words
  ) : (
    <Status tone={urgency} wraps>
      {words}
    </Status>
  )
}
