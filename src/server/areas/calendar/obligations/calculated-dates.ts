/**
 * Counts the due dates of rules from a date, with the rules of the calendar and no recorded facts: the date is taken as the month of the
 * deduction, the scheme year end, the appointment, or the day of the event, as each rule needs it.
 */

import type { CalculatedDate } from '../../../../contract/assistant.ts'
import { formatSteps } from '../../../../contract/calculation-steps.ts'
import {
  addDays,
  addMonths,
  addMonthsToMonth,
  toEndOfMonth,
  toMonth,
} from '../../../../contract/civil-dates.ts'
import type { Calculation } from '../../../../contract/obligations.ts'
import { formatDate, formatInstant } from '../../../../contract/value-format.ts'
import { toDublinMoment } from '../../../platform/clock.ts'
import { type Decision, evaluateRules, formatSource } from './engine.ts'
import { readFactsFile } from './facts-file.ts'
import { getFactsOnDay } from './facts-on-day.ts'
import { listEventKinds } from './rules/events.ts'

/** A date from which a period is counted. */
export interface StartDate {
  /** For a month, its last day. */
  on: string
  /** Only the month is known: then only rules that count from the end of a payroll month have a due date. */
  isMonth: boolean
  /** The date is a scheme year end: then only rules of the scheme year count from it. */
  isYearEnd?: boolean
  /** Day on which the contributions of the month were paid over. */
  paidOn?: string
  /** Time of day in Dublin, HH:MM, for periods in hours; null if not known. */
  time?: string | null
}

export const TYPES = ['DC', 'DB'] as const
type Type = (typeof TYPES)[number] | 'PRSA'
/**
 * Rules whose date follows from the same day: money is remitted and then invested (the day of a receipt alone does not say for which payroll
 * month it is), and a certificate is submitted and then renewed.
 */
const FOLLOWED_BY: Readonly<Record<string, readonly string[]>> = {
  'CON-01': ['CON-04'],
  'DB-01': ['DB-02'],
  'REP-01': ['REP-05'],
  'GOV-11': ['GOV-12'],
}
/** Months from the appointment to the first training, from which the next one is counted. */
const TO_FIRST_TRAINING = 6
/** Days from the last day of the month of the deduction to the day from which investing is counted. */
const TO_REMITTANCE = 21

/** Returns the due date of each rule that counts from the date. Empty: no rule does, or the rules need other facts. */
export function calculateDueDatesFrom(
  start: StartDate,
  ruleIds: readonly string[],
  types: readonly Type[] = TYPES,
): CalculatedDate[] {
  const { on } = start
  const asked = [...ruleIds, ...ruleIds.flatMap((id) => FOLLOWED_BY[id] ?? [])]
  const anchors = new Set([
    on,
    toEndOfMonth(on),
    ...(ruleIds.includes('CON-01') ? [addDays(toEndOfMonth(on), TO_REMITTANCE)] : []),
    ...(ruleIds.includes('GOV-11') ? [addDays(addMonths(on, TO_FIRST_TRAINING), -1)] : []),
  ])
  for (const type of types) {
    const { facts } = readFactsFile(buildFacts(type, start, asked))
    const found = new Map<string, CalculatedDate>()
    for (const decision of evaluateRules(getFactsOnDay(facts, on), on)) {
      const { rule, dueOn, anchorOn } = decision
      if (!asked.includes(rule.id) || found.has(rule.id)) continue
      if (start.isYearEnd && rule.trigger !== 'RECURRING_SYE') continue
      if (dueOn === null || anchorOn === null || !anchors.has(anchorOn)) continue
      found.set(rule.id, present(decision, dueOn, start.time ?? null))
    }
    if (found.size > 0) return [...found.values()]
  }
  return []
}

/** A period that a provision states and no rule of the calendar counts, because no record starts it. The day of the event does not count. */
export interface StatedPeriod {
  noteId: string
  title: string
  count: number
  unit: 'DAY' | 'MONTH'
  /** "after the receipt of the application" */
  start: string
  source: string
}

/** Returns the end of each period, counted from the date; none from a month or a scheme year end. */
export const calculatePeriodEnds = (
  { on, isMonth, isYearEnd = false }: StartDate,
  periods: readonly StatedPeriod[],
): CalculatedDate[] =>
  isMonth || isYearEnd
    ? []
    : periods.map(({ noteId, title, count, unit, start, source }) => ({
        ruleId: noteId,
        title,
        dueOn: unit === 'MONTH' ? addMonths(on, count) : addDays(on, count),
        sum: `${formatDate(on)}${formatSteps([{ count, unit }])}, counted ${start}`,
        source,
        ruling: null,
      }))

export interface Period {
  from: string
  until: string
}

/**
 * Returns the obligations of a scheme of this type that fall due in the period and recur with its year end, the calendar year or each payroll
 * month, by the rules of the calendar and without recorded facts. `yearEnd` is MM-DD; null: not known.
 */
export function calculatePeriod(
  { type, yearEnd }: { type: (typeof TYPES)[number]; yearEnd: string | null },
  { from, until }: Period,
): CalculatedDate[] {
  const { facts } = readFactsFile({
    type,
    establishedOn: LONG_AGO,
    wentLiveOn: LONG_AGO,
    ...(yearEnd !== null && { schemeYearEnd: yearEnd }),
    // The money of the month before is remitted in the period, and that of the month before that may be invested in it.
    contributions: [1, 2].map((months) => ({ payrollMonth: addMonthsToMonth(toMonth(from), -months) })),
  })
  return evaluateRules(facts, from)
    .flatMap((decision) => {
      const { rule, dueOn } = decision
      const isDue = dueOn !== null && dueOn >= from && dueOn <= until
      return isDue && !rule.isCheck && RECURRING.has(rule.trigger) ? [present(decision, dueOn, null)] : []
    })
    .toSorted((one, other) => (one.dueOn < other.dueOn ? -1 : 1))
}

const RECURRING: ReadonlySet<string> = new Set(['RECURRING_SYE', 'RECURRING_CALENDAR'])
const LONG_AGO = '2000-01-01'

/** `time`: the time of day from which hours are counted; null if not known. */
function present(
  { rule, dueAt, calculation, reason }: Decision,
  dueOn: string,
  time: string | null,
): CalculatedDate {
  const sum = calculation ? formatSum(calculation) : reason
  return {
    ruleId: rule.id,
    title: rule.title,
    dueOn,
    sum:
      dueAt === null ? sum : `${sum}, ${time ? `so by ${formatInstant(dueAt)}` : 'at the same time of day'}`,
    source: formatSource(rule),
    ruling: rule.ruling ?? null,
  }
}

const REVIEWED = ['RISK_MANAGEMENT', 'REMUNERATION']
/** Events whose period is counted back from the day on which the change is made. */
const COUNTED_FROM_THE_CHANGE: ReadonlySet<string> = new Set(['PRSA_TRANSFER', 'BENEFIT_REDUCTION'])

/** Builds facts that contain only the date, as the rules with each kind of start need it. */
function buildFacts(
  type: Type,
  { on, isMonth, isYearEnd = false, time }: StartDate,
  ruleIds: readonly string[],
) {
  const scheme = {
    type,
    establishedOn: LONG_AGO,
    wentLiveOn: LONG_AGO,
    joining: 'AUTOMATIC',
    contributions: [{ payrollMonth: toMonth(on) }],
  }
  if (isMonth) return scheme
  const schemeYearEnd = on.slice(5)
  if (isYearEnd) return { ...scheme, contributions: [], schemeYearEnd }
  return {
    ...scheme,
    schemeYearEnd,
    // A training is a repetition of an earlier one, unless the first is asked for too.
    trustees: [ruleIds.includes('GOV-11') ? { appointedOn: on } : { appointedOn: LONG_AGO, trainedOn: [on] }],
    members: [
      { joinedSchemeOn: on },
      { status: 'DEFERRED', joinedSchemeOn: LONG_AGO, leftServiceOn: on },
      { status: 'PENSIONER', joinedSchemeOn: LONG_AGO, retiredOn: on },
    ],
    breaches: [
      {
        category: 'DATA_PROTECTION',
        awareAt: toDublinMoment(on, time ?? '12:00').toISOString(),
        riskToPeople: 'RISK',
      },
    ],
    ownRiskAssessments: [{ scope: 'WHOLE_IORP', approvedOn: on, asOfOn: on }],
    policies: REVIEWED.map((kind) => ({ kind, approvedOn: on })),
    sipp: on,
    ...(type === 'DB' && { lastAfcEffectiveOn: on }),
    events: ruleIds.flatMap((ruleId) =>
      listEventKinds(ruleId).map((kind) => ({
        kind,
        occurredOn: on,
        ...(COUNTED_FROM_THE_CHANGE.has(kind) && { relevantOn: on }),
      })),
    ),
  }
}

const formatSum = ({ startOn, steps }: Calculation): string => `${formatDate(startOn)}${formatSteps(steps)}`
