import { sql } from 'kysely'
import { formatCitations } from '../../../../contract/citations.ts'
import { can } from '../../../../contract/define.ts'
import type { EditableScheme, NewScheme, Scheme } from '../../../../contract/schemes.ts'
import * as contract from '../../../../contract/schemes.ts'
import { notifyColleagues } from '../../../operation/colleagues.ts'
import { toColumns } from '../../../operation/columns.ts'
import { requireNotInFuture } from '../../../operation/date-guards.ts'
import { type Duplicates, withDuplicateErrors } from '../../../operation/duplicates.ts'
import { requireExampleName } from '../../../operation/example-guards.ts'
import {
  buildEditorExpression,
  buildEditorsAfterReturn,
  loadEditors,
  loadFourEyes,
} from '../../../operation/four-eyes.ts'
import { defineGet } from '../../../operation/record-queries.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
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
  createRoleRefusal,
} from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey, toNameKey } from '../../../platform/text-keys.ts'
import { addParticipation } from '../participations/index.ts'
import { loadAdministratorName, requireProviders } from './providers.ts'
import { auditedScheme, schemes } from './records.ts'
import {
  appendMemberCount,
  appendYearEnd,
  findApprovalRefusal,
  getApprovedStatus,
  listApprovalGaps,
  mayWithdrawSubmission,
} from './rules.ts'

export const DUPLICATES: Duplicates = {
  schemes_name: ['name', 'This employer already has a scheme with this name'],
  schemes_pensions_authority_number: [
    'pensionsAuthorityNumber',
    'Another scheme of the firm has that PB number',
  ],
}

const defineTransition = transitionCommands({
  records: schemes,
  audited: auditedScheme,
  transitions: contract.SCHEME_TRANSITIONS,
})

interface Context {
  clock: Clock
}

const listSchemes = defineQuery({
  contract: contract.listSchemes,
  owner: 'in-scope',
  select(input, scope, actor) {
    // For a user without access to trustees and obligations, every scheme would lack trustees and be Green.
    if ((input.missing || input.rating) && !can(actor.role, contract.getSchemeCompliance))
      throw createRoleRefusal()
    return schemes.list(input, scope)
  },
  body: schemes.page,
})

const getScheme = defineGet(contract.getScheme, 'scheme', schemes)

const createScheme = defineCommand({
  contract: contract.createScheme,
  owner: ({ employerId }, find) => find.employer(employerId),
  async handle({ input, tx, actor }) {
    const id = await insertScheme(tx, input, actor)
    const scheme = await schemes.require(tx, id)
    const participation = await addParticipation(tx, {
      tenantId: scheme.tenantId,
      schemeId: id,
      employerId: scheme.employerId,
      fromOn: null,
      untilOn: null,
      createdBy: actor.id,
    })
    const { changes, ...answered } = created(auditedScheme, scheme)
    return { ...answered, changes: [...changes, participation] }
  },
})

const updateScheme = ({ clock }: Context): Operation =>
  defineCommand({
    contract: contract.updateScheme,
    owner: ({ id }, find) => find.scheme(id),
    async handle({ input, tx, actor }) {
      const before = await schemes.require(tx, input.id)
      if (before.status === 'PENDING_APPROVAL') {
        throw createConflictRefusal(
          'This scheme is waiting for approval: withdraw the submission to change it',
          {
            code: 'ILLEGAL_TRANSITION',
            status: before.status,
          },
        )
      }
      if (before.status === 'WOUND_UP')
        throw createConflictRefusal('A wound-up scheme can no longer be changed', {
          code: 'ILLEGAL_TRANSITION',
          status: before.status,
        })
      const legalForm = contract.getLegalForm({
        type: input.type,
        legalForm: input.legalForm ?? (input.type === before.type ? before.legalForm : undefined),
      })
      if (before.status !== 'DRAFT' && (input.type !== before.type || legalForm !== before.legalForm)) {
        throw createConflictRefusal('Type and legal form can only be changed while the scheme is a draft', {
          code: 'ILLEGAL_TRANSITION',
          status: before.status,
        })
      }
      refuseSoleMemberAvc({ ...input, legalForm })
      requireExampleName(before.isExample, input.name, 'name')
      if (legalForm === 'ONE_MEMBER' && before.legalForm !== 'ONE_MEMBER')
        await refuseSeveralMembers(tx, input.id)
      await requireProviders(tx, actor, before.tenantId, input, before)
      const registered_administrator_name = await loadAdministratorName(tx, input)
      await withDuplicateErrors(
        DUPLICATES,
        updateUnlessStale(tx, 'schemes', before, {
          edited_by: buildEditorExpression(actor.id),
          ...toSchemeColumns({ ...input, legalForm }),
          registered_administrator_name,
          scheme_year_ends: JSON.stringify(appendYearEnd(before, input, getTodayInDublin(clock))),
          member_count_history: JSON.stringify(
            appendMemberCount(before.memberCountHistory, input.memberCounts),
          ),
        }),
      )
      const after = await schemes.require(tx, input.id)
      await refuseNewGaps(tx, before, after)
      return updated(auditedScheme, before, after)
    },
  })

const submitScheme = defineTransition(contract.submitScheme, async ({ before, tx, actor }) => {
  // Checked here as well as at the approval, because a submitted scheme cannot be edited.
  await requireComplete(tx, before, 'submitted')
  return {
    submitted_by: actor.id,
    submitted_at: sql`clock_timestamp()`,
    rejection_reason: null,
  }
})

const withdrawSchemeSubmission = defineTransition(contract.withdrawSchemeSubmission, ({ before, actor }) => {
  if (!mayWithdrawSubmission(actor, before))
    throw createBusinessRuleRefusal(
      'NOT_SUBMITTER',
      'Only the person who submitted this scheme, or an administrator of the firm, can withdraw the submission',
    )
  return { submitted_by: null, submitted_at: null }
})

const approveScheme = defineTransition(contract.approveScheme, async ({ before, tx, actor }) => {
  const refusal = await loadApprovalRefusal(tx, actor, before)
  // Role and state are already checked: the remaining reason is that the actor submitted or changed the scheme.
  if (refusal !== null) throw createBusinessRuleRefusal('FOUR_EYES', refusal)
  await requireComplete(tx, before, 'approved')
  return {
    status: getApprovedStatus(before),
    approved_by: actor.id,
    approved_at: sql`clock_timestamp()`,
    edited_by: [],
  }
})

const rejectScheme = defineTransition(
  contract.rejectScheme,
  async ({ input, before: { id, tenantId }, tx, actor }) => {
    const submitted = await tx
      .selectFrom('schemes')
      .select('submitted_by')
      .where('id', '=', id)
      .executeTakeFirst()
    await notifyColleagues(
      tx,
      actor,
      { tenantId, entityType: 'scheme', entityId: id },
      { kind: 'RETURNED', userIds: submitted?.submitted_by ? [submitted.submitted_by] : [] },
    )
    return {
      rejection_reason: input.reason,
      submitted_by: null,
      submitted_at: null,
      edited_by: buildEditorsAfterReturn('schemes'),
    }
  },
)

const closeScheme = ({ clock }: Context): Operation =>
  defineTransition(contract.closeScheme, ({ input }) => ({
    closed_to_new_on: requireEventDate(input, clock),
  }))

const reopenScheme = defineTransition(contract.reopenScheme, () => ({ closed_to_new_on: null }))

const freezeScheme = ({ clock }: Context): Operation =>
  defineTransition(contract.freezeScheme, ({ input }) => ({ paid_up_on: requireEventDate(input, clock) }))

const unfreezeScheme = defineTransition(contract.unfreezeScheme, () => ({
  closed_to_new_on: null,
  paid_up_on: null,
}))

const startWindUpScheme = ({ clock }: Context): Operation =>
  defineTransition(contract.startWindUpScheme, ({ input }) => ({
    wind_up_started_on: requireEventDate(input, clock),
    wind_up_reason: input.reason,
  }))

const completeWindUpScheme = ({ clock }: Context): Operation =>
  defineTransition(contract.completeWindUpScheme, ({ input, before }) => {
    const on = requireEventDate(input, clock)
    if (before.windUpStartedOn && on < before.windUpStartedOn) {
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The wind-up cannot be completed before it started',
      )
    }
    return { wound_up_on: on }
  })

export function createSchemeOperations(context: Context): Operation[] {
  return [
    listSchemes,
    getScheme,
    createScheme,
    updateScheme(context),
    submitScheme,
    withdrawSchemeSubmission,
    approveScheme,
    rejectScheme,
    closeScheme(context),
    reopenScheme,
    freezeScheme(context),
    unfreezeScheme,
    startWindUpScheme(context),
    completeWindUpScheme(context),
  ]
}

/** Returns the given date of the event, or today. */
function requireEventDate({ on }: { on?: string | undefined }, clock: Clock): string {
  const today = getTodayInDublin(clock)
  return requireNotInFuture(on ?? today, today)
}

const loadApprovalRefusal = async (db: ReadDb | Tx, actor: Actor, scheme: Scheme): Promise<string | null> =>
  findApprovalRefusal(
    actor,
    { ...scheme, editedBy: await loadEditors(db, 'schemes', scheme.id) },
    await loadFourEyes(db, scheme.tenantId),
  )

/** Returns the gaps before an approval, and whether this user could approve the scheme. */
export async function loadApprovalState(db: ReadDb | Tx, actor: Actor, scheme: Scheme) {
  const reason = await loadApprovalRefusal(db, actor, scheme)
  return {
    approvalGaps: listApprovalGaps({ scheme, ...(await loadAppointedTrustees(db, scheme.id)) }),
    approval: { mayApprove: reason === null, reason },
  }
}

/**
 * Inserts a draft for an employer whose firm the guard has checked. The scheme belongs to the employer's firm, also if a SuperAdmin creates
 * it.
 */
async function insertScheme(tx: Tx, input: NewScheme, actor: Actor): Promise<string> {
  refuseSoleMemberAvc(input)
  const id = createId()
  const { tenant_id, is_example } = await tx
    .selectFrom('employers')
    .select(['tenant_id', 'is_example'])
    .where('id', '=', input.employerId)
    .executeTakeFirstOrThrow()
  requireExampleName(is_example, input.name, 'name')
  await requireProviders(tx, actor, tenant_id, input, null)
  const registered_administrator_name = await loadAdministratorName(tx, input)
  await withDuplicateErrors(
    DUPLICATES,
    tx
      .insertInto('schemes')
      .values({
        id,
        tenant_id,
        employer_id: input.employerId,
        created_by: actor.id,
        edited_by: [actor.id],
        ...toSchemeColumns(input),
        registered_administrator_name,
        scheme_year_ends: JSON.stringify(
          input.schemeYearEnd ? [{ ...input.schemeYearEnd, effectiveFrom: null }] : [],
        ),
        member_count_history: JSON.stringify(appendMemberCount([], input.memberCounts)),
      })
      .execute(),
  )
  return id
}

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** New and edited schemes have the same columns, but a new scheme has no change of its year end. */
export const toSchemeColumns = (input: Omit<EditableScheme, 'schemeYearEndFrom'>) => ({
  ...toColumns(contract.EditableScheme, input, 'schemeYearEndFrom'),
  name_key: toNameKey(input.name),
  search_key: searchKey(input.name),
  legal_form: contract.getLegalForm(input),
  scheme_year_end: toJson(input.schemeYearEnd),
  contribution_basis: toJson(input.contributionBasis),
  member_counts: toJson(input.memberCounts),
  trustee_body: toJson(input.trusteeBody),
  has_depositary: input.depositaryId === null ? input.hasDepositary : true,
})

/** A scheme that provides only additional voluntary contributions for a sole member is void (PA s.123(1)). */
function refuseSoleMemberAvc({
  legalForm,
  memberCounts,
}: Pick<EditableScheme, 'legalForm' | 'memberCounts'>): void {
  if (legalForm === 'AVC_ONLY' && memberCounts && memberCounts.active + memberCounts.deferred === 1) {
    throw createBusinessRuleRefusal(
      'SOLE_MEMBER_AVC_VOID',
      'An AVC-only scheme cannot be set up for one member',
      { source: formatCitations('PA 123') },
    )
  }
}

/** A scheme can become a one-member arrangement only if it has one member, not counting members by a pension adjustment order. */
async function refuseSeveralMembers(tx: Tx, schemeId: string): Promise<void> {
  // Locked first: a concurrent command that adds a member waits and then reads the new legal form.
  await tx.selectFrom('schemes').select('id').where('id', '=', schemeId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('scheme_id', '=', schemeId)
    .where('has_pension_adjustment_order', '=', false)
    .executeTakeFirstOrThrow()
  if (count > 1)
    throw createBusinessRuleRefusal(
      'ONE_MEMBER_ARRANGEMENT',
      'A one-member arrangement can have only one member',
      { source: formatCitations('PA 2 OMA') },
    )
}

/** Throws 422 with all items that an approval requires and the scheme lacks. */
export async function requireComplete(tx: Tx, scheme: Scheme, toBe: 'submitted' | 'approved'): Promise<void> {
  const gaps = listApprovalGaps({ scheme, ...(await loadAppointedTrustees(tx, scheme.id)) })
  if (gaps.length === 0) return
  throw createBusinessRuleRefusal(
    'SCHEME_INCOMPLETE',
    `Before this scheme can be ${toBe}: ${gaps.map(({ message }) => message).join('; ')}`,
    { gaps },
  )
}

/** Refuses an edit that removes an item required for the approval. */
async function refuseNewGaps(tx: Tx, before: Scheme, after: Scheme): Promise<void> {
  if (before.status === 'DRAFT' || before.status === 'PENDING_APPROVAL') return
  const trustees = await loadAppointedTrustees(tx, before.id)
  const known = new Set(listApprovalGaps({ scheme: before, ...trustees }).map(({ code }) => code))
  const gaps = listApprovalGaps({ scheme: after, ...trustees }).filter(({ code }) => !known.has(code))
  if (gaps.length === 0) return
  throw createBusinessRuleRefusal(
    'SCHEME_INCOMPLETE',
    `These items cannot be removed after the approval: ${gaps.map(({ message }) => message).join('; ')}`,
    { gaps },
  )
}

async function loadAppointedTrustees(
  db: ReadDb | Tx,
  schemeId: string,
): Promise<{ appointedTrustees: number; appointedDirectors: number }> {
  const { directors, others } = await db
    .selectFrom('trustees')
    .select([
      sql<number>`count(*) filter (where role = 'DIRECTOR_OF_CORPORATE_TRUSTEE')`.as('directors'),
      sql<number>`count(*) filter (where role <> 'DIRECTOR_OF_CORPORATE_TRUSTEE')`.as('others'),
    ])
    .where('scheme_id', '=', schemeId)
    .where('status', '=', 'APPOINTED')
    .executeTakeFirstOrThrow()
  return { appointedTrustees: others, appointedDirectors: directors }
}
