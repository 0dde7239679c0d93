import { sql } from 'kysely'
import type { Contract, Input } from '../../../../contract/define.ts'
import type { Obligation, ObligationVerb } from '../../../../contract/obligations.ts'
import * as contract from '../../../../contract/obligations.ts'
import { getSchemeCompliance as schemeComplianceContract } from '../../../../contract/schemes.ts'
import { assignCommand } from '../../../operation/assignment.ts'
import { requireNotInFuture } from '../../../operation/date-guards.ts'
import { defineList } from '../../../operation/record-queries.ts'
import { requireEachOwned, requireOwned } from '../../../operation/require-owned.ts'
import { requireTransition } from '../../../operation/transitions.ts'
import { updateAllUnlessStale, updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import {
  type Changed,
  defineCommand,
  defineQuery,
  find,
  type Operation,
  updated,
} from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createNotFoundRefusal,
  createRoleRefusal,
} from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin, toEndOfDublinDay } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { loadApprovalState, schemes } from '../../schemes/schemes/index.ts'
import { buildAnswerColumns, WITHOUT_ANSWER } from './answer-columns.ts'
import {
  calculateComplianceStatus,
  calculateComplianceStatusOfPastDay,
  listNextDates,
} from './compliance-status.ts'
import { createConfirmationOperations } from './confirmations.ts'
import { presentRule } from './present.ts'
import { evaluateWithoutAnswer } from './recalculate.ts'
import { auditedObligation, obligations } from './records.ts'
import { RULES } from './rules/index.ts'
import { loadSchemeRecords, loadSchemeRecordsAsAt } from './scheme-records.ts'
import { listObligationYears } from './year.ts'

/** Obligations have no status column, because the status depends on the date: a transition sets the columns it is derived from. */
const move = <C extends Contract<`obligation.${ObligationVerb}`>>(
  of: C,
  columns: (call: {
    input: Input<C>
    before: Obligation
    tx: Tx
    actor: Actor
  }) => Record<string, unknown> | Promise<Record<string, unknown>>,
  note?: (input: Input<C>) => Record<string, unknown>,
): Operation =>
  defineCommand<Contract>({
    contract: of,
    owner: (input, find) => find.obligation((input as { id: string }).id),
    async handle({ input, tx, actor }) {
      const before = await obligations.require(tx, (input as { id: string }).id)
      requireTransition(
        contract.OBLIGATION_TRANSITIONS,
        of.name.split('.')[1] as ObligationVerb,
        before.status,
      )
      await updateUnlessStale(
        tx,
        'obligations',
        before,
        await columns({ input: input as Input<C>, before, tx, actor }),
      )
      const after = await obligations.require(tx, before.id)
      return updated(auditedObligation, before, after, note?.(input as Input<C>))
    },
  })

/** Checks that each obligation can be confirmed, or its confirmation withdrawn. */
async function requireEach(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  refusalOf: (obligation: Obligation) => string | null,
): Promise<Obligation[]> {
  await requireEachOwned(tx, actor, 'obligation', ids)
  const all = await obligations.each(tx, ids)
  if (all.length < ids.length) throw createRoleRefusal()
  if (new Set(all.map(({ tenantId }) => tenantId)).size > 1)
    throw createBusinessRuleRefusal('OTHER_FIRM', 'All obligations must belong to the same firm', {
      field: 'ids',
    })
  for (const one of all) {
    const message = refusalOf(one)
    if (message)
      throw createConflictRefusal(`${one.schemeName}, ${one.title}: ${message}`, {
        code: 'ILLEGAL_TRANSITION',
        status: one.status,
        id: one.id,
      })
  }
  return all
}

/** Saves the same columns in each obligation and returns them, with one audited change each. */
async function saveEach(
  tx: Tx,
  before: readonly Obligation[],
  columns: Record<string, unknown>,
  note: Record<string, unknown>,
): Promise<Changed<{ data: Obligation[] }>> {
  await updateAllUnlessStale(tx, 'obligations', before, columns)
  const data = await obligations.each(
    tx,
    before.map(({ id }) => id),
  )
  return {
    answer: { data },
    changes: data.map((after, index) => ({
      audited: auditedObligation,
      before: before[index] as Obligation,
      after,
      note,
    })),
  }
}

const listObligations = defineList(contract.listObligations, obligations)

const getObligation = defineQuery({
  contract: contract.getObligation,
  owner: ({ id }, find) => find.obligation(id),
  select: ({ id }) => obligations.one(id),
  unseen: createRoleRefusal,
})

const completeObligation = (clock: Clock) =>
  move(contract.completeObligation, async ({ input, tx, actor, before }) => {
    const completedOn = requireNotInFuture(
      input.completedOn ?? getTodayInDublin(clock),
      getTodayInDublin(clock),
      'completedOn',
    )
    if (!input.note && input.evidenceDocumentIds.length === 0)
      throw createBusinessRuleRefusal('EVIDENCE_MISSING', 'Choose a document or enter a note as evidence', {
        field: 'note',
      })
    for (const id of input.evidenceDocumentIds) {
      const { tenantId } = await requireOwned(tx, actor, find.document(id))
      if (tenantId !== before.tenantId)
        throw createBusinessRuleRefusal('OTHER_FIRM', 'Choose documents of the same firm as evidence')
    }
    return {
      state: 'DONE',
      is_by_hand: true,
      completed_on: completedOn,
      effective_on: input.effectiveOn,
      completion_note: input.note,
      evidence_document_ids: sql`array(select jsonb_array_elements_text(${JSON.stringify(input.evidenceDocumentIds)}::jsonb))`,
      completed_by: actor.id,
      ...(before.status === 'TO_CONFIRM' ? { confirmation: 'DONE', confirmed_by: actor.id } : {}),
    }
  })

const waiveObligation = move(contract.waiveObligation, ({ input, actor }) => ({
  state: 'WAIVED',
  is_by_hand: true,
  waiver_reason: input.reason,
  waived_by: actor.id,
}))

const reopenObligation = (clock: Clock) =>
  move(
    contract.reopenObligation,
    async ({ before, tx }) => {
      if (!before.isByHand)
        throw createBusinessRuleRefusal(
          'KEPT_BY_A_REGISTER',
          'This obligation was completed by a record: correct that record instead',
        )
      // A "not done" confirmation before the completion still applies.
      if (before.confirmation === 'NOT_DONE')
        return {
          state: 'OPEN',
          ...WITHOUT_ANSWER,
          confirmation: 'NOT_DONE',
          confirmed_by: before.confirmedBy,
        }
      const evaluated = await evaluateWithoutAnswer(tx, before, getTodayInDublin(clock))
      const state = evaluated?.state ?? (before.dueOn ? 'OPEN' : 'DATA_GAP')
      return { ...WITHOUT_ANSWER, state, completed_on: evaluated?.completedOn ?? null }
    },
    ({ reason }) => ({ reason }),
  )

const confirmObligations = (clock: Clock) =>
  defineCommand({
    contract: contract.confirmObligations,
    owner: ({ ids: [id] }, find) => find.obligation(id as string),
    async handle({ input, tx, actor }) {
      const { ids, answer: given, reason } = input
      const completedOn =
        input.completedOn && requireNotInFuture(input.completedOn, getTodayInDublin(clock), 'completedOn')
      const before = await requireEach(tx, actor, ids, ({ status }) =>
        status === 'TO_CONFIRM' ? null : 'it is no longer waiting for confirmation',
      )
      const columns = buildAnswerColumns({ answer: given, completedOn, reason }, actor.id)
      return saveEach(tx, before, columns, {})
    },
  })

const withdrawConfirmation = defineCommand({
  contract: contract.withdrawConfirmation,
  owner: ({ ids: [id] }, find) => find.obligation(id as string),
  async handle({ input, tx, actor }) {
    const before = await requireEach(tx, actor, input.ids, ({ confirmation }) =>
      confirmation ? null : 'it has no confirmation to withdraw',
    )
    return saveEach(tx, before, { state: 'TO_CONFIRM', ...WITHOUT_ANSWER }, {})
  },
})

const assignObligation = assignCommand({
  contract: contract.assignObligation,
  records: obligations,
  audited: auditedObligation,
})

const listRules = defineQuery({
  contract: contract.listRules,
  owner: 'in-scope',
  // One page: the rules are part of the program.
  handle: async () => ({ data: RULES.map(presentRule), nextCursor: null }),
})

const getSchemeCompliance = (clock: Clock) =>
  defineQuery({
    contract: schemeComplianceContract,
    owner: ({ id }, find) => find.scheme(id),
    async handle({ input, db, actor }) {
      const scheme = await schemes.require(db, input.id)
      const [records] = await loadSchemeRecords(db, scheme.tenantId, [scheme.id])
      if (!records) throw createNotFoundRefusal()
      const { profile, score, decisions } = calculateComplianceStatus(records, getTodayInDublin(clock))
      return {
        schemeId: scheme.id,
        profile,
        score,
        nextDates: listNextDates(decisions),
        ...(await loadApprovalState(db, actor, scheme)),
      }
    },
  })

const getStanding = (clock: Clock) =>
  defineQuery({
    contract: contract.getStanding,
    owner: ({ id }, find) => find.scheme(id),
    async handle({ input, db, actor }) {
      const on = input.on ?? getTodayInDublin(clock)
      if (on > getTodayInDublin(clock))
        throw createBusinessRuleRefusal(
          'DATE_IN_FUTURE',
          'The date cannot be in the future: use the calendar for upcoming obligations',
          { field: 'on' },
        )
      const { tenantId } = await requireOwned(db, actor, find.scheme(input.id))
      const isToday = on === getTodayInDublin(clock)
      const records =
        isToday || input.asKnown === 'now'
          ? (await loadSchemeRecords(db, tenantId, [input.id]))[0]
          : await loadSchemeRecordsAsAt(db, input.id, toEndOfDublinDay(on))
      if (!records) throw createNotFoundRefusal()
      if (isToday) return calculateComplianceStatus(records, on)
      return input.asKnown === 'now'
        ? calculateComplianceStatusOfPastDay(records, on)
        : calculateComplianceStatus(records, on, 'then')
    },
  })

export function createObligationOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    listObligations,
    getObligation,
    completeObligation(clock),
    waiveObligation,
    reopenObligation(clock),
    confirmObligations(clock),
    withdrawConfirmation,
    ...createConfirmationOperations({ clock }),
    assignObligation,
    listObligationYears(clock),
    listRules,
    getSchemeCompliance(clock),
    getStanding(clock),
  ]
}
