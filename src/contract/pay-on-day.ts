/** Pay and contribution rates are valid from a day until the next one that is recorded. */
import { z } from 'zod'
import { toLastDayOfMonth } from './civil-dates.ts'
import { Cents, CivilDate, optional, Percent } from './values.ts'

export const payFields = {
  pensionableSalaryCents: optional(Cents),
  employeeRatePercent: optional(Percent),
  employerRatePercent: optional(Percent),
  additionalVoluntaryPercent: optional(Percent),
}
const Pay = z.object(payFields)
export type Pay = z.output<typeof Pay>
export const PAY_FIELDS = Object.keys(payFields) as (keyof Pay)[]

/** `validFrom` null: from the beginning of the membership. */
export interface DatedPay extends Pay {
  validFrom: string | null
}

export const NO_PAY: Pay = {
  pensionableSalaryCents: null,
  employeeRatePercent: null,
  employerRatePercent: null,
  additionalVoluntaryPercent: null,
}

export const pickPay = (record: Pay): Pay => ({
  pensionableSalaryCents: record.pensionableSalaryCents,
  employeeRatePercent: record.employeeRatePercent,
  employerRatePercent: record.employerRatePercent,
  additionalVoluntaryPercent: record.additionalVoluntaryPercent,
})

export const listChangedPayFields = (one: Pay, other: Pay): (keyof Pay)[] =>
  PAY_FIELDS.filter((field) => one[field] !== other[field])

export const isPayKnown = (pay: Pay): boolean => listChangedPayFields(pay, NO_PAY).length > 0

/** The pay that is valid on a day; null where none is recorded from that day or an earlier one. `history` is in any order. */
export function findPayOn<P extends DatedPay>(history: readonly P[], day: string): P | null {
  let found: P | null = null
  for (const pay of history) {
    if ((pay.validFrom ?? '') > day) continue
    if (found === null || (pay.validFrom ?? '') >= (found.validFrom ?? '')) found = pay
  }
  return found
}

/** The pay at the beginning of a month, where one is recorded, and what changed it within the month; earliest first. */
export function listPayInMonth<P extends DatedPay>(history: readonly P[], month: string): P[] {
  const first = findPayOn(history, `${month}-01`)
  const lastDay = toLastDayOfMonth(month)
  const changes = history
    .filter(({ validFrom }) => validFrom !== null && validFrom > `${month}-01` && validFrom <= lastDay)
    .sort((one, other) => (one.validFrom ?? '').localeCompare(other.validFrom ?? ''))
  return first ? [first, ...changes] : changes
}

export const PayValidFrom = optional(
  CivilDate.describe('First day on which the pay and the contribution rates are valid'),
)
