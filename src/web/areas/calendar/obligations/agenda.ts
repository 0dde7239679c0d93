/** Duties in the order of their days, under the headings that people plan by. */

import { addDays, toEndOfMonth } from '../../../../contract/civil-dates.ts'
import type { Obligation } from '../../../../contract/obligations.ts'
import { formatMonth } from '../../../../contract/value-format.ts'

type AgendaObligation = Pick<Obligation, 'status' | 'dueOn'>

export interface AgendaGroup<D extends AgendaObligation> {
  title: string
  obligations: D[]
}

/** The first `count` obligations of the groups; `total` is the number of a whole group. */
export function limitAgenda<D extends AgendaObligation>(
  groups: readonly AgendaGroup<D>[],
  count: number,
): (AgendaGroup<D> & { total: number })[] {
  let left = count
  return groups.flatMap(({ title, obligations }) => {
    const first = obligations.slice(0, left)
    left -= first.length
    return first.length > 0 ? [{ title, obligations: first, total: obligations.length }] : []
  })
}

/** The Sunday of the week of that day; weeks begin on Monday. */
const endOfWeek = (day: string): string => addDays(day, (7 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7)

function getTitle({ status, dueOn }: AgendaObligation, today: string): string {
  if (dueOn === null) return 'No date'
  if (status === 'TO_CONFIRM') return 'Not recorded yet'
  if (status === 'CHECK') return 'Checks'
  if (status === 'OVERDUE') return 'Overdue'
  // Its date has passed, and the last day that the law gives has not.
  if (status === 'DUE_SOON' && dueOn < today) return 'This week'
  if (dueOn >= today) {
    if (dueOn <= endOfWeek(today)) return 'This week'
    if (dueOn <= toEndOfMonth(today)) return 'This month'
    for (const days of [30, 60, 90]) if (dueOn <= addDays(today, days)) return `Next ${days} days`
  }
  // Beyond that, and of what is closed, the months.
  return formatMonth(dueOn.slice(0, 7))
}

/** The order within a group is that of the list. */
export function buildAgenda<D extends AgendaObligation>(
  obligations: readonly D[],
  today: string,
): AgendaGroup<D>[] {
  const groups = Map.groupBy(obligations, (obligation) => getTitle(obligation, today))
  return [...groups].map(([title, own]) => ({ title, obligations: own }))
}
