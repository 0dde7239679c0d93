/**
 * Contributions of a facts file. All rows of an employer with a pay date in one month are one obligation: the 21 days run from the end
 * of the month of the pay date (section 58A).
 */
import type { ContributionFacts, ParticipationFacts, SchemeFacts } from './facts.ts'
import type { FactsFile, FileContribution } from './facts-file-schema.ts'

/** Money of one limb in one row: the employees' deductions, or the employer's. */
interface Limb {
  isOwed: boolean
  receivedOn: string | null
  investedOn: string | null
}
interface Row {
  payrollMonth: string
  employerId: string | null
  deductions: Limb
  employer: Limb
  firstReceivedOn: string | null
  statementIssuedOn: string | null
}

/** Contributions by employer and month, and the participating employers; the scheme's own employer has no id. */
export function toContributionFacts(
  file: Pick<FactsFile, 'contributions' | 'participations' | 'employerId'>,
): Pick<SchemeFacts, 'contributions' | 'participations'> {
  const employers = [...new Set(file.contributions.map(({ employerId }) => employerId))]
  const own =
    file.employerId ??
    file.participations[0]?.employerId ??
    (employers.length === 1 ? (employers[0] ?? null) : null)
  const omitOwn = (employerId: string | null): string | null => (employerId === own ? null : employerId)
  const months = Map.groupBy(
    file.contributions
      .filter(({ status }) => status !== 'REJECTED' && status !== 'UNDONE')
      .map((row) => toRow(row, omitOwn(row.employerId))),
    ({ payrollMonth, employerId }) => `${payrollMonth} ${employerId}`,
  )
  const stated = file.participations.map((one): ParticipationFacts => {
    const employerId = omitOwn(one.employerId)
    return {
      employerId,
      employerName: employerId && one.employerName,
      fromOn: one.participationDate,
      untilOn: one.cessationDate,
    }
  })
  // Where several employers have contributions and none is the scheme's own, each takes part.
  const isOwnUnknown = stated.length === 0 && own === null && !employers.includes(null)
  return {
    contributions: [...months.values()].map(toMonth),
    participations: isOwnUnknown
      ? employers.map((employerId) => ({ employerId, employerName: null, fromOn: null, untilOn: null }))
      : stated,
  }
}

function toRow(row: FileContribution, employerId: string | null): Row {
  const deductedCents = sum([row.eeCents, row.avcCents])
  const totalCents = row.declaredTotalCents ?? sum([deductedCents, row.erCents])
  const isShort =
    row.status === 'PART_FUNDED' ||
    row.status === 'AWAITING_FUNDS' ||
    (totalCents !== null && row.bankReceivedCents !== null && row.bankReceivedCents < totalCents)
  const received = splitLimbs(row.eeReceivedDate, row.erReceivedDate, isShort ? null : row.receivedDate)
  const invested = splitLimbs(row.eeInvestedDate, row.erInvestedDate, row.investedDate)
  return {
    payrollMonth: row.payDate?.slice(0, 7) ?? (row.payrollMonth as string),
    employerId,
    deductions: { isOwed: deductedCents !== 0, receivedOn: received.ee, investedOn: invested.ee },
    employer: { isOwed: row.erCents !== 0, receivedOn: received.er, investedOn: invested.er },
    firstReceivedOn: findEarliest([row.receivedDate, received.ee, received.er]),
    statementIssuedOn: row.statementIssuedOn,
  }
}

/** The day of each limb: its own where the row has a day for a limb, and otherwise the day of the whole. */
const splitLimbs = (ee: string | null, er: string | null, whole: string | null) =>
  ee === null && er === null ? { ee: whole, er: whole } : { ee, er }

function toMonth(rows: readonly Row[]): ContributionFacts {
  const [first] = rows as [Row]
  const merge = (limb: 'deductions' | 'employer'): Limb => {
    const owed = rows.map((row) => row[limb]).filter(({ isOwed }) => isOwed)
    return {
      isOwed: owed.length > 0,
      receivedOn: findLastOfAll(owed.map(({ receivedOn }) => receivedOn)),
      investedOn: findLastOfAll(owed.map(({ investedOn }) => investedOn)),
    }
  }
  const [deductions, employer] = [merge('deductions'), merge('employer')]
  const owed = [deductions, employer].filter(({ isOwed }) => isOwed)
  return {
    payrollMonth: first.payrollMonth,
    employerId: first.employerId,
    hasDeductions: deductions.isOwed,
    hasEmployerMoney: employer.isOwed,
    deductionsReceivedOn: deductions.receivedOn,
    employerReceivedOn: employer.receivedOn,
    firstReceivedOn: findEarliest(rows.map(({ firstReceivedOn }) => firstReceivedOn)),
    investedOn: findLastOfAll(owed.map(({ investedOn }) => investedOn)),
    deductionsInvestedOn: deductions.investedOn,
    statementIssuedOn: sortKnown(rows.map(({ statementIssuedOn }) => statementIssuedOn)).at(-1) ?? null,
  }
}

type Days = readonly (string | null)[]
const sortKnown = (days: Days): string[] => days.filter((day) => day !== null).sort()
const findEarliest = (days: Days): string | null => sortKnown(days)[0] ?? null
/** The last of these days, where none of them is missing. */
const findLastOfAll = (days: Days): string | null =>
  days.includes(null) ? null : (sortKnown(days).at(-1) ?? null)

/** Null where no amount is known. */
const sum = (amounts: readonly (number | null)[]): number | null => {
  const known = amounts.filter((amount) => amount !== null)
  return known.length > 0 ? known.reduce((total, amount) => total + amount, 0) : null
}
