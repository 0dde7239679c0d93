/** Days that something is due on, said by how near they are. */

import { countDaysBetween } from '../../contract/civil-dates.ts'
import { formatCount, formatDate } from '../../contract/value-format.ts'
import { formatDays, getTodayInDublin } from '../format.ts'
import { Status } from '../ui/status.tsx'

const SOON_DAYS = 60

/** Of a table column, in pixels: `28 Oct 2026, 22 months late`. */
export const DUE_DAY_WIDTH = 232
/** Of a column whose texts take two lines. */
export const WRAPPED_DUE_DAY_WIDTH = 150
/** Of a column of short ones. */
export const SHORT_DUE_DAY_WIDTH = 140

export type Urgency = 'late' | 'soon' | 'later'
export function getUrgency(dueOn: string, today: string): Urgency {
  if (dueOn < today) return 'late'
  return countDaysBetween(today, dueOn) <= SOON_DAYS ? 'soon' : 'later'
}

/** `4 days late (due 17 Nov 2026)`, `5 years late (due 22 Apr 2021)`, `10 Jan 2027, in 50 days`, `3 Feb 2027`. */
export function formatDueDate(dueOn: string, today: string): string {
  const urgency = getUrgency(dueOn, today)
  if (urgency === 'late')
    return `${formatDays(countDaysBetween(dueOn, today))} late (due ${formatDate(dueOn)})`
  if (dueOn === today) return `Today, ${formatDate(dueOn)}`
  return urgency === 'soon'
    ? `${formatDate(dueOn)}, in ${formatCount(countDaysBetween(today, dueOn), 'day')}`
    : formatDate(dueOn)
}

/** `17 Nov 2026, 4 days late`, `10 Jan 2027, in 50 days`; the date alone if it is short, in a table of many columns. */
export function DueDay({ on, isShort = false }: { on: string; isShort?: boolean }) {
  const today = getTodayInDublin()
  const urgency = getUrgency(on, today)
  if (urgency === 'later') return formatDate(on)
  const words =
    urgency === 'late'
      ? `${formatDate(on)}, ${formatDays(countDaysBetween(on, today))} late`
      : formatDueDate(on, today)
  return (
    <Status tone={urgency} wraps>
      {isShort ? formatDate(on) : words}
    </Status>
  )
}
