/** Rules of the breach register: severity, reportability with its deadline, and when a breach can be closed. */
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
import type { SeveritySettings } from '../../../../contract/rule-settings.ts'
import type { RegimeProfile } from '../../../../contract/schemes.ts'

export interface Lateness {
  daysLate: number
  /** The money was deducted from employees' pay. */
  isDeducted: boolean
  /** `YYYY-MM` */
  payrollMonth: string
  /** Other late payroll months of this scheme and employer, past or present. */
  lateMonths: readonly string[]
  settings: SeveritySettings
}

/**
 * Severity of a late payment (our own scale): MEDIUM from the first day; HIGH from a day that the firm sets, or for the second late month
 * in twelve; CRITICAL from another such day for deducted money, or for the third late month in a row.
 */
export function calculateRemittanceSeverity({
  daysLate,
  isDeducted,
  payrollMonth,
  lateMonths,
  settings,
}: Lateness): Exclude<BreachSeverity, 'LOW'> {
  const wasLate = (monthsBefore: number): boolean =>
    lateMonths.includes(addMonthsToMonth(payrollMonth, -monthsBefore))
  if ((isDeducted && daysLate >= settings.lateCriticalFromDay) || (wasLate(1) && wasLate(2)))
    return 'CRITICAL'
  const isSecondInAYear = Array.from({ length: 11 }, (_, index) => index + 1).some(wasLate)
  return isSecondInAYear ? 'HIGH' : calculateLatenessSeverity(daysLate, settings)
}

/** Severity of other late money, by the days alone. */
export const calculateLatenessSeverity = (
  daysLate: number,
  { lateHighFromDay }: SeveritySettings,
): 'HIGH' | 'MEDIUM' => (daysLate >= lateHighFromDay ? 'HIGH' : 'MEDIUM')

/** Initial severity if none is entered. */
export function getSeverity(category: BreachCategory): BreachSeverity {
  switch (category) {
    case 'MISAPPROPRIATION_SUSPECTED':
      return 'CRITICAL'
    // A missing trustee or key function holder is HIGH from the first day.
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
  /** Reason, shown to the user. */
  reason: string
}

export interface Subject {
  category: BreachCategory
  source: BreachSource
  /** Null without a scheme or if the tier is not known. */
  doraTier: RegimeProfile['doraTier']['value'] | null
}

/** The report that the law probably requires. A suggestion only: a person decides. */
export function suggestReportability({ category, source, doraTier }: Subject): Suggestion {
  if (category === 'MISAPPROPRIATION_SUSPECTED') return createSuggestion('COMPULSORY_S83')
  if (category === 'DATA_PROTECTION') return createSuggestion('GDPR_33')
  if (category === 'ICT_INCIDENT') {
    if (doraTier === 'NONE')
      return {
        reportability: 'NONE',
        reason: 'The scheme is outside the scope of DORA: no DORA incident report is required',
      }
    return doraTier === null
      ? {
          reportability: 'UNDECIDED',
          reason:
            'Whether DORA applies depends on the scheme and on the number of its members: choose the scheme, and enter its member counts',
        }
      : createSuggestion('DORA_19')
  }
  return createSuggestion(source === 'KFH' ? 'KFH_S64AH' : 'UNDECIDED')
}
const createSuggestion = (reportability: Reportability): Suggestion => ({
  reportability,
  reason: REPORTABILITY_RULES[reportability].passage,
})

/** Restricted breaches are visible to administrators and to the person who recorded them. */
export const isRestrictedCategory = (category: BreachCategory): boolean =>
  category === 'MISAPPROPRIATION_SUSPECTED'

/** Status after an assessment. A reported breach stays reported. */
export function getStatusAfterDecision(
  { reportability, reportedAt }: Pick<Breach, 'reportability' | 'reportedAt'>,
  decision: ReportabilityDecision,
): BreachStatus {
  if (decision === 'NONE') return 'ASSESSED'
  const isReported = reportedAt !== null && (reportability === decision || reportability === 'UNDECIDED')
  return isReported ? 'REPORTED' : 'REPORTABLE'
}

export interface ClosingBlocker {
  code: string
  citation: CitationId | null
  message: string
}

/** Why a breach cannot be closed; null if it can. */
export function findClosingBlocker(
  { status, reportability }: Pick<Breach, 'status' | 'reportability'>,
  isNotABreach: boolean,
): ClosingBlocker | null {
  if (status === 'REPORTABLE') {
    return {
      code: 'NOT_REPORTED',
      citation: REPORTABILITY_RULES[reportability].citation,
      message: 'This breach is to be reported: record the report first, or assess it again',
    }
  }
  if (status === 'OPEN' && !isNotABreach) {
    return {
      code: 'NOT_ASSESSED',
      citation: null,
      message: 'Assess the breach before closing it, unless it turned out not to be a breach',
    }
  }
  return null
}
