/**
 * Annual compliance statements (ACS): the trustees' yearly declaration on the code of practice. The code was not available: its form, the two
 * signatures and whether the statement is filed are not verified.
 */
import { z } from 'zod'
import { command, query } from './define.ts'
import type { Transitions } from './transitions.ts'
import {
  CivilDate,
  Day,
  Id,
  line,
  listOf,
  NoParameters,
  optional,
  pageOf,
  prose,
  reason,
  recordFields,
  toStoredFields,
} from './values.ts'

export const ComplianceStatementStatus = z.enum(['DRAFT', 'COMPLETED'])
export type ComplianceStatementStatus = z.infer<typeof ComplianceStatementStatus>

export const Compliant = z
  .enum(['Y', 'N', 'NA'])
  .describe('Y: compliant. N: not compliant. NA: not applicable')

/** Subjects of the code as they are known; its chapters and numbers are taken from its text. */
const SUBJECTS = [
  'Trustees and governance',
  'Fit and proper',
  'Risk management and own-risk assessment',
  'Internal audit',
  'Actuarial function',
  'Outsourcing',
  'Records, data and communication',
  'Investment and contributions',
  'Written policies and breaches',
] as const

export const ComplianceAnswer = z.object({
  ref: line(1, 120).describe('Chapter or subject of the code'),
  compliant: optional(Compliant).describe('Null if not answered yet'),
  explanation: optional(prose(1, 4000)).describe('Required if the answer is N or NA'),
})
export type ComplianceAnswer = z.output<typeof ComplianceAnswer>

const Answers = z
  .array(ComplianceAnswer)
  .min(1, 'Enter at least one chapter or subject')
  .max(100)
  .refine(
    (answers) => new Set(answers.map(({ ref }) => ref.toLowerCase())).size === answers.length,
    'Enter each chapter or subject only once',
  )

const answerFields = {
  answers: Answers.default(SUBJECTS.map((ref) => ({ ref, compliant: null, explanation: null }))),
}

/** Year to which the statement applies. */
const AcsYear = z.int().min(1990).max(2199).describe('Calendar year that the statement covers')

export const NewComplianceStatement = z.object({ acsYear: AcsYear, ...answerFields })
export const EditableComplianceStatement = z.object(answerFields)

export const ComplianceStatement = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  ...toStoredFields(NewComplianceStatement.shape),
  openAnswers: z.int().describe('Number of answers that are missing or lack the required explanation'),
  firstSignatoryId: Id.nullable(),
  firstSignatoryName: z.string().nullable(),
  secondSignatoryId: Id.nullable(),
  secondSignatoryName: z.string().nullable(),
  completedOn: Day.nullable(),
  documentId: Id.nullable().describe('The signed statement; null if it is not stored'),
  providedToAuthorityOn: Day.nullable().describe(
    'Date on which the statement was provided to the Pensions Authority; null if it was not. We have not verified whether it must be filed or only kept',
  ),
  status: ComplianceStatementStatus,
})
export type ComplianceStatement = z.infer<typeof ComplianceStatement>

/** An answer without a decision, or a no or not applicable without its explanation. */
export const isOpenAnswer = ({ compliant, explanation }: Omit<ComplianceAnswer, 'ref'>): boolean =>
  compliant === null || (compliant !== 'Y' && explanation === null)

export const PAGES = {
  schemeComplianceStatements: '/schemes/$schemeId/compliance-statements',
  newComplianceStatement: '/schemes/$schemeId/compliance-statements/new',
  complianceStatement: '/compliance-statements/$statementId',
  editComplianceStatement: '/compliance-statements/$statementId/edit',
}

export const listComplianceStatements = query('compliance-statement.list', {
  route: 'GET /api/compliance-statements',
  access: 'BrokerUser',
  summary: 'Lists annual compliance statements of one scheme or of all schemes.',
  input: pageOf({
    schemeId: Id.optional(),
    acsYear: z.coerce.number().int().min(1990).max(2199).optional(),
    status: ComplianceStatementStatus.optional(),
    sort: z.enum(['-acsYear', '-createdAt']).default('-acsYear'),
  }),
  output: listOf(ComplianceStatement),
})
export const getComplianceStatement = query('compliance-statement.get', {
  route: 'GET /api/compliance-statements/{id}',
  access: 'BrokerUser',
  summary: 'Returns one annual compliance statement.',
  input: NoParameters,
  output: ComplianceStatement,
})
export const createComplianceStatement = command('compliance-statement.create', {
  route: 'POST /api/schemes/{id}/compliance-statements',
  access: 'BrokerUser',
  summary:
    'Creates the annual compliance statement of a scheme for a calendar year. If no answers are given, it contains the known subjects of the code without answers.',
  input: NewComplianceStatement,
  output: ComplianceStatement,
  status: 201,
})
export const updateComplianceStatement = command('compliance-statement.update', {
  route: 'PUT /api/compliance-statements/{id}',
  access: 'BrokerUser',
  summary: 'Replaces the answers of a statement that is not yet completed.',
  input: EditableComplianceStatement,
  output: ComplianceStatement,
})

export type ComplianceStatementVerb = 'complete' | 'reopen' | 'record-provided'

export const COMPLIANCE_STATEMENT_TRANSITIONS: Transitions<
  ComplianceStatementVerb,
  ComplianceStatementStatus
> = {
  complete: { from: ['DRAFT'], to: 'COMPLETED' },
  'record-provided': { from: ['COMPLETED'], to: null },
  reopen: { from: ['COMPLETED'], to: 'DRAFT' },
}

export const completeComplianceStatement = command('compliance-statement.complete', {
  route: 'POST /api/compliance-statements/{id}/complete',
  access: 'BrokerUser',
  summary:
    'DRAFT to COMPLETED: records that two different trustees in office signed the statement. Every answer must be given, and N and NA need an explanation.',
  input: z.object({
    firstSignatoryId: Id.describe('Trustee of the scheme who was in office on the completion date'),
    secondSignatoryId: Id.describe(
      'A different trustee of the scheme who was in office on the completion date',
    ),
    completedOn: CivilDate.optional().describe('Default: today'),
    documentId: optional(Id).describe('The signed statement: a document of the same scheme'),
  }),
  output: ComplianceStatement,
})
export const recordProvidedComplianceStatement = command('compliance-statement.record-provided', {
  route: 'POST /api/compliance-statements/{id}/record-provided',
  access: 'BrokerUser',
  summary: 'Records that the completed statement was provided to the Pensions Authority.',
  input: z.object({
    providedToAuthorityOn: CivilDate.optional().describe('Default: today. Not before the completion date'),
  }),
  output: ComplianceStatement,
})
export const reopenComplianceStatement = command('compliance-statement.reopen', {
  route: 'POST /api/compliance-statements/{id}/reopen',
  access: 'BrokerUser',
  summary:
    'COMPLETED to DRAFT: reopens the statement for a correction. The service removes the signatures and dates from the record.',
  input: z.object({ reason: reason(3) }),
  output: ComplianceStatement,
})
