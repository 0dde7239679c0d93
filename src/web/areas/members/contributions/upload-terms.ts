/** Terms of an upload: complete enough for a check, or the missing ones. */
import { addMonthsToMonth } from '../../../../contract/civil-dates.ts'
import type { uploadContributions } from '../../../../contract/contributions.ts'
import type { Sent } from '../../../../contract/define.ts'

export interface UploadTerms {
  schemeId: string | null
  employerId: string | null
  payrollMonth: string | null
  /** The text as it was typed where it is no amount. */
  declaredTotalCents: number | string | null
}

/** An employer user uploads for their own employer, also when the address names another. */
export function toTerms(
  { schemeId, employerId, payrollMonth, declaredTotalCents }: UploadTerms,
  ownEmployerId: string | null,
): Partial<Sent<typeof uploadContributions>> | null {
  if (!schemeId || !payrollMonth || typeof declaredTotalCents === 'string') return null
  const employer = ownEmployerId ?? employerId
  return {
    schemeId,
    ...(employer ? { employerId: employer } : {}),
    payrollMonth,
    ...(declaredTotalCents === null ? {} : { declaredTotalCents }),
  }
}

/** Scheme, employer and month, as far as they are chosen. */
export const pickChosen = ({ schemeId, employerId, payrollMonth }: UploadTerms) => ({
  ...(schemeId ? { schemeId } : {}),
  ...(employerId ? { employerId } : {}),
  ...(payrollMonth ? { payrollMonth } : {}),
})

export function formatMissingTerms({ schemeId, payrollMonth }: UploadTerms): string {
  if (!schemeId) return payrollMonth ? 'Choose the scheme' : 'Choose the scheme and the payroll month'
  return payrollMonth ? 'Correct the control total' : 'Choose the payroll month'
}

const MONTHS_BACK = 24

/** The months to choose from, the next one first: it may be paid early. One that a link asks for is among them. */
export function listPayrollMonths(today: string, requestedMonth: string | null): string[] {
  const next = addMonthsToMonth(today.slice(0, 7), 1)
  const months = Array.from({ length: MONTHS_BACK + 2 }, (_, back) => addMonthsToMonth(next, -back))
  return requestedMonth === null || months.includes(requestedMonth) ? months : [...months, requestedMonth]
}
