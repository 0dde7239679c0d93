import type { Contract, Input } from '../../../../contract/define.ts'
import type { Policy, PolicyVersion, PolicyVersionVerb } from '../../../../contract/policies.ts'
import * as contract from '../../../../contract/policies.ts'
import { listPolicyFindings } from '../../../../contract/policy-findings.ts'
import type { PolicyKind } from '../../../../contract/policy-kind.ts'
import { calculateNextReview, POLICY_KINDS } from '../../../../contract/policy-kind-definitions.ts'
import { assignCommand } from '../../../operation/assignment.ts'
import { notifyColleagues } from '../../../operation/colleagues.ts'
import { requirePastDateOrToday } from '../../../operation/date-guards.ts'
import { type Duplicates, withDuplicateErrors } from '../../../operation/duplicates.ts'
import { refuseFindings } from '../../../operation/findings.ts'
import {
  buildEditorExpression,
  buildEditorsAfterReturn,
  requireSecondPerson,
} from '../../../operation/four-eyes.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { requireTransition, transitionCommands } from '../../../operation/transitions.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import {
  created,
  defineCommand,
  defineQuery,
  type Operation,
  updated,
} from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createLegalRuleRefusal,
  createNotFoundRefusal,
} from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { requireSchemeDocument } from '../../documents/documents/index.ts'
import { schemes } from '../../schemes/schemes/index.ts'
import {
  insertPolicy,
  insertPolicyVersion,
  refuseStatement,
  refuseWithdrawn,
  toPolicyColumns,
} from './insert-policy.ts'
import { buildPolicyMatrix, policyMatrix } from './matrix.ts'
import {
  acknowledgements,
  auditedPolicy,
  policies,
  policiesWithVersions,
  policyVersionHeads,
  policyVersions,
} from './records.ts'
import {
  calculatePolicyStatus,
  requireOpenVersion,
  requireVersion,
  savePolicyVersion,
  toTextColumns,
} from './versions.ts'

const DUPLICATES: Duplicates = {
  policy_acknowledgements_pkey: ['number', 'You have acknowledged this version'],
}

const defineTransition = transitionCommands({
  records: policies,
  audited: auditedPolicy,
  transitions: contract.POLICY_TRANSITIONS,
})

/** Columns that a transition sets in the open version and in its policy. */
interface ChangedPolicy {
  version: Record<string, unknown>
  policy?: Record<string, unknown>
}

/** Defines a transition of the open version: version and policy change in one transaction, audited as a change of the policy. */
function moveOpen<C extends Contract<`policy.${PolicyVersionVerb}`>>(
  verbContract: C,
  moved: (call: {
    input: Input<C>
    policy: Policy
    version: PolicyVersion
    tx: Tx
    actor: Actor
  }) => Promise<ChangedPolicy> | ChangedPolicy,
  /** Checks ids in the body before the status is checked. */
  requireNamed?: (call: { input: Input<C>; policy: Policy; tx: Tx; actor: Actor }) => Promise<void>,
): Operation {
  const verb = verbContract.name.split('.')[1] as PolicyVersionVerb
  return defineCommand<Contract>({
    contract: verbContract,
    owner: (input, find) => find.writtenPolicy((input as { id: string }).id),
    async handle({ input: given, tx, actor }) {
      const input = given as Input<C>
      const policy = await policies.require(tx, (given as { id: string }).id)
      await requireNamed?.({ input, policy, tx, actor })
      const version = await requireOpenVersion(tx, policy)
      const status = requireTransition(contract.POLICY_VERSION_TRANSITIONS, verb, version.status)
      const set = await moved({ input, policy, version, tx, actor })
      await updateUnlessStale(tx, 'written_policies', policy, {
        status: calculatePolicyStatus(policy, status),
        ...set.policy,
      })
      await savePolicyVersion(tx, version, { status, ...set.version })
      return updated(auditedPolicy, policy, await policies.require(tx, policy.id), getReason(given as object))
    },
  })
}

/** Reason for the audit log, for transitions that require one. */
const getReason = (input: object): { reason?: unknown } => ('reason' in input ? { reason: input.reason } : {})

const listPolicies = defineList(contract.listPolicies, policies)

const getPolicyMatrix = defineQuery({
  contract: contract.getPolicyMatrix,
  owner: 'in-scope',
  select: (input, scope) => policyMatrix.list(input, scope),
  body: buildPolicyMatrix,
})

const getPolicy = defineGet(contract.getPolicy, 'writtenPolicy', policiesWithVersions)

const createPolicy = defineCommand({
  contract: contract.createPolicy,
  owner: ({ schemeId }, find) => find.scheme(schemeId),
  async handle({ input, tx, actor }) {
    return created(auditedPolicy, await insertPolicy(tx, actor, input))
  },
})

const updatePolicy = defineChange(
  contract.updatePolicy,
  { records: policies, audited: auditedPolicy },
  ({ input, before }) => {
    refuseWithdrawn(before)
    refuseLongInterval(before.kind, input.reviewIntervalMonths)
    return {
      ...toPolicyColumns(input),
      next_review_on: getNextReview({ ...before, reviewIntervalMonths: input.reviewIntervalMonths }),
    }
  },
)

const assignPolicy = assignCommand({
  contract: contract.assignPolicy,
  records: policies,
  audited: auditedPolicy,
})

const listPolicyVersions = defineQuery({
  contract: contract.listPolicyVersions,
  owner: ({ id }, find) => find.writtenPolicy(id),
  select: ({ id, ...input }, scope) => policyVersionHeads.list({ ...input, policyId: id }, scope),
  body: (rows, { id, ...input }) => policyVersionHeads.page(rows, { ...input, policyId: id }),
})

const getPolicyVersion = defineQuery({
  contract: contract.getPolicyVersion,
  owner: ({ id }, find) => find.writtenPolicy(id),
  select: ({ id, number }, scope) =>
    policyVersions.list({ policyId: id, number, limit: 1, sort: '-number' }, scope),
  body([row]) {
    const found = row?.[0]?.slice(1, -1)
    if (!found) throw createNotFoundRefusal()
    return found
  },
})

const addPolicyVersion = defineCommand({
  contract: contract.addPolicyVersion,
  owner: ({ id }, find) => find.writtenPolicy(id),
  async handle({ input, tx, actor }) {
    const before = await policies.require(tx, input.id)
    const after = await insertPolicyVersion(tx, actor, before, input)
    return {
      ...updated(auditedPolicy, before, after),
      location: `/api/policies/${before.id}/versions/${after.latestVersion}`,
    }
  },
})

const updatePolicyVersion = defineCommand({
  contract: contract.updatePolicyVersion,
  owner: ({ id }, find) => find.writtenPolicy(id),
  async handle({ input, tx, actor }) {
    const before = await policies.require(tx, input.id)
    await requireSchemeDocument(tx, actor, input.documentId, before)
    const version = await requireVersion(tx, before.id, Number(input.number))
    if (version.status !== 'DRAFT') {
      throw createConflictRefusal(
        version.status === 'IN_REVIEW'
          ? 'This version is in review: have it returned before changing it'
          : 'An approved version cannot be changed: add a new version',
        { code: 'ILLEGAL_TRANSITION', status: version.status },
      )
    }
    refuseStatement(before, input)
    await updateUnlessStale(tx, 'written_policies', before, {})
    await savePolicyVersion(tx, version, {
      ...toTextColumns(input),
      edited_by: buildEditorExpression(actor.id),
    })
    return updated(auditedPolicy, before, await policies.require(tx, before.id))
  },
})

const submitPolicy = (clock: Clock) =>
  moveOpen(contract.submitPolicy, ({ actor }) => ({
    version: { submitted_by: actor.id, submitted_on: getTodayInDublin(clock), returned_reason: null },
  }))

const returnPolicy = moveOpen(contract.returnPolicy, async ({ input, policy, version, tx, actor }) => {
  const { tenantId, id: entityId } = policy
  await notifyColleagues(
    tx,
    actor,
    { tenantId, entityType: 'writtenPolicy', entityId },
    { kind: 'RETURNED', userIds: version.submittedBy ? [version.submittedBy] : [] },
  )
  return {
    version: {
      submitted_by: null,
      submitted_on: null,
      returned_reason: input.reason,
      edited_by: buildEditorsAfterReturn('policy_versions'),
    },
  }
})

const approvePolicy = (clock: Clock) =>
  moveOpen(
    contract.approvePolicy,
    async ({ input, policy, version, tx, actor }) => {
      await requireSecondPerson(tx, actor.id, 'policy_versions', {
        id: version.id,
        tenantId: policy.tenantId,
      })
      const on = requirePastDateOrToday(clock, input.approvedOn, 'approvedOn')
      if (policy.approvedOn && on < policy.approvedOn) {
        throw createBusinessRuleRefusal(
          'DATES_OUT_OF_ORDER',
          'The approval date cannot be before the approval of the previous version',
          { field: 'approvedOn' },
        )
      }
      await refuseUnfinished(tx, policy, version)
      return {
        version: {
          approved_by: actor.id,
          approved_on: on,
          minutes_document_id: input.minutesDocumentId,
        },
      }
    },
    ({ input, policy, tx, actor }) =>
      requireSchemeDocument(tx, actor, input.minutesDocumentId, policy, 'minutesDocumentId'),
  )

const bringPolicyIntoForce = (clock: Clock) =>
  moveOpen(contract.bringPolicyIntoForce, async ({ input, policy, version, tx }) => {
    const from = requirePastDateOrToday(clock, input.effectiveFrom, 'effectiveFrom')
    const approvedOn = version.approvedOn as string
    if (from < approvedOn) {
      throw createLegalRuleRefusal(
        'APPLIED_BEFORE_APPROVAL',
        'DIR 21(3)',
        'The effective date cannot be before the approval date',
        { field: 'effectiveFrom' },
      )
    }
    if (policy.inForceVersion !== null) {
      if (policy.effectiveFrom && from < policy.effectiveFrom) {
        throw createBusinessRuleRefusal(
          'DATES_OUT_OF_ORDER',
          'The effective date cannot be before that of the version in force',
          { field: 'effectiveFrom' },
        )
      }
      await savePolicyVersion(
        tx,
        { policyId: policy.id, number: policy.inForceVersion },
        { status: 'SUPERSEDED', ended_on: from },
      )
    }
    return {
      version: { effective_from: from },
      policy: {
        in_force_version: version.number,
        approved_on: approvedOn,
        effective_from: from,
        // The last review was of the previous version.
        last_reviewed_on: null,
        next_review_on: getNextReview({
          ...policy,
          inForceVersion: version.number,
          approvedOn,
          lastReviewedOn: null,
        }),
      },
    }
  })

const withdrawPolicy = (clock: Clock) =>
  defineTransition(
    contract.withdrawPolicy,
    async ({ input, before, tx }) => {
      const ended = { status: 'WITHDRAWN', ended_on: getTodayInDublin(clock) }
      if (before.openVersion !== null)
        await savePolicyVersion(tx, { policyId: before.id, number: before.openVersion }, ended)
      if (input.scope === 'OPEN_VERSION') {
        if (before.openVersion === null || before.inForceVersion === null) {
          throw createConflictRefusal(
            'An open version can be withdrawn on its own only if another version is in force',
            {
              code: 'ILLEGAL_TRANSITION',
              status: before.status,
            },
          )
        }
        return { status: before.status }
      }
      if (before.inForceVersion !== null)
        await savePolicyVersion(tx, { policyId: before.id, number: before.inForceVersion }, ended)
      return {
        withdrawn_on: getTodayInDublin(clock),
        withdrawn_reason: input.reason,
        in_force_version: null,
        next_review_on: null,
      }
    },
    ({ reason, scope }) => ({ reason, scope }),
  )

const reviewPolicy = (clock: Clock) =>
  defineTransition(contract.reviewPolicy, ({ input, before }) => {
    const on = requirePastDateOrToday(clock, input.reviewedOn, 'reviewedOn')
    const { approvedOn, lastReviewedOn } = before
    if ((approvedOn && on < approvedOn) || (lastReviewedOn && on < lastReviewedOn)) {
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The review date cannot be before the approval or the last review',
        { field: 'reviewedOn' },
      )
    }
    return { last_reviewed_on: on, next_review_on: getNextReview({ ...before, lastReviewedOn: on }) }
  })

const acknowledgePolicy = defineCommand({
  contract: contract.acknowledgePolicy,
  owner: ({ id }, find) => find.writtenPolicy(id),
  async handle({ input, tx, actor }) {
    // Locked, so that the acknowledged version is the one in force at commit.
    await tx.selectFrom('written_policies').select('id').where('id', '=', input.id).forShare().execute()
    const policy = await policies.require(tx, input.id)
    requireTransition(contract.POLICY_TRANSITIONS, 'acknowledge', policy.status)
    if (actor.tenantId !== policy.tenantId)
      throw createBusinessRuleRefusal(
        'NOT_OF_THE_FIRM',
        'Only users of the firm can acknowledge its policies',
      )
    const [number, sha256] = [policy.inForceVersion as number, policy.inForceSha256 as string]
    await withDuplicateErrors(
      DUPLICATES,
      tx
        .insertInto('policy_acknowledgements')
        .values({
          tenant_id: policy.tenantId,
          policy_id: policy.id,
          number,
          user_id: actor.id,
          id: createId(),
          sha256,
        })
        .execute(),
    )
    return updated(auditedPolicy, policy, policy, { acknowledged: { number, sha256 } })
  },
})

const listPolicyAcknowledgements = defineQuery({
  contract: contract.listPolicyAcknowledgements,
  owner: ({ id }, find) => find.writtenPolicy(id),
  select: ({ id, ...input }, scope) => acknowledgements.list({ ...input, policyId: id }, scope),
  body: (rows, { id, ...input }) => acknowledgements.page(rows, { ...input, policyId: id }),
})

export function createPolicyOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    listPolicies,
    getPolicyMatrix,
    getPolicy,
    createPolicy,
    updatePolicy,
    assignPolicy,
    listPolicyVersions,
    getPolicyVersion,
    addPolicyVersion,
    updatePolicyVersion,
    submitPolicy(clock),
    returnPolicy,
    approvePolicy(clock),
    bringPolicyIntoForce(clock),
    withdrawPolicy(clock),
    reviewPolicy(clock),
    acknowledgePolicy,
    listPolicyAcknowledgements,
  ]
}

/** Null while no version is in force. */
const getNextReview = (
  policy: Pick<Policy, 'kind' | 'reviewIntervalMonths' | 'approvedOn' | 'lastReviewedOn' | 'inForceVersion'>,
): string | null =>
  policy.inForceVersion === null || policy.approvedOn === null
    ? null
    : calculateNextReview(policy.kind, policy.reviewIntervalMonths, {
        approvedOn: policy.approvedOn,
        lastReviewedOn: policy.lastReviewedOn,
      })

function refuseLongInterval(kind: PolicyKind, months: number): void {
  const { longestReviewMonths, citations } = POLICY_KINDS[kind]
  if (months <= longestReviewMonths) return
  throw createLegalRuleRefusal(
    'REVIEW_INTERVAL',
    citations[0],
    `A policy of this kind must be reviewed at least every ${longestReviewMonths} months`,
    { field: 'reviewIntervalMonths' },
  )
}

async function refuseUnfinished(tx: Tx, policy: Policy, version: PolicyVersion): Promise<void> {
  const scheme = await schemes.require(tx, policy.schemeId)
  refuseFindings(listPolicyFindings(version, policy.kind, scheme))
}
