/** Creates policies and policy versions, from user input or from an approved draft. */

import type { z } from 'zod'
import type { NewPolicy, NewPolicyVersion, Policy } from '../../../../contract/policies.ts'
import * as contract from '../../../../contract/policies.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kind-definitions.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { toColumns } from '../../../operation/columns.ts'
import { type Duplicates, withDuplicateErrors } from '../../../operation/duplicates.ts'
import { requireNotWoundUp } from '../../../operation/scheme-guards.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createLegalRuleRefusal,
} from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { requireSchemeDocument } from '../../documents/documents/index.ts'
import { getIorpScope, schemes } from '../../schemes/schemes/index.ts'
import { auditedPolicy, policies } from './records.ts'
import { insertDraft } from './versions.ts'

const DUPLICATES: Duplicates = {
  written_policies_one_a_kind: ['kind', 'This scheme already has a policy of this kind'],
}

export async function insertPolicy(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof NewPolicy>,
  draft: Pick<ApprovedDraft, 'id' | 'editedBy'> | null = null,
): Promise<Policy> {
  const scheme = await schemes.require(tx, input.schemeId)
  const { tenantId } = scheme
  await requireSchemeDocument(tx, actor, input.documentId, { tenantId, schemeId: scheme.id })
  refuseUnneeded(scheme)
  const kind = POLICY_KINDS[input.kind]
  const id = createId()
  await withDuplicateErrors(
    DUPLICATES,
    tx
      .insertInto('written_policies')
      .values({
        id,
        tenant_id: tenantId,
        scheme_id: input.schemeId,
        kind: input.kind,
        basis: kind.basis,
        created_by: actor.id,
        ...toPolicyColumns({
          ...input,
          title: input.title ?? kind.title,
          reviewIntervalMonths: input.reviewIntervalMonths ?? kind.longestReviewMonths,
        }),
      })
      .execute(),
  )
  const place = { tenantId, schemeId: input.schemeId, policyId: id, number: 1 }
  await insertDraft(tx, { ...place, ...listWriters(actor, draft) }, input)
  return policies.require(tx, id)
}

/** Adds a draft version beside the version in force. Refuses with 409 if another version is open. */
export async function insertPolicyVersion(
  tx: Tx,
  actor: Actor,
  before: Policy,
  input: z.output<typeof NewPolicyVersion>,
  draft: Pick<ApprovedDraft, 'id' | 'editedBy'> | null = null,
): Promise<Policy> {
  await requireSchemeDocument(tx, actor, input.documentId, before)
  refuseWithdrawn(before)
  if (before.openVersion !== null) {
    throw createConflictRefusal('Another version is in progress: bring it into force or withdraw it first', {
      code: 'VERSION_OPEN',
      number: before.openVersion,
      status: before.openVersionStatus,
    })
  }
  refuseStatement(before, input)
  const number = before.latestVersion + 1
  await updateUnlessStale(tx, 'written_policies', before, { latest_version: number })
  await insertDraft(tx, { ...before, policyId: before.id, number, ...listWriters(actor, draft) }, input)
  return policies.require(tx, before.id)
}

interface ApprovedDraft {
  id: string
  schemeId: string
  kind: Policy['kind']
  content: string
  draftedBy: z.output<typeof contract.DraftedBy>
  editedBy: readonly string[]
}

/** The approver of a draft created the version but did not write it. */
const listWriters = (actor: Actor, draft: Pick<ApprovedDraft, 'id' | 'editedBy'> | null) => ({
  createdBy: actor.id,
  editedBy: draft?.editedBy ?? [actor.id],
  draftId: draft?.id ?? null,
})

/** Turns an approved draft into the first version of a policy, or the next version of an existing one. */
export async function createVersionFromDraft(
  tx: Tx,
  actor: Actor,
  draft: ApprovedDraft,
): Promise<{ policy: Policy; change: Change }> {
  const held = await tx
    .selectFrom('written_policies')
    .select('id')
    .where('scheme_id', '=', draft.schemeId)
    .where('kind', '=', draft.kind)
    .where('status', '<>', 'WITHDRAWN')
    .forUpdate()
    .executeTakeFirst()
  const { content, draftedBy } = draft
  if (!held) {
    const input = contract.NewPolicy.parse({
      schemeId: draft.schemeId,
      kind: draft.kind,
      content,
      draftedBy,
    })
    const policy = await insertPolicy(tx, actor, input, draft)
    return {
      policy,
      change: {
        audited: auditedPolicy,
        before: null,
        after: policy,
        action: contract.createPolicy.name,
      },
    }
  }
  const before = await policies.require(tx, held.id)
  const input = contract.NewPolicyVersion.parse({ content, draftedBy })
  const policy = await insertPolicyVersion(tx, actor, before, input, draft)
  return {
    policy,
    change: { audited: auditedPolicy, before, after: policy, action: contract.addPolicyVersion.name },
  }
}

export const toPolicyColumns = (input: z.output<typeof contract.EditablePolicy>) => ({
  ...toColumns(contract.EditablePolicy, input),
  search_key: searchKey(input.title),
})

/** Refuses schemes that are wound up or out of scope. */
function refuseUnneeded(scheme: Scheme): void {
  requireNotWoundUp(scheme, 'Policies')
  const { value, reason } = getIorpScope(scheme)
  if (!value)
    throw createLegalRuleRefusal('OUTSIDE_THE_REGIME', 'SI128 3', `${reason}: no policy is required`)
}

export function refuseWithdrawn({ status }: Policy): void {
  if (status === 'WITHDRAWN')
    throw createConflictRefusal('This policy is withdrawn', { code: 'ILLEGAL_TRANSITION', status })
}

export function refuseStatement({ kind }: Policy, { statement }: { statement: unknown }): void {
  if (statement === null || kind === 'SIPP') return
  throw createBusinessRuleRefusal(
    'NO_STATEMENT',
    'This field applies only to a statement of investment policy principles: leave it empty',
    { field: 'statement' },
  )
}
