/**
 * Turns rows into lines, warnings or refusals; the same for a dry run and for the commit. issues.ts has the codes; rows.ts has checked each
 * row by itself.
 */

import { formatCitedSources } from '../../../../contract/citations.ts'
import { toLastDayOfMonth, toMonth } from '../../../../contract/civil-dates.ts'
import type { ContributionColumn } from '../../../../contract/contributions.ts'
import {
  calculateTaxReliefLimit,
  type TaxReliefSettings,
  type ToleranceSettings,
} from '../../../../contract/rule-settings.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { formatDate, formatMoney, formatMonth } from '../../../../contract/value-format.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { maskCell } from '../imports/index.ts'
import { calculateDueDate } from './clock.ts'
import {
  calculatePercent,
  findPartOfMonth,
  findPayOfMonth,
  HAS_ENDED,
  isMissedIn,
  toMonthlyPay,
} from './expected-amounts.ts'
import { type AddIssue, addIssuesTo, ISSUES, type Report } from './issues.ts'
import type { ImportMember, Match, Matcher } from './match.ts'
import type { ContributionRow } from './rows.ts'
import { AMOUNTS, type Amounts, addAmounts, NOTHING } from './rules.ts'
import type { Terms } from './terms.ts'

export interface Line {
  row: ContributionRow
  member: ImportMember
  expectedEeCents: number | null
  expectedErCents: number | null
}

export interface Outcome {
  /** Lines of the rows that are not rejected. */
  lines: Line[]
  totals: Amounts
  /** Active members that the file does not name. */
  missingMembers: number
  /** Months of the pay dates, in order. */
  months: string[]
  /** Month of the pay dates if they agree, else as declared: deadlines start from the deduction (PA s.58A(1)). */
  deductionMonth: string
}

export interface Validation {
  rows: readonly ContributionRow[]
  report: Report
  members: readonly ImportMember[]
  matcher: Matcher
  /** Whether the caller can see the row's member in another scheme or at another employer. */
  isElsewhere: (row: ContributionRow) => boolean
  contributionBasis: Scheme['contributionBasis']
  participations: Terms['participations']
  autoEnrolmentStatus: Terms['autoEnrolmentStatus']
  settings: TaxReliefSettings & ToleranceSettings
  payrollMonth: string
  today: string
  /** May learn that a name exists under another number: users of the firm. */
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
  const rowsOfMember = await reportRepetitions(lines, report)
  const valid: Line[] = []
  let totals = NOTHING
  for (const line of lines) {
    await yieldToEventLoop()
    const { row, member } = line
    if (!report.isRejected(row.number)) validateLine(validation, line, rowsOfMember.get(member) ?? 1)
    if (report.isRejected(row.number)) continue
    totals = addAmounts(totals, row)
    valid.push(line)
  }
  // A correction of an earlier month has that month's date.
  const dated = rows.filter(({ isDated, kind }) => isDated && kind !== 'CORRECTION')
  const months = [...new Set(dated.map(({ payOn }) => toMonth(payOn)))].sort()
  const [onlyMonth] = months
  const deductionMonth = months.length === 1 && onlyMonth !== undefined ? onlyMonth : validation.payrollMonth
  validateMonths(validation, deductionMonth)
  validateAutoEnrolment(validation, valid)
  return {
    lines: valid,
    totals,
    missingMembers: await reportMissingMembers(validation, named),
    months,
    deductionMonth,
  }
}

/** A member outside the caller's scope gives exactly the same response as an unknown member. */
function refuseMatch(
  { report, isElsewhere, seesNames, matcher }: Validation,
  row: ContributionRow,
  miss: Exclude<Match, object>,
): void {
  const field: ContributionColumn | null =
    row.memberId !== null ? null : row.ppsHash === null ? 'works_number' : 'ppsn'
  const add = addIssuesTo(report, row.number)
  if (miss !== 'NOBODY') add(miss === 'AMBIGUOUS' ? 'MEMBER_AMBIGUOUS' : 'MEMBER_CONFLICT', field)
  else if (isElsewhere(row)) add('MEMBER_ELSEWHERE', field)
  else if (row.memberId !== null) add('MEMBER_ID_UNKNOWN', null)
  else if (seesNames && matcher.hasName(row)) add('MEMBER_UNKNOWN_NAME_KNOWN', field)
  else add('MEMBER_UNKNOWN', field)
}

/** R08 and W07; returns the number of rows of each member. Weekly pay is allowed, the same row twice is not. */
async function reportRepetitions(
  lines: readonly Line[],
  report: Report,
): Promise<ReadonlyMap<ImportMember, number>> {
  const rows = new Map<ImportMember, number>()
  const first = new Map<ImportMember, ContributionRow>()
  const firstRows = new Map<string, number>()
  /** First row with this key. */
  const firstWith = (key: string, { number }: ContributionRow): number => {
    const known = firstRows.get(key) ?? number
    firstRows.set(key, known)
    return known
  }
  for (const { member, row } of lines) {
    await yieldToEventLoop()
    rows.set(member, (rows.get(member) ?? 0) + 1)
    const before = first.get(member)
    if (!before) {
      // Most members have one row, which needs no comparison.
      first.set(member, row)
      continue
    }
    for (const one of [before, row]) for (const key of getKeys(member, one)) firstWith(key, one)
    const [day, content] = getKeys(member, row)
    const [sameDay, same] = [firstWith(day, row), firstWith(content, row)]
    const add = addIssuesTo(report, row.number)
    if (same !== row.number) add('ROW_REPEATED', null, String(same))
    else if (sameDay !== row.number) add('PAY_DATE_REPEATED', null, String(sameDay))
  }
  return rows
}

/** Two keys of a row: shared by rows of a member on one day, and by rows that repeat one another. */
function getKeys({ id }: ImportMember, row: ContributionRow): [day: string, content: string] {
  const { payOn, periodStartOn, periodEndOn, kind, payCents } = row
  const day = `${id} ${payOn}`
  return [
    day,
    [day, periodStartOn, periodEndOn, kind, payCents, ...AMOUNTS.map((name) => row[name])].join(' '),
  ]
}

function validateLine(validation: Validation, line: Line, rowsOfMember: number): void {
  const { report } = validation
  const { row } = line
  const add = addIssuesTo(report, row.number)

  validateMemberStatus(validation, line, add)
  validateName(line, report, add)
  if (
    row.isOldPpsNumber &&
    (line.member.joinedEmploymentOn ?? line.member.joinedSchemeOn ?? '') >= OLD_STYLE_UNTIL
  )
    add('OLD_PPS_NUMBER', 'ppsn')
  if (AMOUNTS.every((name) => row[name] === 0)) {
    add('ALL_ZERO', null, ZERO_WORDS[validation.autoEnrolmentStatus ?? 'NOT_KNOWN'])
    return
  }
  if (row.kind === 'REGULAR') validateAmounts(validation, line, rowsOfMember, add)
}

/** Consequence for auto-enrolment if no contribution is paid for a member, by the status of the employer. */
const ZERO_WORDS = {
  NOT_KNOWN: `without contributions the member may lose the exemption from auto-enrolment (${formatCitedSources('AE 51')}). The auto-enrolment status of the employer is not recorded`,
  EXEMPT_ALL: `without contributions the member may lose the exemption from auto-enrolment (${formatCitedSources('AE 51')})`,
  MIXED: `without contributions the member may lose the exemption from auto-enrolment (${formatCitedSources('AE 51')})`,
  ENROLLED: `without contributions the employment is not exempt from auto-enrolment (${formatCitedSources('AE 51')})`,
  NO_LIABLE_EMPLOYEES:
    'confirm that nothing is paid. The employer has no employee who is liable to auto-enrolment',
} as const

/** W14. Contributions to a scheme make the employment exempt, so such an employee is not enrolled. */
function validateAutoEnrolment({ autoEnrolmentStatus, report }: Validation, lines: readonly Line[]): void {
  const isExempt = lines.some(({ row }) => row.eeCents > 0 || row.erCents > 0)
  if (autoEnrolmentStatus === 'ENROLLED' && isExempt)
    addIssuesTo(report, null)('ENROLLED_AND_CONTRIBUTING', null, formatCitedSources('AE 51'))
}

const OLD_STYLE_UNTIL = '2013-01-01'

/** W02. The last pay may be after the leaving date, in the same month. */
function validateMemberStatus({ payrollMonth }: Validation, { member, row }: Line, add: AddIssue): void {
  const { status, endedOn } = member
  const { payOn, periodStartOn, leftOn } = row
  if (status === 'DECEASED') {
    add('MEMBER_DECEASED', null)
    return
  }
  const from = periodStartOn ?? `${toMonth(payOn) < payrollMonth ? toMonth(payOn) : payrollMonth}-01`
  if (status === 'PROSPECTIVE') add('MEMBER_NOT_JOINED', null)
  else if (HAS_ENDED.has(status) && (endedOn === null || endedOn < from)) {
    const since = endedOn === null ? '' : ` since ${formatDate(endedOn)}`
    add('MEMBERSHIP_ENDED', null, `${STATUS_WORDS[status]}${since}`)
  } else if (status === 'ACTIVE' && leftOn !== null) {
    add('MEMBER_LEFT', 'leave_date', formatDate(leftOn))
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

/** W06: the family name has to be among the names of the row, in any order; "Bill" for William is not a mismatch. */
function validateName({ row, member }: Line, report: Report, add: AddIssue): void {
  const { firstName, lastName } = row
  const written = splitIntoWords(`${firstName} ${lastName}`)
  if (lastName === '' || report.warningsOf(row.number).includes(ISSUES.LETTERS_LOST.code)) return
  const recorded = splitIntoWords(member.lastName)
  if (
    recorded.every((word) => written.includes(word)) ||
    normaliseName(lastName) === normaliseName(member.lastName)
  )
    return
  add('NAME_DIFFERS', 'last_name')
}
const splitIntoWords = (name: string): string[] =>
  searchKey(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
const normaliseName = (name: string): string => splitIntoWords(name).join('')

/** W03, W04 and W08, if pay and rates are known. If a member has several rows, none is the pay of a whole month. */
function validateAmounts(validation: Validation, line: Line, rowsOfMember: number, add: AddIssue): void {
  const { row, member } = line
  const month = readMonth(row)
  const pay = findPayOfMonth(member.pay, validation.contributionBasis, month)
  if (pay.changedOn) add('PAY_CHANGED', null, formatDate(pay.changedOn))
  const isWhole = pay.salaryCents !== null && rowsOfMember === 1 && !isPartOfMonth(line, month, add)
  const monthlyCents = isWhole ? toMonthlyPay(pay.salaryCents) : null
  const payCents = row.payCents ?? monthlyCents
  const { rates } = pay
  line.expectedEeCents = calculatePercent(payCents, rates.ee)
  line.expectedErCents = calculatePercent(payCents, rates.er)
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
    add('LIMB_MISSING', field, who)
  }
  const compare = (side: 'ee' | 'er', paid: number, expected: number | null): void => {
    if (
      expected === null ||
      payCents === null ||
      lacks === side ||
      !isDifferent(paid, expected, validation.settings)
    )
      return
    add(
      'AMOUNT_NOT_EXPECTED',
      side === 'ee' ? 'ee_contribution' : 'er_contribution',
      formatMoney(paid),
      formatMoney(expected),
      `${rates[side]}% of ${formatMoney(payCents)}`,
    )
  }
  compare('ee', row.eeCents, line.expectedEeCents)
  compare('er', row.erCents, line.expectedErCents)
  validateTaxLimit(validation, line, payCents, add)
}

/** The month that a row pays. */
const readMonth = ({ periodStartOn, payOn }: ContributionRow): string => toMonth(periodStartOn ?? payOn)

/** Pay stated in the row is still compared. */
function isPartOfMonth({ member, row }: Line, month: string, add: AddIssue): boolean {
  const part = findPartOfMonth(member, month, row.leftOn)
  if (part && row.payCents === null) add('PART_OF_MONTH', null, part.event, formatDate(part.on))
  return part !== null
}

const isDifferent = (paid: number, expected: number, tolerance: ToleranceSettings): boolean => {
  const difference = Math.abs(paid - expected)
  return (
    difference > tolerance.contributionDifferenceEuro * 100 &&
    difference * 100 > expected * tolerance.contributionDifferencePercent
  )
}

/** W08. The highest age in the year counts. */
function validateTaxLimit(
  { settings }: Validation,
  { member, row: { payOn, eeCents, avcCents } }: Line,
  payCents: number | null,
  add: AddIssue,
): void {
  if (payCents === null || member.dateOfBirth === null) return
  const year = Number(payOn.slice(0, 4))
  const relief = calculateTaxReliefLimit(settings, {
    year,
    age: year - Number(member.dateOfBirth.slice(0, 4)),
  })
  if (relief === null) return
  const { percent, capCents } = relief
  const limit = Math.floor((Math.min(payCents, capCents / 12) * percent) / 100)
  if (eeCents + avcCents <= limit) return
  add('TAX_LIMIT', avcCents > 0 ? 'avc' : 'ee_contribution', String(percent), formatMoney(limit))
}

/** W11, W13 and W09: issues of the file as a whole. Rows of several months are F06, which the caller refuses. */
function validateMonths(
  { report, payrollMonth, participations, today }: Validation,
  deductionMonth: string,
): void {
  const add = addIssuesTo(report, null)
  if (deductionMonth !== payrollMonth)
    add('MONTH_DIFFERS', 'pay_date', formatMonth(deductionMonth), formatMonth(payrollMonth))
  const participates = participations.some(
    ({ fromOn, untilOn }) =>
      (fromOn === null || fromOn <= toLastDayOfMonth(deductionMonth)) &&
      (untilOn === null || untilOn >= `${deductionMonth}-01`),
  )
  if (participations.length > 0 && !participates)
    add('NOT_PARTICIPATING', 'pay_date', formatMonth(deductionMonth))
  const dueOn = calculateDueDate(deductionMonth)
  if (today > dueOn) add('LATE', null, formatDate(dueOn))
}

/** W05. A member who joins later is not missing. */
async function reportMissingMembers(
  { members, report, payrollMonth }: Validation,
  named: ReadonlySet<ImportMember>,
): Promise<number> {
  let missing = 0
  for (const member of members) {
    await yieldToEventLoop()
    if (named.has(member) || !isMissedIn(member, payrollMonth)) continue
    missing += 1
    const who = [member.worksNumber, member.firstName, member.lastName].filter(Boolean).join(' ')
    addIssuesTo(report, null)('MEMBER_MISSING', null, maskCell(who))
  }
  return missing
}
