import { sql } from 'kysely'
import type { SchemeType } from '../../../../contract/schemes.ts'
import * as contract from '../../../../contract/statement-checklist.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import { defineCommand, defineQuery, type Operation, updated } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { getIorpScope, schemes } from '../../schemes/schemes/index.ts'
import { auditedDocument, documents } from './records.ts'

const getStatementChecklist = defineQuery({
  contract: contract.getStatementChecklist,
  owner: ({ id }, find) => find.document(id),
  handle: ({ input, db }) => loadChecklist(db, input.id),
})

const recordStatementChecklist = defineCommand({
  contract: contract.recordStatementChecklist,
  owner: ({ id }, find) => find.document(id),
  async handle({ input, tx, actor }) {
    const before = await documents.require(tx, input.id)
    if (before.kind !== 'PENSION_BENEFIT_STATEMENT')
      throw createBusinessRuleRefusal(
        'NO_BENEFIT_STATEMENT',
        'Only a pension benefit statement has this checklist',
      )
    // The version of the document includes its checklist: an edit that began earlier is refused.
    await updateUnlessStale(tx, 'documents', before, {})
    const recorded = {
      document_number: before.number,
      uses_scenarios: input.usesScenarios,
      answers: JSON.stringify(input.answers),
      recorded_by: actor.id,
    }
    await tx
      .insertInto('statement_checklists')
      .values({ id: createId(), tenant_id: before.tenantId, document_id: before.id, ...recorded })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'document_id']).doUpdateSet({
          ...recorded,
          version: sql`statement_checklists.version + 1`,
          updated_at: sql`clock_timestamp()`,
        }),
      )
      .execute()
    // Reasons may name people: the audit log notes which items are missing.
    const { missing } = await loadChecklist(tx, before.id)
    return updated(auditedDocument, before, await documents.require(tx, input.id), {
      checklistOfVersion: before.number,
      missingItems: missing,
    })
  },
})

async function loadChecklist(db: ReadDb | Tx, documentId: string): Promise<contract.StatementChecklist> {
  const document = await documents.require(db, documentId)
  const stored = await db
    .selectFrom('statement_checklists')
    .select(['document_number', 'uses_scenarios', 'answers'])
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  const scheme = document.schemeId ? await schemes.require(db, document.schemeId) : null
  const scope = scheme && getIorpScope(scheme)
  const notRequiredReason =
    document.kind !== 'PENSION_BENEFIT_STATEMENT'
      ? 'The document is not a pension benefit statement'
      : scope && !scope.value
        ? scope.reason
        : null
  const facts = {
    schemeType: (scheme?.type ?? null) as SchemeType | null,
    usesScenarios: stored?.uses_scenarios ?? null,
  }
  const recorded = new Map(
    ((stored?.answers ?? []) as contract.StatementAnswer[]).map((one) => [one.item, one]),
  )
  const answers = notRequiredReason
    ? []
    : contract
        .listStatementItems(facts)
        .map((item) => recorded.get(item) ?? { item, answer: null, reason: null })
  return {
    documentId,
    notRequiredReason,
    usesScenarios: facts.usesScenarios,
    recordedForNumber: stored?.document_number ?? null,
    currentNumber: document.number,
    answers,
    missing: notRequiredReason ? [] : contract.listMissingItems(facts, answers),
  }
}

export const createStatementChecklistOperations = (): Operation[] => [
  getStatementChecklist,
  recordStatementChecklist,
]
