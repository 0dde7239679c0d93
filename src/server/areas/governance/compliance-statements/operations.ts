import type { ComplianceStatement } from '../../../../contract/compliance-statements.ts'
import * as contract from '../../../../contract/compliance-statements.ts'
import { requirePastDateOrToday } from '../../../operation/date-guards.ts'
import { type Duplicates, withDuplicateErrors } from '../../../operation/duplicates.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
import { created, defineCommand, find, type Operation } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createConflictRefusal } from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { requireSchemeDocument } from '../../documents/documents/index.ts'
import { schemes } from '../../schemes/schemes/index.ts'
import { trustees } from '../../schemes/trustees/index.ts'
import { auditedComplianceStatement, complianceStatements } from './records.ts'

const DUPLICATES: Duplicates = {
  compliance_statements_of_year: ['acsYear', 'This scheme already has a compliance statement for that year'],
}

const SIGNATORIES = ['firstSignatoryId', 'secondSignatoryId'] as const

const defineTransition = transitionCommands({
  records: complianceStatements,
  audited: auditedComplianceStatement,
  transitions: contract.COMPLIANCE_STATEMENT_TRANSITIONS,
})

const listComplianceStatements = defineList(contract.listComplianceStatements, complianceStatements)

const getComplianceStatement = defineGet(
  contract.getComplianceStatement,
  'complianceStatement',
  complianceStatements,
)

const createComplianceStatement = (clock: Clock): Operation =>
  defineCommand({
    contract: contract.createComplianceStatement,
    owner: ({ id }, find) => find.scheme(id),
    async handle({ input, tx, actor }) {
      if (input.acsYear > Number(getTodayInDublin(clock).slice(0, 4)))
        throw createBusinessRuleRefusal(
          'YEAR_IN_FUTURE',
          'The year of the statement cannot be in the future',
          { field: 'acsYear' },
        )
      const scheme = await schemes.require(tx, input.id)
      const id = createId()
      await withDuplicateErrors(
        DUPLICATES,
        tx
          .insertInto('compliance_statements')
          .values({
            id,
            tenant_id: scheme.tenantId,
            scheme_id: scheme.id,
            created_by: actor.id,
            acs_year: input.acsYear,
            answers: JSON.stringify(input.answers),
          })
          .execute(),
      )
      const statement = await complianceStatements.require(tx, id)
      return {
        ...created(auditedComplianceStatement, statement),
        location: `/api/compliance-statements/${id}`,
      }
    },
  })

const updateComplianceStatement = defineChange(
  contract.updateComplianceStatement,
  { records: complianceStatements, audited: auditedComplianceStatement },
  ({ input, before }) => {
    if (before.status !== 'DRAFT')
      throw createConflictRefusal('The statement is completed: reopen it to correct an answer', {
        code: 'ILLEGAL_TRANSITION',
        status: before.status,
      })
    return { answers: JSON.stringify(input.answers) }
  },
)

const completeComplianceStatement = (clock: Clock): Operation =>
  defineTransition(contract.completeComplianceStatement, async ({ input, before, tx, actor }) => {
    for (const field of SIGNATORIES) await requireOwned(tx, actor, find.trustee(input[field]))
    await requireSchemeDocument(tx, actor, input.documentId, before)
    const completedOn = requirePastDateOrToday(clock, input.completedOn, 'completedOn')
    if (before.openAnswers > 0)
      throw createBusinessRuleRefusal(
        'ANSWERS_OPEN',
        'Answer each point. Explain each answer No or Not applicable',
        { openAnswers: before.openAnswers },
      )
    if (input.firstSignatoryId === input.secondSignatoryId)
      throw createBusinessRuleRefusal('SAME_SIGNATORY', 'Choose two different trustees', {
        field: 'secondSignatoryId',
      })
    for (const field of SIGNATORIES)
      await requireTrusteeInOffice(tx, before, { field, trusteeId: input[field], on: completedOn })
    return {
      first_signatory_id: input.firstSignatoryId,
      second_signatory_id: input.secondSignatoryId,
      completed_on: completedOn,
      document_id: input.documentId,
    }
  })

const recordProvided = (clock: Clock): Operation =>
  defineTransition(contract.recordProvidedComplianceStatement, ({ input, before }) => {
    const on = requirePastDateOrToday(clock, input.providedToAuthorityOn, 'providedToAuthorityOn')
    if (before.completedOn && on < before.completedOn)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The statement cannot be provided before it was completed',
        { field: 'providedToAuthorityOn' },
      )
    return { provided_to_authority_on: on }
  })

const reopenComplianceStatement = defineTransition(
  contract.reopenComplianceStatement,
  () => ({
    first_signatory_id: null,
    second_signatory_id: null,
    completed_on: null,
    provided_to_authority_on: null,
  }),
  ({ reason }) => ({ reason }),
)

export function createComplianceStatementOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    listComplianceStatements,
    getComplianceStatement,
    createComplianceStatement(clock),
    updateComplianceStatement,
    completeComplianceStatement(clock),
    recordProvided(clock),
    reopenComplianceStatement,
  ]
}

/** A trustee of the scheme, appointed by that day and not ceased on it. */
async function requireTrusteeInOffice(
  tx: Tx,
  { schemeId }: Pick<ComplianceStatement, 'schemeId'>,
  { field, trusteeId, on }: { field: string; trusteeId: string; on: string },
): Promise<void> {
  const trustee = await trustees.require(tx, trusteeId)
  if (trustee.schemeId !== schemeId)
    throw createBusinessRuleRefusal('NOT_TOGETHER', 'Choose a trustee of this scheme', { field })
  const { appointedOn, ceasedOn } = trustee
  if (appointedOn === null || appointedOn > on || (ceasedOn !== null && ceasedOn <= on))
    throw createBusinessRuleRefusal(
      'NOT_IN_OFFICE',
      'Choose a trustee who was in office on the day of the signature',
      { field },
    )
}
