/** The events of a change for the webhooks of the firm. Obligations have theirs from the database, which knows their status by date. */
import { isApproval } from '../../contract/define.ts'
import type { WebhookEventType } from '../../contract/webhooks.ts'
import type { Change, StoredEvent } from '../pipeline/audit-log.ts'

type Snapshot = Change['before']

const getText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * The event of a change by an action, or undefined. Restricted breaches have no events: receivers have more readers than the breach has.
 */
export function deriveWebhookEvent(
  action: string,
  { audited: { entityType }, before, after, entityId }: Change,
): StoredEvent | undefined {
  const type = findType(action, entityType, before, after)
  if (!type) return undefined
  const record = after ?? before
  return {
    type,
    entityType,
    entityId: entityId ?? String(record?.id),
    schemeId: getText(entityType === 'scheme' ? record?.id : record?.schemeId),
    status: getText(after?.status),
    previousStatus: getText(before?.status),
  }
}

function findType(
  action: string,
  entityType: string,
  before: Snapshot,
  after: Snapshot,
): WebhookEventType | undefined {
  if (after === null) return undefined
  if (entityType === 'contribution' || entityType === 'breach') {
    if (after.isRestricted === true || before?.isRestricted === true) return undefined
    if (before === null) return `${entityType}.created`
    return before.status === after.status ? undefined : `${entityType}.status-changed`
  }
  // The report of a restricted breach is the only approved draft that becomes no record.
  if (entityType === 'draft' && after.appliedTo === null) return undefined
  if (isApproval({ name: action })) return 'approval.approved'
  if (/\.submit$/.test(action)) return 'approval.submitted'
  return /\.(?:return|reject)$/.test(action) ? 'approval.returned' : undefined
}
