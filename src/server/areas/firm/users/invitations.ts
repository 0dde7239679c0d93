/** Sends people the link with which they choose their first password, as often as the limits allow. */
import { sql } from 'kysely'
import type { Contract } from '../../../../contract/define.ts'
import type { FailureLimit } from '../../../operation/failure-limit.ts'
import type { CommandCall } from '../../../pipeline/define-operation.ts'
import { createRateLimitRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import type { MailOutbox } from '../mails/index.ts'
import {
  buildAddressTakenMail,
  buildInvitationMail,
  buildSingleSignOnInvitationMail,
  type Inviter,
} from './mails.ts'
import { isAddressTaken } from './new-address.ts'
import { hashToken, invalidateTokens, issueToken } from './password-tokens.ts'

/** Per address, counted over all firms; a person who lost the mail can be invited again. */
const TO_AN_ADDRESS = { limit: 5, windowSeconds: 86_400 }
/** Per firm. */
const OF_A_FIRM = { limit: 200, windowSeconds: 3_600 }

export interface InvitationDependencies {
  mails: Pick<MailOutbox, 'post'>
  failures: FailureLimit
  appUrl: string
}

/** Sends an invitation; an earlier link of the same person stops working. */
export type SendInvitation = ReturnType<typeof createInviter>

export function createInviter({ mails, failures, appUrl }: InvitationDependencies) {
  return async (
    command: Pick<CommandCall<Contract, unknown>, 'tx' | 'afterCommit'>,
    user: { id: string; tenantId: string; email: string },
    inviterId: string,
  ): Promise<void> => {
    await requireInvitationAllowed(failures, user)
    const isTaken = await isAddressTaken(command.tx, user.email, user.tenantId)
    await command.tx
      .updateTable('users')
      .set({ awaits_address: isTaken })
      .where('id', '=', user.id)
      .where('awaits_address', '<>', isTaken)
      .execute()
    if (isTaken) {
      // The response is the same, so that it does not disclose accounts of other firms.
      await mails.post(command, buildAddressTakenMail(user.email))
      return
    }
    const inviter = await loadInviter(command.tx, user.tenantId, inviterId)
    const { rows } = await sql<{
      isWithoutPassword: boolean | null
    }>`select app.needs_single_sign_on(${user.id}) as "isWithoutPassword"`.execute(command.tx)
    if (rows[0]?.isWithoutPassword) {
      await invalidateTokens(command.tx, user)
      await mails.post(command, buildSingleSignOnInvitationMail(user.email, appUrl, inviter), user.tenantId)
      return
    }
    const token = await issueToken(command.tx, user, 'INVITATION')
    await mails.post(command, buildInvitationMail(user.email, appUrl, token, inviter), user.tenantId)
  }
}

/** 429 once the limit of the firm or of the address is reached. */
export async function requireInvitationAllowed(
  failures: FailureLimit,
  { tenantId, email }: { tenantId: string; email: string },
): Promise<void> {
  const counts = [
    await failures.takeFailure('invitations-of', tenantId, OF_A_FIRM, 1),
    await failures.takeFailure('invitation-to', hashToken(email), TO_AN_ADDRESS, 1),
  ]
  const refused = counts.find(({ isAllowed }) => !isAllowed)
  if (refused) throw createRateLimitRefusal(refused.retryAfterSeconds)
}

export async function loadInviter(tx: Tx, tenantId: string, inviterId: string): Promise<Inviter> {
  const { firmName } = await tx
    .selectFrom('tenants')
    .select(sql<string>`coalesce(trading_name, name)`.as('firmName'))
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const { name } = await tx
    .selectFrom('users')
    .select('name')
    .where('id', '=', inviterId)
    .executeTakeFirstOrThrow()
  return { firmName, name }
}
