/** Who may manage whom: nobody grants a role above their own, or anything outside their reach. */
import { isAtLeast, type Role } from '../../../contract/define.ts'

/** Broker roles manage up to their own level; an EmployerAdmin manages EmployerUsers and nobody else. */
export function mayManage(actor: Role, target: Role): boolean {
  if (actor === 'EmployerAdmin') return target === 'EmployerUser'
  return isAtLeast(actor, 'BrokerAdmin') && isAtLeast(actor, target)
}

/** What a role is bound to besides the firm. */
export function bindingOf(role: Role): 'employer' | 'member' | 'none' {
  if (role === 'EmployerAdmin' || role === 'EmployerUser') return 'employer'
  return role === 'Member' ? 'member' : 'none'
}
