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

export const Compliant = z.enum(['Y', 'N', 'NA']).describe('Y: yes, N: no, NA: not applicable')

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
  compliant: optional(Compliant).describe('Null: not answered yet'),
  explanation: optional(prose(1, 4000)).describe('Needed where the answer is no or not applicable'),
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
  openAnswers: z.int().describe('Answers that are missing, or lack their explanation'),
  firstSignatoryId: Id.nullable(),
  firstSignatoryName: z.string().nullable(),
  secondSignatoryId: Id.nullable(),
  secondSignatoryName: z.string().nullable(),
  completedOn: Day.nullable(),
  documentId: Id.nullable().describe('The signed statement'),
  providedToAuthorityOn: Day.nullable().describe('Whether it is filed or kept was not verified'),
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
  summary: 'Annual compliance statements, of one scheme or of all.',
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
  summary: 'One annual compliance statement.',
  input: NoParameters,
  output: ComplianceStatement,
})
export const createComplianceStatement = command('compliance-statement.create', {
  route: 'POST /api/schemes/{id}/compliance-statements',
  access: 'BrokerUser',
  summary:
    'Starts the annual compliance statement of a scheme for a calendar year. Without answers it begins with the known subjects of the code.',
  input: NewComplianceStatement,
  output: ComplianceStatement,
  status: 201,
})
export const updateComplianceStatement = command('compliance-statement.update', {
  route: 'PUT /api/compliance-statements/{id}',
  access: 'BrokerUser',
  summary: 'Replaces the answers of a statement that is not completed.',
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
    'DRAFT to COMPLETED: two different trustees in office signed it. Every answer is given; a no or not applicable has an explanation.',
  input: z.object({
    firstSignatoryId: Id.describe('A trustee of the scheme in office on that day'),
    secondSignatoryId: Id.describe('Another trustee of the scheme in office on that day'),
    completedOn: CivilDate.optional().describe('Today unless given'),
    documentId: optional(Id).describe('The signed statement, of the same scheme'),
  }),
  output: ComplianceStatement,
})
export const recordProvidedComplianceStatement = command('compliance-statement.record-provided', {
  route: 'POST /api/compliance-statements/{id}/record-provided',
  access: 'BrokerUser',
  summary: 'Records that the completed statement was provided to the Authority.',
  input: z.object({
    providedToAuthorityOn: CivilDate.optional().describe('Today unless given; not before it was completed'),
  }),
  output: ComplianceStatement,
})
export const reopenComplianceStatement = command('compliance-statement.reopen', {
  route: 'POST /api/compliance-statements/{id}/reopen',
  access: 'BrokerUser',
  summary: 'COMPLETED to DRAFT, for a correction: the signatures and dates are removed from the record.',
  input: z.object({ reason: reason(3) }),
  output: ComplianceStatement,
})
