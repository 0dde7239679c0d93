/** The step after a correct password: a session, the second step, or a session that can only set up the factor that the firm requires. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { PAGES } from '../../../../contract/pages.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Origin } from '../../../pipeline/audit-log.ts'
import type { KnownDevice, SessionChange } from '../../../pipeline/define-operation.ts'
import type { Tx } from '../../../platform/database.ts'
import type { MailOutbox } from '../mails/index.ts'
import { loadFactorRequirement, startChallenge } from '../second-factor/index.ts'
import type { OpenSession } from '../sessions/index.ts'
import { buildNewDeviceMail, hashToken } from '../users/index.ts'

export const SECOND_STEP_PAGE = PAGES.secondStep
export const SET_UP_PAGE = PAGES.setUpFactor

export interface StepDependencies {
  mails: Pick<MailOutbox, 'post'>
  openSession: OpenSession
  appUrl: string
}
interface Command {
  tx: Tx
  afterCommit: (work: () => Promise<void>) => void
}
interface Visit {
  origin: Origin
  device: KnownDevice | null
  /** The password unless given. */
  method?: 'PASSWORD' | 'SINGLE_SIGN_ON'
  /** The provider of the firm has checked a second factor. */
  hasProviderFactor?: boolean
}
type SigningInAccount = Actor & { email: string; sessionVersion: number }

export type CompletePasswordStep = ReturnType<typeof createPasswordStep>

export function createPasswordStep({ mails, openSession, appUrl }: StepDependencies) {
  /** The transaction has the scope of the account. `page` is null if the page that the user asked for follows. */
  return async (
    command: Command,
    account: SigningInAccount,
    { origin, device, method = 'PASSWORD', hasProviderFactor = false }: Visit,
  ): Promise<{ page: typeof SECOND_STEP_PAGE | typeof SET_UP_PAGE | null; session: SessionChange }> => {
    const { tx } = command
    const { has_second_factor: hasSecondFactor } = await tx
      .updateTable('users')
      .set({
        last_sign_in_at: sql<Date>`case when has_second_factor then last_sign_in_at else clock_timestamp() end`,
      })
      .where('id', '=', account.id)
      .returning('has_second_factor')
      .executeTakeFirstOrThrow()
    if (hasSecondFactor) {
      const token = randomBytes(32).toString('base64url')
      await startChallenge(tx, account, { purpose: 'SIGN_IN', boundTo: hashToken(token), challenge: null })
      return { page: SECOND_STEP_PAGE, session: { pendingToken: token } }
    }
    const { isOverdue } = await loadFactorRequirement(tx)
    const { session, newDevice } = await openSession(tx, {
      account,
      method,
      hasSecondFactor: false,
      origin,
      device,
    })
    if (newDevice) await mails.post(command, buildNewDeviceMail(account.email, appUrl, newDevice))
    return { page: isOverdue && !hasProviderFactor ? SET_UP_PAGE : null, session }
  }
}
