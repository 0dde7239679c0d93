import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, defineRecordCommands, query } from './define.ts'
import { IMPORT_LIMITS, importFields, importReport, keptReport } from './imports.ts'
import { SchemeType } from './scheme-type.ts'
import type { Transitions } from './transitions.ts'
import {
  Cents,
  CivilDate,
  Day,
  defineFormField,
  Id,
  Instant,
  ListFields,
  line,
  listOf,
  listWithSummaries,
  Month,
  NOT_VERIFIED,
  NoParameters,
  Nothing,
  optional,
  pageOf,
  reason,
  recordFields,
} from './values.ts'

/**
 * A batch is one payroll month of one employer in one scheme. REJECTED: the file had rows that could not be read, and none of it was
 * imported; UNDONE: the import was undone before money was recorded, so that the month can be imported again.
 */
export const ContributionStatus = z.enum([
  'EXPECTED',
  'REJECTED',
  'AWAITING_FUNDS',
  'PART_FUNDED',
  'FUNDED',
  'INVESTED',
  'CLOSED',
  'UNDONE',
])
export type ContributionStatus = z.infer<typeof ContributionStatus>

/** MANUAL: entered on the page of the service; API: sent by another program. */
const ContributionSource = z.enum(['CSV', 'XLSX', 'MANUAL', 'API'])

/** LATE: all the money came after the due date; OVERDUE: it is not all there and the date has passed. */
export const ContributionFlag = z.enum(['LATE', 'OVERDUE', 'SHORT', 'OVER', 'INVESTED_LATE'])
export type ContributionFlag = z.infer<typeof ContributionFlag>

/** Column names of a contribution file (domain: contributions CSV). */
export const CONTRIBUTION_COLUMNS = [
  'ppsn',
  'works_number',
  'first_name',
  'last_name',
  'pay_date',
  'period_start',
  'period_end',
  'pensionable_pay',
  'ee_contribution',
  'er_contribution',
  'avc',
  'er_special',
  'single_premium',
  'kind',
  'leave_date',
  'comment',
] as const
export type ContributionColumn = (typeof CONTRIBUTION_COLUMNS)[number]

export const ContributionTotals = z.object({
  eeCents: z.int().describe('Employee contributions deducted from pay, in euro cents'),
  erCents: z.int(),
  avcCents: z
    .int()
    .describe('Additional voluntary contributions (AVCs), also deducted from pay, in euro cents'),
  erSpecialCents: z.int(),
  singlePremiumCents: z.int(),
  totalCents: z.int(),
})

export const ContributionBatch = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  schemeType: SchemeType,
  employerId: Id,
  employerName: z.string(),
  payrollMonth: Month,
  status: ContributionStatus,
  source: ContributionSource.nullable().describe(
    'How the amounts arrived; null if no file or entry exists yet',
  ),
  fileName: z
    .string()
    .describe('Name of the payroll file; empty if a person or another system entered the amounts'),
  fileSha256: z.string(),
  rowCount: z.int(),
  warnings: z.int().describe('Number of rows that were imported with a confirmed warning'),
  confirmedWarnings: z.array(z.string()),
  eeCents: z.int(),
  erCents: z.int(),
  avcCents: z.int(),
  erSpecialCents: z.int(),
  singlePremiumCents: z.int(),
  totalCents: z.int().describe('Sum of the lines in euro cents, corrections included'),
  declaredTotalCents: z.int().nullable(),
  receivedCents: z.int(),
  receivedOn: Day.nullable().describe('Date of the last receipt; null if no money was received'),
  fundedOn: Day.nullable().describe(
    'Date on which the receipts reached the total; null while they are below it',
  ),
  firstReceivedOn: Day.nullable().describe('Date of the first receipt; null if no money was received'),
  receiptMonths: z
    .array(
      z.object({
        month: Month,
        lastReceivedOn: Day,
        investedOn: Day.nullable().describe(
          'Date on which all money received in this month was invested; null if it is not recorded separately',
        ),
      }),
    )
    .describe(
      `Calendar months in which money was received and kept, direct payments included. A trust RAC must invest the money of each month within ten days after its end (${formatCitedSources('PA 59(1)(aa)')})`,
    ),
  deductionsReceivedOn: Day.nullable().describe(
    'Date on which the amounts deducted from employees were received in full; null while they are not, or if the receipts do not show which part they are',
  ),
  employerReceivedOn: Day.nullable().describe(
    "Date on which the employer's own contributions were received in full; null while they are not, or if the receipts do not show which part they are",
  ),
  investedOn: Day.nullable(),
  deductionsInvestedOn: Day.nullable().describe(
    'Date on which the amounts deducted from employees were invested; null if it was not recorded separately from the rest',
  ),
  statementIssuedOn: Day.nullable(),
  dueOn: Day.describe(
    `Due date: the 21st of the month after the deduction (${formatCitedSources('PA 58A(1)', 'PA 58A(2)')})`,
  ),
  investByOn: Day.nullable().describe(
    `Date by which the money must be invested: ten days after the due date (${formatCitedSources('PA 59(1)(a)')}); null if that rule does not apply`,
  ),
  varianceCents: z
    .int()
    .describe('Amount received minus the total, in euro cents; negative if money is missing'),
  daysLate: z
    .int()
    .describe('Days from the due date to the date of full receipt, or to today while money is missing'),
  flags: z.array(ContributionFlag),
  uploadedBy: z.string().nullable(),
  undoneAt: Instant.nullable(),
  undoReason: z.string().nullable(),
})
export type ContributionBatch = z.infer<typeof ContributionBatch>

export const LineKind = z.enum(['REGULAR', 'SINGLE', 'TRANSFER_IN', 'CORRECTION'])
export type LineKind = z.infer<typeof LineKind>
export const ContributionLine = z.object({
  id: Id,
  createdAt: Instant,
  batchId: Id,
  payrollMonth: Month,
  memberId: Id,
  memberName: z.string(),
  worksNumber: z.string().nullable(),
  number: z.int().describe('Number of the line in the batch, from 1'),
  row: z.int().nullable().describe('Row of the file; null if the line is a correction'),
  kind: LineKind,
  corrects: Id.nullable().describe('Line that this correction changes; null if the line is not a correction'),
  payOn: Day,
  periodStartOn: Day.nullable(),
  periodEndOn: Day.nullable(),
  pensionablePayCents: z.int().nullable(),
  eeCents: z.int(),
  erCents: z.int(),
  avcCents: z.int(),
  erSpecialCents: z.int(),
  singlePremiumCents: z.int(),
  totalCents: z.int(),
  expectedEeCents: z
    .int()
    .nullable()
    .describe('Amount expected by the rates of the member or the scheme, in euro cents; null if not known'),
  expectedErCents: z.int().nullable(),
  flags: z.array(z.string()).describe('Codes of the warnings confirmed for this row'),
  note: z.string().nullable().describe('Reason for the correction; null if the line is not a correction'),
})
export type ContributionLine = z.infer<typeof ContributionLine>

/** One obligation of the contribution clock, as of today. */
export const ContributionObligation = z.object({
  rule: z.enum(['CON-01', 'CON-02', 'CON-03', 'CON-04', 'CON-05']),
  title: z.string(),
  source: z.string(),
  applies: z
    .boolean()
    .nullable()
    .describe('Whether the obligation applies; null if the records do not show it'),
  reason: z.string().describe('Why the obligation applies, does not apply, or cannot be determined'),
  state: z.enum(['NOT_DUE', 'MET', 'LATE', 'OVERDUE', 'CANNOT_TELL', 'NOT_APPLICABLE']),
  dueOn: Day.nullable(),
  metOn: Day.nullable(),
  daysLate: z.int(),
  dueCents: z.int().nullable(),
  receivedCents: z
    .int()
    .nullable()
    .describe('Amount received in euro cents; null if the receipts do not show which part they are'),
})
export type ContributionObligation = z.infer<typeof ContributionObligation>

export const BreachCandidate = z.object({
  category: z.enum(['LATE_REMITTANCE', 'LATE_INVESTMENT', 'DISCLOSURE']),
  rule: z.string(),
  source: z.string(),
  severity: z.enum(['MEDIUM', 'HIGH', 'CRITICAL']).describe('Severity by our own scale, not law'),
  daysLate: z.int(),
  amountCents: z.int().nullable(),
  message: z.string(),
})

export type BreachCandidate = z.infer<typeof BreachCandidate>

export const ContributionReceipt = z.object({
  id: Id,
  createdAt: Instant,
  receivedOn: Day,
  amountCents: z.int().describe('Amount in euro cents; negative for a refund'),
  employeeCents: z
    .int()
    .nullable()
    .describe('Part of the amount that was deducted from employees, in euro cents; null if not known'),
  isDirect: z
    .boolean()
    .describe(
      'True if the member paid the money to the trustees directly, not through payroll. It does not count towards what the employer owes',
    ),
  reference: z.string().nullable(),
  recordedBy: z.string().nullable(),
  recordedAt: Instant,
})

export type ContributionReceipt = z.infer<typeof ContributionReceipt>

export const ContributionClock = z.object({
  batchId: Id,
  asOfOn: Day,
  dueOn: Day,
  payByOn: Day.describe(
    'Suggested payment date: the due date, or the Friday before it if it falls on a weekend. Public holidays are not considered. Advice, not law',
  ),
  duties: z.array(ContributionObligation),
  breachCandidates: z.array(BreachCandidate),
  reconciliation: z.object({
    declaredCents: z.int().nullable(),
    summedCents: z.int(),
    receivedCents: z.int(),
    declaredDifferenceCents: z
      .int()
      .nullable()
      .describe('Declared total minus the sum of the lines, in euro cents; null if no total was declared'),
    receivedDifferenceCents: z.int().describe('Amount received minus the sum of the lines, in euro cents'),
  }),
  receipts: z.array(ContributionReceipt),
})
export type ContributionClock = z.infer<typeof ContributionClock>

/** A row in a list: without what only the page of the record shows. */
export const ContributionBatchSummary = ContributionBatch.omit({
  updatedAt: true,
  source: true,
  fileName: true,
  confirmedWarnings: true,
  uploadedBy: true,
  undoReason: true,
  statementIssuedOn: true,
  erSpecialCents: true,
  singlePremiumCents: true,
})
export type ContributionBatchSummary = z.infer<typeof ContributionBatchSummary>

export const listContributions = query('contribution.list', {
  route: 'GET /api/contributions',
  access: 'EmployerUser',
  summary: 'Lists contribution batches. A batch is one payroll month of one employer in one scheme.',
  input: pageOf({
    fields: ListFields,
    schemeId: Id.optional(),
    employerId: Id.optional(),
    payrollMonth: Month.optional(),
    status: ContributionStatus.optional(),
    late: z
      .enum(['true', 'false'])
      .optional()
      .describe('true: batches that are paid late, overdue today or invested late; false: all others'),
    flag: ContributionFlag.optional().describe('Only batches that have this flag today'),
    sort: z.enum(['-payrollMonth', 'payrollMonth', 'dueOn', '-dueOn', '-createdAt']).default('-payrollMonth'),
  }),
  output: listWithSummaries(ContributionBatch, ContributionBatchSummary),
})
export const getContribution = query('contribution.get', {
  route: 'GET /api/contributions/{id}',
  access: 'EmployerUser',
  summary: 'Returns one contribution batch.',
  input: NoParameters,
  output: ContributionBatch,
})

export const UploadReport = z.object({
  ...importReport,
  ...keptReport,
  batchId: Id.nullable().describe('Id of the contribution batch; null for a dry run'),
  id: Id.nullable().describe('Same value as batchId'),
  payrollMonth: Month,
  dueOn: Day,
  totals: ContributionTotals,
  declaredTotalCents: z.int().nullable(),
  missingMembers: z.int().describe('Number of active members who are not in the file (warning W05)'),
  batch: ContributionBatch.nullable(),
})
export type UploadReport = z.infer<typeof UploadReport>

export const uploadContributions = command('contribution.upload', {
  route: 'POST /api/contributions',
  access: 'EmployerUser',
  body: 'multipart',
  rateClass: 'upload',
  summary:
    'Imports a payroll file: CSV, or the first sheet of an XLSX workbook. The service imports all rows or none. If it rejects a row, it stores the file as a REJECTED batch without lines and returns 422. A dry run returns the same report with 200.',
  input: z.object({
    schemeId: Id,
    employerId: Id.optional().describe("Default: the scheme's own employer"),
    payrollMonth: Month,
    declaredTotalCents: optional(defineFormField(Cents)).describe(
      'Control total in euro cents. The service refuses the import if the sum differs (F05)',
    ),
    ...importFields,
  }),
  output: UploadReport,
  status: 201,
  fileBytes: IMPORT_LIMITS.bytes,
  storedFileField: 'importDraftId',
})

export const listContributionLines = query('contribution.lines', {
  route: 'GET /api/contributions/{id}/lines',
  access: 'EmployerUser',
  summary: 'Lists the lines of a batch, corrections last.',
  input: pageOf({
    memberId: Id.optional(),
    flagged: z
      .enum(['true', 'false'])
      .optional()
      .describe('true: lines with a warning; false: lines without'),
    sort: z.enum(['number']).default('number'),
  }),
  output: listOf(ContributionLine),
})
export const downloadContributionErrors = query('contribution.errors', {
  route: 'GET /api/contributions/{id}/errors.csv',
  access: 'EmployerUser',
  summary:
    'Returns the rows of the file that have a problem, with the problem beside each row, to send to the employer. PPS numbers are masked.',
  input: NoParameters,
  output: z.string(),
})
export const getContributionClock = query('contribution.clock', {
  route: 'GET /api/contributions/{id}/clock',
  access: 'EmployerUser',
  summary:
    'Returns the obligations of a batch: amounts due, recipient, due date, rule and legal source, and whether they were paid.',
  input: NoParameters,
  output: ContributionClock,
})
export const listMemberContributions = query('member.contributions', {
  route: 'GET /api/members/{id}/contributions',
  access: 'Member',
  summary: 'Lists the contribution lines of one member, latest first. A Member can read only their own.',
  input: pageOf({ sort: z.enum(['-payOn']).default('-payOn') }),
  output: listOf(ContributionLine),
})

export const ContributionMonthState = z
  .enum(['NONE', 'EXPECTED', 'OVERDUE', 'AWAITING_FUNDS', 'PART_FUNDED', 'ON_TIME', 'LATE'])
  .describe(
    'NONE: no contributions are expected. EXPECTED: not yet due, and no file has been uploaded. OVERDUE: past the due date without a file or without full payment. AWAITING_FUNDS: uploaded, no money received. PART_FUNDED: part of the money was received. ON_TIME and LATE: all money was received by or after the due date',
  )
export type ContributionMonthState = z.infer<typeof ContributionMonthState>

const GridCell = z.object({
  month: Month,
  state: ContributionMonthState,
  batchId: Id.nullable(),
  dueOn: Day,
  totalCents: z.int().nullable(),
  receivedCents: z.int().nullable(),
  varianceCents: z.int().nullable(),
  daysLate: z.int(),
})
export const ContributionGrid = z.object({
  asOfOn: Day,
  months: z.array(Month),
  rows: z.array(
    z.object({
      schemeId: Id,
      schemeName: z.string(),
      schemeType: SchemeType,
      employerId: Id,
      employerName: z.string(),
      cells: z.array(GridCell),
      onTimePercent: z
        .number()
        .nullable()
        .describe(
          'Percentage of the last twelve due months that were paid on time; null if no month was due',
        ),
      monthsDue: z.int(),
    }),
  ),
  onTimePercent: z.number().nullable(),
  overdueCents: z.int(),
  truncated: z.boolean().describe('True if not all rows are returned. Filter by scheme or employer'),
})
export type ContributionGrid = z.infer<typeof ContributionGrid>

export const getContributionGrid = query('contribution.grid', {
  route: 'GET /api/contributions/grid',
  access: 'BrokerUser',
  summary:
    'Returns for each employer and month the amounts due and received and the days late, and the on-time rate of twelve months.',
  input: z.strictObject({
    from: Month.optional().describe(
      'First month. Default: eleven months before `to`. At most 24 months in total',
    ),
    to: Month.optional().describe('Last month. Default: the current month in Dublin'),
    schemeId: Id.optional(),
    employerId: Id.optional(),
  }),
  output: ContributionGrid,
})

export type ContributionVerb =
  | 'record-funds'
  | 'record-investment'
  | 'record-deductions-investment'
  | 'record-direct-payment'
  | 'record-receipts-investment'
  | 'record-statement'
  | 'correct'
  | 'close'
  | 'undo'

/**
 * Money decides between AWAITING_FUNDS, PART_FUNDED and FUNDED, so that those verbs name no state. AWAITING_FUNDS leads to
 * CLOSED only where nothing is owed.
 */
export const CONTRIBUTION_TRANSITIONS: Transitions<ContributionVerb, ContributionStatus> = {
  'record-funds': { from: ['AWAITING_FUNDS', 'PART_FUNDED', 'FUNDED'], to: null },
  'record-investment': { from: ['FUNDED'], to: 'INVESTED' },
  'record-deductions-investment': { from: ['PART_FUNDED', 'FUNDED'], to: null },
  'record-direct-payment': {
    from: ['EXPECTED', 'AWAITING_FUNDS', 'PART_FUNDED', 'FUNDED', 'INVESTED'],
    to: null,
  },
  'record-receipts-investment': {
    from: ['EXPECTED', 'AWAITING_FUNDS', 'PART_FUNDED', 'FUNDED', 'INVESTED'],
    to: null,
  },
  'record-statement': { from: ['AWAITING_FUNDS', 'PART_FUNDED', 'FUNDED', 'INVESTED'], to: null },
  correct: { from: ['AWAITING_FUNDS', 'PART_FUNDED', 'FUNDED', 'INVESTED'], to: null },
  close: { from: ['AWAITING_FUNDS', 'INVESTED'], to: 'CLOSED' },
  undo: { from: ['AWAITING_FUNDS'], to: 'UNDONE' },
}

const contributionVerb = defineRecordCommands('contribution', '/api/contributions/{id}', ContributionBatch)

/** Ten billion euro: sums of many such amounts are still exact. */
export const MOST_CENTS = 1_000_000_000_000
const SignedCents = z.int().min(-MOST_CENTS).max(MOST_CENTS)

export const recordFunds = contributionVerb(
  'record-funds',
  'Records money received for a batch, or a refund as a negative amount. The batch becomes PART_FUNDED or FUNDED, depending on the sum.',
  z.object({
    receivedOn: CivilDate.optional().describe('Default: today'),
    amountCents: SignedCents.refine((cents) => cents !== 0, 'Enter an amount').describe(
      'Amount in euro cents',
    ),
    employeeCents: optional(SignedCents).describe(
      `Part of the amount that was deducted from employees (EE and AVC), in euro cents. ${formatCitedSources('PA 58A')} has separate rules for this part and for the employer's own contributions`,
    ),
    reference: optional(line(1, 60)).describe('Reference of the bank transfer'),
  }),
)
export const recordInvestment = contributionVerb(
  'record-investment',
  `FUNDED to INVESTED: records that the trustees invested the money (${formatCitedSources('PA 59(1)(a)')}).`,
  z.object({ on: CivilDate.optional().describe('Default: today') }),
)
export const recordDeductionsInvestment = contributionVerb(
  'record-deductions-investment',
  `Records that the trustees invested the amounts deducted from employees before all money of the batch was received (${formatCitedSources('PA 59(1)(a)')}).`,
  z.object({ on: CivilDate.optional().describe('Default: today') }),
)
export const recordDirectPayment = contributionVerb(
  'record-direct-payment',
  `Records money that a member paid directly to the trustees of a trust RAC. It must be invested like other contributions (${formatCitedSources('PA 59(1)(aa)')}). Our interpretation that the employer's deadlines do not apply to it is ${NOT_VERIFIED}.`,
  z.object({
    receivedOn: CivilDate.optional().describe('Default: today'),
    amountCents: SignedCents.refine((cents) => cents !== 0, 'Enter an amount').describe(
      'Amount in euro cents; negative for a refund',
    ),
    reference: optional(line(1, 60)).describe('Reference of the bank transfer'),
  }),
)
export const recordReceiptsInvestment = contributionVerb(
  'record-receipts-investment',
  `Records that the trustees of a trust RAC invested all money received in one month (${formatCitedSources('PA 59(1)(aa)')}).`,
  z.object({
    receiptMonth: Month.describe('Month in which the money was received'),
    on: CivilDate.optional().describe('Default: today'),
  }),
)
export const recordStatement = contributionVerb(
  'record-statement',
  `Records that the employer gave the statement of the month to the employees and the trustees (${formatCitedSources('PA 58A(3)')}).`,
  z.object({ on: CivilDate.optional().describe('Default: today') }),
)
export const correctContributions = contributionVerb(
  'correct',
  'Adds correction lines to a batch. Imported lines cannot be edited.',
  z.object({
    corrections: z
      .array(
        z
          .object({
            lineId: Id.describe('Line to correct'),
            eeCents: SignedCents.default(0).describe('Amount to add in euro cents; negative to deduct'),
            erCents: SignedCents.default(0),
            avcCents: SignedCents.default(0),
            erSpecialCents: SignedCents.default(0),
            singlePremiumCents: SignedCents.default(0),
          })
          .refine(
            ({ lineId: _, ...amounts }) => Object.values(amounts).some((cents) => cents !== 0),
            'Change at least one amount',
          ),
      )
      .min(1)
      .max(500),
    reason: reason(3),
  }),
)
export const closeContributions = contributionVerb(
  'close',
  'INVESTED to CLOSED, which is final. A batch with nothing to pay can be closed while AWAITING_FUNDS.',
  Nothing,
)
export const undoContributions = contributionVerb(
  'undo',
  'Undoes the import of a batch for which no money is recorded. The payroll month can then be uploaded again.',
  z.object({ reason: reason(3) }),
)
