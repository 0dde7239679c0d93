import { createParticipation } from '../../../../contract/participations.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
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

type ParticipationChange = Change & { entityId: string }

/** Inserts a participation and returns its change, under the name of the operation that adds one. */
export async function addParticipation(tx: Tx, added: NewParticipation): Promise<ParticipationChange> {
  const [change] = await addParticipations(tx, [added])
  return change as ParticipationChange
}

const WRITTEN_AT_ONCE = 500

/** The same for many: their changes are in the order of their ids. */
export async function addParticipations(
  tx: Tx,
  additions: readonly NewParticipation[],
): Promise<ParticipationChange[]> {
  const rows = additions.map(({ tenantId, schemeId, employerId, fromOn, untilOn, createdBy }) => ({
    tenant_id: tenantId,
    id: createId(),
    scheme_id: schemeId,
    employer_id: employerId,
    from_on: fromOn,
    until_on: untilOn,
    created_by: createdBy,
  }))
  for (let from = 0; from < rows.length; from += WRITTEN_AT_ONCE)
    await tx
      .insertInto('scheme_participations')
      .values(rows.slice(from, from + WRITTEN_AT_ONCE))
      .execute()
  const records = await participations.each(
    tx,
    rows.map(({ id }) => id),
  )
  return records.map((record) => ({
    audited: auditedParticipation,
    action: createParticipation.name,
    entityId: record.id,
    tenantId: record.tenantId,
    before: null,
    after: record,
  }))
}
