/**
 * Answers a question about the obligations of a scheme or of the firm from the compliance calendar, without a model: what is overdue, due or
 * not known, or where the obligations of certain rules stand. The facts stay in the service.
 */

import type { CalendarAnswer } from '../../../../contract/assistant.ts'
import {
  addDays,
  addMonths,
  countDaysBetween,
  toEndOfMonth,
  toLastDayOfMonth,
  toMonth,
} from '../../../../contract/civil-dates.ts'
import { formatCount, formatDate, formatMonth } from '../../../../contract/value-format.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import type { Statement } from '../../../platform/batch.ts'
import { formatYearEnd } from '../../../platform/paper/format.ts'
import { buildRestrictedObligationCondition } from '../../schemes/schemes/index.ts'
import {
  calculateDueDatesFrom,
  calculatePeriod,
  calculatePeriodEnds,
  type Period,
  type StartDate,
  type StatedPeriod,
  TYPES,
} from './calculated-dates.ts'
import { STATUS } from './records.ts'
import type { SchemeAskedAbout } from './scheme-asked-about.ts'

export interface CalendarQuestion {
  question: string
  tenantId: string
  today: string
  /** The scheme that the question is about; null: the schemes of the firm. */
  scheme: SchemeAskedAbout | null
  /** Rules that the question is about. */
  ruleIds: readonly string[]
  /** Periods of the law that the question is about and no rule counts. */
  periods: readonly StatedPeriod[]
  /** The date in the question; null: none. */
  start: StartDate | null
  /** The scheme year end in the question, as MM-DD; null: none. */
  yearEnd: string | null
}

/** Obligations that a question asks for. */
type Filter =
  | { kind: 'OVERDUE' | 'UNKNOWN' | 'OPEN' }
  | { kind: 'DUE'; until: string }
  | { kind: 'MONTH'; period: Period }
  | { kind: 'RULES'; ruleIds: readonly string[] }

type Listed = CalendarAnswer['obligations'][number]

const MOST_OBLIGATIONS = 5
/**
 * Returns what the calendar says; null where the question asks nothing of it. `isComplete`: a list of obligations, which needs no answer from
 * the law.
 */
export async function answerFromCalendar(
  question: CalendarQuestion,
  runQuery: RunQuery,
): Promise<{ calendar: CalendarAnswer; isComplete: boolean } | null> {
  const recorded = pointToRecord(question)
  if (recorded) return { calendar: recorded, isComplete: true }
  const month = calculateMonth(question)
  if (month) return { calendar: month, isComplete: true }
  const calculated = calculate(question)
  if (calculated) return { calendar: calculated, isComplete: false }
  const filter = readFilter(question)
  if (filter === null) return null
  const [rows] = await runQuery(selectObligations(question, filter))
  const obligations = (rows ?? []).map(([row]) => JSON.parse(row as string) as Listed)
  const total = Number(rows?.[0]?.[1] ?? 0)
  const calendar = {
    schemeId: question.scheme?.id ?? null,
    schemeName: question.scheme?.name ?? null,
    text: formatAnswer(filter, question.scheme, obligations, total),
    calculated: [],
    obligations,
    hasMore: total > obligations.length,
  }
  return { calendar, isComplete: filter.kind !== 'RULES' }
}

const ASKS_WHEN =
  /\b(?:when|(?:by )?(?:what|which) (?:day|date)|by what|due|deadlines?|how (?:long|soon|quick(?:ly)?|fast)|dates?|until|last day|late|(?:in|on) time)\b|\bby ?\?? ?$/i

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'
/** "due in December 2026", "what falls in March": the month in which it is due, and not one from which is counted. */
const IS_DUE = /\b(?:due|deadlines?|falls?|to do|coming up|happening)\b/i
const IN_MONTH = new RegExp(`\\b(?:in|during|for) (?<month>${MONTHS})\\b(?: (?<year>20\\d\\d))?`, 'i')

function matchDueMonth(question: string): RegExpExecArray | null {
  const [due, month] = [IS_DUE.exec(question), IN_MONTH.exec(question)]
  return due && month && due.index < month.index ? month : null
}

/** Returns the month that a question asks about; without a year the current or the next such month. */
function readMonth(question: string, today: string): Period | null {
  const { month, year } = matchDueMonth(question)?.groups ?? {}
  if (month === undefined) return null
  const number = String(MONTHS.split('|').indexOf(month.toLowerCase()) + 1).padStart(2, '0')
  const thisYear = Number(today.slice(0, 4))
  const inYear = year ?? `${`${thisYear}-${number}` < toMonth(today) ? thisYear + 1 : thisYear}`
  return { from: `${inYear}-${number}-01`, until: toLastDayOfMonth(`${inYear}-${number}`) }
}

const DEFINED_BENEFIT = /\b(?:db|defined benefit|final salary)\b/i
const DEFINED_CONTRIBUTION = /\b(?:dc|defined contribution)\b/i

/** Lists what falls due in the month for a scheme of the type or year end in the question; null where the question describes no such scheme. */
function calculateMonth({ question, scheme, today, yearEnd }: CalendarQuestion): CalendarAnswer | null {
  const period = readMonth(question, today)
  const type = DEFINED_BENEFIT.test(question) ? 'DB' : 'DC'
  const isDescribed = yearEnd !== null || type === 'DB' || DEFINED_CONTRIBUTION.test(question)
  if (scheme !== null || period === null || !isDescribed || !ASKS_FOR_LIST.test(question)) return null
  const calculated = calculatePeriod({ type, yearEnd }, period)
  const month = formatMonth(toMonth(period.from))
  const about = `For a ${type} scheme${yearEnd ? ` with the year end ${formatYearEnd(toDayOfYear(yearEnd))}` : ''}`
  const lines = calculated.map(({ title, dueOn }) => `${title}: ${formatDate(dueOn)}.`)
  return {
    schemeId: null,
    schemeName: null,
    text: [
      `${about}, ${formatCount(calculated.length, 'recurring obligation')} ${calculated.length === 1 ? 'falls' : 'fall'} due in ${month}.`,
      ...lines,
    ].join(' '),
    calculated,
    obligations: [],
    hasMore: false,
  }
}

const toDayOfYear = (yearEnd: string): { month: number; day: number } => {
  const [month, day] = yearEnd.split('-').map(Number)
  return { month: month as number, day: day as number }
}

const NAMES_PRSA = /\bprsas?\b/i

/** Counts due dates from the date in the question; null where it asks for none, or about a scheme, whose dates are recorded. */
function calculate({
  question,
  today,
  scheme,
  ruleIds,
  periods,
  start,
}: CalendarQuestion): CalendarAnswer | null {
  if (scheme !== null || start === null || !ASKS_WHEN.test(question)) return null
  if (start.isMonth && matchDueMonth(question) !== null) return null
  const types = NAMES_PRSA.test(question) ? (['PRSA', ...TYPES] as const) : TYPES
  // Counted from an appointment, the repeated training follows the first one.
  const asked = APPOINTED.test(question) && ruleIds.includes('GOV-12') ? ['GOV-11', ...ruleIds] : ruleIds
  const ofMonth = calculateDueDatesFrom(start, asked, types)
  const isFromMonth = ofMonth.length === 0 && start.isMonth && WAS_DONE.test(question)
  const byRules = isFromMonth ? calculateDueDatesFrom(toFirstDay(start), asked, types) : ofMonth
  const calculated = [...byRules, ...calculatePeriodEnds(start, periods)]
  if (calculated.length === 0) return null
  const text = calculated
    .map(
      (one) =>
        `${one.title}: ${byRules.includes(one) ? 'due on ' : ''}${formatDate(one.dueOn)} (${one.sum}).`,
    )
    .join(' ')
  return {
    schemeId: null,
    schemeName: null,
    text: [
      ...describePayment(start, calculated),
      ...(ASKS_IF_LATE.test(question) ? describeLateness(start, calculated, today) : []),
      text,
      ...(isFromMonth ? ['Only the month is known, so this counts from its first day.'] : []),
    ].join(' '),
    calculated,
    obligations: [],
    hasMore: false,
  }
}

/** "The ORA was done in June 2023": a month in which something was done, and not a payroll month. */
const WAS_DONE =
  /\b(?:done|carried out|approved|completed|finished|held|trained|appointed|reviewed|adopted|signed|updated|left|joined|retired|died)\b/i

const toFirstDay = (start: StartDate): StartDate => ({
  ...start,
  on: `${toMonth(start.on)}-01`,
  isMonth: false,
})

const APPOINTED = /\bappoint\w*|\bjoined\b|\bbecame\b|\bnew trustees?\b/i
const ASKS_IF_LATE = /\b(?:late|overdue|behind|in time|on time|out of date)\b/i

/** Whether the only date that was counted has passed today. */
function describeLateness(
  { paidOn }: StartDate,
  calculated: CalendarAnswer['calculated'],
  today: string,
): string[] {
  const [only, ...others] = calculated
  if (paidOn !== undefined || only === undefined || others.length > 0) return []
  const days = countDaysBetween(only.dueOn, today)
  return [
    days > 0
      ? `Overdue today: the last day was ${formatDate(only.dueOn)}, ${formatCount(days, 'day')} ago.`
      : `Not overdue today: the last day is ${formatDate(only.dueOn)}.`,
  ]
}

/** Rules on the day by which money is paid over. */
const PAYMENT = new Set(['CON-01', 'CON-02'])

/** Whether contributions that were paid over on a day are late. */
function describePayment({ paidOn }: StartDate, calculated: CalendarAnswer['calculated']): string[] {
  const dueOn = calculated.find(({ ruleId }) => PAYMENT.has(ruleId))?.dueOn
  if (paidOn === undefined || dueOn === undefined) return []
  const days = countDaysBetween(dueOn, paidOn)
  return [
    days > 0
      ? `Late: paid over on ${formatDate(paidOn)}, ${formatCount(days, 'day')} after the last day.`
      : `In time: paid over on ${formatDate(paidOn)}, and the last day was ${formatDate(dueOn)}.`,
  ]
}

const ASKS_FOR_PERSONS =
  /\b(?:who (?:is|are|was|were) (?:now |currently |all )?(?:the |our |its )?(?:\w+ )?(?:trustees?|directors?|administrators?|actuary|auditors?|key function holders?|kfhs?|advisers?|broker)|how many (?:active |deferred )?members)\b/i

/** A question for the persons of a scheme is not about the law. All users of the firm read answers, so no record of a person is copied into one. */
function pointToRecord({ question, scheme }: CalendarQuestion): CalendarAnswer | null {
  if (scheme === null || !ASKS_FOR_PERSONS.test(question) || CONDITIONAL.test(question)) return null
  return {
    schemeId: scheme.id,
    schemeName: scheme.name,
    text: `The page of ${scheme.name} shows this on the tab “People”. The assistant answers questions about obligations and the law.`,
    calculated: [],
    obligations: [],
    hasMore: false,
  }
}

const OVERDUE = /\b(?:overdue|late|behind|missed|outstanding|unpaid)\b/i
/** A question about a provision is about the law. */
const NAMES_A_PROVISION = /\b(?:section|article|regulation|art|reg|s)\.? ?\d/i
const UNKNOWN = /\b(?:missing|not recorded|unknown|gaps?)\b/i
const ABOUT_THE_CALENDAR = /\b(?:due|next|when|upcoming|deadlines?|open|outstanding|to do|coming up)\b/i
/** Without a scheme only a question for a list is about the firm: "When is the annual report due?" is about the law. */
const ASKS_FOR_LIST = /^\s*(?:what(?:['’]s| is| are)?|which|show|list|is anything|anything)\b/i
const CONDITIONAL =
  /\bdo(?:es)? (?:the |an? )?(?:trustees?|employers?|administrators?|members?)\b|\b(?:happens?|if|means?|must|should|fines?|fined|penalt\w+|offences?|consequences?|interest)\b/i

/** The records of the firm are asked for and not the law: "when is the next training down for our scheme in the calendar". */
const ABOUT_OUR_RECORDS =
  /\b(?:in|on|from) (?:the|our|my) (?:\w+ )?(?:calendar|diary|list|system|records?)\b|\b(?:our|my) calendar\b|\b(?:down|scheduled|recorded|booked|pencilled in) for (?:us|our|the)\b|\b(?:when|what) (?:is|are|date is) (?:our|my) next\b|\bnext (?:\w+ ){1,5}(?:of|for) (?:our|my) (?:schemes?|clients?)\b|\b(?:which|what|how many|any) (?:of )?(?:our|my) (?:\w+ )?(?:schemes?|clients?|employers?)\b/i

function readFilter({ question, today, scheme, ruleIds }: CalendarQuestion): Filter | null {
  if (NAMES_A_PROVISION.test(question)) return null
  if (scheme === null && ruleIds.length > 0 && ABOUT_OUR_RECORDS.test(question))
    return { kind: 'RULES', ruleIds }
  const month = readMonth(question, today)
  const until = readLastDay(question, today)
  const isForList = ASKS_FOR_LIST.test(question) && !CONDITIONAL.test(question)
  if (scheme === null && !isForList) return null
  if (OVERDUE.test(question) && (isForList || ruleIds.length === 0)) return { kind: 'OVERDUE' }
  if (month !== null) return { kind: 'MONTH', period: month }
  if (until !== null && /\bdue\b|\bdeadlines?\b|\bto do\b|\bcoming\b/i.test(question))
    return { kind: 'DUE', until }
  if (scheme === null) return null
  if (ruleIds.length > 0) return { kind: 'RULES', ruleIds }
  if (UNKNOWN.test(question)) return { kind: 'UNKNOWN' }
  return ABOUT_THE_CALENDAR.test(question) ? { kind: 'OPEN' } : null
}

function readLastDay(question: string, today: string): string | null {
  if (/\btoday\b/i.test(question)) return today
  if (/\b(?:this|next) week\b|\bseven days\b|\b7 days\b/i.test(question)) return addDays(today, 7)
  if (/\bthis month\b/i.test(question)) return toEndOfMonth(today)
  if (/\bnext month\b/i.test(question)) return toEndOfMonth(addDays(toEndOfMonth(today), 1))
  const { count, unit } = NEXT_DAYS.exec(question)?.groups ?? {}
  if (count !== undefined && unit !== undefined) return addUnits(today, Number(count), unit.toLowerCase())
  if (!ABOUT_US.test(question)) return null
  if (/\b(?:this year|(?:end of (?:the )?|before )year(?:[- ]end)?|before christmas)\b/i.test(question))
    return `${today.slice(0, 4)}-12-31`
  return readLastMonth(question, today)
}

/** Without it a month or the year end belongs to the law: "the deadline for the report for the year to March". */
const ABOUT_US = /\b(?:we|our|us|now|deadlines|coming up|everything|anything)\b/i

/** "in the next 90 days", "over the coming 3 months". */
const NEXT_DAYS = /\b(?:next|coming|within|in) (?<count>\d{1,3}) (?<unit>day|week|month)s?\b/i

const addUnits = (day: string, count: number, unit: string): string =>
  unit === 'month' ? addMonths(day, count) : addDays(day, unit === 'week' ? 7 * count : count)

/** "between now and the end of January", "up to March": the last day of the next such month. */
const UNTIL_MONTH = new RegExp(
  `\\b(?:until|till|til|up to|by|before|end of|to|and)(?: (?:the )?end of)? (?<month>${MONTHS})\\b(?: (?<year>20\\d\\d))?`,
  'i',
)

function readLastMonth(question: string, today: string): string | null {
  const { month, year } = UNTIL_MONTH.exec(question)?.groups ?? {}
  if (month === undefined) return null
  const number = String(MONTHS.split('|').indexOf(month.toLowerCase()) + 1).padStart(2, '0')
  const thisYear = Number(today.slice(0, 4))
  const inYear = year ?? `${`${thisYear}-${number}` < toMonth(today) ? thisYear + 1 : thisYear}`
  return toLastDayOfMonth(`${inYear}-${number}`)
}

function selectObligations({ tenantId, scheme }: CalendarQuestion, filter: Filter): Statement {
  const values: unknown[] = [tenantId, scheme?.id ?? null]
  const add = (value: unknown): string => `$${values.push(value)}`
  return {
    text: `select json_build_object('id', r.id, 'schemeId', r.scheme_id, 'schemeName', s.name, 'ruleId', r.rule_id, 'title', r.title,
        'dueOn', r.due_on, 'completedOn', r.completed_on, 'status', ${STATUS}, 'reason', r.reason), count(*) over ()
      from obligations r join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id
      where r.tenant_id = $1 and ($2::text is null or r.scheme_id = $2) and (${buildCondition(filter, add)})
        and (r.breach_id is null or not ${buildRestrictedObligationCondition('r')})
      order by array_position(array['OVERDUE', 'DUE_SOON', 'UPCOMING', 'TO_CONFIRM', 'DATA_GAP', 'CANNOT_TELL'], ${STATUS}) nulls last,
        case when r.state = 'OPEN' then r.due_on end, coalesce(r.completed_on, r.due_on) desc nulls last, r.id
      limit ${MOST_OBLIGATIONS}`,
    values,
  }
}

function buildCondition(filter: Filter, add: (value: unknown) => string): string {
  switch (filter.kind) {
    case 'OVERDUE':
      return `${STATUS} = 'OVERDUE'`
    case 'UNKNOWN':
      return "r.state in ('DATA_GAP', 'CANNOT_TELL')"
    case 'OPEN':
      return "r.state in ('OPEN', 'DATA_GAP', 'CANNOT_TELL')"
    case 'DUE':
      return `r.state = 'OPEN' and r.due_on <= ${add(filter.until)}::date and ${STATUS} <> 'OVERDUE'`
    case 'MONTH':
      return `r.state = 'OPEN' and r.due_on between ${add(filter.period.from)}::date and ${add(filter.period.until)}::date`
    case 'RULES':
      return `r.rule_id in (select jsonb_array_elements_text(${add(JSON.stringify(filter.ruleIds))}::jsonb))`
  }
}

/** Why the calendar of a scheme is empty. */
const NOT_APPROVED: Readonly<Record<string, string>> = {
  DRAFT: 'is not submitted for approval yet: its obligations start when an approver approves it.',
  PENDING_APPROVAL: 'is submitted for approval: its obligations start when an approver approves it.',
}

function formatAnswer(
  filter: Filter,
  scheme: SchemeAskedAbout | null,
  found: readonly Listed[],
  total: number,
): string {
  const of = scheme ? ` of ${scheme.name}` : ''
  const obligations = total === 0 ? `No obligation${of}` : `${formatCount(total, 'obligation')}${of}`
  const are = total < 2 ? 'is' : 'are'
  const reason = scheme ? NOT_APPROVED[scheme.status] : undefined
  if (scheme && reason && found.every(({ dueOn }) => dueOn === null)) return `${scheme.name} ${reason}`
  switch (filter.kind) {
    case 'OVERDUE':
      return `${obligations} ${are} overdue.`
    case 'DUE':
      return `${obligations} ${are} due by ${formatDate(filter.until)}.`
    case 'MONTH':
      return `${obligations} ${are} due in ${formatMonth(toMonth(filter.period.from))}.`
    case 'UNKNOWN':
      return total === 0
        ? `No fact is missing for the obligations${of}.`
        : `${obligations} cannot be dated or decided, because facts are not recorded.`
    case 'OPEN': {
      const next = found.find(({ dueOn }) => dueOn !== null)
      return next ? formatOne(next) : `No open obligation${of} has a due date.`
    }
    case 'RULES': {
      const [first, ...others] = found
      if (first === undefined) return `The calendar has no such obligation${of}.`
      return scheme === null && others.length > 0 ? found.map(formatOne).join(' ') : formatOne(first)
    }
  }
}

function formatOne({ schemeName, title, dueOn, completedOn, status, reason }: Listed): string {
  const on = dueOn === null ? null : formatDate(dueOn)
  const about = `${schemeName}: “${title}”`
  switch (status) {
    case 'OVERDUE':
      return `${about} was due on ${on} and is overdue.`
    case 'DUE_SOON':
    case 'UPCOMING':
      return `${about} is due on ${on}.`
    case 'TO_CONFIRM':
      return `${about} was due on ${on}, before the scheme was added: whether it was met is not confirmed.`
    case 'DONE':
    case 'DONE_LATE':
      return `${about} was completed${completedOn ? ` on ${formatDate(completedOn)}` : ''}.`
    case 'NOT_APPLICABLE':
      return `${about} does not apply: ${reason}.`
    case 'WAIVED':
      return `${about} was waived.`
    default:
      return `${about}: ${reason}.`
  }
}
