import { addDays, toLastDayOfMonth } from '../../../../contract/civil-dates.ts'
import { CivilDate } from '../../../../contract/values.ts'
import type { StartDate } from '../../calendar/obligations/index.ts'
import { findQuantities } from './quantities.ts'
import { createSpellingCorrection } from './spelling-correction.ts'

/**
 * Returns the one date of a question, from which due dates can be counted. A date without a year is the last such day. Null: the question has
 * no date, several dates, or a date that does not exist. "Lost on 3 November, found out today": periods run from the discovery.
 */
export function readStartDate(typed: string, today: string): StartDate | null {
  const question = normaliseDates(typed)
  const recent = readRecentDay(question, today)
  if (recent !== null) return recent
  const dates = removeCurrentMonth([...findQuantities(question).dates], today)
  const payrollMonth = readPayrollMonth(question)
  const paidOn = dates.filter((date) => !/^\d{4}-\d\d$/.test(date))
  if (payrollMonth !== null && paidOn.length === 1)
    return readReceipt(payrollMonth, paidOn[0] as string, today)
  const [date, ...others] = dates
  if (others.length > 0) return null
  if (date === undefined) return readMonthAlone(question, today)
  const more = { time: readTime(question), ...(readYearEnd(question) !== null && { isYearEnd: true }) }
  if (/^\d{4}-\d\d$/.test(date)) return { on: toLastDayOfMonth(date), isMonth: true, ...more }
  if (/^\d/.test(date)) return toStartDate(date, more)
  const year = Number(today.slice(0, 4))
  return toStartDate(`${`${year}${date}` > today ? year - 1 : year}${date}`, more)
}

/** "Adopted on 1 June 2022, are we late in November 2026?": beside a whole date, the current month is when it is asked. */
const removeCurrentMonth = (dates: readonly string[], today: string): readonly string[] =>
  dates.some((date) => !/^\d{4}-\d\d$/.test(date))
    ? dates.filter((date) => date !== today.slice(0, 7))
    : dates

const MONTH_NAME =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
/** "12 Oct 26", "12/10/26". */
const SHORT_YEARS: readonly RegExp[] = [
  new RegExp(`\\b(\\d{1,2}(?:st|nd|rd|th)? (?:${MONTH_NAME}) )’?'?(\\d\\d)\\b(?![:.]\\d)`, 'gi'),
  /\b(\d{1,2}[/.]\d{1,2}[/.])(\d\d)\b(?!\d)/g,
]
/** The short names are left out: "match" is not March. */
const correctMonths = createSpellingCorrection(
  ['January February August September October November December'],
  1,
)

/** Corrects misspelt months and writes years with four digits. */
function normaliseDates(question: string): string {
  const corrected = correctMonths(question, question.match(/[a-z]+/gi) ?? []) ?? question
  return SHORT_YEARS.reduce((written, date) => written.replaceAll(date, '$120$2'), corrected)
}

const DISCOVERED =
  /\b(?:found out|found it|discover\w*|notic\w+|(?:became|were|was) (?:made )?aware|learn\w*|told us|heard)\b/i
/** "Resigned yesterday": a day that something happened on, and not one on which something is due. */
const RECENT =
  /\b(?:resigned|died|left|joined|retired|started|appointed|deducted|received|arrived|got|paid|happened|signed|approved|hacked|lost|stolen|sent|found|discover\w*|notic\w+|aware|learn\w*|told|heard)\b[^.?!]{0,40}\b(?:(?<yesterday>yesterday)|today|this morning)\b/i

/** Returns today or yesterday, if the question has no other date or the event was discovered then. */
function readRecentDay(question: string, today: string): StartDate | null {
  const found = RECENT.exec(question)
  if (found === null) return null
  if (findQuantities(question).dates.size > 0 && !DISCOVERED.test(found[0])) return null
  const on = found.groups?.yesterday === undefined ? today : addDays(today, -1)
  return { on, isMonth: false, time: readTime(question) }
}

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'
/** "in November", "the November payroll": "may" and "march" alone are verbs too. */
const MONTH_ALONE = new RegExp(
  `\\b(?:in|during|for|of) (?<month>${MONTHS})\\b|\\b(?<paid>${MONTHS}) (?:wages|pay|payroll|payslips?|salar(?:y|ies)|contributions?|deductions?)\\b`,
  'i',
)

/** Returns the last such month that has begun; null if the question names no month. */
function readMonthAlone(question: string, today: string): StartDate | null {
  const { month, paid } = MONTH_ALONE.exec(question)?.groups ?? {}
  const name = (month ?? paid)?.toLowerCase()
  if (name === undefined) return null
  const number = String(MONTHS.split('|').indexOf(name) + 1).padStart(2, '0')
  const year = Number(today.slice(0, 4))
  const inYear = `${year}-${number}` > today.slice(0, 7) ? year - 1 : year
  return { on: toLastDayOfMonth(`${inYear}-${number}`), isMonth: true, time: null }
}

const PAYROLL_MONTH = new RegExp(
  `(?<!\\d(?:st|nd|rd|th)?(?: of)? )\\b(?<month>${MONTHS}) (?:20\\d\\d )?(?:(?:pensions?|employees?|employers?|monthly|avc) ){0,2}(?:wages|pay|payroll|payslips?|salar(?:y|ies)|contributions?|deductions?|money)\\b`,
  'i',
)

/** Returns the number of the month of "the November contributions"; null if there is none. */
function readPayrollMonth(question: string): string | null {
  const name = PAYROLL_MONTH.exec(question)?.groups?.month?.toLowerCase()
  return name === undefined ? null : String(MONTHS.split('|').indexOf(name) + 1).padStart(2, '0')
}

/** "The November contributions were paid on 28 December": the last such month before the payment. */
function readReceipt(month: string, date: string, today: string): StartDate | null {
  const thisYear = Number(today.slice(0, 4))
  const paidOn = date.startsWith('-')
    ? `${`${thisYear}${date}` > today ? thisYear - 1 : thisYear}${date}`
    : date
  if (!CivilDate.safeParse(paidOn).success) return null
  const paidIn = Number(paidOn.slice(0, 4))
  const inYear = `${paidIn}-${month}` > paidOn.slice(0, 7) ? paidIn - 1 : paidIn
  return { on: toLastDayOfMonth(`${inYear}-${month}`), isMonth: true, time: null, paidOn }
}

const YEAR_END =
  /\byear[- ]?ends?\b|\byear (?:finishes|finished|closes|ends|ended)\b|\bend of (?:the )?(?:scheme )?year\b/i

const YEAR_END_MONTH = new RegExp(`\\byear[- ]?end(?:s|ing)?(?: (?:is|in|of))* (?<month>${MONTHS})\\b`, 'i')

/** Returns the day of the year (MM-DD) of the scheme year end in a question: its only full date, or the end of the month; null if there is none. */
export function readYearEnd(typed: string): string | null {
  const question = normaliseDates(typed)
  if (!YEAR_END.test(question)) return null
  const days = [...findQuantities(question).dates].filter((date) => !/^\d{4}-\d\d$/.test(date))
  const [date, ...others] = days
  if (date !== undefined) return others.length === 0 ? date.slice(-5) : null
  const month = YEAR_END_MONTH.exec(question)?.groups?.month
  if (month === undefined) return null
  const number = String(MONTHS.split('|').indexOf(month.toLowerCase()) + 1).padStart(2, '0')
  return toLastDayOfMonth(`2001-${number}`).slice(-5)
}

const TIME =
  /\b(?:(?<hour>1[0-2]|0?[1-9])(?:[:.](?<minute>[0-5]\d))? ?(?<half>am|pm)|(?<hour24>[01]?\d|2[0-3]):(?<minute24>[0-5]\d))\b/i

/** Returns the time of day in a question as HH:MM; null if there is none. */
function readTime(question: string): string | null {
  const found = TIME.exec(question)?.groups
  if (!found) return null
  const { hour, minute = '00', half, hour24, minute24 } = found
  if (hour24 !== undefined) return `${hour24.padStart(2, '0')}:${minute24}`
  const inHalf = (Number(hour) % 12) + (half?.toLowerCase() === 'pm' ? 12 : 0)
  return `${String(inHalf).padStart(2, '0')}:${minute}`
}

const toStartDate = (on: string, more: Partial<StartDate>): StartDate | null =>
  CivilDate.safeParse(on).success ? { on, isMonth: false, ...more } : null
