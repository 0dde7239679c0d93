import { createParticipation } from '../../../../contract/participations.ts'
import type { Change } from '../../../pipeline/define-operation.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { auditedParticipation, participations } from './records.ts'

interface NewParticipation {
  tenantId: string
  schemeId: string
  employerId: string
  /** Null: since the scheme began. */
  fromOn: string | null
  untilOn: string | null
  createdBy: string
}

/** Inserts a participation and returns its change, under the name of the operation that adds one. */
export async function addParticipation(
  tx: Tx,
  { tenantId, schemeId, employerId, fromOn, untilOn, createdBy }: NewParticipation,
): Promise<Change & { entityId: string }> {
  const id = createId()
  await tx
    .insertInto('scheme_participations')
    .values({
      tenant_id: tenantId,
      id,
      scheme_id: schemeId,
      employer_id: employerId,
      from_on: fromOn,
      until_on: untilOn,
      created_by: createdBy,
    })
    .execute()
  return {
    audited: auditedParticipation,
    action: createParticipation.name,
    entityId: id,
    tenantId,
    before: null,
    after: await participations.require(tx, id),
  }
}
