/** Records each read of an inspector in the audit log of the firm, before the answer is sent: without the entry there is no answer. */
import type { Tx } from '../platform/database.ts'
import type { Actor } from './access-scope.ts'
import { appendAuditEntry } from './audit-log.ts'

const READ_OF_INSPECTOR = 'grant.read'

/** A transaction of its own, within the caller's scope. */
type InTransactionAs<User extends Actor> = <T>(user: User, work: (tx: Tx) => Promise<T>) => Promise<T>

export const createInspectionLog =
  <User extends Actor>(inTransactionAs: InTransactionAs<User>) =>
  async (user: User, operation: string, input: object): Promise<void> => {
    const { grant, tenantId } = user
    if (grant?.capability !== 'INSPECTOR') return
    await inTransactionAs(user, (tx) =>
      appendAuditEntry(
        tx,
        {
          tenantId,
          action: READ_OF_INSPECTOR,
          entityType: 'grant',
          entityId: grant.id,
          previousState: null,
          newState: { operation, ...selectIds(input) },
        },
        // The address of the reader is in the entries of the sign-in.
        { ipAddress: null, userAgent: null },
      ),
    )
  }

/** Ids that the input names: of other fields the log keeps nothing, because a search can name a person. */
const selectIds = (input: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input).filter(
      (entry): entry is [string, string] => /^id$|Id$/.test(entry[0]) && typeof entry[1] === 'string',
    ),
  )
