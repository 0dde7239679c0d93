import type { MemberStatus } from '../../../contract/members.ts'
import type { SchemeStatus } from '../../../contract/schemes.ts'
import type { Transitions } from '../../operation/transitions.ts'

export type MemberVerb = 'join' | 'leave' | 'retire' | 'transfer' | 'refund' | 'opt-out' | 'record-death'

export const TRANSITIONS: Transitions<MemberVerb, MemberStatus> = {
  join: { from: ['PROSPECTIVE'], to: 'ACTIVE' },
  leave: { from: ['ACTIVE'], to: 'DEFERRED' },
  retire: { from: ['ACTIVE', 'DEFERRED'], to: 'PENSIONER' },
  transfer: { from: ['DEFERRED'], to: 'TRANSFERRED_OUT' },
  refund: { from: ['ACTIVE'], to: 'REFUNDED' },
  'opt-out': { from: ['PROSPECTIVE', 'ACTIVE'], to: 'OPTED_OUT' },
  'record-death': { from: ['PROSPECTIVE', 'ACTIVE', 'DEFERRED', 'PENSIONER', 'OPTED_OUT'], to: 'DECEASED' },
}

/** Does a scheme in this state take a member in that one? Past members may be recorded until it is wound up. */
export function takesMembers(scheme: SchemeStatus, member: MemberStatus): boolean {
  if (scheme === 'WOUND_UP') return false
  const isNew = member === 'PROSPECTIVE' || member === 'ACTIVE'
  return !isNew || scheme === 'DRAFT' || scheme === 'PENDING_APPROVAL' || scheme === 'ACTIVE'
}

interface Dates {
  joinedSchemeOn: string | null
  leftServiceOn: string | null
}

/** An event cannot precede what it follows. */
export const followsMembership = (on: string, { joinedSchemeOn, leftServiceOn }: Dates): boolean =>
  (joinedSchemeOn === null || on >= joinedSchemeOn) && (leftServiceOn === null || on >= leftServiceOn)
