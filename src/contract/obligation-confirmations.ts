/** Answers for many obligations that fell due before their scheme was added: by rule, in batches, with an undo. */
import { z } from 'zod'
import { command, query } from './define.ts'
import { addIssuesOfAnswer, Confirmation, RuleId } from './obligations.ts'
import {
  CivilDate,
  Day,
  Id,
  Instant,
  listOf,
  Nothing,
  optional,
  pageOf,
  reason,
  recordFields,
} from './values.ts'

/** Obligations answered by one request: a transaction of about a second. */
export const CONFIRMED_IN_A_BATCH = 500

const filters = {
  schemeId: Id.optional(),
  employerId: Id.optional(),
  dueBefore: CivilDate.optional().describe('Only obligations due before this date'),
}

const ToConfirmOfRule = z.object({
  ruleId: z.string(),
  title: z.string(),
  severity: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  obligations: z.int(),
  schemes: z.int(),
  firstDueOn: Day,
  lastDueOn: Day,
})
export type ToConfirmOfRule = z.infer<typeof ToConfirmOfRule>

export const listToConfirm = query('obligation.to-confirm', {
  route: 'GET /api/obligations/to-confirm',
  access: 'BrokerUser',
  summary:
    'Counts by rule the obligations that fell due before their scheme was added and have no record. The rule with the most obligations is first.',
  input: z.strictObject(filters),
  output: z.object({ obligations: z.int(), schemes: z.int(), data: z.array(ToConfirmOfRule) }),
})

export const ConfirmationStatus = z.enum(['RUNNING', 'COMPLETE', 'UNDOING', 'UNDONE'])

export const ObligationConfirmation = z.object({
  ...recordFields,
  tenantId: Id,
  status: ConfirmationStatus.describe(
    'RUNNING: further batches must be answered. UNDOING: further batches must be withdrawn',
  ),
  answer: Confirmation,
  isOnDueDate: z.boolean().describe('True if each obligation was met on its due date'),
  completedOn: Day.nullable(),
  reason: z.string().nullable(),
  ruleIds: z.array(z.string()),
  schemeId: Id.nullable(),
  employerId: Id.nullable(),
  dueBefore: Day.nullable(),
  total: z.int().describe('Number of obligations selected at the start'),
  answered: z.int(),
  undone: z
    .int()
    .describe(
      'Number of obligations whose answer was withdrawn. Obligations that were changed after they were answered keep their state',
    ),
  confirmedBy: Id,
  undoneAt: Instant.nullable(),
})
export type ObligationConfirmation = z.infer<typeof ObligationConfirmation>

export const startConfirmation = command('obligation-confirmation.create', {
  route: 'POST /api/obligation-confirmations',
  access: 'BrokerUser',
  summary: `Answers all obligations to confirm that match the rules and filters, and those listed by id. One call answers up to ${CONFIRMED_IN_A_BATCH}; obligation-confirmation.continue answers the others. Each obligation has an audit entry. A dry run counts them and stores nothing.`,
  input: z
    .object({
      dryRun: z.boolean().default(false),
      ruleIds: z.array(RuleId).max(200).default([]),
      obligationIds: z
        .array(Id)
        .max(200)
        .default([])
        .describe('Further obligations by id. The filters do not apply to them'),
      ...filters,
      expected: z
        .int()
        .min(1)
        .optional()
        .describe(
          'Count from the dry run. If the count has changed since, the service returns 422 and answers no obligation',
        ),
      answer: Confirmation,
      isOnDueDate: z.boolean().default(false).describe('For DONE: each obligation was met on its due date'),
      completedOn: optional(
        CivilDate.describe('For DONE: the date on which all were met. It cannot be in the future'),
      ),
      reason: optional(reason(3)),
    })
    .superRefine((input, context) => {
      if (!input.dryRun) addIssuesOfAnswer(input, context)
      if (input.ruleIds.length + input.obligationIds.length === 0)
        context.addIssue({ code: 'custom', path: ['ruleIds'], message: 'Select at least one obligation' })
    }),
  output: z.object({
    dryRun: z.boolean(),
    obligations: z.int(),
    schemes: z.int(),
    confirmation: ObligationConfirmation.nullable().describe('The confirmation; null for a dry run'),
  }),
})

export const continueConfirmation = command('obligation-confirmation.continue', {
  route: 'POST /api/obligation-confirmations/{id}/continue',
  access: 'BrokerUser',
  summary: `Answers the next obligations of a RUNNING confirmation, up to ${CONFIRMED_IN_A_BATCH}.`,
  input: Nothing,
  output: ObligationConfirmation,
})

export const undoConfirmation = command('obligation-confirmation.undo', {
  route: 'POST /api/obligation-confirmations/{id}/undo',
  access: 'BrokerUser',
  summary: `Withdraws the answers of a confirmation that is not yet UNDONE, up to ${CONFIRMED_IN_A_BATCH} obligations in one call. Obligations that were changed since keep their state. Only the user who confirmed and administrators can do this.`,
  input: Nothing,
  output: ObligationConfirmation,
})

export const listConfirmations = query('obligation-confirmation.list', {
  route: 'GET /api/obligation-confirmations',
  access: 'BrokerUser',
  summary: 'Lists confirmations of many obligations, latest first.',
  input: pageOf({ sort: z.enum(['-createdAt']).default('-createdAt') }),
  output: listOf(ObligationConfirmation),
})
