import { getLastDay } from '../../../../contract/obligation-status.ts'
/**
 * Compliance status of a scheme (red, amber, green) with its reasons. Green means that no open item is known; it does not mean that the
 * scheme is compliant.
 */

import type { Breach } from '../../../../contract/breaches.ts'
import { countDaysBetween } from '../../../../contract/civil-dates.ts'
import type { ComplianceScore } from '../../../../contract/schemes.ts'
import { formatCount, formatDate, formatMonth } from '../../../../contract/value-format.ts'
import { getAmberDays, VACANCIES, WITHOUT_DATE } from '../../schemes/schemes/index.ts'
import type { Decision } from './engine.ts'
import type { SchemeRecords } from './scheme-records.ts'

export type OpenBreach = Pick<Breach, 'id' | 'severity' | 'category'>

/** Restricted breaches do not affect the status, which would disclose them. */
export const listOpenBreaches = ({ breach }: Pick<SchemeRecords, 'breach'>): OpenBreach[] =>
  breach.filter(
    ({ status, isNotABreach, isRestricted }) => status !== 'CLOSED' && !isNotABreach && !isRestricted,
  )

/** By that day; what was due before stays open and keeps its colour. */
export const isWoundUpOn = (
  { status, woundUpOn }: Pick<SchemeRecords['scheme'], 'status' | 'woundUpOn'>,
  day: string,
): boolean => status === 'WOUND_UP' && (woundUpOn === null || woundUpOn <= day)

type Reason = ComplianceScore['reasons'][number]

export function calculateComplianceScore(
  decisions: readonly Decision[],
  breaches: readonly OpenBreach[],
  today: string,
  { isWoundUp = false }: { isWoundUp?: boolean } = {},
): ComplianceScore {
  const shared = decisions.filter(({ isRestricted }) => !isRestricted)
  const open = Map.groupBy(shared.filter(isOpen), ({ rule }) => rule.id)
  const reasons = [
    ...breaches.flatMap(listBreachReasons),
    ...shared.flatMap((one) => listDecisionReasons(one, today, (open.get(one.rule.id)?.length ?? 0) > 1)),
  ]
  const rating = reasons.some(({ weight }) => weight === 'RED')
    ? 'RED'
    : reasons.length > 0
      ? 'AMBER'
      : isWoundUp
        ? 'WOUND_UP'
        : 'GREEN'
  return {
    rating,
    summary:
      rating === 'WOUND_UP'
        ? 'Wound up: no open items known'
        : rating === 'GREEN'
          ? 'No open items known'
          : summarise(reasons),
    reasons: reasons.toSorted((a, b) => order(a) - order(b) || (a.dueOn ?? '').localeCompare(b.dueOn ?? '')),
  }
}

const order = ({ weight }: Reason): number => (weight === 'RED' ? 0 : 1)

const summarise = (reasons: readonly Reason[]): string => {
  const red = reasons.filter(({ weight }) => weight === 'RED').length
  const amber = reasons.length - red
  return [red > 0 ? `${red} needing action now` : '', amber > 0 ? `${amber} needing attention` : '']
    .filter(Boolean)
    .join(', ')
}

const listBreachReasons = ({ id, severity, category }: OpenBreach): Reason[] =>
  severity === 'HIGH' || severity === 'CRITICAL'
    ? [
        {
          weight: 'RED',
          text: `Open breach, ${severity.toLowerCase()}: ${category.toLowerCase().replaceAll('_', ' ')}`,
          ruleId: null,
          periodKey: null,
          breachId: id,
          dueOn: null,
        },
      ]
    : []

const isOpen = ({ status }: Decision): boolean => status === 'OVERDUE' || status === 'DUE_SOON'

const formatWhen = (dueOn: string, legalEndOn: string | null, today: string): string => {
  const days = countDaysBetween(today, dueOn)
  if (days > 0) return `due in ${formatCount(days, 'day')}`
  const last = getLastDay({ dueOn, legalEndOn })
  return last > today ? `due now, the last day is ${formatDate(last)}` : 'due today'
}

/** "Oct 2026" for a month, "Scheme year end 31 Dec 2025" for another fact. */
function formatStartFact({ label, value }: Decision['facts'][number]): string {
  if (DAY.test(value)) return `${label} ${formatDate(value)}`
  return MONTH.test(value) ? value.replace(MONTH, formatMonth) : `${label} ${value}`
}
const DAY = /^\d{4}-\d\d-\d\d$/
/** The name of an employer may follow it. */
const MONTH = /^\d{4}-\d\d(?!-)/

/** If a rule has several open obligations, adds the start fact to tell them apart. */
function listDecisionReasons(
  { rule, status, dueOn, legalEndOn, periodKey, reason, facts: [fact], missing }: Decision,
  today: string,
  isOneOfSeveral: boolean,
): Reason[] {
  const title = isOneOfSeveral && fact ? `${rule.title} (${formatStartFact(fact)})` : rule.title
  const because = (weight: Reason['weight'], text: string): Reason[] => [
    { weight, text, ruleId: rule.id, periodKey, breachId: null, dueOn },
  ]
  switch (status) {
    case 'OVERDUE': {
      const isVacancy = VACANCIES.includes(rule.id)
      // A vacancy is overdue from its first day.
      return because(
        isVacancy || rule.confidence === 'H' ? 'RED' : 'AMBER',
        isVacancy
          ? reason
          : `${title}: ${formatCount(countDaysBetween(getLastDay({ dueOn: dueOn as string, legalEndOn }), today), 'day')} overdue`,
      )
    }
    case 'DUE_SOON': {
      if (VACANCIES.includes(rule.id)) return because('RED', reason)
      return countDaysBetween(today, dueOn as string) <= getAmberDays(rule.id)
        ? because('AMBER', `${title}: ${formatWhen(dueOn as string, legalEndOn, today)}`)
        : []
    }
    case 'DATA_GAP':
      // Rule DAT-01 lists each missing fact once.
      if (missing) return []
      return because('AMBER', `${rule.title}: ${reason}`)
    case 'CANNOT_TELL':
      return WITHOUT_DATE.includes(rule.id) ? [] : because('AMBER', `${rule.title}: ${reason}`)
    default:
      return []
  }
}
