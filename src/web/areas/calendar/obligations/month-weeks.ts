import { addDays, toLastDayOfMonth } from '../../../../contract/civil-dates.ts'

/** A month as the weeks that a calendar shows: Monday first, with the days of its neighbours at both ends. */
export function splitIntoWeeks(month: string): string[][] {
  const first = `${month}-01`
  const weeks: string[][] = []
  let monday = addDays(first, -((new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7))
  for (; monday <= toLastDayOfMonth(month); monday = addDays(monday, 7)) {
    const begin = monday
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(begin, day)))
  }
  return weeks
}
