import { sql } from 'kysely'
import { CHECKLIST, listMissingSections, mustBeWritten } from '../../../../contract/assessment-checklist.ts'
import type { OwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import * as contract from '../../../../contract/own-risk-assessments.ts'
import { MOST_RISK_ITEMS, type RiskItem } from '../../../../contract/risk-items.ts'
import type { SectionKey } from '../../../../contract/section-key.ts'
import { notifyColleagues } from '../../../operation/colleagues.ts'
import { requireNotInFuture, requirePastDateOrToday } from '../../../operation/date-guards.ts'
import {
  buildEditorExpression,
  buildEditorsAfterReturn,
  requireSecondPerson,
} from '../../../operation/four-eyes.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { createStatusRefusal, requireTransition, transitionCommands } from '../../../operation/transitions.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import {
  created,
  defineCommand,
  defineQuery,
  type Operation,
  updated,
} from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createLegalRuleRefusal } from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { runRows } from '../../../platform/statements.ts'
import { requireSchemeDocument } from '../../documents/documents/index.ts'
import { compareRiskItems, compareSections } from './comparison.ts'
import {
  findTrigger,
  lockScheme,
  planAssessment,
  refuseOtherEvent,
  refuseSingleSchemeCycle,
  toAssessmentColumns,
} from './plan-assessment.ts'
import {
  assessmentStandings,
  auditedOwnRiskAssessment,
  auditedRiskItem,
  listedOwnRiskAssessments,
  ownRiskAssessments,
  riskItems,
} from './records.ts'

const defineTransition = transitionCommands({
  records: ownRiskAssessments,
  audited: auditedOwnRiskAssessment,
  transitions: contract.ASSESSMENT_TRANSITIONS,
})

const listOwnRiskAssessments = defineList(contract.listOwnRiskAssessments, listedOwnRiskAssessments)

const listAssessmentStandings = defineList(contract.listAssessmentStandings, assessmentStandings)

const getOwnRiskAssessment = defineGet(contract.getOwnRiskAssessment, 'ownRiskAssessment', ownRiskAssessments)

const createOwnRiskAssessment = defineCommand({
  contract: contract.createOwnRiskAssessment,
  owner: ({ schemeId }, find) => find.scheme(schemeId),
  async handle({ input, tx, actor }) {
    return created(auditedOwnRiskAssessment, await planAssessment(tx, actor, input))
  },
})

const updateOwnRiskAssessment = defineChange(
  contract.updateOwnRiskAssessment,
  { records: ownRiskAssessments, audited: auditedOwnRiskAssessment },
  async ({ input, before, tx, actor }) => {
    const event = await findTrigger(tx, actor, input.triggerEventId)
    await requireSchemeDocument(tx, actor, input.reportDocumentId, before, 'reportDocumentId')
    requireStatus(before, ['PLANNED', 'DRAFTING'])
    // An unchanged trigger is kept even if the event has been withdrawn since.
    if (input.triggerEventId !== before.triggerEventId) refuseOtherEvent(event, before)
    refuseSingleSchemeCycle(input)
    return {
      ...toAssessmentColumns(input),
      edited_by: buildEditorExpression(actor.id),
    }
  },
)

const writeAssessmentSection = defineCommand({
  contract: contract.writeAssessmentSection,
  owner: ({ id }, find) => find.ownRiskAssessment(id),
  async handle({ input, tx, actor }) {
    // The contract has validated the path parameter.
    const key = input.key as SectionKey
    const before = await ownRiskAssessments.require(tx, input.id)
    requireStatus(before, ['DRAFTING'])
    const passage = mustBeWritten(key, before.sectionFacts)
    if (input.notApplicableReason !== null && passage !== null)
      throw createLegalRuleRefusal('SECTION_REQUIRED', getCitation(key), passage, {
        field: 'notApplicableReason',
        key,
      })
    const { text, notApplicableReason } = input
    const isEmpty = text === null && notApplicableReason === null
    await updateUnlessStale(tx, 'own_risk_assessments', before, {
      edited_by: buildEditorExpression(actor.id),
      sections: isEmpty
        ? sql`sections - ${key}::text`
        : sql`sections || jsonb_build_object(${key}::text, ${JSON.stringify({ text, notApplicableReason })}::jsonb)`,
    })
    const state = isEmpty ? 'EMPTY' : text === null ? 'NOT_APPLICABLE' : 'WRITTEN'
    const after = await ownRiskAssessments.require(tx, input.id)
    return updated(auditedOwnRiskAssessment, before, after, { section: key, sectionState: state })
  },
})

const startOwnRiskAssessment = (clock: Clock) =>
  defineCommand({
    contract: contract.startOwnRiskAssessment,
    owner: ({ id }, find) => find.ownRiskAssessment(id),
    async handle({ input, tx, actor }) {
      const before = await ownRiskAssessments.require(tx, input.id)
      const status = requireTransition(contract.ASSESSMENT_TRANSITIONS, 'start', before.status)
      await updateUnlessStale(tx, 'own_risk_assessments', before, {
        status,
        started_on: requirePastDateOrToday(clock, input.on),
      })
      const carried = input.carryItems ? await carryItems(tx, actor, before) : []
      const { changes, ...changed } = updated(
        auditedOwnRiskAssessment,
        before,
        await ownRiskAssessments.require(tx, input.id),
      )
      return { ...changed, changes: [...changes, ...carried] }
    },
  })

const sendToTrustees = (clock: Clock) =>
  defineTransition(contract.sendToTrustees, ({ input, before, actor }) => {
    const on = requirePastDateOrToday(clock, input.on)
    if (before.startedOn && on < before.startedOn)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The date cannot be before the assessment was started',
        { field: 'on' },
      )
    requireComplete(before)
    return { sent_to_trustees_on: on, sent_to_trustees_by: actor.id }
  })

const returnOwnRiskAssessment = (clock: Clock) =>
  defineTransition(
    contract.returnOwnRiskAssessment,
    async ({ input, before: { id, tenantId }, tx, actor }) => {
      const sent = await tx
        .selectFrom('own_risk_assessments')
        .select('sent_to_trustees_by')
        .where('id', '=', id)
        .executeTakeFirst()
      await notifyColleagues(
        tx,
        actor,
        { tenantId, entityType: 'ownRiskAssessment', entityId: id },
        { kind: 'RETURNED', userIds: sent?.sent_to_trustees_by ? [sent.sent_to_trustees_by] : [] },
      )
      return {
        returned_on: getTodayInDublin(clock),
        return_reason: input.reason,
        edited_by: buildEditorsAfterReturn('own_risk_assessments'),
      }
    },
  )

const approveOwnRiskAssessment = (clock: Clock) =>
  defineCommand({
    contract: contract.approveOwnRiskAssessment,
    owner: ({ id }, find) => find.ownRiskAssessment(id),
    async handle({ input, tx, actor }) {
      const before = await ownRiskAssessments.require(tx, input.id)
      await requireSchemeDocument(tx, actor, input.minutesDocumentId, before, 'minutesDocumentId')
      await requireSchemeDocument(tx, actor, input.reportDocumentId, before, 'reportDocumentId')
      // Approvals of a scheme are serialised, so that each supersedes the one before.
      await lockScheme(tx, before.schemeId)
      const status = requireTransition(contract.ASSESSMENT_TRANSITIONS, 'approve', before.status)
      await requireSecondPerson(tx, actor.id, 'own_risk_assessments', before)
      const approvedOn = requireNotInFuture(input.approvedOn, getTodayInDublin(clock), 'approvedOn')
      const previous = await findAssessmentInForce(tx, before)
      refuseApprovalOutOfOrder(approvedOn, before, previous)
      requireComplete(before)
      const superseded = previous ? [await supersede(tx, previous)] : []
      await updateUnlessStale(tx, 'own_risk_assessments', before, {
        status,
        approved_on: approvedOn,
        minutes_document_id: input.minutesDocumentId,
        report_document_id: input.reportDocumentId ?? before.reportDocumentId,
        supersedes_id: previous?.id ?? null,
      })
      const { changes, ...changed } = updated(
        auditedOwnRiskAssessment,
        before,
        await ownRiskAssessments.require(tx, input.id),
      )
      return { ...changed, changes: [...changes, ...superseded] }
    },
  })

const recordAuthorityRequest = (clock: Clock) =>
  defineTransition(contract.recordAuthorityRequest, ({ input, before }) => ({
    authority_requested_on: requirePastDateOrToday(clock, input.on),
    authority_reference: input.reference ?? before.authorityReference,
  }))

const submitOwnRiskAssessment = (clock: Clock) =>
  defineTransition(contract.submitOwnRiskAssessment, ({ input, before }) => {
    const on = requirePastDateOrToday(clock, input.on)
    const earliest = [before.approvedOn, before.authorityRequestedOn]
      .flatMap((day) => day ?? [])
      .sort()
      .at(-1)
    if (earliest && on < earliest)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The submission date cannot be before the approval or the request of the Pensions Authority',
        { field: 'on' },
      )
    return {
      authority_submitted_on: on,
      authority_reference: input.reference ?? before.authorityReference,
    }
  })

const compareOwnRiskAssessment = defineQuery({
  contract: contract.compareOwnRiskAssessment,
  owner: ({ id }, find) => find.ownRiskAssessment(id),
  async handle({ input, db }) {
    const assessment = await ownRiskAssessments.require(db, input.id)
    const beforeId = await findPreviousApproved(db, assessment)
    const before = beforeId ? await ownRiskAssessments.require(db, beforeId) : null
    return {
      assessmentId: assessment.id,
      before: before && contract.ListedOwnRiskAssessment.parse(before),
      sections: compareSections(before?.sections ?? null, assessment.sections),
      riskItems: compareRiskItems(
        before ? await loadItems(db, before.id) : [],
        await loadItems(db, assessment.id),
      ),
    }
  },
})

export function createOwnRiskAssessmentOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    listOwnRiskAssessments,
    listAssessmentStandings,
    getOwnRiskAssessment,
    createOwnRiskAssessment,
    updateOwnRiskAssessment,
    writeAssessmentSection,
    startOwnRiskAssessment(clock),
    sendToTrustees(clock),
    returnOwnRiskAssessment(clock),
    approveOwnRiskAssessment(clock),
    recordAuthorityRequest(clock),
    submitOwnRiskAssessment(clock),
    compareOwnRiskAssessment,
  ]
}

const getCitation = (key: SectionKey) => CHECKLIST.find((entry) => entry.key === key)?.citation ?? 'DIR 28(2)'

function requireStatus(
  { status }: Pick<OwnRiskAssessment, 'status'>,
  from: readonly OwnRiskAssessment['status'][],
): void {
  if (!from.includes(status)) throw createStatusRefusal(status, from)
}

function requireComplete({ sections, sectionFacts }: OwnRiskAssessment): void {
  const missing = listMissingSections(sections, sectionFacts)
  if (missing.length === 0) return
  throw createLegalRuleRefusal(
    'SECTIONS_MISSING',
    'DIR 28(2)',
    'Complete every section of the own-risk assessment, or state why it does not apply to the scheme',
    {
      citations: ['DIR 28(2)', 'PA 64AL'],
      missing: missing.map(({ key }) => key),
      passages: Object.fromEntries(missing.map(({ key, passage }) => [key, passage])),
    },
  )
}

function refuseApprovalOutOfOrder(
  approvedOn: string,
  { sentToTrusteesOn, asOfOn }: OwnRiskAssessment,
  previous: OwnRiskAssessment | null,
): void {
  const refuse = (message: string) =>
    createBusinessRuleRefusal('DATES_OUT_OF_ORDER', message, { field: 'approvedOn' })
  if (sentToTrusteesOn && approvedOn < sentToTrusteesOn)
    throw refuse('The approval date cannot be before the assessment was sent to the trustees')
  if (approvedOn < asOfOn)
    throw refuse('The approval date cannot be before the reference date of the assessment')
  if (previous?.approvedOn && approvedOn < previous.approvedOn)
    throw refuse('An assessment with a later approval date exists')
}

/** The approved assessment of the same scope that the new one supersedes. */
async function findAssessmentInForce(
  tx: Tx,
  { id, schemeId, scope }: Pick<OwnRiskAssessment, 'id' | 'schemeId' | 'scope'>,
): Promise<OwnRiskAssessment | null> {
  const row = await tx
    .selectFrom('own_risk_assessments')
    .select('id')
    .where('scheme_id', '=', schemeId)
    .where('scope', '=', scope)
    .where('status', 'in', ['APPROVED', 'SUBMITTED'])
    .where('id', '<>', id)
    .executeTakeFirst()
  return row ? ownRiskAssessments.require(tx, row.id) : null
}

async function supersede(tx: Tx, before: OwnRiskAssessment): Promise<Change> {
  await updateUnlessStale(tx, 'own_risk_assessments', before, { status: 'SUPERSEDED' })
  return {
    audited: auditedOwnRiskAssessment,
    before,
    after: await ownRiskAssessments.require(tx, before.id),
    action: 'own-risk-assessment.supersede',
  }
}

/** The previous approved assessment, preferably of the same scope. */
async function findPreviousApproved(
  db: ReadDb | Tx,
  {
    id,
    schemeId,
    scope,
    supersedesId,
    approvedOn,
  }: Pick<OwnRiskAssessment, 'id' | 'schemeId' | 'scope' | 'supersedesId' | 'approvedOn'>,
): Promise<string | null> {
  if (supersedesId) return supersedesId
  const [row] = await runRows<{ id: string }>(
    db,
    `select id from own_risk_assessments where scheme_id = $1 and id <> $2 and approved_on is not null
        and ($4::date is null or approved_on <= $4::date) and supersedes_id is distinct from $2
      order by (scope = $3) desc, approved_on desc, cycle_number desc limit 1`,
    [schemeId, id, scope, approvedOn],
  )
  return row?.id ?? null
}

async function loadItems(db: ReadDb | Tx, assessmentId: string): Promise<RiskItem[]> {
  const { text, values } = riskItems.list(
    { id: assessmentId, limit: MOST_RISK_ITEMS, sort: '-residualScore' },
    { level: 'platform' },
  )
  const [row] = await runRows<Record<string, string>>(db, text, values)
  return JSON.parse(Object.values(row ?? {})[0] ?? '[]') as RiskItem[]
}

/** Copies the risk items of the previous assessment; each copy is audited. */
async function carryItems(tx: Tx, actor: Actor, assessment: OwnRiskAssessment): Promise<Change[]> {
  const beforeId = await findPreviousApproved(tx, assessment)
  if (beforeId === null) return []
  const changes: Change[] = []
  for (const item of await loadItems(tx, beforeId)) {
    const id = createId()
    await sql`insert into risk_items (tenant_id, id, assessment_id, scheme_id, area, description, inherent_likelihood,
        inherent_impact, controls, residual_likelihood, residual_impact, owner, appetite, action, action_due_on,
        carried_from_id, created_by)
      select tenant_id, ${id}, ${assessment.id}, scheme_id, area, description, inherent_likelihood, inherent_impact, controls,
        residual_likelihood, residual_impact, owner, appetite, action, action_due_on, id, ${actor.id}
        from risk_items where id = ${item.id}`.execute(tx)
    changes.push({
      audited: auditedRiskItem,
      before: null,
      after: await riskItems.require(tx, id),
      action: 'risk-item.carry',
    })
  }
  return changes
}
