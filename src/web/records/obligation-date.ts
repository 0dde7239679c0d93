/** How a due date is worked out, in words, and where what meets the obligation is recorded. */

import { formatSteps } from '../../contract/calculation-steps.ts'
import type { Calculation, Obligation } from '../../contract/obligations.ts'
import { PAGES } from '../../contract/pages.ts'
import { formatDate, formatInstant, formatMonth } from '../../contract/value-format.ts'

/** `31 Dec 2025 + 9 months = 30 Sep 2026`. */
export const formatCalculation = ({ startOn, steps, endOn }: Calculation): string =>
  `${formatDate(startOn)}${formatSteps(steps)} = ${formatDate(endOn)}`

/** The due date, with the time where the period runs in hours; null where there is none. */
export const formatDue = ({ dueOn, dueAt }: Pick<Obligation, 'dueOn' | 'dueAt'>): string | null =>
  dueAt ? formatInstant(dueAt) : dueOn && formatDate(dueOn)

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const DAY = /^\d{4}-\d\d-\d\d$/
const MONTH = /^\d{4}-\d\d$/
/** A fact as text: days, months and instants are formatted, other values are shown as recorded. */
export const formatFact = (value: string): string => {
  if (DAY.test(value)) return formatDate(value)
  if (MONTH.test(value)) return formatMonth(value)
  return INSTANT.test(value) ? formatInstant(value) : value
}

const REGISTERS = [
  { rules: /^KFH-01$/, label: 'Key functions', to: PAGES.schemeKeyFunctions },
  { rules: /^GOV-0[12]$/, label: 'Own-risk assessments', to: PAGES.schemeAssessments },
  { rules: /^GOV-0[34578]$/, label: 'Policies', to: PAGES.schemePolicies },
  { rules: /^GOV-1[0-2]$/, label: 'Trustees', to: PAGES.schemeTrustees },
  { rules: /^GOV-13$/, label: 'Trustee meetings', to: PAGES.schemeMeetings },
  { rules: /^CON-0[1-5]$/, label: 'Contributions', to: PAGES.schemeContributions },
] as const

/** The page of a scheme that keeps what meets duties of the rule; undefined where nothing but a document or a note does. */
export const findRegister = (ruleId: string) => REGISTERS.find(({ rules }) => rules.test(ruleId))
