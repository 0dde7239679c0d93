/**
 * Calculates the member that a row produces, and its issues. Pure. Only changes are validated: a stored member's unlikely birthday is no
 * reason to refuse a new e-mail address.
 */
import {
  calculateAge,
  findBirthDateProblem,
  hasUnusualAge,
  mayBeUnknownDay,
} from '../../../../contract/birth-dates.ts'
import type { MemberColumn } from '../../../../contract/member-imports.ts'
import { MEMBER_TRANSITIONS, type Member, type MemberStatus } from '../../../../contract/members.ts'
import type { DatedPay } from '../../../../contract/pay-on-day.ts'
import { hasPpsNumber } from '../../../../contract/pps-number.ts'
import { spellCode } from '../../../../contract/values.ts'
import { cleanCell } from '../../../platform/sheet/cell.ts'
import type { Found } from './import-issues.ts'
import type { MemberDraft, MemberFields } from './import-rows.ts'
import { isBeforeEvents } from './rules.ts'

/** A stored member, as the import reads it. */
export type StoredMember = Omit<
  Member,
  'schemeName' | 'createdAt' | 'updatedAt' | 'lastBenefitStatementOn'
> & {
  ppsHash: string | null
  payHistory: readonly DatedPay[]
}

const NOTHING_KNOWN: MemberFields = {
  firstName: '',
  middleName: null,
  lastName: '',
  dateOfBirth: null,
  email: null,
  phone: null,
  address: null,
  sex: 'UNKNOWN',
  status: 'PROSPECTIVE',
  joinedEmploymentOn: null,
  joinedSchemeOn: null,
  leftServiceOn: null,
  normalRetirementOn: null,
  worksNumber: null,
  pensionableSalaryCents: null,
  employeeRatePercent: null,
  employerRatePercent: null,
  additionalVoluntaryPercent: null,
}
const FIELDS = Object.keys(NOTHING_KNOWN) as (keyof MemberFields)[]

/** The member with the values of the row: columns that are not in the file keep the stored values. */
export function mergeMember(stored: StoredMember | null, draft: MemberDraft, today: string): MemberFields {
  const storedFields = stored ? pick(stored) : NOTHING_KNOWN
  const merged = { ...storedFields, ...draft.fields }
  if (merged.normalRetirementOn === null && draft.retirementAge !== null && merged.dateOfBirth !== null)
    merged.normalRetirementOn = calculateBirthday(merged.dateOfBirth, draft.retirementAge)
  merged.status = draft.fields.status ?? deriveImpliedStatus(stored, merged, today)
  if (stored)
    for (const field of FIELDS)
      if (isEqualValue(storedFields[field], merged[field])) keepStoredField(merged, storedFields, field)
  return merged
}

const keepStoredField = <K extends keyof MemberFields>(
  imported: MemberFields,
  storedFields: MemberFields,
  field: K,
): void => {
  imported[field] = storedFields[field]
}

const pick = (stored: StoredMember): MemberFields =>
  Object.fromEntries(FIELDS.map((field) => [field, stored[field]])) as unknown as MemberFields

/** A character that a spreadsheet removes from a cell is not a change: an exported file comes back without it. */
const isEqualValue = (stored: unknown, imported: unknown): boolean =>
  stored === imported ||
  (typeof stored === 'string' &&
    typeof imported === 'string' &&
    cleanCell(stored).text === cleanCell(imported).text)

/** Without a status: a member with a leave date has left, and a member who joins later is PROSPECTIVE. */
function deriveImpliedStatus(
  stored: StoredMember | null,
  { leftServiceOn, joinedSchemeOn }: MemberFields,
  today: string,
): MemberStatus {
  if (stored) return stored.status === 'ACTIVE' && leftServiceOn !== null ? 'DEFERRED' : stored.status
  if (leftServiceOn !== null) return 'DEFERRED'
  return joinedSchemeOn !== null && joinedSchemeOn > today ? 'PROSPECTIVE' : 'ACTIVE'
}

export function listChanges(stored: StoredMember | null, target: MemberFields): Set<keyof MemberFields> {
  return new Set(FIELDS.filter((field) => stored === null || stored[field] !== target[field]))
}

interface MatchedMember {
  stored: StoredMember | null
  target: MemberFields
  draft: Pick<MemberDraft, 'unread' | 'retirementAge' | 'fields'>
  today: string
}
type ChangedMember = MatchedMember & { changes: ReadonlySet<keyof MemberFields> }

/** Finds the issues of a row whose member was matched, or is to be added. */
export function validateRow(judged: MatchedMember): Found[] {
  const judging = { ...judged, changes: listChanges(judged.stored, judged.target) }
  return [
    ...validateText(judging),
    ...validateBirth(judging),
    ...validateMembership(judging),
    ...validateStatus(judging),
    ...validateLeaving(judging),
    ...validateRetirement(judging),
    ...validateMoney(judging),
  ]
}

const COLUMN_OF_TEXT = {
  firstName: 'first_name',
  middleName: 'middle_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  address: 'address_line1',
  worksNumber: 'works_number',
} as const satisfies Partial<Record<keyof MemberFields, MemberColumn>>

function validateText({ target, draft, changes }: ChangedMember): Found[] {
  const found: Found[] = []
  for (const [field, column] of Object.entries(COLUMN_OF_TEXT) as [
    keyof typeof COLUMN_OF_TEXT,
    MemberColumn,
  ][])
    if (changes.has(field) && hasPpsNumber(target[field] ?? '')) found.push(['PPS_NUMBER_ELSEWHERE', column])
  const { lastName } = target
  if (changes.has('lastName') && (lastName.match(/\p{Lu}/gu)?.length ?? 0) >= 3 && !/\p{Ll}/u.test(lastName))
    found.push(['SURNAME_IN_CAPITALS', 'last_name'])
  if (changes.has('worksNumber') && target.worksNumber === null && !draft.unread.has('works_number'))
    found.push(['WORKS_NUMBER_MISSING', 'works_number'])
  return found
}

function validateBirth({ stored, target, draft, today, changes }: ChangedMember): Found[] {
  const { dateOfBirth: birth } = target
  if (!changes.has('dateOfBirth') || draft.unread.has('date_of_birth')) return []
  if (birth === null) return [[stored ? 'BIRTH_REMOVED' : 'BIRTH_MISSING', 'date_of_birth']]
  const problem = findBirthDateProblem(birth, today)
  if (problem) return [['BIRTH_INVALID', 'date_of_birth', problem]]
  const found: Found[] = []
  if (hasUnusualAge(birth, today, target.status === 'PENSIONER')) found.push(['AGE_UNUSUAL', 'date_of_birth'])
  if (mayBeUnknownDay(birth)) found.push(['BIRTH_MAY_BE_UNKNOWN', 'date_of_birth'])
  return found
}

function validateMembership({ stored, target, draft, today, changes }: ChangedMember): Found[] {
  const { dateOfBirth, joinedEmploymentOn, joinedSchemeOn } = target
  const found: Found[] = []
  if (joinedSchemeOn === null && changes.has('joinedSchemeOn') && !draft.unread.has('date_joined_scheme'))
    found.push([stored ? 'JOINING_REMOVED' : 'JOINING_MISSING', 'date_joined_scheme'])
  const isDated =
    changes.has('dateOfBirth') || changes.has('joinedEmploymentOn') || changes.has('joinedSchemeOn')
  if (!isDated) return found
  const began = joinedEmploymentOn ?? joinedSchemeOn
  if (dateOfBirth && began && dateOfBirth <= today && dateOfBirth >= began)
    found.push(['BIRTH_TOO_LATE', 'date_of_birth'])
  if (joinedEmploymentOn && joinedSchemeOn && joinedEmploymentOn > joinedSchemeOn)
    found.push(['JOINED_BEFORE_EMPLOYMENT', 'date_joined_scheme'])
  if (stored && !isBeforeEvents(target, stored)) found.push(['JOINED_AFTER_END', 'date_joined_scheme'])
  return found
}

const FOR_ADDING: readonly MemberStatus[] = ['PROSPECTIVE', 'ACTIVE', 'DEFERRED', 'PENSIONER']
/** Status changes that a file may make to an existing member; others need a decision for the single member. */
const FOR_CHANGING: Partial<Record<MemberStatus, MemberStatus>> = {
  ACTIVE: 'DEFERRED',
  PROSPECTIVE: 'ACTIVE',
}

function validateStatus({ stored, target, draft, today, changes }: ChangedMember): Found[] {
  const { status } = target
  if (!changes.has('status')) return []
  if (stored === null)
    return FOR_ADDING.includes(status)
      ? []
      : [['STATUS_NOT_FOR_NEW', 'status', FOR_ADDING.map(spellCode).join(', ')]]
  if (FOR_CHANGING[stored.status] !== status) {
    const verb = Object.entries(MEMBER_TRANSITIONS).find(
      ([, { from, to }]) => from.includes(stored.status) && to === status,
    )?.[0]
    const remedy = verb
      ? `use "${verb}" on the member`
      : `${stored.status} does not lead to it; the status of this member is ${stored.status}`
    return [['STATUS_NOT_BY_IMPORT', 'status', status, remedy]]
  }
  if (status === 'ACTIVE' && target.joinedSchemeOn !== null && target.joinedSchemeOn > today)
    return [['STATUS_TOO_EARLY', 'status']]
  if (status === 'DEFERRED' && target.leftServiceOn === null && !draft.unread.has('leave_date'))
    return [['LEAVE_DATE_MISSING', 'leave_date']]
  return []
}

function validateLeaving({ stored, target, draft, today, changes }: ChangedMember): Found[] {
  const { leftServiceOn: left, status } = target
  if (!changes.has('leftServiceOn') && !changes.has('status')) return []
  if (draft.unread.has('leave_date')) return []
  if (left === null) return stored?.leftServiceOn ? [['LEAVE_DATE_REMOVED', 'leave_date']] : []
  if (status === 'ACTIVE' || status === 'PROSPECTIVE') return [['LEAVE_DATE_OF_MEMBER', 'leave_date', status]]
  if (left > today) return [['LEAVE_DATE_IN_FUTURE', 'leave_date']]
  const began = [target.dateOfBirth, target.joinedEmploymentOn, target.joinedSchemeOn]
  if (began.some((on) => on !== null && left < on)) return [['LEFT_BEFORE_JOINING', 'leave_date']]
  if (stored && [stored.retiredOn, stored.endedOn].some((on) => on !== null && left > on))
    return [['LEFT_AFTER_END', 'leave_date']]
  return []
}

function validateRetirement({ target, draft, changes }: ChangedMember): Found[] {
  const { normalRetirementOn, dateOfBirth } = target
  if (!changes.has('normalRetirementOn') || normalRetirementOn === null || dateOfBirth === null) return []
  if (normalRetirementOn <= dateOfBirth) return [['RETIREMENT_BEFORE_BIRTH', 'normal_retirement_date']]
  const found: Found[] = []
  const age = calculateAge(dateOfBirth, normalRetirementOn)
  const column = draft.fields.normalRetirementOn ? 'normal_retirement_date' : 'normal_retirement_age'
  if (age < 60 || age > 70) found.push(['RETIREMENT_UNUSUAL', column])
  if (draft.retirementAge !== null && draft.retirementAge !== age)
    found.push(['RETIREMENT_DISAGREES', 'normal_retirement_age'])
  return found
}

const RATE_COLUMNS = {
  employeeRatePercent: 'ee_rate',
  employerRatePercent: 'er_rate',
  additionalVoluntaryPercent: 'avc_rate',
} as const

function validateMoney({ target, changes }: ChangedMember): Found[] {
  const found: Found[] = []
  const { pensionableSalaryCents: salary } = target
  if (changes.has('pensionableSalaryCents') && salary !== null && (salary < 1_000_00 || salary > 500_000_00))
    found.push(['SALARY_UNUSUAL', 'pensionable_salary'])
  for (const [field, column] of Object.entries(RATE_COLUMNS) as [keyof typeof RATE_COLUMNS, MemberColumn][]) {
    const rate = target[field]
    if (!changes.has(field) || rate === null) continue
    if (rate > 40) found.push(['RATE_HIGH', column])
    if (rate > 0 && rate < 1) found.push(['RATE_LOW', column])
  }
  return found
}

/** A member born on 29 February comes of age on 1 March in years without that date. */
function calculateBirthday(birth: string, age: number): string {
  const year = Number(birth.slice(0, 4)) + age
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
  return `${year}-${birth.endsWith('02-29') && !isLeap ? '03-01' : birth.slice(5)}`
}
