/** Records each read of an inspector in the audit log of the firm, before the answer is sent: without the entry there is no answer. */
import { appendAuditEntry } from '../pipeline/audit-log.ts'
import type { AuthenticatedUser, Pipeline } from '../pipeline/pipeline.ts'

const READ_OF_INSPECTOR = 'grant.read'

/** The queries of the pipeline, with the entry once the database has answered. */
export function wrapInInspectionLog({
  query,
  bookkeepingTransactionAs,
}: Pick<Pipeline, 'query' | 'bookkeepingTransactionAs'>): Pipeline['query'] {
  async function record(user: AuthenticatedUser, operation: string, input: object): Promise<void> {
    const { grant, tenantId } = user
    if (grant?.capability !== 'INSPECTOR') return
    await bookkeepingTransactionAs(user)((tx) =>
      appendAuditEntry(
        tx,
        {
          tenantId,
          action: READ_OF_INSPECTOR,
          entityType: 'grant',
          entityId: grant.id,
          previousState: null,
          newState: { operation, ...getIds(input) },
        },
        // The address of the reader is in the entries of the sign-in.
        { ipAddress: null, userAgent: null },
      ),
    )
  }
  return async (operation, user, input) => {
    const answered = await query(operation, user, input)
    await record(user, operation.contract.name, input)
    return answered
  }
}

/** Ids that the input names: of other fields the log keeps nothing, because a search can name a person. */
const getIds = (input: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input).filter(
      (entry): entry is [string, string] => /^id$|Id$/.test(entry[0]) && typeof entry[1] === 'string',
    ),
  )
