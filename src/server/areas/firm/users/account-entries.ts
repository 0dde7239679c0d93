/** Audit entries of changes to the sign-in of an account: they contain no field of the account but its role and status. */
import { z } from 'zod'
import { Role } from '../../../../contract/define.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'

export const auditedCredentials = defineAudited('user', z.object({ role: Role, status: z.string() }))

export const takeSnapshot = ({ id, role, status }: { id: string; role: string; status: string }) => ({
  id,
  role,
  status,
})

/** Entry of what users do to their own sessions, passwords and factors. */
export const buildOwnAccountChange = ({ id, role }: Actor) => {
  const state = { id, role, status: 'ACTIVE' }
  return { audited: auditedCredentials, before: state, after: state }
}
