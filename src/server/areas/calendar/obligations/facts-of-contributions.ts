/**
 * Parses the contributions of a facts file. A row is a batch, or the money of one contribution type. The deductions of one month are one
 * obligation, even if there are several rows; the month is that of the pay date.
 */
import { ContributionStatus } from '../../../../contract/contributions.ts'
import type { ContributionFacts, ParticipationFacts } from './facts.ts'
import { FactsError, type Fields } from './facts-fields.ts'
import { UNREAD } from './facts-names.ts'

/** The money of one contribution type in one row; null if absent. */
type Part = { isOwed: boolean; receivedOn: string | null; investedOn: string | null } | null
interface Row {
  payrollMonth: string
  employerId: string | null
  deductions: Part
  employer: Part
  receiptMonths: ContributionFacts['receiptMonths']
  statementIssuedOn: string | null
}

interface ReadContributions {
  contributions: ContributionFacts[]
  participations: ParticipationFacts[]
}

/** Contributions by employer and month, and participating employers; the scheme's own employer has no id. */
export function readContributions(whole: Fields): ReadContributions {
  const rows = whole.list(readRows, 'contributions').flat()
  const listed = whole.list(readParticipation, 'participations')
  const employers = [...new Set(rows.map(({ employerId }) => employerId))]
  const own =
    whole.words('employerId') ??
    listed[0]?.employerId ??
    (employers.length === 1 ? employers[0] : null) ??
    null
  const otherThanOwn = (employerId: string | null): string | null => (employerId === own ? null : employerId)
  const months = Map.groupBy(
    rows.map((row) => ({ ...row, employerId: otherThanOwn(row.employerId) })),
    ({ payrollMonth, employerId }) => `${payrollMonth} ${employerId}`,
  )
  // If the file names several employers but not the scheme's own, each keeps its id.
  const named =
    listed.length > 0 || own !== null || employers.includes(null)
      ? listed
      : employers.map(createUndatedParticipation)
  return {
    contributions: [...months.values()].map(readMonth),
    participations: named.map((one) => {
      const employerId = otherThanOwn(one.employerId)
      return { ...one, employerId, employerName: employerId === null ? null : one.employerName }
    }),
  }
}

const createUndatedParticipation = (employerId: string | null): ParticipationFacts => ({
  employerId,
  employerName: null,
  fromOn: null,
  untilOn: null,
})

function readParticipation(one: Fields): ParticipationFacts {
  one.ignore(UNREAD.participation)
  const [fromOn, untilOn] = [one.day('fromOn'), one.day('untilOn')]
  one.requireOrder(['fromOn', fromOn], ['untilOn', untilOn])
  return { employerId: one.words('employerId'), employerName: one.words('employerName'), fromOn, untilOn }
}

function readRows(one: Fields): Row[] {
  one.ignore(UNREAD.contribution)
  const status = one.text(ContributionStatus.options, 'status')
  const kind = one.text(['EE', 'AVC', 'ER'], 'kind')
  const lines = one.list((line) => {
    line.ignore(UNREAD.line)
    return {
      month: line.day('payDate')?.slice(0, 7) ?? null,
      ee: line.cents('eeCents') ?? 0,
      avc: line.cents('avcCents') ?? 0,
      er: ['erCents', 'erSpecialCents', 'singlePremiumCents'].reduce(
        (sum, name) => sum + (line.cents(name) ?? 0),
        0,
      ),
    }
  }, 'lines')
  const months = listMonths(one, lines)
  if (status === 'REJECTED' || status === 'UNDONE') return []

  const totals = one.object('totals')
  const amount = (short: string): number | null => totals?.cents(short) ?? one.cents(`${short}Cents`)
  const [ee, avc, er, ...others] = ['ee', 'avc', 'er', 'erAvc', 'other', 'erSpecial', 'singlePremium'].map(
    amount,
  )
  totals?.close()
  const ofLines = (names: ('ee' | 'avc' | 'er')[]): number | null =>
    lines.length > 0
      ? lines.reduce((sum, line) => sum + names.reduce((part, name) => part + line[name], 0), 0)
      : null
  const deductedCents = sumAmounts([ee, avc]) ?? ofLines(['ee', 'avc'])
  const employerCents = sumAmounts([er, ...others]) ?? ofLines(['er'])
  const totalCents = one.cents('declaredTotalCents') ?? sumAmounts([deductedCents, employerCents])
  const receivedCents = one.cents('bankReceivedCents')
  const isShort =
    status === 'PART_FUNDED' ||
    status === 'AWAITING_FUNDS' ||
    (totalCents !== null && receivedCents !== null && receivedCents < totalCents)

  const lastOn = one.day('receivedOn')
  const wholeOn = one.has('fundedOn') ? one.day('fundedOn') : isShort ? null : lastOn
  const avcOn = one.day('avcReceivedOn')
  const limb = (name: string, otherwise: string | null): string | null =>
    one.has(name) ? one.day(name) : otherwise
  const invested = one.day('investedOn')
  const deductionsOn = limb('deductionsReceivedOn', wholeOn)
  const deductions: Part = {
    isOwed: deductedCents !== 0,
    receivedOn: avcOn && deductionsOn ? getLatestKnownDay([avcOn, deductionsOn]) : deductionsOn,
    // As in the record: without a date of their own, the deductions were invested with the rest. `eeInvestedOn` null: not invested.
    investedOn: one.day('deductionsInvestedOn') ?? limb('eeInvestedOn', invested),
  }
  const employer: Part = {
    isOwed: employerCents !== 0,
    receivedOn: limb('employerReceivedOn', wholeOn),
    investedOn: limb('employerInvestedOn', invested),
  }
  const row = {
    employerId: one.words('employerId'),
    deductions: kind === 'ER' ? null : deductions,
    employer: kind === 'EE' || kind === 'AVC' ? null : employer,
    receiptMonths: getReceiptMonths(one, [deductions, employer], [lastOn, avcOn]),
    statementIssuedOn: one.day('statementIssuedOn'),
  }
  return months.map((payrollMonth) => ({ ...row, payrollMonth }))
}

/** As listed; otherwise from the dates of the row. Without a date of its own, money was invested with the rest. */
function getReceiptMonths(
  one: Fields,
  parts: readonly NonNullable<Part>[],
  days: readonly (string | null)[],
): ContributionFacts['receiptMonths'] {
  const listed = one.list((receipt) => {
    receipt.ignore(['month', 'amountCents', 'isDirect'])
    return {
      receivedOn: receipt.require(receipt.day('lastReceivedOn'), 'receivedOn'),
      investedOn: receipt.day('investedOn'),
    }
  }, 'receiptMonths')
  const first = one.day('firstReceivedOn')
  const found =
    listed.length > 0
      ? listed
      : [
          ...parts.filter(({ isOwed }) => isOwed),
          ...[first, ...days].map((receivedOn) => ({ receivedOn, investedOn: null })),
        ]
  const months = Map.groupBy(
    found.flatMap(({ receivedOn, investedOn }) =>
      receivedOn === null ? [] : { month: receivedOn.slice(0, 7), investedOn },
    ),
    ({ month }) => month,
  )
  return [...months].map(([month, receipts]) => ({
    month,
    investedOn:
      listed.length > 0
        ? getLatestIfAllKnown(receipts.map(({ investedOn }) => investedOn))
        : getLatestKnownDay(receipts.map(({ investedOn }) => investedOn)),
  }))
}

/** Months of deduction: from the pay dates, otherwise the payroll month. */
function listMonths(one: Fields, lines: readonly { month: string | null }[]): string[] {
  const named = one.words('payrollMonth')
  const payDate = one.day('payDate')
  const paid = lines.flatMap(({ month }) => month ?? [])
  if (paid.length > 0) return [...new Set(paid)]
  const month = payDate?.slice(0, 7) ?? named
  if (month !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return [month]
  throw new FactsError(
    'contributions: each needs a payDate (YYYY-MM-DD), lines with a payDate, or a payrollMonth (YYYY-MM)',
  )
}

/** Merges the rows of one month. A contribution type that no row mentions is still owed. */
function readMonth(rows: readonly Row[]): ContributionFacts {
  const [first] = rows as [Row]
  const limb = (name: 'deductions' | 'employer') => {
    const parts = rows.flatMap((row) => row[name] ?? [])
    const owed = parts.filter(({ isOwed }) => isOwed)
    return {
      isOwed: parts.length === 0 || owed.length > 0,
      receivedOn: getLatestIfAllKnown(owed.map(({ receivedOn }) => receivedOn)),
      investedOn: getLatestIfAllKnown(owed.map(({ investedOn }) => investedOn)),
    }
  }
  const [deductions, employer] = [limb('deductions'), limb('employer')]
  const investedOn = getLatestIfAllKnown(
    [deductions, employer].filter(({ isOwed }) => isOwed).map((part) => part.investedOn),
  )
  return {
    payrollMonth: first.payrollMonth,
    employerId: first.employerId,
    hasDeductions: deductions.isOwed,
    hasEmployerMoney: employer.isOwed,
    deductionsReceivedOn: deductions.receivedOn,
    employerReceivedOn: employer.receivedOn,
    receiptMonths: rows
      .flatMap(({ receiptMonths }) => receiptMonths)
      .map((one) => ({ ...one, investedOn: one.investedOn ?? investedOn })),
    investedOn,
    deductionsInvestedOn: deductions.investedOn,
    statementIssuedOn: getLatestKnownDay(rows.map(({ statementIssuedOn }) => statementIssuedOn)),
  }
}

const listKnownDays = (days: readonly (string | null)[]): string[] =>
  days.filter((day): day is string => day !== null).sort()
const getLatestKnownDay = (days: readonly (string | null)[]): string | null =>
  listKnownDays(days).at(-1) ?? null
/** The latest date, if each has one. */
const getLatestIfAllKnown = (days: readonly (string | null)[]): string | null =>
  days.includes(null) ? null : getLatestKnownDay(days)

/** Null if unknown. */
const sumAmounts = (amounts: readonly (number | null | undefined)[]): number | null => {
  const given = amounts.filter((amount): amount is number => typeof amount === 'number')
  return given.length > 0 ? given.reduce((sum, amount) => sum + amount, 0) : null
}
