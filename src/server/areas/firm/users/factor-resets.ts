/**
 * Removal of a lost second factor, with four eyes: one administrator requests it, another one carries it out. For the only administrator
 * of a firm a SuperAdmin is the other one. The user is informed by mail of both steps.
 */
import { sql } from 'kysely'
import type { User } from '../../../../contract/users.ts'
import * as contract from '../../../../contract/users.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Operation } from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createRoleRefusal,
} from '../../../pipeline/refusal.ts'
import type { MailOutbox } from '../mails/index.ts'
import { buildFactorResetMail, buildFactorResetRequestedMail } from './mails.ts'
import { auditedUser, users } from './records.ts'

interface FactorResetDependencies {
  mails: Pick<MailOutbox, 'post'>
  appUrl: string
}

const NO_REQUEST = { factor_reset_requested_by: null, factor_reset_requested_at: null }

const requestReset = ({ mails, appUrl }: FactorResetDependencies): Operation =>
  defineChange(
    contract.requestFactorReset,
    { records: users, audited: auditedUser },
    async ({ before, tx, actor, afterCommit }) => {
      requireOther(actor, before)
      if (!before.hasSecondFactor)
        throw createBusinessRuleRefusal('NO_SECOND_FACTOR', 'This user has no second factor')
      if (before.factorResetRequestedBy !== null)
        throw createConflictRefusal(
          'The removal is requested already: another administrator must carry it out',
          { code: 'RESET_REQUESTED' },
        )
      await mails.post({ tx, afterCommit }, buildFactorResetRequestedMail(before.email, appUrl))
      return {
        factor_reset_requested_by: actor.id,
        factor_reset_requested_at: sql`clock_timestamp()`,
      }
    },
    ({ reason }) => ({ reason }),
  )

const withdrawReset = defineChange(
  contract.withdrawFactorReset,
  { records: users, audited: auditedUser },
  ({ before, actor }) => {
    requireManaged(actor, before)
    requireRequested(before)
    return NO_REQUEST
  },
)

const resetFactor = ({ mails, appUrl }: FactorResetDependencies): Operation =>
  defineChange(
    contract.resetFactor,
    { records: users, audited: auditedUser },
    async ({ before, tx, actor, afterCommit }) => {
      requireOther(actor, before)
      requireRequested(before)
      if (before.factorResetRequestedBy === actor.id)
        throw createBusinessRuleRefusal(
          'FOUR_EYES',
          'You requested this: another administrator of the firm, or a SuperAdmin, must carry it out',
        )
      await sql`select app.reset_second_factor(${before.id})`.execute(tx)
      await mails.post({ tx, afterCommit }, buildFactorResetMail(before.email, appUrl))
      return { ...NO_REQUEST, has_second_factor: false, session_version: sql`session_version + 1` }
    },
  )

const endSessions = defineChange(
  contract.endSessionsOfUser,
  { records: users, audited: auditedUser },
  ({ before, actor }) => {
    requireManaged(actor, before)
    return { session_version: sql`session_version + 1` }
  },
)

export const createFactorResetOperations = (dependencies: FactorResetDependencies): Operation[] => [
  requestReset(dependencies),
  withdrawReset,
  resetFactor(dependencies),
  endSessions,
]

function requireManaged(actor: Actor, { role }: User): void {
  if (!contract.mayManage(actor.role, role)) throw createRoleRefusal()
}

/** A user who can still sign in removes a factor on their own account page. */
function requireOther(actor: Actor, user: User): void {
  requireManaged(actor, user)
  if (user.id === actor.id)
    throw createBusinessRuleRefusal('OWN_ACCOUNT', 'Another administrator has to do this for your account')
}

function requireRequested({ factorResetRequestedBy }: User): void {
  if (factorResetRequestedBy === null)
    throw createConflictRefusal('The removal of the second factor was not requested', {
      code: 'RESET_NOT_REQUESTED',
    })
}
