/** Values of a member that are accepted and seldom right: a warning beside the field and in the answer of the API. */
import {
  calculateAge,
  findBirthDateProblem,
  hasUnusualAge,
  hasUnusualAgeAtJoining,
  mayBeUnknownDay,
} from './birth-dates.ts'

export interface CheckedMember {
  firstName?: unknown
  middleName?: unknown
  lastName?: unknown
  dateOfBirth?: unknown
  joinedEmploymentOn?: unknown
  joinedSchemeOn?: unknown
  normalRetirementOn?: unknown
  status?: unknown
}

const EARLIEST_RETIREMENT = 60
const LATEST_RETIREMENT = 70

const toDate = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : null

type Warnings = Partial<Record<keyof CheckedMember, string>>

/** Warnings by field. Fields that are missing or incomplete have none. */
export function listUnusualMemberValues(member: CheckedMember, today: string): Warnings {
  const found: Warnings = {}
  for (const name of ['firstName', 'middleName', 'lastName'] as const)
    if (/\d/.test(String(member[name] ?? ''))) found[name] = 'A name with digits is unusual'
  return { ...found, ...listUnusualMemberDates(member, today) }
}

export function listUnusualMemberDates(member: CheckedMember, today: string): Warnings {
  const found: Warnings = {}
  const born = toDate(member.dateOfBirth)
  if (born) {
    if (findBirthDateProblem(born, today)) found.dateOfBirth = `${findBirthDateProblem(born, today)}`
    else if (hasUnusualAge(born, today, member.status === 'PENSIONER'))
      found.dateOfBirth = 'Age under 16 or over 75: check the year'
    else if (mayBeUnknownDay(born))
      found.dateOfBirth = '1 January is often used for an unknown date: check it'
  }
  const scheme = toDate(member.joinedSchemeOn)
  const joined = scheme ?? toDate(member.joinedEmploymentOn)
  if (born && joined && born < joined) {
    if (hasUnusualAgeAtJoining(born, joined))
      found[scheme ? 'joinedSchemeOn' : 'joinedEmploymentOn'] =
        `Joining at ${calculateAge(born, joined)} is unusual: check the date of birth and the joining date`
  }
  const retires = toDate(member.normalRetirementOn)
  if (born && retires) {
    const age = calculateAge(born, retires)
    if (age < EARLIEST_RETIREMENT || age > LATEST_RETIREMENT)
      found.normalRetirementOn =
        age < 0
          ? 'The normal retirement date is before the date of birth'
          : `Normal retirement at ${age} is unusual: most schemes use an age from ${EARLIEST_RETIREMENT} to ${LATEST_RETIREMENT}`
  }
  return found
}
