import type { MemberStatus } from '../../../../contract/members.ts'
import type { SchemeStatus } from '../../../../contract/schemes.ts'

/** Does a scheme in this state take a member in that one? Past members may be recorded until it is wound up. */
export function canTakeMembers(scheme: SchemeStatus, member: MemberStatus): boolean {
  if (scheme === 'WOUND_UP') return false
  const isNew = member === 'PROSPECTIVE' || member === 'ACTIVE'
  return !isNew || scheme === 'DRAFT' || scheme === 'PENDING_APPROVAL' || scheme === 'ACTIVE'
}

interface Dates {
  status: MemberStatus
  dateOfBirth: string | null
  joinedEmploymentOn: string | null
  joinedSchemeOn: string | null
  leftServiceOn: string | null
  retiredOn: string | null
  endedOn: string | null
}

const isNotBefore = (on: string, ...earlier: (string | null)[]): boolean =>
  earlier.every((date) => date === null || on >= date)

/** An event cannot precede the one before it; a prospective member may leave before the planned date of joining. */
export function isAfterMembership(on: string, dates: Dates): boolean {
  const began = dates.status === 'PROSPECTIVE' ? [] : [dates.joinedEmploymentOn, dates.joinedSchemeOn]
  return isNotBefore(on, dates.dateOfBirth, ...began, dates.leftServiceOn, dates.retiredOn, dates.endedOn)
}

/** A membership cannot begin before birth and employment. */
export const mayJoin = (on: string, { dateOfBirth, joinedEmploymentOn }: Dates): boolean =>
  isNotBefore(on, dateOfBirth, joinedEmploymentOn)

/** Dates that are corrected afterwards still stand before what has followed them. */
export function isBeforeEvents(
  { joinedEmploymentOn, joinedSchemeOn }: Pick<Dates, 'joinedEmploymentOn' | 'joinedSchemeOn'>,
  { status, leftServiceOn, retiredOn, endedOn }: Dates,
): boolean {
  const hadJoined = status === 'TRANSFERRED_OUT' || status === 'REFUNDED'
  return [leftServiceOn, retiredOn, hadJoined ? endedOn : null].every(
    (event) => event === null || isNotBefore(event, joinedEmploymentOn, joinedSchemeOn),
  )
}
