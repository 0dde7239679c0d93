/** Requests a change of an account's e-mail address: mails a confirmation link, or a notice if another account has the address. */
import { sql } from 'kysely'
import type { Contract } from '../../../../contract/define.ts'
import type { FailureLimit } from '../../../operation/failure-limit.ts'
import type { CommandCall } from '../../../pipeline/define-operation.ts'
import { createRateLimitRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import type { MailOutbox } from '../mails/index.ts'
import { buildAddressChangeMail, buildAddressTakenMail, buildConfirmAddressMail } from './mails.ts'
import { hashToken, issueToken } from './password-tokens.ts'

const TO_AN_ADDRESS = { limit: 5, windowSeconds: 86_400 }

/** Whether an account of another firm has the address. The result must not be shown to the caller. */
export async function isAddressTaken(tx: Tx, email: string, tenantId: string): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select app.is_address_taken(${email}, ${tenantId}) as taken`.execute(tx)
  return rows[0]?.taken ?? false
}

export type RequestAddressChange = ReturnType<typeof createAddressChangeRequest>

export function createAddressChangeRequest({
  mails,
  failures,
  appUrl,
}: {
  mails: Pick<MailOutbox, 'post'>
  failures: FailureLimit
  appUrl: string
}) {
  /** The account keeps its address until the link is opened. */
  return async (
    command: Pick<CommandCall<Contract, unknown>, 'tx' | 'afterCommit'>,
    user: { id: string; tenantId: string; email: string },
    newEmail: string,
  ): Promise<void> => {
    const { isAllowed, retryAfterSeconds } = await failures.takeFailure(
      'new-address',
      hashToken(newEmail),
      TO_AN_ADDRESS,
      1,
    )
    if (!isAllowed) throw createRateLimitRefusal(retryAfterSeconds)
    const token = await issueToken(command.tx, user, 'EMAIL', newEmail)
    const isTaken = await isAddressTaken(command.tx, newEmail, user.tenantId)
    await mails.post(
      command,
      isTaken ? buildAddressTakenMail(newEmail) : buildConfirmAddressMail(newEmail, appUrl, token),
    )
    await mails.post(command, buildAddressChangeMail(user.email, appUrl))
  }
}
