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
      'Regular contributions of the month before with their corrections; null: the member has no line in it',
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
    .describe('The batch that the month has already; null: the month can be entered or uploaded'),
  lines: z.array(ExpectedLine),
})
export type ExpectedLines = z.infer<typeof ExpectedLines>

export const listExpectedLines = query('contribution.expected-lines', {
  route: 'GET /api/contributions/expected-lines',
  access: 'EmployerUser',
  summary:
    'Members who participate in a payroll month, with the amounts expected from their pay and contribution rates, and the amounts of the month before.',
  input: z.strictObject({
    schemeId: Id,
    employerId: Id.optional().describe("The scheme's employer unless given"),
    payrollMonth: Month,
  }),
  output: ExpectedLines,
})

/** A larger amount is a number that no line can hold; above €1,000,000 it is R05. */
const EntryCents = z.int().min(-MOST_CENTS).max(MOST_CENTS).default(0).describe('Money in cents, EUR')

export const EntryLine = z.object({
  memberId: Id,
  kind: LineKind.default('REGULAR').describe('A negative amount needs CORRECTION'),
  payOn: optional(CivilDate).describe(
    'Date of the deduction, in all lines or in none; the last day of the payroll month unless given',
  ),
  periodStartOn: optional(CivilDate),
  periodEndOn: optional(CivilDate),
  pensionablePayCents: optional(Cents).describe('Pay that the contributions are compared with'),
  eeCents: EntryCents,
  erCents: EntryCents,
  avcCents: EntryCents,
  erSpecialCents: EntryCents,
  singlePremiumCents: EntryCents,
  leftOn: optional(CivilDate).describe('Last day of service, where the member left'),
})
export type EntryLine = z.output<typeof EntryLine>

/** What fits into a JSON body; a file has room for more. */
const MOST_LINES = 5_000

const EntryIssue = ImportIssue.omit({ row: true, column: true }).extend({
  line: z.int().nullable().describe('From 1; null where the entry as a whole is meant'),
  memberId: Id.nullable(),
  field: z.string().nullable().describe('Field of the line; null where the line is meant'),
})
export type EntryIssue = z.infer<typeof EntryIssue>

const { dryRun, status, counts, moreErrors, warningCodes } = importReport

export const EntryReport = z.object({
  dryRun,
  status,
  counts,
  errors: z.array(EntryIssue).describe('By line; at most 1,000'),
  moreErrors,
  warningCodes,
  batchId: Id.nullable().describe('null for a dry run'),
  id: Id.nullable().describe('The same'),
  payrollMonth: Month,
  dueOn: Day,
  totals: ContributionTotals,
  declaredTotalCents: z.int().nullable(),
  missingMembers: z.int().describe('Active members without a line (W05)'),
  batch: ContributionBatch.nullable(),
})
export type EntryReport = z.infer<typeof EntryReport>

export const enterContributions = command('contribution.enter', {
  route: 'POST /api/contributions/entries',
  access: 'EmployerUser',
  rateClass: 'upload',
  summary:
    'Imports the amounts of a payroll month by member, whole or not at all, with the checks and issue codes of a file; a dry run answers the same report with 200. Rejected lines are answered with 422, and nothing is stored.',
  input: z.object({
    schemeId: Id,
    employerId: Id.optional().describe("The scheme's employer unless given"),
    payrollMonth: Month,
    source: z
      .enum(['MANUAL', 'API'])
      .default('API')
      .describe('MANUAL: entered by a person, as on the page of the service'),
    declaredTotalCents: optional(Cents).describe('Control total; a different sum is refused (F05)'),
    lines: z.array(EntryLine).min(1).max(MOST_LINES),
    dryRun: z.boolean().default(false).describe('Validates and stores nothing'),
    confirmedWarnings: z
      .array(line(1, 10))
      .max(50)
      .default([])
      .describe('Codes of the warnings that were read; a commit with an unconfirmed one is 422'),
  }),
  output: EntryReport,
  status: 201,
})
