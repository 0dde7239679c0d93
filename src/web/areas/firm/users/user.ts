/** Roles that a user may grant, and descriptions of the roles. */

import { ROLES } from '../../../../contract/access.ts'
import type { Role } from '../../../../contract/define.ts'
import type { UserStatus } from '../../../../contract/users.ts'
import {
  canSeeEveryFirm,
  getRecordOfRole,
  mayManage,
  maySeeAccounts,
  type User,
} from '../../../../contract/users.ts'
import type { Tone } from '../../../ui/status.tsx'

/** Highest first. */
export const listGrantableRoles = (actor: Role): Role[] =>
  ROLES.filter((role) => mayManage(actor, role)).toReversed()

/** No role change moves an account between a firm and the platform. */
export const listAssignableRoles = (actor: Role, { role: current }: Pick<User, 'role'>): Role[] =>
  listGrantableRoles(actor).filter((role) => canSeeEveryFirm(role) === canSeeEveryFirm(current))

/** Roles of the accounts that a user sees in the list. */
export const listVisibleRoles = (actor: Role): Role[] =>
  ROLES.filter((role) => maySeeAccounts(actor, role)).toReversed()

export const ROLE_WORDS: Record<Role, string> = {
  SuperAdmin: 'Manages the platform: all firms and all accounts',
  BrokerAdmin:
    'Full access to the firm: approves schemes, manages accounts, reads the audit log, changes settings',
  BrokerUser:
    'Manages employers, schemes, trustees and members; submits schemes but cannot approve them; invites users of employers and members',
  EmployerAdmin: 'Sees the schemes and members of one employer, and invites its other users',
  EmployerUser: 'Sees the schemes and members of one employer',
  Member: 'Sees their own pension record',
}

/** Values of a form to send: only the record that the role is bound to, so that no hidden value is sent. */
export function limitToRole<T extends { role?: Role | null; employerId?: unknown; memberId?: unknown }>(
  values: T,
): T {
  const binding = values.role ? getRecordOfRole(values.role) : 'none'
  return {
    ...values,
    employerId: binding === 'employer' ? values.employerId : null,
    memberId: binding === 'member' ? values.memberId : null,
  }
}

export const USER_TONES: Record<UserStatus, Tone> = {
  INVITED: 'progress',
  ACTIVE: 'done',
  DEACTIVATED: 'ended',
}
