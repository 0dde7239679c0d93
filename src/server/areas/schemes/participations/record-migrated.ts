import { createParticipation } from '../../../../contract/participations.ts'
import type { Changed } from '../../../pipeline/define-operation.ts'
import type { Tx } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'
import { auditedParticipation, participations } from './records.ts'

const REASON =
  'Added by an upgrade of the service from the employers, members and contributions of the scheme, before participations were recorded'

/** Marks rows that the upgrade added and that now have an audit entry. */
const BY_UPGRADE = 'upgrade'

/**
 * An upgrade added the participations of existing schemes in SQL, and SQL cannot extend the audit chain of a firm. Writes the missing
 * entries; each row has one creator from then on, so that a second run finds none.
 */
export async function recordAuditOfMigratedParticipations(
  tx: Tx,
  tenantId: string,
): Promise<Changed<number>> {
  const rows = await runRows<{ id: string }>(
    tx,
    'update scheme_participations set created_by = $2 where tenant_id = $1 and created_by is null returning id',
    [tenantId, BY_UPGRADE],
  )
  const added = await participations.each(
    tx,
    rows.map(({ id }) => id),
  )
  return {
    answer: added.length,
    changes: added.map((after) => ({
      audited: auditedParticipation,
      action: createParticipation.name,
      tenantId,
      before: null,
      after,
      note: { reason: REASON },
    })),
  }
}
