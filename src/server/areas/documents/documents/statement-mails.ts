/** Tells a member that a benefit statement is available: a link only, no name, scheme, title or amount. */
import type { DocumentRecord } from '../../../../contract/documents.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Mail } from '../../../platform/mailer.ts'
import type { MailOutbox } from '../../firm/mails/index.ts'

export interface StatementMailDependencies {
  mails: Pick<MailOutbox, 'post'>
  appUrl: string
}

type Shared = Pick<DocumentRecord, 'kind' | 'visibility' | 'memberId' | 'status' | 'tenantId'>

const AVAILABLE: readonly DocumentRecord['status'][] = ['FINAL', 'SIGNED', 'FILED']

/** A final statement that is addressed to one member and shared with them. */
const isAvailable = ({ kind, visibility, memberId, status }: Shared): boolean =>
  kind === 'PENSION_BENEFIT_STATEMENT' &&
  visibility === 'MEMBER' &&
  memberId !== null &&
  AVAILABLE.includes(status)

const buildStatementMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'A benefit statement is available',
  text: `A pension benefit statement is available for you.

Sign in to read it: ${appUrl}${PAGES.documents}
`,
})

/** Posts the mails of a change by which a statement becomes available to its member. */
export const createStatementMailer =
  ({ mails, appUrl }: StatementMailDependencies) =>
  async (
    command: { tx: Tx; afterCommit: (work: () => Promise<void>) => void },
    before: Shared,
    after: Shared,
  ): Promise<void> => {
    if (isAvailable(before) || !isAvailable(after)) return
    const accounts = await command.tx
      .selectFrom('users')
      .select('email')
      .where('tenant_id', '=', after.tenantId)
      .where('member_id', '=', after.memberId)
      .where('role', '=', 'Member')
      .where('status', '=', 'ACTIVE')
      .execute()
    for (const { email } of accounts) await mails.post(command, buildStatementMail(email, appUrl))
  }
