/** Schemes written and approved many at a time. */
import { sql } from 'kysely'
import { approveScheme, type EditableScheme, type Scheme } from '../../../../contract/schemes.ts'
import { withDuplicateErrors } from '../../../operation/duplicates.ts'
import { loadEditors, loadFourEyes } from '../../../operation/four-eyes.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { addParticipations } from '../participations/index.ts'
import { DUPLICATES, requireComplete, toSchemeColumns } from './operations.ts'
import { auditedScheme, schemes } from './records.ts'
import { findApprovalRefusal, getApprovedStatus } from './rules.ts'

export interface NewSchemeRecord {
  id: string
  employerId: string
  scheme: Omit<EditableScheme, 'schemeYearEndFrom'>
  closedToNewOn: string | null
  paidUpOn: string | null
  /** False: something for an approval is missing, so that the scheme stays a draft. */
  isSubmitted: boolean
}

/** Few enough for one statement: a scheme has some forty columns. */
const WRITTEN_AT_ONCE = 200

/** Inserts schemes of one firm with the participation of their employers. The caller has checked them. */
export async function addSchemes(
  tx: Tx,
  { tenantId, actor }: { tenantId: string; actor: Actor },
  additions: readonly NewSchemeRecord[],
): Promise<Change[]> {
  for (let from = 0; from < additions.length; from += WRITTEN_AT_ONCE)
    await withDuplicateErrors(
      DUPLICATES,
      tx
        .insertInto('schemes')
        .values(
          additions.slice(from, from + WRITTEN_AT_ONCE).map((one) => ({
            id: one.id,
            tenant_id: tenantId,
            employer_id: one.employerId,
            created_by: actor.id,
            edited_by: [actor.id],
            ...toSchemeColumns(one.scheme),
            scheme_year_ends: JSON.stringify(
              one.scheme.schemeYearEnd ? [{ ...one.scheme.schemeYearEnd, effectiveFrom: null }] : [],
            ),
            closed_to_new_on: one.closedToNewOn,
            paid_up_on: one.paidUpOn,
            status: one.isSubmitted ? 'PENDING_APPROVAL' : 'DRAFT',
            submitted_by: one.isSubmitted ? actor.id : null,
            submitted_at: one.isSubmitted ? sql<string>`clock_timestamp()` : null,
          })),
        )
        .execute(),
    )
  const records = await schemes.each(
    tx,
    additions.map(({ id }) => id),
  )
  const participations = await addParticipations(
    tx,
    records.map(({ id, employerId }) => ({
      tenantId,
      schemeId: id,
      employerId,
      fromOn: null,
      untilOn: null,
      createdBy: actor.id,
    })),
  )
  return [
    ...records.map((record): Change => ({ audited: auditedScheme, before: null, after: record })),
    ...participations,
  ]
}

/** Approves schemes that wait for it, by the rules of `scheme.approve`; 422 with the first one that cannot be approved. */
export async function approveSchemes(tx: Tx, actor: Actor, waiting: readonly Scheme[]): Promise<Change[]> {
  const [first] = waiting
  if (!first) return []
  const fourEyes = await loadFourEyes(tx, first.tenantId)
  for (const scheme of waiting) {
    const editedBy = await loadEditors(tx, 'schemes', scheme.id)
    const refusal = findApprovalRefusal(actor, { ...scheme, editedBy }, fourEyes)
    if (refusal !== null) throw createBusinessRuleRefusal('FOUR_EYES', refusal)
    await requireComplete(tx, scheme, 'approved')
    await updateUnlessStale(tx, 'schemes', scheme, {
      status: getApprovedStatus(scheme),
      approved_by: actor.id,
      approved_at: sql`clock_timestamp()`,
      edited_by: [],
    })
  }
  const approved = await schemes.each(
    tx,
    waiting.map(({ id }) => id),
  )
  const before = new Map(waiting.map((scheme) => [scheme.id, scheme]))
  return approved.map((scheme) => ({
    audited: auditedScheme,
    action: approveScheme.name,
    before: before.get(scheme.id) ?? null,
    after: scheme,
  }))
}
