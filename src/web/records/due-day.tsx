/** Days that something is due on, said by how near they are. */
import { Status } from '../ui/status.tsx'
import { counted, dateWords, daysBetween, todayInDublin } from '../words.ts'

const SOON_DAYS = 60

export type Urgency = 'late' | 'soon' | 'later'
export function urgencyOf(dueOn: string, today: string): Urgency {
  if (dueOn < today) return 'late'
  return daysBetween(today, dueOn) <= SOON_DAYS ? 'soon' : 'later'
}

/** `4 days late (due 17 Nov 2026)`, `10 Jan 2027, in 50 days`, `3 Feb 2027`. */
export function dueWords(dueOn: string, today: string): string {
  const urgency = urgencyOf(dueOn, today)
  if (urgency === 'late') return `${counted(daysBetween(dueOn, today), 'day')} late (due ${dateWords(dueOn)})`
  if (dueOn === today) return `Today, ${dateWords(dueOn)}`
  return urgency === 'soon'
    ? `${dateWords(dueOn)}, in ${counted(daysBetween(today, dueOn), 'day')}`
    : dateWords(dueOn)
}

export function DueDay({ on }: { on: string }) {
  const today = todayInDublin()
  const urgency = urgencyOf(on, today)
  const words = dueWords(on, today)
  return urgency === 'later' ? (
    words
  ) : (
    <Status tone={urgency} wraps>
      {words}
    </Status>
  )
}
