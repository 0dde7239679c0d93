/** Pure rules of the breach register: how grave, whether to report and by when, and what may be closed. */
import {
  BREACH_SEVERITIES,
  type Breach,
  type BreachCategory,
  type BreachSeverity,
  type BreachSource,
  type BreachStatus,
  REPORTABILITY_RULES,
  type Reportability,
  type ReportabilityDecision,
} from '../../../../contract/breaches.ts'
import type { CitationId } from '../../../../contract/citations.ts'
import { addMonthsToMonth } from '../../../../contract/civil-dates.ts'
import type { RegimeProfile } from '../../../../contract/schemes.ts'

export const HIGH_FROM_DAY = 31
const CRITICAL_FROM_DAY = 60

export interface Lateness {
  daysLate: number
  /** The money was taken from employees' pay. */
  isDeducted: boolean
  /** `YYYY-MM` */
  payrollMonth: string
  /** The other payroll months of this scheme and employer that were late or are. */
  lateMonths: readonly string[]
}

/**
 * How grave a late month is, by the house scale (domain: breach register): MEDIUM from the first day; HIGH from day 31 or as
 * the second within twelve months; CRITICAL where deducted money is 60 days late, or the third month in a row.
 */
export function calculateRemittanceSeverity({
  daysLate,
  isDeducted,
  payrollMonth,
  lateMonths,
}: Lateness): Exclude<BreachSeverity, 'LOW'> {
  const wasLate = (monthsBefore: number): boolean =>
    lateMonths.includes(addMonthsToMonth(payrollMonth, -monthsBefore))
  if ((isDeducted && daysLate >= CRITICAL_FROM_DAY) || (wasLate(1) && wasLate(2))) return 'CRITICAL'
  const isSecondInAYear = Array.from({ length: 11 }, (_, index) => index + 1).some(wasLate)
  return daysLate >= HIGH_FROM_DAY || isSecondInAYear ? 'HIGH' : 'MEDIUM'
}

/** What an entry starts with where nobody says how grave it is. */
export function getSeverity(category: BreachCategory): BreachSeverity {
  switch (category) {
    case 'MISAPPROPRIATION_SUSPECTED':
      return 'CRITICAL'
    // A missing trustee or holder is grave on the day itself (domain 1.4).
    case 'TRUSTEE_VACANCY':
    case 'KFH_VACANCY':
    case 'DATA_PROTECTION':
    case 'ICT_INCIDENT':
      return 'HIGH'
    default:
      return 'MEDIUM'
  }
}

const rank = (severity: BreachSeverity): number => BREACH_SEVERITIES.indexOf(severity)
export const isGraver = (one: BreachSeverity, other: BreachSeverity | null): boolean =>
  other === null || rank(one) > rank(other)

export interface Suggestion {
  reportability: Reportability
  /** Why, in our own words. */
  reason: string
}

export interface Subject {
  category: BreachCategory
  source: BreachSource
  /** null where it is about no scheme, or the tier is not known. */
  doraTier: RegimeProfile['doraTier']['value'] | null
}

/** Which report the law asks for where nobody has decided yet: never more than a suggestion. */
export function suggestReportability({ category, source, doraTier }: Subject): Suggestion {
  if (category === 'MISAPPROPRIATION_SUSPECTED') return suggested('COMPULSORY_S83')
  if (category === 'DATA_PROTECTION') return suggested('GDPR_33')
  if (category === 'ICT_INCIDENT') {
    if (doraTier === 'NONE')
      return {
        reportability: 'NONE',
        reason: 'The scheme is outside DORA: its incidents are not reported under it',
      }
    return doraTier === null
      ? {
          reportability: 'UNDECIDED',
          reason: 'Whether DORA applies depends on the scheme, and none is named',
        }
      : suggested('DORA_19')
  }
  return suggested(source === 'KFH' ? 'KFH_S64AH' : 'UNDECIDED')
}
const suggested = (reportability: Reportability): Suggestion => ({
  reportability,
  reason: REPORTABILITY_RULES[reportability].passage,
})

/** What only administrators and who entered it may see. */
export const isRestrictedCategory = (category: BreachCategory): boolean =>
  category === 'MISAPPROPRIATION_SUSPECTED'

/** Where an assessment leads: what was reported once is reported still. */
export function getStatusAfterDecision(
  { reportability, reportedAt }: Pick<Breach, 'reportability' | 'reportedAt'>,
  decision: ReportabilityDecision,
): BreachStatus {
  if (decision === 'NONE') return 'ASSESSED'
  const isReported = reportedAt !== null && (reportability === decision || reportability === 'UNDECIDED')
  return isReported ? 'REPORTED' : 'REPORTABLE'
}

export interface Obstacle {
  code: string
  citation: CitationId | null
  message: string
}

/** Why an entry cannot be closed as it stands; null where it can. */
export function findClosingObstacle(
  { status, reportability }: Pick<Breach, 'status' | 'reportability'>,
  isNotABreach: boolean,
): Obstacle | null {
  if (status === 'REPORTABLE') {
    return {
      code: 'NOT_REPORTED',
      citation: REPORTABILITY_RULES[reportability].citation,
      message: 'It was decided to report this: record the report first, or assess it again',
    }
  }
  if (status === 'OPEN' && !isNotABreach) {
    return {
      code: 'NOT_ASSESSED',
      citation: null,
      message: 'Assess it first; only what is no breach is closed without',
    }
  }
  return null
}
