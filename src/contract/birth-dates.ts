/** Limits of a member's date of birth: the same in the form, the API and the import. */

const YOUNGEST_MEMBER = 15
const OLDEST_MEMBER = 100
/** Outside of these a date of birth is accepted and worth a second look. */
export const USUAL_AGES = { now: { from: 16, to: 75 }, atJoining: { from: 16, to: 80 } }

/** Whole years from one civil date to another; a person born on 29 February is older on 1 March. */
export function calculateAge(dateOfBirth: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return on.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

/** Why the date is refused; null where it is accepted. */
export function findBirthDateProblem(dateOfBirth: string, today: string): string | null {
  if (dateOfBirth > today) return 'The date of birth is in the future'
  const age = calculateAge(dateOfBirth, today)
  return age < YOUNGEST_MEMBER || age > OLDEST_MEMBER
    ? `The age of a member must be between ${YOUNGEST_MEMBER} and ${OLDEST_MEMBER}: check the year`
    : null
}

const isOutside = (age: number, { from, to }: { from: number; to: number }): boolean => age < from || age > to

/** Unusual today; a pensioner may be older. */
export function hasUnusualAge(dateOfBirth: string, today: string, isPensioner: boolean): boolean {
  const age = calculateAge(dateOfBirth, today)
  return isOutside(age, USUAL_AGES.now) && !(isPensioner && age > USUAL_AGES.now.to)
}

export const hasUnusualAgeAtJoining = (dateOfBirth: string, joinedOn: string): boolean =>
  isOutside(calculateAge(dateOfBirth, joinedOn), USUAL_AGES.atJoining)

/** 1 January is often entered for an unknown day. */
export const mayBeUnknownDay = (dateOfBirth: string): boolean => dateOfBirth.endsWith('-01-01')
