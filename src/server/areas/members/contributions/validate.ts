/**
 * What rows become: a line each, a warning or a refusal. The same for a dry run and for the commit. Codes as in the domain
 * brief (R02 to R08, W01 to W12); what a row says by itself has been judged in rows.ts.
 */

import { toMonth } from '../../../../contract/civil-dates.ts'
import type { ContributionColumn } from '../../../../contract/contributions.ts'
import { NOT_VERIFIED, type TaxReliefSettings, taxReliefLimit } from '../../../../contract/rule-settings.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { maskCell } from '../imports/index.ts'
import { calculateDueDate, formatMoney } from './clock.ts'
import type { ImportMember, Match, Matcher } from './match.ts'
import { type ContributionRow, formatDay, formatMonth, type Report } from './rows.ts'
import { AMOUNTS, type Amounts, addAmounts, NO_MEMBER, NOTHING } from './rules.ts'

export interface Line {
  row: ContributionRow
  member: ImportMember
  expectedEeCents: number | null
  expectedErCents: number | null
}

export interface Outcome {
  /** Of the rows that are not rejected. */
  lines: Line[]
  totals: Amounts
  /** Active members that the file does not name. */
  missingMembers: number
  /** The months of the pay dates, in order. */
  months: string[]
  /** Of the pay dates where they say one, else as declared: the clock runs from the deduction (PA s.58A(1)). */
  deductionMonth: string
}

export interface Validation {
  rows: readonly ContributionRow[]
  report: Report
  members: readonly ImportMember[]
  matcher: Matcher
  /** Does the caller see the member of such a row in another scheme or at another employer? */
  isElsewhere: (row: ContributionRow) => boolean
  contributionBasis: Scheme['contributionBasis']
  taxRelief: TaxReliefSettings
  payrollMonth: string
  today: string
  /** May be told that a name is there under another number: the people of the firm. */
  seesNames: boolean
}

export async function validate(validation: Validation): Promise<Outcome> {
  const { rows, report, matcher } = validation
  const lines: Line[] = []
  const named = new Set<ImportMember>()
  for (const row of rows) {
    await yieldToEventLoop()
    const match = matcher.match(row)
    if (typeof match === 'object') {
      named.add(match)
      if (!report.isRejected(row.number))
        lines.push({ row, member: match, expectedEeCents: null, expectedErCents: null })
    } else if (match !== 'NOBODY' || !report.isRejected(row.number)) refuseMatch(validation, row, match)
  }
  const rowsOfMember = await judgeRepetitions(lines, report)
  const kept: Line[] = []
  let totals = NOTHING
  for (const line of lines) {
    await yieldToEventLoop()
    const { row, member } = line
    if (!report.isRejected(row.number)) judgeLine(validation, line, rowsOfMember.get(member) ?? 1)
    if (report.isRejected(row.number)) continue
    totals = addAmounts(totals, row)
    kept.push(line)
  }
  // What corrects an earlier month bears its date.
  const dated = rows.filter(({ isDated, kind }) => isDated && kind !== 'CORRECTION')
  const months = [...new Set(dated.map(({ payOn }) => toMonth(payOn)))].sort()
  const [onlyMonth] = months
  const deductionMonth = months.length === 1 && onlyMonth !== undefined ? onlyMonth : validation.payrollMonth
  judgeMonths(validation, deductionMonth)
  return {
    lines: kept,
    totals,
    missingMembers: await judgeMissing(validation, named),
    months,
    deductionMonth,
  }
}

const MISSES: Record<'AMBIGUOUS' | 'CONFLICT', string> = {
  AMBIGUOUS: 'Two members have a works number like this: write it as it is recorded, or add the PPS number',
  CONFLICT: 'The PPS number and the works number belong to different members: correct one of them',
}

/** Whoever is beyond the caller's reach is answered as if there were nobody, byte by byte. */
function refuseMatch(
  { report, isElsewhere, seesNames, matcher }: Validation,
  row: ContributionRow,
  miss: Exclude<Match, object>,
): void {
  const field: ContributionColumn = row.ppsHash === null ? 'works_number' : 'ppsn'
  const reject = (code: string, message: string): void =>
    report.add({ row: row.number, field, code, level: 'REJECT', message })
  if (miss !== 'NOBODY') reject('R04', MISSES[miss])
  else if (isElsewhere(row)) {
    reject(
      'R03',
      'This member is recorded in another scheme or with another employer: send the row with that file',
    )
  } else if (seesNames && matcher.hasName(row))
    reject('R02', `${NO_MEMBER}. A member of that name is recorded with another number`)
  else reject('R02', NO_MEMBER)
}

/** R08 and W07; answers how many rows each member has. Weekly pay is legitimate, the same row twice is not. */
async function judgeRepetitions(
  lines: readonly Line[],
  report: Report,
): Promise<ReadonlyMap<ImportMember, number>> {
  const rows = new Map<ImportMember, number>()
  const first = new Map<ImportMember, ContributionRow>()
  const seen = new Map<string, number>()
  /** The row that had it first. */
  const firstWith = (key: string, { number }: ContributionRow): number => {
    const known = seen.get(key) ?? number
    seen.set(key, known)
    return known
  }
  const tell = (row: ContributionRow, code: string, level: 'REJECT' | 'WARN', message: string): void =>
    report.add({ row: row.number, field: null, code, level, message })
  for (const { member, row } of lines) {
    await yieldToEventLoop()
    rows.set(member, (rows.get(member) ?? 0) + 1)
    const before = first.get(member)
    if (!before) {
      // Most members have one row, of which nothing has to be compared.
      first.set(member, row)
      continue
    }
    for (const one of [before, row]) for (const key of keysOf(member, one)) firstWith(key, one)
    const [day, content] = keysOf(member, row)
    const [sameDay, same] = [firstWith(day, row), firstWith(content, row)]
    if (same !== row.number) tell(row, 'R08', 'REJECT', `This row repeats row ${same}: leave one of them out`)
    else if (sameDay !== row.number) {
      tell(
        row,
        'W07',
        'WARN',
        `Row ${sameDay} has the same member and pay date with other amounts: confirm that both are right`,
      )
    }
  }
  return rows
}

/** What two rows of a member share on one day, and what they share where one repeats the other. */
function keysOf({ id }: ImportMember, row: ContributionRow): [day: string, content: string] {
  const { payOn, periodStartOn, periodEndOn, kind, payCents } = row
  const day = `${id} ${payOn}`
  return [
    day,
    [day, periodStartOn, periodEndOn, kind, payCents, ...AMOUNTS.map((name) => row[name])].join(' '),
  ]
}

const HAS_ENDED = new Set<ImportMember['status']>([
  'DEFERRED',
  'PENSIONER',
  'TRANSFERRED_OUT',
  'REFUNDED',
  'OPTED_OUT',
])

function judgeLine(validation: Validation, line: Line, rowsOfMember: number): void {
  const { report } = validation
  const { row } = line
  const add = (
    code: string,
    message: string,
    field: ContributionColumn | null = null,
    level: 'REJECT' | 'WARN' | 'INFO' = 'WARN',
  ): void => report.add({ row: row.number, field, code, level, message })

  judgeStatus(validation, line, add)
  judgeName(line, report, add)
  if (
    row.isOldPpsNumber &&
    (line.member.joinedEmploymentOn ?? line.member.joinedSchemeOn ?? '') >= OLD_STYLE_UNTIL
  )
    add(
      'W10',
      'This PPS number has the form of before 2013 and the member joined later: check it',
      'ppsn',
      'INFO',
    )
  if (AMOUNTS.every((name) => row[name] === 0)) {
    add(
      'W01',
      'All amounts are zero: without contributions the member may lose the exemption from auto-enrolment',
    )
    return
  }
  if (row.kind === 'REGULAR') judgeAmounts(validation, line, rowsOfMember, add)
}
type Add = (
  code: string,
  message: string,
  field?: ContributionColumn | null,
  level?: 'REJECT' | 'WARN' | 'INFO',
) => void

const OLD_STYLE_UNTIL = '2013-01-01'

/** W02. The last pay may come after the last day, in the same month. */
function judgeStatus({ payrollMonth }: Validation, { member, row }: Line, add: Add): void {
  const { status, endedOn } = member
  const { payOn, periodStartOn, leftOn } = row
  if (status === 'DECEASED') {
    add('W02', 'This member is recorded as deceased: leave the row out', null, 'REJECT')
    return
  }
  const from = periodStartOn ?? `${toMonth(payOn) < payrollMonth ? toMonth(payOn) : payrollMonth}-01`
  if (status === 'PROSPECTIVE') add('W02', 'This member has not joined the scheme: record the joining')
  else if (HAS_ENDED.has(status) && (endedOn === null || endedOn < from)) {
    const since = endedOn === null ? '' : ` since ${formatDay(endedOn)}`
    add('W02', `This member is ${STATUS_WORDS[status]}${since}: confirm that the contribution is right`)
  } else if (status === 'ACTIVE' && leftOn !== null) {
    add(
      'W02',
      `The file says that this member left on ${formatDay(leftOn)}: record it with the member`,
      'leave_date',
      'INFO',
    )
  }
}
const STATUS_WORDS: Record<ImportMember['status'], string> = {
  PROSPECTIVE: 'prospective',
  ACTIVE: 'active',
  DEFERRED: 'deferred',
  PENSIONER: 'a pensioner',
  TRANSFERRED_OUT: 'transferred out',
  REFUNDED: 'refunded',
  OPTED_OUT: 'opted out',
  DECEASED: 'deceased',
}

/** W06: the family name has to be among the names of the row, in whatever order they stand; "Bill" for William is no mismatch. */
function judgeName({ row, member }: Line, report: Report, add: Add): void {
  const { firstName, lastName } = row
  const written = wordsOf(`${firstName} ${lastName}`)
  if (lastName === '' || report.warningsOf(row.number).includes('W12')) return
  const recorded = wordsOf(member.lastName)
  if (recorded.every((word) => written.includes(word)) || squeezed(lastName) === squeezed(member.lastName))
    return
  add('W06', 'The name is not the one recorded for this member: check that the number is right', 'last_name')
}
const wordsOf = (name: string): string[] =>
  searchKey(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
const squeezed = (name: string): string => wordsOf(name).join('')

const DIFFERENCE_PERCENT = 10
const DIFFERENCE_CENTS = 20_00

/** W03, W04 and W08, where pay and rates are known. Of several rows of one member none is the pay of a month. */
function judgeAmounts(validation: Validation, line: Line, rowsOfMember: number, add: Add): void {
  const { member, row } = line
  const basis = validation.contributionBasis
  const monthlyCents =
    member.salaryCents === null || rowsOfMember > 1 ? null : Math.round(member.salaryCents / 12)
  const payCents = row.payCents ?? monthlyCents
  const rates = {
    ee: member.employeeRatePercent ?? basis?.employeeRatePercent ?? null,
    er: member.employerRatePercent ?? basis?.employerRatePercent ?? null,
  }
  line.expectedEeCents = percentOf(payCents, rates.ee)
  line.expectedErCents = percentOf(payCents, rates.er)
  const lacks =
    (rates.ee ?? 0) > 0 && (rates.er ?? 0) > 0
      ? row.eeCents > 0 && row.erCents === 0
        ? 'er'
        : row.erCents > 0 && row.eeCents === 0
          ? 'ee'
          : null
      : null
  if (lacks) {
    const [who, field] =
      lacks === 'er' ? (['employer', 'er_contribution'] as const) : (['employee', 'ee_contribution'] as const)
    add('W04', `There is no ${who} contribution, and the scheme expects one: confirm or correct it`, field)
  }
  const compare = (side: 'ee' | 'er', paid: number, expected: number | null): void => {
    if (expected === null || payCents === null || lacks === side || !differs(paid, expected)) return
    add(
      'W03',
      `${formatMoney(paid)} where ${formatMoney(expected)} is expected (${rates[side]}% of ${formatMoney(payCents)})`,
      side === 'ee' ? 'ee_contribution' : 'er_contribution',
    )
  }
  compare('ee', row.eeCents, line.expectedEeCents)
  compare('er', row.erCents, line.expectedErCents)
  judgeTaxLimit(validation, line, payCents, add)
}
const percentOf = (cents: number | null, percent: number | null): number | null =>
  cents === null || percent === null ? null : Math.round((cents * percent) / 100)
const differs = (paid: number, expected: number): boolean => {
  const difference = Math.abs(paid - expected)
  return difference > DIFFERENCE_CENTS && difference * 100 > expected * DIFFERENCE_PERCENT
}

/** W08. The highest age of the year counts. */
function judgeTaxLimit(
  { taxRelief }: Validation,
  { member, row: { payOn, eeCents, avcCents } }: Line,
  payCents: number | null,
  add: Add,
): void {
  if (payCents === null || member.dateOfBirth === null) return
  const year = Number(payOn.slice(0, 4))
  const relief = taxReliefLimit(taxRelief, { year, age: year - Number(member.dateOfBirth.slice(0, 4)) })
  if (relief === null) return
  const { percent, capCents } = relief
  const limit = Math.floor((Math.min(payCents, capCents / 12) * percent) / 100)
  if (eeCents + avcCents <= limit) return
  add(
    'W08',
    `Employee contributions and AVCs are above the tax relief limit of ${percent}% (${formatMoney(limit)} of this pay; ${NOT_VERIFIED})`,
    avcCents > 0 ? 'avc' : 'ee_contribution',
  )
}

/** W11, and W09: what is said of the file as a whole. Rows of several months are F06, which the caller refuses. */
function judgeMonths({ report, payrollMonth, today }: Validation, deductionMonth: string): void {
  const add = (code: string, message: string, field: ContributionColumn | null = null): void =>
    report.add({ row: null, field, code, level: 'WARN', message })
  if (deductionMonth !== payrollMonth) {
    add(
      'W11',
      `Every pay date is in ${formatMonth(deductionMonth)}, and the file is declared for ${formatMonth(payrollMonth)}: confirm the month, or choose the other`,
      'pay_date',
    )
  }
  const dueOn = calculateDueDate(deductionMonth)
  if (today > dueOn)
    add('W09', `The contributions of this month were due on ${formatDay(dueOn)}: confirm that they are late`)
}

/** W05. Whoever joins later is not missed. */
async function judgeMissing(
  { members, report, payrollMonth }: Validation,
  named: ReadonlySet<ImportMember>,
): Promise<number> {
  let missing = 0
  for (const member of members) {
    await yieldToEventLoop()
    if (member.status !== 'ACTIVE' || named.has(member)) continue
    if (member.joinedSchemeOn !== null && toMonth(member.joinedSchemeOn) > payrollMonth) continue
    missing += 1
    const who = [member.worksNumber, member.firstName, member.lastName].filter(Boolean).join(' ')
    report.add({
      row: null,
      field: null,
      code: 'W05',
      level: 'WARN',
      message: `${maskCell(who)} is active and not in the file: is this a leaver, or unpaid leave?`,
    })
  }
  return missing
}
