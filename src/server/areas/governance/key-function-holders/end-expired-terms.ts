/** Ends expired appointments: the function is vacant from the last day of the term. */

import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import type { Changed } from '../../../pipeline/define-operation.ts'
import type { Tx } from '../../../platform/database.ts'
import { auditedKeyFunctionHolder, keyFunctionHolders } from './records.ts'

const ACTION = 'key-function-holder.expire'

/** Ends the appointments of one firm; idempotent. */
export async function endExpiredTerms(tx: Tx, tenantId: string, today: string): Promise<Changed<number>> {
  const expired = await tx
    .selectFrom('key_function_holders')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'APPOINTED')
    .where('term_ends_on', '<=', today)
    .orderBy('id')
    .execute()
  const changes: Change[] = []
  for (const { id } of expired) {
    const before = await keyFunctionHolders.require(tx, id)
    await updateUnlessStale(tx, 'key_function_holders', before, {
      status: 'ENDED',
      ended_on: before.termEndsOn,
      end_reason: 'EXPIRED',
    })
    const after = await keyFunctionHolders.require(tx, id)
    changes.push({ audited: auditedKeyFunctionHolder, action: ACTION, tenantId, before, after })
  }
  return { answer: changes.length, changes }
}
