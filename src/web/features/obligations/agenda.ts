/** Duties in the order of their days, under the headings that people plan by. */
import { addDays, endOfMonth } from '../../../contract/civil-dates.ts'
import type { Obligation } from '../../../contract/obligations.ts'
import { monthWords } from '../../words.ts'

type Duty = Pick<Obligation, 'status' | 'dueOn'>

export interface AgendaGroup<D extends Duty> {
  title: string
  duties: D[]
}

/** The Sunday of the week of that day; weeks begin on Monday. */
const endOfWeek = (day: string): string => addDays(day, (7 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7)

const IS_OPEN: readonly Duty['status'][] = ['UPCOMING', 'DUE_SOON', 'OVERDUE', 'DATA_GAP', 'CANNOT_TELL']

function titleOf({ status, dueOn }: Duty, today: string): string {
  if (dueOn === null) return 'Without a date'
  const isOpen = IS_OPEN.includes(status)
  if (isOpen && dueOn < today) return 'Overdue'
  if (dueOn >= today) {
    if (dueOn <= endOfWeek(today)) return 'This week'
    if (dueOn <= endOfMonth(today)) return 'This month'
    for (const days of [30, 60, 90]) if (dueOn <= addDays(today, days)) return `Next ${days} days`
  }
  // Beyond that, and of what is closed, the months.
  return monthWords(dueOn.slice(0, 7))
}

/** The order within a group is that of the list. */
export function agendaOf<D extends Duty>(duties: readonly D[], today: string): AgendaGroup<D>[] {
  const groups = Map.groupBy(duties, (duty) => titleOf(duty, today))
  return [...groups].map(([title, own]) => ({ title, duties: own }))
}
