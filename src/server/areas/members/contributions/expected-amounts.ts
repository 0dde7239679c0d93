/** Amounts expected of a member in a month. Imports compare with them, manual entries start from them, and the grid adds them up. */
import { toLastDayOfMonth, toMonth } from '../../../../contract/civil-dates.ts'
import type { ExpectedAmount, ExpectedAmountGap } from '../../../../contract/expected-amounts.ts'
import type { MemberStatus } from '../../../../contract/members.ts'
import { type DatedPay, listPayInMonth, type Pay } from '../../../../contract/pay-on-day.ts'
import type { Scheme } from '../../../../contract/schemes.ts'

/** Dates and pay of a member that decide the expected amounts. */
export interface PaidMember {
  status: MemberStatus
  joinedEmploymentOn: string | null
  joinedSchemeOn: string | null
  /** Date of the last event that ended contributions. */
  endedOn: string | null
  /** Pay and contribution rates with the dates from which they apply. */
  pay: readonly DatedPay[]
}

type Basis = Scheme['contributionBasis']

export const HAS_ENDED: ReadonlySet<MemberStatus> = new Set([
  'DEFERRED',
  'PENSIONER',
  'TRANSFERRED_OUT',
  'REFUNDED',
  'OPTED_OUT',
])

const hasJoinedBy = ({ joinedSchemeOn }: PaidMember, month: string): boolean =>
  joinedSchemeOn === null || toMonth(joinedSchemeOn) <= month

/** A line is expected of every active member who has joined by the month. */
export const isMissedIn = (member: PaidMember, month: string): boolean =>
  member.status === 'ACTIVE' && hasJoinedBy(member, month)

/** Whether the member was active in the month, or in a part of it. */
export const isActiveIn = (member: PaidMember, month: string): boolean =>
  isMissedIn(member, month) ||
  (HAS_ENDED.has(member.status) &&
    hasJoinedBy(member, month) &&
    member.endedOn !== null &&
    toMonth(member.endedOn) >= month)

interface PayOfMonth {
  salaryCents: number | null
  rates: { ee: number | null; er: number | null; avc: number | null }
  /** Date on which the salary, or the rate of the employee or the employer, changed within the month. */
  changedOn: string | null
  hasChanged: (field: keyof Pay) => boolean
}

/** Salary and rates in a month; null if they changed within the month, and so do not apply to all of it. */
export function findPayOfMonth(
  pay: readonly DatedPay[],
  contributionBasis: Basis,
  month: string,
): PayOfMonth {
  const pays = listPayInMonth(pay, month)
  const hasChanged = (field: keyof Pay): boolean => pays.some((one) => one[field] !== pays[0]?.[field])
  const findValue = (field: keyof Pay, ofScheme: number | null = null): number | null =>
    hasChanged(field) ? null : (pays[0]?.[field] ?? ofScheme)
  const isBasisValid = (contributionBasis?.effectiveFrom ?? '') <= toLastDayOfMonth(month)
  const basis = isBasisValid ? contributionBasis : null
  const compared = ['pensionableSalaryCents', 'employeeRatePercent', 'employerRatePercent'] as const
  return {
    salaryCents: findValue('pensionableSalaryCents'),
    rates: {
      ee: findValue('employeeRatePercent', basis?.employeeRatePercent),
      er: findValue('employerRatePercent', basis?.employerRatePercent),
      avc: findValue('additionalVoluntaryPercent'),
    },
    changedOn: compared.some(hasChanged) ? (pays.at(-1)?.validFrom ?? null) : null,
    hasChanged,
  }
}

/** A member who joins or leaves during the month is paid for part of it: a twelfth of the salary is not the expected pay. */
export function findPartOfMonth(
  member: PaidMember,
  month: string,
  leftOn: string | null = null,
): { event: 'joined' | 'left'; on: string } | null {
  const isWithin = (day: string | null): day is string => day !== null && toMonth(day) === month
  const joinedOn = [member.joinedEmploymentOn, member.joinedSchemeOn].find(
    (day) => isWithin(day) && day > `${month}-01`,
  )
  if (joinedOn) return { event: 'joined', on: joinedOn }
  const endedOn = [leftOn, member.endedOn].find((day) => isWithin(day) && day < toLastDayOfMonth(month))
  return endedOn ? { event: 'left', on: endedOn } : null
}

export const toMonthlyPay = (salaryCents: number | null): number | null =>
  salaryCents === null ? null : Math.round(salaryCents / 12)

export const calculatePercent = (cents: number | null, percent: number | null): number | null =>
  cents === null || percent === null ? null : Math.round((cents * percent) / 100)

export type ExpectedAmounts = Record<'ee' | 'er' | 'avc', ExpectedAmount>

/** Expected contributions of a member for a month, or the reason why they are unknown. */
export function calculateExpectedAmounts(
  member: PaidMember,
  contributionBasis: Basis,
  month: string,
): ExpectedAmounts {
  const { salaryCents, rates, hasChanged } = findPayOfMonth(member.pay, contributionBasis, month)
  const isPart = findPartOfMonth(member, month) !== null
  const gapOfPay: ExpectedAmountGap | null = hasChanged('pensionableSalaryCents')
    ? 'CHANGED'
    : salaryCents === null
      ? 'NO_PAY'
      : isPart
        ? 'PART_OF_MONTH'
        : null
  const toAmount = (rate: number | null, field: keyof Pay): ExpectedAmount => {
    if (rate === 0) return { cents: 0, gap: null }
    const gap = hasChanged(field) ? 'CHANGED' : rate === null ? 'NO_RATE' : gapOfPay
    return { cents: gap === null ? calculatePercent(toMonthlyPay(salaryCents), rate) : null, gap }
  }
  return {
    ee: toAmount(rates.ee, 'employeeRatePercent'),
    er: toAmount(rates.er, 'employerRatePercent'),
    avc: toAmount(rates.avc, 'additionalVoluntaryPercent'),
  }
}
