/**
 * Public holidays in Ireland, for periods of EU acts: one that ends on a holiday runs to the next working day (Regulation 1182/71 art. 3(4)).
 * The Organisation of Working Time Act 1997 lists them; its text is not among the stored legal sources, so what follows from it is shown as
 * not verified.
 */
import { addDays, isWeekend } from './civil-dates.ts'

/** The first Monday of a month. */
function findFirstMonday(year: number, month: string): string {
  const first = `${year}-${month}-01`
  const weekday = new Date(`${first}T12:00:00Z`).getUTCDay()
  return addDays(first, (8 - weekday) % 7)
}

/** Gregorian Easter Sunday (the algorithm of Meeus, Jones and Butcher). */
function findEasterSunday(year: number): string {
  const [golden, century, ofCentury] = [year % 19, Math.floor(year / 100), year % 100]
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const shift = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  return addDays(`${year}-03-22`, epact + toSunday - 7 * shift)
}

/** The holiday in February exists since 2023: the first Monday, or 1 February where that is a Friday. */
function listFebruaryHolidays(year: number): string[] {
  if (year < 2023) return []
  const isFriday = new Date(`${year}-02-01T12:00:00Z`).getUTCDay() === 5
  return [isFriday ? `${year}-02-01` : findFirstMonday(year, '02')]
}

const isPublicHoliday = (day: string): boolean => {
  const year = Number(day.slice(0, 4))
  return [
    `${year}-01-01`,
    ...listFebruaryHolidays(year),
    `${year}-03-17`,
    addDays(findEasterSunday(year), 1),
    findFirstMonday(year, '05'),
    findFirstMonday(year, '06'),
    findFirstMonday(year, '08'),
    // The last Monday of October is the last one before November.
    addDays(findFirstMonday(year, '11'), -7),
    `${year}-12-25`,
    `${year}-12-26`,
  ].includes(day)
}

/** The first day on or after that day which is neither at the weekend nor a public holiday. */
export function toWorkingDayOnOrAfter(day: string): string {
  let end = day
  while (isWeekend(end) || isPublicHoliday(end)) end = addDays(end, 1)
  return end
}
