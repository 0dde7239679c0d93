/** What is allowed and seldom right: said beside the field while somebody types, never a reason not to save. */

export interface Looked {
  firstName?: unknown
  middleName?: unknown
  lastName?: unknown
  dateOfBirth?: unknown
  joinedEmploymentOn?: unknown
  joinedSchemeOn?: unknown
  normalRetirementOn?: unknown
}

const YOUNGEST_AT_JOINING = 16
const OLDEST_AT_JOINING = 80
const EARLIEST_RETIREMENT = 60
const LATEST_RETIREMENT = 70

const asDate = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : null

/** Whole years from one civil date to another; whoever is born on 29 February is older on 1 March. */
export function ageOn(dateOfBirth: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return on.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

/** By field; a field that is not there has nothing unusual. */
export function unusualIn(member: Looked): Partial<Record<keyof Looked, string>> {
  const found: Partial<Record<keyof Looked, string>> = {}
  for (const name of ['firstName', 'middleName', 'lastName'] as const)
    if (/\d/.test(String(member[name] ?? ''))) found[name] = 'A name with digits is unusual'

  const born = asDate(member.dateOfBirth)
  const scheme = asDate(member.joinedSchemeOn)
  const joined = scheme ?? asDate(member.joinedEmploymentOn)
  if (born && joined && born < joined) {
    const age = ageOn(born, joined)
    if (age < YOUNGEST_AT_JOINING || age > OLDEST_AT_JOINING)
      found[scheme ? 'joinedSchemeOn' : 'joinedEmploymentOn'] =
        `Joining at ${age} is unusual: check the date of birth and the day of joining`
  }
  const retires = asDate(member.normalRetirementOn)
  if (born && retires) {
    const age = ageOn(born, retires)
    if (age < EARLIEST_RETIREMENT || age > LATEST_RETIREMENT)
      found.normalRetirementOn =
        age < 0
          ? 'The normal retirement date is before the date of birth'
          : `Normal retirement at ${age} is unusual: most schemes have an age from ${EARLIEST_RETIREMENT} to ${LATEST_RETIREMENT}`
  }
  return found
}
