/** Writes what an import planned: employers, schemes, trustees with their trainings, members, and the record of the import. */
import { createEmployer } from '../../../../contract/employers.ts'
import { importMembers } from '../../../../contract/member-imports.ts'
import { createScheme } from '../../../../contract/schemes.ts'
import { createTrusteeTraining } from '../../../../contract/trustee-trainings.ts'
import { appointTrustee } from '../../../../contract/trustees.ts'
import { buildEditorExpression } from '../../../operation/four-eyes.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import { createConflictRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { addEmployers } from '../../schemes/employers/index.ts'
import { addSchemes } from '../../schemes/schemes/index.ts'
import { addTrainings } from '../../schemes/trustee-trainings/index.ts'
import { addTrusteesInOffice } from '../../schemes/trustees/index.ts'
import type { WorkbookMembers } from '../members/index.ts'
import { TRUSTEES_OF_DRAFT } from './firm-records.ts'
import type { ImportPlan } from './import-plan.ts'
import { auditedSchemeImport, schemeImports } from './records.ts'

/** The import does not say what a training was about. */
const TOPIC = 'Trustee training'

export async function writeImport(
  tx: Tx,
  { employers, schemes, trustees }: ImportPlan,
  { actor, fileName, members }: { actor: Actor; fileName: string; members: WorkbookMembers },
): Promise<{ importId: string; changes: Change[] }> {
  const { tenantId } = actor
  const place = { tenantId, userId: actor.id }
  const added = new Set(schemes.map(({ id }) => id))
  await editDrafts(
    tx,
    actor,
    trustees.filter(({ schemeId }) => !added.has(schemeId)),
  )
  const trainings = trustees.flatMap(({ id, schemeId, training }) =>
    training ? [{ ...training, trusteeId: id, schemeId, topic: TOPIC }] : [],
  )
  const changes = [
    ...nameChanges(createEmployer, await addEmployers(tx, place, employers)),
    ...nameChanges(createScheme, await addSchemes(tx, { tenantId, actor }, schemes)),
    ...nameChanges(appointTrustee, await addTrusteesInOffice(tx, place, trustees)),
    ...nameChanges(createTrusteeTraining, await addTrainings(tx, place, trainings)),
  ]
  const memberIds: string[] = []
  for (const { id, employerId, members: planned } of schemes) {
    if (planned === null) continue
    const added = await members.write(tx, { ...place, schemeId: id, employerId }, planned)
    memberIds.push(...added.map(({ after }) => String(after?.id)))
    changes.push(...nameChanges(importMembers, added))
  }
  const importId = createId()
  await tx
    .insertInto('scheme_imports')
    .values({
      id: importId,
      tenant_id: tenantId,
      file_name: fileName,
      employer_ids: employers.map(({ id }) => id),
      scheme_ids: schemes.map(({ id }) => id),
      trustee_ids: trustees.map(({ id }) => id),
      training_ids: trainings.map(({ id }) => id),
      member_ids: memberIds,
      drafts: schemes.filter(({ isSubmitted }) => !isSubmitted).length,
      created_by: actor.id,
    })
    .execute()
  const record = await schemeImports.require(tx, importId)
  return { importId, changes: [{ audited: auditedSchemeImport, before: null, after: record }, ...changes] }
}

/**
 * Makes the user an editor of the recorded drafts that get trustees: another person approves them. 409 if one of them was submitted, or has got
 * one of the trustees, since the rows were compared with it. The version stays, so that the import of the draft can still be undone.
 */
async function editDrafts(
  tx: Tx,
  actor: Actor,
  trustees: readonly ImportPlan['trustees'][number][],
): Promise<void> {
  const ids = [...new Set(trustees.map(({ schemeId }) => schemeId))].sort()
  if (ids.length === 0) return
  const locked = await tx
    .selectFrom('schemes')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'DRAFT')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const recorded = await tx
    .selectFrom('trustees')
    .select(['scheme_id', 'search_key'])
    .where('scheme_id', 'in', ids)
    .where('status', 'in', TRUSTEES_OF_DRAFT)
    .execute()
  const keys = new Set(recorded.map(({ scheme_id, search_key }) => `${scheme_id} ${search_key}`))
  const isRecorded = trustees.some(({ schemeId, trustee }) =>
    keys.has(`${schemeId} ${searchKey(trustee.personName)}`),
  )
  if (locked.length < ids.length || isRecorded)
    throw createConflictRefusal('Another user has changed a scheme of the workbook: check the file again', {
      code: 'DRAFTS_CHANGED',
    })
  await tx
    .updateTable('schemes')
    .set({ edited_by: buildEditorExpression(actor.id) })
    .where('id', 'in', ids)
    .execute()
}

/** In the history of a record its creation is called as if it had been entered; a by-product keeps its own name. */
const nameChanges = ({ name }: { name: string }, changes: readonly Change[]): Change[] =>
  changes.map((change) => ({ action: name, ...change }))
