/** Creates an own-risk assessment: planned by a user, or needed for an approved draft. */

import type { z } from 'zod'
import {
  EditableOwnRiskAssessment,
  type NewOwnRiskAssessment,
  type OwnRiskAssessment,
} from '../../../../contract/own-risk-assessments.ts'
import { toColumns } from '../../../operation/columns.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import { requireNotWoundUp } from '../../../operation/scheme-guards.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { find } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createLegalRuleRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { requireSchemeDocument } from '../../documents/documents/index.ts'
import { getIorpScope } from '../../schemes/schemes/index.ts'
import { ownRiskAssessments } from './records.ts'

export async function planAssessment(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof NewOwnRiskAssessment>,
): Promise<OwnRiskAssessment> {
  const scheme = await lockScheme(tx, input.schemeId)
  const place = { tenantId: scheme.tenant_id, schemeId: input.schemeId }
  const event = await findTrigger(tx, actor, input.triggerEventId)
  await requireSchemeDocument(tx, actor, input.reportDocumentId, place, 'reportDocumentId')
  requireNotWoundUp(scheme, 'Own-risk assessments')
  requireWithinRegime(scheme)
  refuseOtherEvent(event, place)
  refuseSingleSchemeCycle(input)
  const id = createId()
  await tx
    .insertInto('own_risk_assessments')
    .values({
      id,
      tenant_id: place.tenantId,
      scheme_id: place.schemeId,
      cycle_number: await findNextCycle(tx, place.schemeId),
      created_by: actor.id,
      ...toAssessmentColumns(input),
    })
    .execute()
  return ownRiskAssessments.require(tx, id)
}

/** The scheme event that triggers the assessment; 404 or 403 outside the caller's scope. */
export async function findTrigger(tx: Tx, actor: Actor, eventId: string | null) {
  if (eventId === null) return null
  await requireOwned(tx, actor, find.schemeEvent(eventId))
  return tx
    .selectFrom('scheme_events')
    .select(['tenant_id', 'scheme_id', 'status'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
}

export function refuseOtherEvent(
  event: { tenant_id: string; scheme_id: string; status: string } | null,
  { tenantId, schemeId }: { tenantId: string; schemeId: string },
): void {
  if (event === null) return
  const field = 'triggerEventId'
  if (event.tenant_id !== tenantId || event.scheme_id !== schemeId)
    throw createBusinessRuleRefusal('NOT_TOGETHER', 'Choose an event of this scheme', { field })
  if (event.status === 'WITHDRAWN')
    throw createBusinessRuleRefusal('WITHDRAWN', 'This event was withdrawn: choose another event', { field })
}

/** Locked until commit: serialises cycle numbers and approvals. */
export const lockScheme = (tx: Tx, id: string) =>
  tx
    .selectFrom('schemes')
    .select(['tenant_id', 'status', 'type', 'legal_form', 'is_funded'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

function requireWithinRegime(scheme: Awaited<ReturnType<typeof lockScheme>>): void {
  const { value, reason } = getIorpScope({
    type: scheme.type,
    legalForm: scheme.legal_form,
    isFunded: scheme.is_funded,
  } as Parameters<typeof getIorpScope>[0])
  if (!value)
    throw createLegalRuleRefusal('NOT_IN_SCOPE', 'DIR 28', `Own-risk assessments are for IORPs. ${reason}`, {
      field: 'schemeId',
    })
}

export function refuseSingleSchemeCycle({
  scope,
  trigger,
}: Pick<OwnRiskAssessment, 'scope' | 'trigger'>): void {
  if (scope === 'SINGLE_SCHEME' && (trigger === 'INITIAL' || trigger === 'TRIENNIAL'))
    throw createLegalRuleRefusal(
      'WHOLE_IORP_NEEDED',
      'DIR 28(1)',
      'Only an assessment after a change can be limited to one scheme: the three-yearly assessment covers the whole IORP',
      { field: 'scope' },
    )
}

async function findNextCycle(tx: Tx, schemeId: string): Promise<number> {
  const { last } = await tx
    .selectFrom('own_risk_assessments')
    .select(({ fn }) => fn.max('cycle_number').as('last'))
    .where('scheme_id', '=', schemeId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export const toAssessmentColumns = (input: z.output<typeof EditableOwnRiskAssessment>) =>
  toColumns(EditableOwnRiskAssessment, input)
