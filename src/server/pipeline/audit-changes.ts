/** The audit entries of the changes that a command returns. */
import { setImmediate } from 'node:timers/promises'
import type { Contract } from '../../contract/define.ts'
import type { Tx } from '../platform/database.ts'
import type { TransactionEnds } from '../platform/transaction.ts'
import { appendAuditEntries, buildStates, type Entry, type Origin } from './audit-log.ts'
import type { Change, Changed } from './define-operation.ts'
import { deriveWebhookEvent } from './webhook-events.ts'

/** An import changes thousands of records: it yields to the event loop after so many snapshots. */
const ENTRIES_AT_ONCE = 100

/** `conclude` makes the entries the last statement of the transaction, sent with its COMMIT: the end of the chain is locked for less time. */
export async function appendAuditEntriesOf(
  tx: Tx,
  { name }: Pick<Contract, 'name'>,
  tenantId: string,
  { changes }: Changed<unknown>,
  origin: Origin,
  conclude?: TransactionEnds['conclude'],
): Promise<void> {
  const entries: Entry[] = []
  for (const change of changes) {
    if (entries.length % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await setImmediate()
    entries.push(buildAuditEntry(change, name, tenantId))
  }
  await appendAuditEntries(tx, entries, origin, conclude)
}

export function buildAuditEntry(change: Change, name: string, tenantId: string): Entry {
  const { audited, before, after } = change
  const action = change.action ?? name
  const event = deriveWebhookEvent(action, change)
  return {
    tenantId: change.tenantId ?? tenantId,
    action,
    entityType: audited.entityType,
    entityId: change.entityId ?? String((after ?? before)?.id),
    ...buildStates(audited, before, after, change.note),
    ...(event && { event }),
  }
}
