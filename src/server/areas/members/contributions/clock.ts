/**
 * Contribution deadlines: amounts due for a payroll month, from whom, by when, and whether they were paid. Pure; `today` is an argument.
 * The law does not extend a deadline over a weekend, so the 21st stays the 21st (domain: contributions). records.ts has the same due dates,
 * lateness and flags in SQL.
 */

import { formatCitations } from '../../../../contract/citations.ts'
import {
  addDays,
  countDaysBetween,
  toLastDayOfMonth,
  toMonth,
  toWeekdayOnOrBefore,
} from '../../../../contract/civil-dates.ts'
import type {
  BreachCandidate,
  ContributionBatch,
  ContributionFlag,
  ContributionObligation,
  ContributionReceipt,
  ContributionStatus,
} from '../../../../contract/contributions.ts'
import {
  getDecisiveReceiptMonth,
  listReceiptMonths,
  type ReceiptMonth,
} from '../../../../contract/receipt-months.ts'
import type { SeveritySettings } from '../../../../contract/rule-settings.ts'
import type { LegalForm, Scheme, SchemeType } from '../../../../contract/schemes.ts'
import { formatCount, formatMoney } from '../../../../contract/value-format.ts'
import { calculateLatenessSeverity, calculateRemittanceSeverity } from '../../governance/breaches/index.ts'

export const DAYS_TO_PAY = 21
const DAYS_TO_INVEST = 10

/** Scheme properties that decide which rules apply. */
export interface Kind {
  schemeType: SchemeType
  legalForm: LegalForm
  benefitBasis: Scheme['benefitBasis']
}

const isContractRac = ({ schemeType, legalForm }: Pick<Kind, 'schemeType' | 'legalForm'>): boolean =>
  schemeType === 'RAC' && legalForm !== 'TRUST_RAC'

/** 21 days after the month of the deduction, so always the 21st of the next month (PA s.58A(1)-(2), s.121(3)-(4)). */
export const calculateDueDate = (month: string): string => addDays(toLastDayOfMonth(month), DAYS_TO_PAY)

/** Ten days after the money was due, however early it was received (PA s.59(1)(a)); null if there are no trustees to invest it. */
export const calculateInvestmentDeadline = (
  month: string,
  kind: Pick<Kind, 'schemeType' | 'legalForm'>,
): string | null =>
  kind.schemeType === 'PRSA' || isContractRac(kind) ? null : addDays(calculateDueDate(month), DAYS_TO_INVEST)

/** Ruling, not law: "at least once a month" is the end of the month after the deduction (PA s.58A(3)). */
const calculateStatementDueDate = (dueOn: string): string => toLastDayOfMonth(toMonth(dueOn))

/** Advice: the working day on or before the due date. */
export const calculateAdvisedPayDate = toWeekdayOnOrBefore

/** A batch without deadlines was never imported, or its import was withdrawn. */
const isLive = (status: ContributionStatus): boolean => status !== 'REJECTED' && status !== 'UNDONE'

/** Before a file is imported, the amount owed is unknown and all of it is outstanding. */
const isUnknown = (status: ContributionStatus): boolean => status === 'EXPECTED'

type Money = Pick<
  ContributionBatch,
  'status' | 'totalCents' | 'receivedCents' | 'fundedOn' | 'investedOn' | 'dueOn' | 'investByOn'
> &
  Partial<Pick<ContributionBatch, 'deductionsInvestedOn'>>

type PartialKind = Partial<Pick<Kind, 'schemeType' | 'benefitBasis'>>

/** Lateness in days, and the flags that follow from the money and the date. */
export function calculatePaymentStatus(
  batch: Money & PartialKind,
  today: string,
): { daysLate: number; flags: ContributionFlag[] } {
  const { status, totalCents, receivedCents, fundedOn, dueOn, investByOn } = batch
  const investedOn = getBoundMoneyInvestedOn(batch)
  if (!isLive(status)) return { daysLate: 0, flags: [] }
  const isOutstanding = isUnknown(status) || receivedCents < totalCents
  const until = isOutstanding ? today : (fundedOn ?? dueOn)
  const daysLate = Math.max(0, countDaysBetween(dueOn, until))
  const checks: [holds: boolean, flag: ContributionFlag][] = [
    [!isOutstanding && daysLate > 0, 'LATE'],
    [isOutstanding && daysLate > 0, 'OVERDUE'],
    [isOutstanding && receivedCents > 0, 'SHORT'],
    [!isUnknown(status) && receivedCents > totalCents, 'OVER'],
    [
      (isUnknown(status) || totalCents > 0) &&
        investedOn !== null &&
        investByOn !== null &&
        investedOn > investByOn,
      'INVESTED_LATE',
    ],
  ]
  return { daysLate, flags: checks.filter(([holds]) => holds).map(([, flag]) => flag) }
}

export type Receipt = Pick<ContributionReceipt, 'receivedOn' | 'amountCents' | 'employeeCents'> &
  Partial<Pick<ContributionReceipt, 'isDirect'>>

/** Money through payroll: a member's direct payment is not part of what the employer owes. */
export const getPayrollReceipts = (receipts: readonly Receipt[]): Receipt[] =>
  receipts.filter(({ isDirect }) => !isDirect)

/** First date on which the receipts, in date order, reach that sum; null while they fall short of it. */
export function findDateReached(
  receipts: readonly { receivedOn: string; cents: number }[],
  sumCents: number,
): string | null {
  const byDay = new Map<string, number>()
  for (const { receivedOn, cents } of receipts) byDay.set(receivedOn, (byDay.get(receivedOn) ?? 0) + cents)
  let sum = 0
  let since: string | null = null
  for (const [day, cents] of [...byDay].sort(([a], [b]) => (a < b ? -1 : 1))) {
    sum += cents
    // Refunded money does not count as received.
    since = sum >= sumCents ? (since ?? day) : null
  }
  return since
}

/** Amount owed for a batch, and the part deducted from employees. */
interface Owed {
  totalCents: number
  deductedCents: number
}
const isSplit = (receipts: readonly Receipt[]): receipts is (Receipt & { employeeCents: number })[] =>
  receipts.every(({ employeeCents }) => employeeCents !== null)

/**
 * The date on which the money of each limb was received in full: by the employees' share of the receipts if each states it, else by
 * the whole amount. Both limbs have the same deadline and are counted separately (PA s.58A(1), (2)).
 */
export function findDatesReceived(
  { totalCents, deductedCents }: Owed,
  receipts: readonly Receipt[],
): { deductionsReceivedOn: string | null; employerReceivedOn: string | null } {
  const on = (cents: number, partOf: (receipt: Receipt) => number): string | null =>
    findDateReached(
      receipts.map((receipt) => ({ receivedOn: receipt.receivedOn, cents: partOf(receipt) })),
      cents,
    )
  if (!isSplit(receipts)) {
    const wholeOn = on(totalCents, ({ amountCents }) => amountCents)
    return { deductionsReceivedOn: wholeOn, employerReceivedOn: wholeOn }
  }
  return {
    deductionsReceivedOn: on(deductedCents, ({ employeeCents }) => employeeCents ?? 0),
    employerReceivedOn: on(
      totalCents - deductedCents,
      ({ amountCents, employeeCents }) => amountCents - (employeeCents ?? 0),
    ),
  }
}

export interface Facts extends Kind, Money {
  payrollMonth: string
  eeCents: number
  avcCents: number
  statementIssuedOn: string | null
  receipts: readonly Receipt[]
  /** As recorded for a trust RAC. */
  receiptMonths?: readonly ReceiptMonth[]
  /** Other payroll months of this scheme and employer that were or are late. */
  lateMonths: readonly string[]
  /** Firm settings. */
  settings: SeveritySettings
}

interface Limb {
  dueCents: number | null
  receivedCents: number | null
  metOn: string | null
}

/** State of one limb: by receipts that state the employees' share, or by the whole amount once it is received. */
function getLimb(facts: Facts, limb: 'deductions' | 'employer'): Limb {
  const { status, totalCents, receivedCents } = facts
  const receipts = getPayrollReceipts(facts.receipts)
  if (isUnknown(status)) return { dueCents: null, receivedCents: 0, metOn: null }
  const deductedCents = facts.eeCents + facts.avcCents
  const received = findDatesReceived({ totalCents, deductedCents }, receipts)
  const metOn = received[`${limb}ReceivedOn`]
  const dueCents = limb === 'deductions' ? deductedCents : totalCents - deductedCents
  if (isSplit(receipts)) {
    const sum = receipts.reduce(
      (total, { amountCents, employeeCents }) =>
        total + (limb === 'deductions' ? employeeCents : amountCents - employeeCents),
      0,
    )
    return { dueCents, receivedCents: sum, metOn }
  }
  if (receivedCents >= totalCents) return { dueCents, receivedCents: dueCents, metOn }
  return { dueCents, receivedCents: receivedCents === 0 ? 0 : null, metOn: null }
}

type Applies = { applies: boolean | null; reason: string }

/** Limb (1): deductions from pay, for every scheme type. */
function decideDeductionsApplicability(facts: Facts): Applies {
  if (isContractRac(facts)) {
    return {
      applies: false,
      reason: 'A retirement annuity contract without a trust has no employer who must pay',
    }
  }
  if (!isUnknown(facts.status) && facts.eeCents + facts.avcCents === 0)
    return { applies: false, reason: 'No deductions from employees for this month' }
  return {
    applies: true,
    reason:
      facts.schemeType === 'PRSA'
        ? 'Deductions for a PRSA are paid to its provider within 21 days of the end of the month'
        : 'Deductions are paid to the trustees within 21 days of the end of the month, for every scheme type',
  }
}

/** Limb (2): employer contributions, in defined contribution schemes. */
function decideEmployerApplicability(facts: Facts): Applies {
  const { schemeType, benefitBasis, status, totalCents, eeCents, avcCents } = facts
  if (isContractRac(facts)) {
    return {
      applies: false,
      reason: 'A retirement annuity contract without a trust has no employer who must pay',
    }
  }
  if (!isUnknown(status) && totalCents - eeCents - avcCents === 0)
    return { applies: false, reason: 'The employer owes nothing for this month' }
  if (schemeType === 'PRSA')
    return {
      applies: true,
      reason: 'Employer contributions to a PRSA are paid within 21 days of the end of the month',
    }
  if (benefitBasis === 'HYBRID') {
    return {
      applies: null,
      reason: 'Only the defined contribution section counts, and the amounts are not recorded by section',
    }
  }
  if (schemeType === 'DB') {
    return {
      applies: false,
      reason: 'In a defined benefit scheme the deed or the funding proposal says when the employer pays',
    }
  }
  return {
    applies: true,
    reason:
      schemeType === 'RAC'
        ? 'A trust RAC has been covered like a defined contribution scheme since 2007'
        : 'In a defined contribution scheme the employer pays within 21 days of the end of the month',
  }
}

/**
 * Whether limb (1) or (2) binds any of the money. The monthly statement and the ten days for investing cover only that money (PA ss.58A(3),
 * 59(1)(a)): deductions of every scheme, and employer contributions of a defined contribution scheme.
 */
function decideMoneyApplicability(facts: Facts): Applies {
  const deductions = decideDeductionsApplicability(facts)
  if (deductions.applies !== false) return deductions
  const employer = decideEmployerApplicability(facts)
  if (employer.applies === true) return employer
  if (employer.applies === null) return { applies: null, reason: `${deductions.reason}. ${employer.reason}` }
  return { applies: false, reason: `${deductions.reason}. ${employer.reason}` }
}

function decideStatementApplicability(facts: Facts): Applies {
  if (isContractRac(facts)) {
    return { applies: false, reason: 'A retirement annuity contract without a trust asks for no statement' }
  }
  const applicability = decideMoneyApplicability(facts)
  if (applicability.applies !== true) return applicability
  return {
    applies: true,
    reason:
      'At least once a month; by the end of the month after the deduction is a ruling of this service. A payslip is enough for the employee only',
  }
}

function decideInvestmentApplicability(facts: Facts): Applies {
  if (calculateInvestmentDeadline('2026-01', facts) === null)
    return { applies: false, reason: 'There are no trustees who invest the money' }
  const applicability = decideMoneyApplicability(facts)
  if (applicability.applies !== true) return applicability
  return {
    applies: true,
    reason: isEmployerBound(facts)
      ? 'Trustees invest within ten days of the day on which the money was due'
      : "Trustees invest the deductions within ten days of the day on which they were due; the deed or the funding proposal says when the employer's own money is paid",
  }
}

/** Whether limb (2) applies to employer contributions. For a hybrid scheme the records do not show it, so only deductions count. */
const isEmployerBound = ({ schemeType, benefitBasis }: PartialKind): boolean =>
  schemeType !== 'DB' && benefitBasis !== 'HYBRID'

/** Date on which the money that trustees must invest by a deadline was invested: all of it, or the deductions alone. */
const getBoundMoneyInvestedOn = (
  batch: PartialKind & Pick<Money, 'investedOn' | 'deductionsInvestedOn'>,
): string | null =>
  isEmployerBound(batch) ? batch.investedOn : (batch.deductionsInvestedOn ?? batch.investedOn)

/**
 * Employer contributions if the deed and not s.58A(2) sets their due date (DB), or if the section is unknown (hybrid): due with the
 * deductions by our interpretation. Null otherwise.
 */
export function findEmployerShareUnderDeed(facts: Facts, today: string): ContributionObligation | null {
  const { schemeType, benefitBasis, status, eeCents, avcCents, totalCents, dueOn } = facts
  const shareCents = totalCents - eeCents - avcCents
  if (!isLive(status) || isUnknown(status) || shareCents === 0) return null
  if (schemeType !== 'DB' && benefitBasis !== 'HYBRID') return null
  return getObligation(today, {
    rule: 'CON-02',
    title: 'Pay over employer contributions',
    source: 'The deed, or the funding proposal',
    applies: true,
    reason: 'The deed or the funding proposal says when the employer pays',
    dueOn,
    ...getLimb(facts, 'employer'),
  })
}

const NOT_IMPORTED: Applies = { applies: false, reason: 'This upload was not imported, or was taken back' }

/** Lists the five obligations of one month, with their state on that date. */
export function listContributionObligations(facts: Facts, today: string): ContributionObligation[] {
  const { schemeType, legalForm, dueOn, status, totalCents, receivedCents } = facts
  const isPrsa = schemeType === 'PRSA'
  const ifLive = (applies: Applies): Applies => (isLive(status) ? applies : NOT_IMPORTED)
  const receiptMonths = listReceiptMonths(facts.receipts, facts.receiptMonths ?? [])
  const decisive = getDecisiveReceiptMonth(
    receiptMonths.map((one) => ({ ...one, investedOn: one.investedOn ?? facts.investedOn })),
  )
  const whole = { dueCents: isUnknown(status) ? null : totalCents, receivedCents, metOn: facts.investedOn }
  const applicability = {
    ...(isEmployerBound(facts) ? whole : getLimb(facts, 'deductions')),
    metOn: getBoundMoneyInvestedOn(facts),
  }

  return [
    getObligation(today, {
      rule: 'CON-01',
      title: 'Pay over what was deducted from employees',
      source: isPrsa ? formatCitations('PA 121(3)') : formatCitations('PA 58A(1)'),
      ...ifLive(decideDeductionsApplicability(facts)),
      dueOn,
      ...getLimb(facts, 'deductions'),
    }),
    getObligation(today, {
      rule: 'CON-02',
      title: 'Pay over employer contributions',
      source: isPrsa ? formatCitations('PA 121(4)') : formatCitations('PA 58A(2)'),
      ...ifLive(decideEmployerApplicability(facts)),
      dueOn,
      ...getLimb(facts, 'employer'),
    }),
    getObligation(today, {
      rule: 'CON-03',
      title: isPrsa
        ? 'Give employees and the PRSA provider the statement of the month'
        : 'Give employees and trustees the statement of the month',
      source: isPrsa ? formatCitations('PA 121(5)') : formatCitations('PA 58A(3)'),
      ...ifLive(decideStatementApplicability(facts)),
      dueOn: calculateStatementDueDate(dueOn),
      dueCents: null,
      receivedCents: null,
      metOn: facts.statementIssuedOn,
    }),
    getObligation(today, {
      rule: 'CON-04',
      title: 'Invest contributions',
      source: formatCitations('PA 59(1)(a)'),
      ...ifLive(decideInvestmentApplicability(facts)),
      dueOn: facts.investByOn,
      ...applicability,
      waitsForMoney: (applicability.receivedCents ?? receivedCents) <= 0,
    }),
    getObligation(today, {
      rule: 'CON-05',
      title: 'Invest trust RAC contributions',
      source: formatCitations('PA 59(1)(aa)'),
      ...ifLive(
        legalForm === 'TRUST_RAC'
          ? {
              applies: true,
              reason:
                'Trustees of a trust RAC invest within ten days of the end of each month in which money was received',
            }
          : { applies: false, reason: 'This is not a trust RAC' },
      ),
      dueOn: decisive?.dueOn ?? null,
      ...whole,
      metOn: decisive?.investedOn ?? null,
      waitsForMoney: receiptMonths.length === 0,
    }),
  ]
}

type ObligationInput = Omit<ContributionObligation, 'state' | 'daysLate'> & {
  /** Trustees cannot invest money that has not been received. */
  waitsForMoney?: boolean
}

function getObligation(
  today: string,
  { waitsForMoney = false, ...obligation }: ObligationInput,
): ContributionObligation {
  const { applies, dueOn, metOn, dueCents, receivedCents } = obligation
  if (applies === false) {
    return {
      ...obligation,
      state: 'NOT_APPLICABLE',
      dueOn: null,
      metOn: null,
      daysLate: 0,
      dueCents: null,
      receivedCents: null,
    }
  }
  const late = (until: string): number => (dueOn === null ? 0 : Math.max(0, countDaysBetween(dueOn, until)))
  const isOfMoney = obligation.rule === 'CON-01' || obligation.rule === 'CON-02'
  if (applies === null) return { ...obligation, state: 'CANNOT_TELL', daysLate: 0 }
  if (metOn !== null) {
    const daysLate = late(metOn)
    return { ...obligation, state: daysLate > 0 ? 'LATE' : 'MET', daysLate }
  }
  if (dueOn === null || today <= dueOn) return { ...obligation, state: 'NOT_DUE', daysLate: 0 }
  if (waitsForMoney || (isOfMoney && dueCents !== null && receivedCents === null))
    return { ...obligation, state: 'CANNOT_TELL', daysLate: 0 }
  return { ...obligation, state: 'OVERDUE', daysLate: late(today) }
}

const CATEGORIES = {
  'CON-01': 'LATE_REMITTANCE',
  'CON-02': 'LATE_REMITTANCE',
  'CON-03': 'DISCLOSURE',
  'CON-04': 'LATE_INVESTMENT',
  'CON-05': 'LATE_INVESTMENT',
} as const satisfies Record<ContributionObligation['rule'], BreachCandidate['category']>

/** Late obligations and shortfalls that a user has to assess. */
export function listBreachCandidates(
  facts: Facts,
  obligations: readonly ContributionObligation[],
  today: string,
): BreachCandidate[] {
  const found = obligations
    .filter(({ state }) => state === 'LATE' || state === 'OVERDUE')
    .map((obligation): BreachCandidate => {
      const { rule, source, daysLate, title } = obligation
      const category = CATEGORIES[rule]
      const isRemittance = category === 'LATE_REMITTANCE'
      return {
        category,
        rule,
        source,
        severity: isRemittance
          ? calculateRemittanceSeverity({ ...facts, daysLate, isDeducted: rule === 'CON-01' })
          : calculateLatenessSeverity(daysLate, facts.settings),
        daysLate,
        amountCents: getAmount(obligation),
        message: `${title}: ${obligation.state === 'LATE' ? `done ${formatCount(daysLate, 'day')} late` : `${formatCount(daysLate, 'day')} overdue`}`,
      }
    })
  const [deductions, employer] = obligations
  const { daysLate } = calculatePaymentStatus(facts, today)
  const isOneOfBoth = [deductions, employer].every(
    (obligation) => obligation?.applies && obligation.state === 'CANNOT_TELL',
  )
  if (!isOneOfBoth || daysLate === 0) return found
  const missing = facts.totalCents - facts.receivedCents
  return [
    {
      category: 'LATE_REMITTANCE',
      rule: 'CON-01 or CON-02',
      source: formatCitations('PA 58A(1)', 'PA 58A(2)'),
      severity: calculateRemittanceSeverity({ ...facts, daysLate, isDeducted: false }),
      daysLate,
      amountCents: missing,
      message: `${formatMoney(missing)} is ${formatCount(daysLate, 'day')} overdue: record how much of the money received was deducted from employees`,
    },
    ...found,
  ]
}

/** Amount that was late, or is outstanding. */
function getAmount({ state, rule, dueCents, receivedCents }: ContributionObligation): number | null {
  if (CATEGORIES[rule] !== 'LATE_REMITTANCE') return dueCents
  if (dueCents === null) return null
  return state === 'OVERDUE' ? dueCents - (receivedCents ?? 0) : dueCents
}
