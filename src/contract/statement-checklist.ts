/**
 * Content of a pension benefit statement (Directive 2016/2341 arts 38-40). Which items are asked for depends on the scheme; an item without
 * an answer, or not applicable without a reason, is missing. A missing item prevents nothing.
 */
import { z } from 'zod'
import type { CitationId } from './citations.ts'
import { command, query } from './define.ts'
import { DocumentRecord } from './documents.ts'
import type { SchemeType } from './schemes.ts'
import { Id, NoParameters, optional, prose } from './values.ts'

interface StatementItemDefinition {
  label: string
  citation: CitationId
}
const defineItem = (citation: CitationId, label: string): StatementItemDefinition => ({ citation, label })

export const STATEMENT_ITEMS = {
  TITLE: defineItem('DIR 38 form', 'The title contains “Pension Benefit Statement”'),
  REFERENCE_DATE: defineItem('DIR 38 form', 'The exact reference date, stated prominently'),
  DELIVERY: defineItem('DIR 38', 'Free of charge, electronically or on paper; a paper copy on request'),
  MATERIAL_CHANGES: defineItem('DIR 38 form', 'Material changes since the previous year, clearly indicated'),
  PERSONAL_DETAILS: defineItem('DIR 39', 'Personal details with the retirement age'),
  SCHEME_DETAILS: defineItem('DIR 39', 'Name and contact address of the institution, and the scheme'),
  GUARANTEES: defineItem('DIR 39', 'Full or partial guarantees, and where to read about them'),
  PROJECTIONS: defineItem(
    'DIR 39',
    'Projections to the retirement age, with the note that the benefits may differ',
  ),
  SCENARIOS: defineItem('DIR 39', 'A best estimate and an unfavourable scenario'),
  ACCRUED_BENEFITS: defineItem('DIR 39', 'Accrued entitlements or accumulated capital'),
  CONTRIBUTIONS: defineItem(
    'DIR 39',
    'Contributions of employer and member, over the last 12 months at least',
  ),
  COSTS: defineItem('DIR 39', 'Breakdown of the costs deducted, over the last 12 months at least'),
  FUNDING_LEVEL: defineItem('DIR 39', 'Funding level of the scheme as a whole'),
  OPTIONS: defineItem('DIR 40', 'Where to learn about the options of the member'),
  REPORTS: defineItem('DIR 40', 'Where to find annual accounts, annual report and investment statement'),
  ANNUITY_ASSUMPTIONS: defineItem('DIR 40', 'Where to find the assumptions of amounts stated as annuities'),
  LEAVING_SERVICE: defineItem('DIR 40', 'Where to find the benefits on leaving service'),
  IMPOSED_INVESTMENT: defineItem('DIR 40', 'Where to learn about an investment option that the rules impose'),
  PREPARATION: defineItem('SI128 31', 'Prepared and provided as the Irish regulations require'),
} as const satisfies Record<string, StatementItemDefinition>
export const StatementItem = z.enum(
  Object.keys(STATEMENT_ITEMS) as [keyof typeof STATEMENT_ITEMS, ...(keyof typeof STATEMENT_ITEMS)[]],
)
export type StatementItem = z.infer<typeof StatementItem>

export const StatementAnswer = z.object({
  item: StatementItem,
  answer: optional(z.enum(['YES', 'NOT_APPLICABLE'])).describe('Null if not answered'),
  reason: optional(prose(1, 1000)).describe('Why the item is not applicable. Do not name people'),
})
export type StatementAnswer = z.output<typeof StatementAnswer>

interface StatementFacts {
  /** Null: the document names no scheme. */
  schemeType: SchemeType | null
  /** Whether the projections use economic scenarios; null if not recorded. */
  usesScenarios: boolean | null
}

/** The items asked for. An unknown scheme, or an unknown use of scenarios, leaves no item out. */
export const listStatementItems = ({ schemeType, usesScenarios }: StatementFacts): StatementItem[] =>
  StatementItem.options.filter((name) => {
    if (name === 'FUNDING_LEVEL') return schemeType === 'DB' || schemeType === null
    if (name === 'IMPOSED_INVESTMENT') return schemeType !== 'DB'
    return name !== 'SCENARIOS' || usesScenarios !== false
  })

const isAnswered = ({ answer, reason }: StatementAnswer): boolean =>
  answer === 'YES' || (answer === 'NOT_APPLICABLE' && reason !== null)

export const listMissingItems = (
  facts: StatementFacts,
  answers: readonly StatementAnswer[],
): StatementItem[] => {
  const answered = new Set(answers.filter(isAnswered).map(({ item: name }) => name))
  return listStatementItems(facts).filter((name) => !answered.has(name))
}

export const StatementChecklist = z.object({
  documentId: Id,
  notRequiredReason: z.string().nullable().describe('Why no checklist is required; null if it is required'),
  usesScenarios: z.boolean().nullable().describe('Null if not recorded'),
  recordedForNumber: z
    .int()
    .nullable()
    .describe('Version of the document that was checked; null if none was'),
  currentNumber: z.int(),
  answers: z
    .array(
      z.object({
        ...StatementAnswer.shape,
        answer: z.enum(['YES', 'NOT_APPLICABLE']).nullable(),
        reason: z.string().nullable(),
      }),
    )
    .describe('One answer for each required item, in the order of the law'),
  missing: z.array(StatementItem),
})
export type StatementChecklist = z.infer<typeof StatementChecklist>

export const getStatementChecklist = query('document.statement-checklist', {
  route: 'GET /api/documents/{id}/statement-checklist',
  access: 'BrokerUser',
  summary: 'Returns the content checklist of a pension benefit statement with the missing items.',
  input: NoParameters,
  output: StatementChecklist,
})
export const recordStatementChecklist = command('document.record-statement-checklist', {
  route: 'POST /api/documents/{id}/record-statement-checklist',
  access: 'BrokerUser',
  summary:
    'Records the content checklist of the current version of a pension benefit statement. Missing items are listed in the response and do not cause an error.',
  input: z.object({
    usesScenarios: optional(z.boolean()).describe(
      'Whether the projections use economic scenarios; null if not recorded',
    ),
    answers: z
      .array(StatementAnswer)
      .max(StatementItem.options.length)
      .refine(
        (answers) => new Set(answers.map(({ item: name }) => name)).size === answers.length,
        'Answer each item only once',
      ),
  }),
  output: DocumentRecord,
})
