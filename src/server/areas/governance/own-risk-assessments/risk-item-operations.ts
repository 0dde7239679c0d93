import type { z } from 'zod'
import * as contract from '../../../../contract/risk-items.ts'
import { MOST_RISK_ITEMS } from '../../../../contract/risk-items.ts'
import { toColumns } from '../../../operation/columns.ts'
import { buildEditorExpression } from '../../../operation/four-eyes.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { createStatusRefusal } from '../../../operation/transitions.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { created, defineCommand, type Operation, removed } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { auditedRiskItem, riskItems } from './records.ts'

export function createRiskItemOperations(): Operation[] {
  return [
    defineList(contract.listRiskItems, riskItems, 'ownRiskAssessment'),
    defineGet(contract.getRiskItem, 'riskItem', riskItems),
    defineCommand({
      contract: contract.createRiskItem,
      owner: ({ id }, find) => find.ownRiskAssessment(id),
      async handle({ input, tx, actor }) {
        const { tenant_id, scheme_id } = await editRegister(tx, actor, input.id)
        const { count } = await tx
          .selectFrom('risk_items')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('assessment_id', '=', input.id)
          .executeTakeFirstOrThrow()
        if (Number(count) >= MOST_RISK_ITEMS)
          throw createBusinessRuleRefusal(
            'TOO_MANY',
            `A risk register holds at most ${MOST_RISK_ITEMS} items`,
          )
        const id = createId()
        await tx
          .insertInto('risk_items')
          .values({
            id,
            tenant_id,
            scheme_id,
            assessment_id: input.id,
            created_by: actor.id,
            ...buildColumns(input),
          })
          .execute()
        return {
          ...created(auditedRiskItem, await riskItems.require(tx, id)),
          location: `/api/risk-items/${id}`,
        }
      },
    }),
    defineChange(
      contract.updateRiskItem,
      { records: riskItems, audited: auditedRiskItem },
      async ({ input, before, tx, actor }) => {
        await editRegister(tx, actor, before.assessmentId)
        return buildColumns(input)
      },
    ),
    defineCommand({
      contract: contract.removeRiskItem,
      owner: ({ id }, find) => find.riskItem(id),
      async handle({ input, tx, actor }) {
        const before = await riskItems.require(tx, input.id)
        await editRegister(tx, actor, before.assessmentId)
        await tx.deleteFrom('risk_items').where('id', '=', input.id).execute()
        return removed(auditedRiskItem, before)
      },
    }),
  ]
}

/**
 * Risk items can change only while the assessment is being drafted; the lock prevents a concurrent submission. The editor is recorded,
 * because an editor cannot approve the assessment.
 */
async function editRegister(
  tx: Tx,
  actor: Actor,
  assessmentId: string,
): Promise<{ tenant_id: string; scheme_id: string; status: string }> {
  const assessment = await tx
    .selectFrom('own_risk_assessments')
    .select(['tenant_id', 'scheme_id', 'status'])
    .where('id', '=', assessmentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (assessment.status !== 'DRAFTING') throw createStatusRefusal(assessment.status, ['DRAFTING'])
  await tx
    .updateTable('own_risk_assessments')
    .set({ edited_by: buildEditorExpression(actor.id) })
    .where('id', '=', assessmentId)
    .execute()
  return assessment
}

const buildColumns = (input: z.output<typeof contract.EditableRiskItem>) =>
  toColumns(contract.EditableRiskItem, input)
