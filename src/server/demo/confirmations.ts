/**
 * The demo firm has confirmed some of what fell due before its schemes were added: nobody holds the vacant key functions, and the
 * plans of one employer were neglected. Everything else still waits for confirmation.
 */
import { confirmObligations, MAX_CONFIRMED_AT_ONCE } from '../../contract/obligations.ts'
import type { Actor } from '../operation/reach.ts'
import type { BulkRun } from '../operation/run-as.ts'

const NEGLECTED = 'Corrib Precision Engineering DAC'

/** Runs after the obligations are calculated, which is at the end of the transaction that adds the schemes. */
export async function confirmationsOf({ runAs, actAsSystem }: BulkRun, broker: Actor): Promise<void> {
  let ids: string[] = []
  await actAsSystem('demo.confirm-obligations', async (tx) => {
    const rows = await tx
      .selectFrom('obligations as o')
      .innerJoin('schemes as s', (join) =>
        join.onRef('s.tenant_id', '=', 'o.tenant_id').onRef('s.id', '=', 'o.scheme_id'),
      )
      .innerJoin('employers as e', (join) =>
        join.onRef('e.tenant_id', '=', 's.tenant_id').onRef('e.id', '=', 's.employer_id'),
      )
      .select('o.id')
      .where('o.tenant_id', '=', broker.tenantId)
      .where('o.state', '=', 'TO_CONFIRM')
      .where((where) => where.or([where('o.rule_id', '=', 'KFH-01'), where('e.legal_name', '=', NEGLECTED)]))
      .orderBy('o.id')
      .execute()
    ids = rows.map(({ id }) => id)
    return { answer: null, changes: [] }
  })
  for (let from = 0; from < ids.length; from += MAX_CONFIRMED_AT_ONCE)
    await runAs(broker, confirmObligations, {
      ids: ids.slice(from, from + MAX_CONFIRMED_AT_ONCE),
      answer: 'NOT_DONE',
    })
}
