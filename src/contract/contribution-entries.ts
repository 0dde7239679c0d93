import { z } from 'zod'
import {
  ContributionBatch,
  ContributionStatus,
  ContributionTotals,
  LineKind,
  MOST_CENTS,
} from './contributions.ts'
import { command, query } from './define.ts'
import { ExpectedAmount } from './expected-amounts.ts'
import { ImportIssue, importReport } from './imports.ts'
import { MemberStatus } from './members.ts'
import { Cents, CivilDate, Day, Id, line, Month, optional } from './values.ts'

/** The amounts that a month is copied from, by their names in a line. */
const lastMonthFields = { eeCents: z.int(), erCents: z.int(), avcCents: z.int() }

export const ExpectedLine = z.object({
  memberId: Id,
  firstName: z.string(),
  lastName: z.string(),
  worksNumber: z.string().nullable(),
  status: MemberStatus,
  ee: ExpectedAmount,
  er: ExpectedAmount,
  avc: ExpectedAmount,
  lastMonth: z
    .object(lastMonthFields)
    .nullable()
    .describe(
      'Regular contributions of the previous month, corrections included; null if the member has no line in that month',
    ),
})
export type ExpectedLine = z.infer<typeof ExpectedLine>

export const ExpectedLines = z.object({
  schemeId: Id,
  employerId: Id,
  payrollMonth: Month,
  imported: z
    .object({ batchId: Id, status: ContributionStatus })
    .nullable()
    .describe('Existing batch of the payroll month; null if the month can be entered or uploaded'),
  lines: z.array(ExpectedLine),
})
export type ExpectedLines = z.infer<typeof ExpectedLines>

export const listExpectedLines = query('contribution.expected-lines', {
  route: 'GET /api/contributions/expected-lines',
  access: 'EmployerUser',
  summary:
    'Lists the members who participate in a payroll month, with the amounts expected from their pay and contribution rates and the amounts of the previous month.',
  input: z.strictObject({
    schemeId: Id,
    employerId: Id.optional().describe("Default: the scheme's own employer"),
    payrollMonth: Month,
  }),
  output: ExpectedLines,
})

/** A larger amount is a number that no line can hold; above €1,000,000 it is R05. */
const EntryCents = z.int().min(-MOST_CENTS).max(MOST_CENTS).default(0).describe('Amount in euro cents')

export const EntryLine = z.object({
  memberId: Id,
  kind: LineKind.default('REGULAR').describe(
    'Kind of line. A line with a negative amount must be a CORRECTION',
  ),
  payOn: optional(CivilDate).describe(
    'Date of the deduction. Give it in all lines or in none. Default: the last day of the payroll month',
  ),
  periodStartOn: optional(CivilDate),
  periodEndOn: optional(CivilDate),
  pensionablePayCents: optional(Cents).describe(
    'Pensionable pay in euro cents; the service compares the contributions with it',
  ),
  eeCents: EntryCents,
  erCents: EntryCents,
  avcCents: EntryCents,
  erSpecialCents: EntryCents,
  singlePremiumCents: EntryCents,
  leftOn: optional(CivilDate).describe('Last day of service, if the member left'),
})
export type EntryLine = z.output<typeof EntryLine>

/** Most lines in a JSON body; a file can hold more. */
const MOST_LINES = 5_000

const EntryIssue = ImportIssue.omit({ row: true, column: true }).extend({
  line: z
    .int()
    .nullable()
    .describe('Number of the line, from 1; null if the issue concerns the whole request'),
  memberId: Id.nullable(),
  field: z.string().nullable().describe('Field of the line; null if the issue concerns the whole line'),
})

const { dryRun, status, counts, moreErrors, warningCodes } = importReport

export const EntryReport = z.object({
  dryRun,
  status,
  counts,
  errors: z.array(EntryIssue).describe('Issues that prevent the import, by line; at most 1,000'),
  moreErrors,
  warningCodes,
  batchId: Id.nullable().describe('Id of the contribution batch; null for a dry run'),
  id: Id.nullable().describe('Same value as batchId'),
  payrollMonth: Month,
  dueOn: Day,
  totals: ContributionTotals,
  declaredTotalCents: z.int().nullable(),
  missingMembers: z.int().describe('Number of active members without a line (warning W05)'),
  batch: ContributionBatch.nullable(),
})
export type EntryReport = z.infer<typeof EntryReport>

export const enterContributions = command('contribution.enter', {
  route: 'POST /api/contributions/entries',
  access: 'EmployerUser',
  rateClass: 'upload',
  summary:
    'Imports the contributions of a payroll month by member, with the same checks and issue codes as a file. The service stores all lines or none: if a line is rejected, it stores nothing and returns 422. A dry run returns the same report with 200.',
  input: z.object({
    schemeId: Id,
    employerId: Id.optional().describe("Default: the scheme's own employer"),
    payrollMonth: Month,
    source: z
      .enum(['MANUAL', 'API'])
      .default('API')
      .describe('MANUAL: a person entered the amounts. API: another system sent them'),
    declaredTotalCents: optional(Cents).describe(
      'Control total in euro cents. The service refuses the import if the sum differs (F05)',
    ),
    lines: z.array(EntryLine).min(1).max(MOST_LINES),
    dryRun: z.boolean().default(false).describe('True: the service validates and stores nothing'),
    confirmedWarnings: z
      .array(line(1, 10))
      .max(50)
      .default([])
      .describe(
        'Codes of the warnings that the user has confirmed. An import with an unconfirmed warning returns 422',
      ),
  }),
  output: EntryReport,
  status: 201,
})
