import type { Member, MemberStatus } from '../../../../contract/members.ts'
import type { Tone } from '../../../ui/status.tsx'

export const MEMBER_TONES: Record<MemberStatus, Tone> = {
  PROSPECTIVE: 'progress',
  ACTIVE: 'settled',
  DEFERRED: 'settled',
  PENSIONER: 'settled',
  TRANSFERRED_OUT: 'ended',
  REFUNDED: 'ended',
  OPTED_OUT: 'ended',
  DECEASED: 'ended',
}

type Named = Pick<Member, 'firstName' | 'middleName' | 'lastName'>

/** `Aoife Máire Ní Bhriain`: on the member's own page. */
export const formatFullName = ({ firstName, middleName, lastName }: Named): string =>
  [firstName, middleName, lastName].filter(Boolean).join(' ')
/** `Ní Bhriain, Aoife`: in lists, which are in the order of last names. */
export const formatListedName = ({ firstName, lastName }: Named): string => `${lastName}, ${firstName}`
