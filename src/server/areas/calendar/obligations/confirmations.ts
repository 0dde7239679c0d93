/**
 * Answers many obligations to confirm, in batches: each is a transaction with the recalculation and the audit entries of its
 * obligations. What is left of a confirmation follows from the obligations, so that an interrupted one can be continued.
 */

import { sql } from 'kysely'
import type { Contract } from '../../../../contract/define.ts'
import type { ObligationConfirmation } from '../../../../contract/obligation-confirmations.ts'
import * as contract from '../../../../contract/obligation-confirmations.ts'
import type { Obligation } from '../../../../contract/obligations.ts'
import { requireNotInFuture } from '../../../operation/date-guards.ts'
import { lockFirm } from '../../../operation/hold-firm.ts'
import { defineList } from '../../../operation/record-queries.ts'
import { requireEachOwned, requireOwned } from '../../../operation/require-owned.ts'
import { createStatusRefusal } from '../../../operation/transitions.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import {
  defineCommand,
  defineQuery,
  find,
  type Operation,
  unchanged,
} from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createRoleRefusal } from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { runRows } from '../../../platform/statements.ts'
import { ANSWERED_STATES, buildAnswerColumns, WITHOUT_ANSWER } from './answer-columns.ts'
import { auditedConfirmation, confirmations } from './confirmation-records.ts'
import { auditedObligation, EMPLOYER, obligations } from './records.ts'

/** Every scheme of a batch is recalculated. */
export const SCHEMES_IN_A_BATCH = 100

const OF_SCHEMES = 'obligations r join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id'

interface Selection {
  tenantId: string
  ruleIds: readonly string[]
  obligationIds: readonly string[]
  schemeId?: string | null | undefined
  employerId?: string | null | undefined
  dueBefore?: string | null | undefined
  /** Obligations added later, such as the next period of a rolling rule, were not in the count that the person saw. */
  createdBy: string | null
}

/** Obligations to confirm of a selection, as a condition on `r` and `s`. */
function buildSelectedCondition(selection: Selection): { condition: string; values: unknown[] } {
  const { tenantId, ruleIds, obligationIds, schemeId, employerId, dueBefore, createdBy } = selection
  return {
    condition: `r.tenant_id = $1 and r.state = 'TO_CONFIRM' and r.created_at <= coalesce($7::timestamptz, clock_timestamp())
      and (r.id = any($3) or r.rule_id = any($2) and ($4::text is null or r.scheme_id = $4)
        and ($5::text is null or ${EMPLOYER} = $5) and ($6::date is null or r.due_on < $6::date))`,
    values: [
      tenantId,
      [...ruleIds],
      [...obligationIds],
      schemeId ?? null,
      employerId ?? null,
      dueBefore ?? null,
      createdBy,
    ],
  }
}

const listToConfirm = defineQuery({
  contract: contract.listToConfirm,
  owner: 'in-scope',
  select({ schemeId, employerId, dueBefore }, scope) {
    const values: unknown[] = []
    const conditions = [obligations.visible(scope, values), "r.state = 'TO_CONFIRM'"]
    if (schemeId) conditions.push(`r.scheme_id = $${values.push(schemeId)}`)
    if (employerId) conditions.push(`${EMPLOYER} = $${values.push(employerId)}`)
    if (dueBefore) conditions.push(`r.due_on < $${values.push(dueBefore)}::date`)
    return {
      text: `with waiting as materialized (
          select r.rule_id, r.title, r.severity, r.scheme_id, r.due_on from ${OF_SCHEMES} where ${conditions.join(' and ')}
        ), by_rule as (
          select rule_id as "ruleId", min(title) as title,
            case min(array_position('{HIGH,MEDIUM,LOW}', severity)) when 1 then 'HIGH' when 2 then 'MEDIUM' else 'LOW' end as severity,
            count(*) as obligations, count(distinct scheme_id) as schemes, min(due_on) as "firstDueOn", max(due_on) as "lastDueOn"
          from waiting group by rule_id
        )
        select json_build_object('obligations', (select count(*) from waiting),
          'schemes', (select count(distinct scheme_id) from waiting),
          'data', (select coalesce(json_agg(g order by g.obligations desc, g."ruleId"), '[]') from by_rule g))::text`,
      values,
    }
  },
})

const startConfirmation = (clock: Clock) =>
  defineCommand({
    contract: contract.startConfirmation,
    owner: (_input, find, actor) => find.self(actor),
    async handle({ input, tx, actor }) {
      requireMemberOfFirm(actor)
      const { dryRun, ruleIds, obligationIds, schemeId, employerId, dueBefore, expected, answer, reason } =
        input
      if (input.completedOn) requireNotInFuture(input.completedOn, getTodayInDublin(clock), 'completedOn')
      const { tenantId } = actor
      if (schemeId) await requireOwned(tx, actor, find.scheme(schemeId))
      if (employerId) await requireOwned(tx, actor, find.employer(employerId))
      await requireEachOwned(tx, actor, 'obligation', obligationIds)
      // Before the first row is locked: the recalculation holds the firm too.
      if (!dryRun) await lockFirm(tx, tenantId)
      const filters = { schemeId, employerId, dueBefore }
      const counts = await countSelected(tx, {
        tenantId,
        ruleIds,
        obligationIds,
        ...filters,
        createdBy: null,
      })
      if (dryRun) return unchanged({ dryRun, ...counts, confirmation: null })
      if (counts.obligations === 0)
        throw createBusinessRuleRefusal(
          'NOTHING_TO_CONFIRM',
          'All selected obligations have an answer already: reload the list',
        )
      if (expected !== undefined && expected !== counts.obligations)
        throw createBusinessRuleRefusal(
          'SELECTION_CHANGED',
          `The selection has changed from ${expected} to ${counts.obligations} obligations: check it and answer again`,
        )
      const id = createId()
      await tx
        .insertInto('obligation_confirmations')
        .values({
          id,
          tenant_id: tenantId,
          status: 'RUNNING',
          answer,
          is_on_due_date: input.isOnDueDate,
          completed_on: input.completedOn,
          reason,
          rule_ids: ruleIds,
          obligation_ids: obligationIds,
          scheme_id: schemeId ?? null,
          employer_id: employerId ?? null,
          due_before: dueBefore ?? null,
          total: counts.obligations,
          created_by: actor.id,
        })
        .execute()
      const changes = await answerBatch(tx, await confirmations.require(tx, id))
      const confirmation = await confirmations.require(tx, id)
      return {
        answer: { dryRun, ...counts, confirmation },
        changes: [{ audited: auditedConfirmation, before: null, after: confirmation }, ...changes],
      }
    },
  })

const continueConfirmation = defineBatchCommand(contract.continueConfirmation, {
  from: ['RUNNING'],
  // The answer is a statement of one person, and the selection is what that person sees.
  isAllowed: (actor, { confirmedBy }) => actor.id === confirmedBy,
  work: answerBatch,
})

const undoConfirmation = defineBatchCommand(contract.undoConfirmation, {
  from: ['RUNNING', 'COMPLETE', 'UNDOING'],
  isAllowed: (actor, { confirmedBy }) => actor.id === confirmedBy || actor.role === 'BrokerAdmin',
  work: undoBatch,
})

/** A command that works on the next batch of a confirmation. */
function defineBatchCommand(
  of: typeof contract.continueConfirmation | typeof contract.undoConfirmation,
  {
    from,
    isAllowed,
    work,
  }: {
    from: readonly ObligationConfirmation['status'][]
    isAllowed: (actor: Actor, confirmation: ObligationConfirmation) => boolean
    work: (tx: Tx, confirmation: ObligationConfirmation) => Promise<Change[]>
  },
): Operation {
  return defineCommand<Contract>({
    contract: of,
    owner: (input, find) => find.obligationConfirmation((input as { id: string }).id),
    async handle({ input, tx, actor }) {
      requireMemberOfFirm(actor)
      await lockFirm(tx, actor.tenantId)
      const before = await confirmations.require(tx, (input as { id: string }).id)
      if (!isAllowed(actor, before)) throw createRoleRefusal()
      if (!from.includes(before.status)) throw createStatusRefusal(before.status, from)
      const changes = await work(tx, before)
      const after = await confirmations.require(tx, before.id)
      return { answer: after, changes: [{ audited: auditedConfirmation, before, after }, ...changes] }
    },
  })
}

/** A SuperAdmin belongs to no firm whose obligations these could be. */
function requireMemberOfFirm({ role }: Actor): void {
  if (role === 'SuperAdmin') throw createRoleRefusal()
}

async function countSelected(
  tx: Tx,
  selection: Selection,
): Promise<{ obligations: number; schemes: number }> {
  const { condition, values } = buildSelectedCondition(selection)
  const [row] = await runRows<{ obligations: string; schemes: string }>(
    tx,
    `select count(*) as obligations, count(distinct r.scheme_id) as schemes from ${OF_SCHEMES} where ${condition}`,
    values,
  )
  return { obligations: Number(row?.obligations), schemes: Number(row?.schemes) }
}

/** The next obligations, scheme by scheme, so that a scheme is recalculated as seldom as possible. */
const loadNextBatch = async (tx: Tx, condition: string, values: unknown[]): Promise<string[]> =>
  (
    await runRows<{ id: string }>(
      tx,
      `select id from (select r.id, dense_rank() over (order by r.scheme_id) as place from ${OF_SCHEMES} where ${condition}) q
       where place <= ${SCHEMES_IN_A_BATCH} order by place, id limit ${contract.CONFIRMED_IN_A_BATCH}`,
      values,
    )
  ).map(({ id }) => id)

async function answerBatch(tx: Tx, confirmation: ObligationConfirmation): Promise<Change[]> {
  const { id, answer, completedOn, isOnDueDate, reason, answered } = confirmation
  const { obligation_ids, created_at } = await tx
    .selectFrom('obligation_confirmations')
    .select(['obligation_ids', sql<string>`created_at::text`.as('created_at')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const selection = { ...confirmation, obligationIds: obligation_ids, createdBy: created_at }
  const { condition, values } = buildSelectedCondition(selection)
  const ids = await loadNextBatch(tx, condition, values)
  const columns = buildAnswerColumns(
    { answer, completedOn: isOnDueDate ? sql`due_on` : completedOn, reason },
    confirmation.confirmedBy,
  )
  const changes = await saveAll(tx, ids, { ...columns, confirmation_id: id }, 'obligation.confirm')
  const { obligations: left } = await countSelected(tx, selection)
  await updateUnlessStale(tx, 'obligation_confirmations', confirmation, {
    answered: answered + ids.length,
    status: left > 0 ? 'RUNNING' : 'COMPLETE',
  })
  return changes
}

async function undoBatch(tx: Tx, confirmation: ObligationConfirmation): Promise<Change[]> {
  const { id, tenantId, answer, undone, undoneAt } = confirmation
  // An obligation that was completed, waived or reopened since has another state or no answer.
  const condition = 'r.tenant_id = $1 and r.confirmation_id = $2 and r.confirmation = $3 and r.state = $4'
  const values = [tenantId, id, answer, ANSWERED_STATES[answer]]
  const ids = await loadNextBatch(tx, condition, values)
  const changes = await saveAll(
    tx,
    ids,
    { ...WITHOUT_ANSWER, state: 'TO_CONFIRM' },
    'obligation.withdraw-confirmation',
  )
  const isLast = (await loadNextBatch(tx, condition, values)).length === 0
  await updateUnlessStale(tx, 'obligation_confirmations', confirmation, {
    undone: undone + ids.length,
    status: isLast ? 'UNDONE' : 'UNDOING',
    undone_at: undoneAt ?? sql`clock_timestamp()`,
  })
  return changes
}

/** Saves the same columns in all obligations with one statement and returns the change of each. */
async function saveAll(
  tx: Tx,
  ids: readonly string[],
  columns: Record<string, unknown>,
  action: string,
): Promise<Change[]> {
  if (ids.length === 0) return []
  const before = await obligations.each(tx, ids)
  await tx
    .updateTable('obligations')
    .set({ ...columns, version: sql`version + 1`, updated_at: sql`clock_timestamp()` })
    .where('id', 'in', ids)
    .execute()
  const after = new Map((await obligations.each(tx, ids)).map((one: Obligation) => [one.id, one]))
  return before.map((one) => ({
    audited: auditedObligation,
    before: one,
    after: after.get(one.id) as Obligation,
    action,
  }))
}

export function createConfirmationOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    listToConfirm,
    startConfirmation(clock),
    continueConfirmation,
    undoConfirmation,
    defineList(contract.listConfirmations, confirmations),
  ]
}
