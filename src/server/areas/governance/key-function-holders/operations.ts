import { sql } from 'kysely'
import type { z } from 'zod'
import type { Input } from '../../../../contract/define.ts'
import type { Finding } from '../../../../contract/findings.ts'
import type { KeyFunctionHolder } from '../../../../contract/key-function-holders.ts'
import * as contract from '../../../../contract/key-function-holders.ts'
import { toColumns } from '../../../operation/columns.ts'
import { requireNotInFuture, requirePastDateOrToday } from '../../../operation/date-guards.ts'
import { refuseFindings } from '../../../operation/findings.ts'
import { requireSecondPerson } from '../../../operation/four-eyes.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import { requireNotWoundUp } from '../../../operation/scheme-guards.ts'
import { createStatusRefusal, requireTransition, transitionCommands } from '../../../operation/transitions.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import {
  type Changed,
  created,
  defineCommand,
  defineQuery,
  find,
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
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { requireSchemeDocument } from '../../documents/documents/index.ts'
import { getIorpScope, schemes } from '../../schemes/schemes/index.ts'
import { outsourcingArrangements } from '../outsourcing-arrangements/index.ts'
import {
  auditedKeyFunctionHolder,
  keyFunctionCoverage,
  keyFunctionHolders,
  keyFunctionReports,
} from './records.ts'
import {
  type IndependenceFacts,
  isDifferentPerson,
  listIndependenceFindings,
  listNotificationFindings,
} from './rules.ts'

const defineTransition = transitionCommands({
  records: keyFunctionHolders,
  audited: auditedKeyFunctionHolder,
  transitions: contract.HOLDER_TRANSITIONS,
})

const listKeyFunctionHolders = defineList(contract.listKeyFunctionHolders, keyFunctionHolders)

const listKeyFunctionCoverage = defineList(contract.listKeyFunctionCoverage, keyFunctionCoverage)

const getKeyFunctionHolder = defineGet(contract.getKeyFunctionHolder, 'keyFunctionHolder', keyFunctionHolders)

const getHolderIndependence = (clock: Clock) =>
  defineQuery({
    contract: contract.getHolderIndependence,
    owner: ({ id }, find) => find.keyFunctionHolder(id),
    async handle({ input, db }) {
      const holder = await keyFunctionHolders.require(db, input.id)
      return {
        holderId: holder.id,
        findings: listIndependenceFindings(await loadIndependenceFacts(db, holder, getTodayInDublin(clock))),
      }
    },
  })

const createKeyFunctionHolder = (clock: Clock) =>
  defineCommand({
    contract: contract.createKeyFunctionHolder,
    owner: ({ schemeId }, find) => find.scheme(schemeId),
    async handle({ input, tx, actor }) {
      const scheme = await schemes.require(tx, input.schemeId)
      await requireReferences(tx, actor, input, { tenantId: scheme.tenantId, schemeId: scheme.id })
      requireNotWoundUp(scheme, 'Key function holders')
      const scope = getIorpScope(scheme)
      if (!scope.value)
        throw createLegalRuleRefusal(
          'OUT_OF_SCOPE',
          'SI128 3',
          `This scheme needs no key functions: ${scope.reason}`,
        )
      const id = createId()
      await tx
        .insertInto('key_function_holders')
        .values({
          id,
          tenant_id: scheme.tenantId,
          scheme_id: scheme.id,
          function: input.function,
          is_deputy: input.isDeputy,
          proposed_on: requirePastDateOrToday(clock, input.proposedOn, 'proposedOn'),
          created_by: actor.id,
          ...buildColumns(input),
        })
        .execute()
      return created(auditedKeyFunctionHolder, await keyFunctionHolders.require(tx, id))
    },
  })

const updateKeyFunctionHolder = (clock: Clock) =>
  defineCommand({
    contract: contract.updateKeyFunctionHolder,
    owner: ({ id }, find) => find.keyFunctionHolder(id),
    async handle({ input, tx, actor }) {
      const before = await keyFunctionHolders.require(tx, input.id)
      await requireReferences(tx, actor, input, before)
      if (before.status === 'ENDED' || before.status === 'FAILED') throw createStatusRefusal(before.status)
      if (before.status !== 'PROPOSED' && isDifferentPerson(before, input))
        throw createConflictRefusal(
          'A different person needs their own fit and proper assessment: propose a new key function holder',
          {
            code: 'ASSESSED_PERSON',
            status: before.status,
          },
        )
      await lockScheme(tx, before.schemeId)
      await updateUnlessStale(tx, 'key_function_holders', before, buildColumns(input))
      const after = await keyFunctionHolders.require(tx, input.id)
      if (before.status === 'APPOINTED')
        refuseFindings(
          listIndependenceFindings(await loadIndependenceFacts(tx, after, getTodayInDublin(clock))),
          listIndependenceFindings(await loadIndependenceFacts(tx, before, getTodayInDublin(clock))),
        )
      return updated(auditedKeyFunctionHolder, before, after)
    },
  })

const assessHolder = (clock: Clock) =>
  defineTransition(contract.assessHolder, ({ input, actor }) => ({
    ...toAssessedColumns(clock, input),
    assessment_recorded_by: actor.id,
    ...(input.outcome === 'FAIL' ? { status: 'FAILED' } : {}),
  }))

const reviewHolder = (clock: Clock) =>
  defineTransition(contract.reviewHolder, ({ input, before, actor }) => {
    const columns = { ...toAssessedColumns(clock, input), assessment_recorded_by: actor.id }
    if (before.assessedOn && columns.assessed_on < before.assessedOn)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The review date cannot be before the last assessment',
        { field: 'assessedOn' },
      )
    // Only the trustees can end an appointment: a holder who fails the review stays appointed until they do.
    const hasFailed = input.outcome === 'FAIL' && before.status !== 'APPOINTED'
    return { ...columns, ...(hasFailed ? { status: 'FAILED' } : {}) }
  })

const notifyHolder = (clock: Clock) =>
  defineTransition(contract.notifyHolder, async ({ input, before, tx }) => {
    if (!before.isOutsourced)
      throw createBusinessRuleRefusal(
        'NOT_OUTSOURCED',
        'Only an outsourced key function is notified to the Pensions Authority: this one is not outsourced',
        { field: 'isOutsourced' },
      )
    const notifiedOn = requirePastDateOrToday(clock, input.notifiedOn, 'notifiedOn')
    refuseFindings(
      listNotificationFindings(await loadIndependenceFacts(tx, before, getTodayInDublin(clock)), notifiedOn),
    )
    return { authority_notified_on: notifiedOn, authority_reference: input.reference }
  })

const appointHolder = (clock: Clock) =>
  defineChange(
    contract.appointHolder,
    { records: keyFunctionHolders, audited: auditedKeyFunctionHolder },
    async ({ input, before, tx, actor }) => {
      await requireSchemeDocument(tx, actor, input.minutesDocumentId, before, 'minutesDocumentId')
      const status = requireTransition(contract.HOLDER_TRANSITIONS, 'appoint', before.status)
      await lockScheme(tx, before.schemeId)
      if (!before.isDeputy && (await hasHolder(tx, before)))
        throw createConflictRefusal(
          'Another holder is appointed to this function of the scheme: end that appointment first',
          {
            code: 'ALREADY_HELD',
            function: before.function,
          },
        )
      const office = getOffice(input, getTodayInDublin(clock))
      refuseFindings(
        listIndependenceFindings(await loadIndependenceFacts(tx, before, getTodayInDublin(clock))),
      )
      await requireSecondPerson(tx, actor.id, 'key_function_holders', before)
      return { status, ...office }
    },
  )

const endHolder = (clock: Clock) =>
  defineTransition(contract.endHolder, ({ input, before }) => {
    const on = requirePastDateOrToday(clock, input.on, 'on')
    if (before.effectiveFrom && on < before.effectiveFrom)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The end date cannot be before the appointment took effect',
      )
    return { ended_on: on, end_reason: input.reason }
  })

const listHolderReports = defineList(contract.listHolderReports, keyFunctionReports, 'keyFunctionHolder')

const addHolderReport = (clock: Clock) =>
  defineCommand({
    contract: contract.addHolderReport,
    owner: ({ id }, find) => find.keyFunctionHolder(id),
    async handle({ input, tx, actor }) {
      const before = await keyFunctionHolders.require(tx, input.id)
      await requireSchemeDocument(tx, actor, input.documentId, before)
      requireTransition(contract.HOLDER_TRANSITIONS, 'add-report', before.status)
      const receivedOn = requirePastDateOrToday(clock, input.receivedOn, 'receivedOn')
      if (receivedOn < input.periodEndsOn)
        throw createBusinessRuleRefusal(
          'DATES_OUT_OF_ORDER',
          'The reporting period must end on or before the date received',
          { field: 'periodEndsOn' },
        )
      // updateUnlessStale comes first: it detects two concurrent reports, which would otherwise get the same number.
      await updateUnlessStale(tx, 'key_function_holders', before, {})
      await tx
        .insertInto('key_function_reports')
        .values({
          id: createId(),
          tenant_id: before.tenantId,
          scheme_id: before.schemeId,
          holder_id: before.id,
          number: before.reportedOn.length + 1,
          period_ends_on: input.periodEndsOn,
          received_on: receivedOn,
          document_id: input.documentId,
          has_material_findings: input.hasMaterialFindings,
          findings: input.findings,
          created_by: actor.id,
        })
        .execute()
      const { periodEndsOn, hasMaterialFindings } = input
      const report = { number: before.reportedOn.length + 1, periodEndsOn, receivedOn, hasMaterialFindings }
      return {
        ...(await saveReportChange(tx, before, report)),
        location: `/api/key-function-holders/${before.id}/reports`,
      }
    },
  })

const decideHolderReport = (clock: Clock) =>
  defineCommand({
    contract: contract.decideHolderReport,
    owner: ({ id }, find) => find.keyFunctionHolder(id),
    async handle({ input, tx }) {
      const before = await keyFunctionHolders.require(tx, input.id)
      const number = Number(input.number)
      const report = await tx
        .selectFrom('key_function_reports')
        .select(['received_on', 'has_material_findings', 'decided_on'])
        .where('holder_id', '=', before.id)
        .where('number', '=', number)
        .executeTakeFirst()
      if (!report) throw createNotFoundRefusal()
      requireTransition(contract.HOLDER_TRANSITIONS, 'decide-report', before.status)
      if (report.decided_on !== null)
        throw createConflictRefusal('The trustees have already decided on this report', {
          code: 'ALREADY_DECIDED',
        })
      if (!report.has_material_findings)
        throw createBusinessRuleRefusal(
          'NOTHING_TO_DECIDE',
          'This report has no material findings: no decision is needed',
        )
      const decidedOn = requirePastDateOrToday(clock, input.decidedOn, 'decidedOn')
      if (decidedOn < report.received_on)
        throw createBusinessRuleRefusal(
          'DATES_OUT_OF_ORDER',
          'The decision date cannot be before the report was received',
          { field: 'decidedOn' },
        )
      await updateUnlessStale(tx, 'key_function_holders', before, {})
      await tx
        .updateTable('key_function_reports')
        .set({
          trustee_decision: input.decision,
          decided_on: decidedOn,
          version: sql`version + 1`,
          updated_at: sql`clock_timestamp()`,
        })
        .where('holder_id', '=', before.id)
        .where('number', '=', number)
        .execute()
      return saveReportChange(tx, before, { number, decidedOn })
    },
  })

export function createKeyFunctionHolderOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    listKeyFunctionHolders,
    listKeyFunctionCoverage,
    getKeyFunctionHolder,
    getHolderIndependence(clock),
    createKeyFunctionHolder(clock),
    updateKeyFunctionHolder(clock),
    assessHolder(clock),
    reviewHolder(clock),
    notifyHolder(clock),
    appointHolder(clock),
    endHolder(clock),
    listHolderReports,
    addHolderReport(clock),
    decideHolderReport(clock),
  ]
}

function toAssessedColumns(clock: Clock, input: z.output<typeof contract.HolderAssessed>) {
  const on = requirePastDateOrToday(clock, input.assessedOn, 'assessedOn')
  if (input.nextReviewOn && input.nextReviewOn <= on)
    throw createBusinessRuleRefusal(
      'DATES_OUT_OF_ORDER',
      'The next review date must be after the assessment date',
      { field: 'nextReviewOn' },
    )
  return {
    assessed_on: on,
    assessed_by: input.assessedBy,
    assessment_outcome: input.outcome,
    next_review_on: input.nextReviewOn,
  }
}

/** Dates of an appointment: board resolution, then effective date, then end of term. */
function getOffice(input: Input<typeof contract.appointHolder>, today: string) {
  const boardResolutionOn = requireNotInFuture(input.boardResolutionOn, today, 'boardResolutionOn')
  const effectiveFrom = requireNotInFuture(input.effectiveFrom ?? boardResolutionOn, today, 'effectiveFrom')
  if (effectiveFrom < boardResolutionOn)
    throw createBusinessRuleRefusal(
      'DATES_OUT_OF_ORDER',
      'The effective date cannot be before the board resolution',
      { field: 'effectiveFrom' },
    )
  if (input.termEndsOn && input.termEndsOn <= effectiveFrom)
    throw createBusinessRuleRefusal(
      'DATES_OUT_OF_ORDER',
      'The end of the term must be after the effective date',
      { field: 'termEndsOn' },
    )
  return {
    board_resolution_on: boardResolutionOn,
    effective_from: effectiveFrom,
    term_ends_on: input.termEndsOn,
    minutes_document_id: input.minutesDocumentId,
  }
}

/** Reports are audited as changes of their key function holder. */
async function saveReportChange(
  tx: Tx,
  before: KeyFunctionHolder,
  report: Record<string, unknown>,
): Promise<Changed<KeyFunctionHolder>> {
  return updated(auditedKeyFunctionHolder, before, await keyFunctionHolders.require(tx, before.id), {
    report,
  })
}

/** The independence rules depend on all appointments of a scheme, so appointments are serialised. */
async function lockScheme(tx: Tx, schemeId: string): Promise<void> {
  await tx.selectFrom('schemes').select('id').where('id', '=', schemeId).forNoKeyUpdate().execute()
}

async function hasHolder(tx: Tx, { schemeId, function: keyFunction }: KeyFunctionHolder): Promise<boolean> {
  const holder = await tx
    .selectFrom('key_function_holders')
    .select('id')
    .where('scheme_id', '=', schemeId)
    .where('function', '=', keyFunction)
    .where('status', '=', 'APPOINTED')
    .where('is_deputy', '=', false)
    .executeTakeFirst()
  return holder !== undefined
}

/** Findings against the appointment of a holder on a day. */
export const loadHolderFindings = async (
  db: ReadDb | Tx,
  holder: KeyFunctionHolder,
  today: string,
): Promise<Finding[]> => listIndependenceFindings(await loadIndependenceFacts(db, holder, today))

async function loadIndependenceFacts(
  db: ReadDb | Tx,
  holder: KeyFunctionHolder,
  today: string,
): Promise<IndependenceFacts> {
  const others = await db
    .selectFrom('key_function_holders')
    .select([
      'function',
      'holder_kind as holderKind',
      'holder_name as holderName',
      'responsible_person as responsiblePerson',
      'organisation',
      'email',
    ])
    .where('scheme_id', '=', holder.schemeId)
    .where('status', '=', 'APPOINTED')
    .where('id', '<>', holder.id)
    .execute()
  const { outsourcingArrangementId } = holder
  return {
    holder,
    scheme: await schemes.require(db, holder.schemeId),
    others: others as IndependenceFacts['others'],
    arrangement: outsourcingArrangementId
      ? await outsourcingArrangements.require(db, outsourcingArrangementId)
      : null,
    today,
  }
}

/** Documents must belong to the firm, and the arrangement to this scheme. */
async function requireReferences(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof contract.EditableKeyFunctionHolder>,
  place: { tenantId: string; schemeId: string },
): Promise<void> {
  await requireSchemeDocument(
    tx,
    actor,
    input.conflictProtocolDocumentId,
    place,
    'conflictProtocolDocumentId',
  )
  await requireSchemeDocument(
    tx,
    actor,
    input.reputeDeclarationDocumentId,
    place,
    'reputeDeclarationDocumentId',
  )
  const { outsourcingArrangementId } = input
  if (!outsourcingArrangementId) return
  await requireOwned(tx, actor, find.outsourcingArrangement(outsourcingArrangementId))
  const { schemeId } = await outsourcingArrangements.require(tx, outsourcingArrangementId)
  if (schemeId !== place.schemeId)
    throw createBusinessRuleRefusal('NOT_TOGETHER', 'Choose an outsourcing arrangement of this scheme', {
      field: 'outsourcingArrangementId',
    })
}

const buildColumns = (input: z.output<typeof contract.EditableKeyFunctionHolder>) => ({
  ...toColumns(contract.EditableKeyFunctionHolder, input),
  search_key: searchKey(input.holderName, input.responsiblePerson, input.organisation),
})
