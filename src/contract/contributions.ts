import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, defineRecordCommands, query } from './define.ts'
import { IMPORT_LIMITS, importFields, importReport } from './imports.ts'
import { SchemeType } from './scheme-type.ts'
import type { Transitions } from './transitions.ts'
import {
  Cents,
  CivilDate,
  Day,
  Id,
  Instant,
  inForm,
  line,
  listOf,
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
 * A batch is one payroll month of one employer in one scheme. REJECTED: the file had rows that could not be read, and
 * nothing of it was imported; UNDONE: taken back before money was recorded, so that the month can be imported again.
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

/** What the columns of a file are called here (domain: contributions CSV). */
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
  eeCents: z.int().describe('Deducted from employees'),
  erCents: z.int(),
  avcCents: z.int().describe('Additional voluntary contributions; deducted from employees too'),
  erSpecialCents: z.int(),
  singlePremiumCents: z.int(),
  totalCents: z.int(),
})
export type ContributionTotals = z.infer<typeof ContributionTotals>

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
  source: ContributionSource.nullable().describe('null: the month waits for its file or entry'),
  fileName: z.string().describe('Empty for amounts that were entered'),
  fileSha256: z.string(),
  rowCount: z.int(),
  warnings: z.int().describe('Rows that were imported with a confirmed warning'),
  confirmedWarnings: z.array(z.string()),
  eeCents: z.int(),
  erCents: z.int(),
  avcCents: z.int(),
  erSpecialCents: z.int(),
  singlePremiumCents: z.int(),
  totalCents: z.int().describe('The sum of the lines, corrections included'),
  declaredTotalCents: z.int().nullable(),
  receivedCents: z.int(),
  receivedOn: Day.nullable().describe('Day of the last receipt'),
  fundedOn: Day.nullable().describe('Day since which the receipts have covered the total; null while short'),
  firstReceivedOn: Day.nullable().describe('Day of the first receipt'),
  receiptMonths: z
    .array(
      z.object({
        month: Month,
        lastReceivedOn: Day,
        investedOn: Day.nullable().describe(
          'Date on which all money of the month was invested, where it was recorded apart from the rest',
        ),
      }),
    )
    .describe(
      `Months in which money was received and kept, direct payments included; a trust RAC invests the money of each within ten days of its end (${formatCitedSources('PA 59(1)(aa)')})`,
    ),
  deductionsReceivedOn: Day.nullable().describe(
    'Date on which the deductions from employees were received in full; null while short, or while the records do not show whose the money is',
  ),
  employerReceivedOn: Day.nullable().describe("The same of the employer's own money"),
  investedOn: Day.nullable(),
  deductionsInvestedOn: Day.nullable().describe(
    'Date on which the deductions from employees were invested, where it was recorded before the investment of all the money',
  ),
  statementIssuedOn: Day.nullable(),
  dueOn: Day.describe(
    `The 21st of the month after the deduction (${formatCitedSources('PA 58A(1)', 'PA 58A(2)')})`,
  ),
  investByOn: Day.nullable().describe(
    `The due date and ten days (${formatCitedSources('PA 59(1)(a)')}); null where that rule does not apply`,
  ),
  varianceCents: z.int().describe('Received less the total; negative: short'),
  daysLate: z.int().describe('Days from the due date to the day of full receipt, or to today while short'),
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
  number: z.int().describe('Place in the batch, from 1'),
  row: z.int().nullable().describe('Row of the file; null for a correction'),
  kind: LineKind,
  corrects: Id.nullable().describe('The line that a correction is about'),
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
    .describe('By the rates of the member or the scheme; null where unknown'),
  expectedErCents: z.int().nullable(),
  flags: z.array(z.string()).describe('Codes of the warnings confirmed for this row'),
  note: z.string().nullable().describe('Why it was corrected'),
})
export type ContributionLine = z.infer<typeof ContributionLine>

/** One duty of the contribution clock, as it stands today. */
export const ContributionDuty = z.object({
  rule: z.enum(['CON-01', 'CON-02', 'CON-03', 'CON-04', 'CON-05']),
  title: z.string(),
  source: z.string(),
  applies: z.boolean().nullable().describe('null: the records do not show it'),
  reason: z.string().describe('Why it applies, does not apply, or cannot be determined'),
  state: z.enum(['NOT_DUE', 'MET', 'LATE', 'OVERDUE', 'CANNOT_TELL', 'NOT_APPLICABLE']),
  dueOn: Day.nullable(),
  metOn: Day.nullable(),
  daysLate: z.int(),
  dueCents: z.int().nullable(),
  receivedCents: z.int().nullable().describe('null where the receipts do not say for whom they were'),
})
export type ContributionDuty = z.infer<typeof ContributionDuty>

export const BreachCandidate = z.object({
  category: z.enum(['LATE_REMITTANCE', 'LATE_INVESTMENT', 'DISCLOSURE']),
  rule: z.string(),
  source: z.string(),
  severity: z.enum(['MEDIUM', 'HIGH', 'CRITICAL']).describe('Our own scale, not law'),
  daysLate: z.int(),
  amountCents: z.int().nullable(),
  message: z.string(),
})

export type BreachCandidate = z.infer<typeof BreachCandidate>

export const ContributionReceipt = z.object({
  id: Id,
  createdAt: Instant,
  receivedOn: Day,
  amountCents: z.int().describe('Negative: money that went back'),
  employeeCents: z.int().nullable().describe('Of it, deducted from employees; null where that is not known'),
  isDirect: z
    .boolean()
    .describe('Paid by the member to the trustees, not deducted from pay: no part of what the employer owes'),
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
    'The due date, or the Friday before it where it falls on a weekend; public holidays are not considered. Advice, not law',
  ),
  duties: z.array(ContributionDuty),
  breachCandidates: z.array(BreachCandidate),
  reconciliation: z.object({
    declaredCents: z.int().nullable(),
    summedCents: z.int(),
    receivedCents: z.int(),
    declaredDifferenceCents: z.int().nullable().describe('Declared less the sum of the lines'),
    receivedDifferenceCents: z.int().describe('Received less the sum of the lines'),
  }),
  receipts: z.array(ContributionReceipt),
})
export type ContributionClock = z.infer<typeof ContributionClock>

export const listContributions = query('contribution.list', {
  route: 'GET /api/contributions',
  access: 'EmployerUser',
  summary: 'Batches of contributions: a payroll month of an employer in a scheme.',
  input: pageOf({
    schemeId: Id.optional(),
    employerId: Id.optional(),
    payrollMonth: Month.optional(),
    status: ContributionStatus.optional(),
    late: z
      .enum(['true', 'false'])
      .optional()
      .describe('true: LATE or OVERDUE today, or invested late; false: none of them'),
    flag: ContributionFlag.optional().describe('Only batches with this flag today'),
    sort: z.enum(['-payrollMonth', 'payrollMonth', 'dueOn', '-dueOn', '-createdAt']).default('-payrollMonth'),
  }),
  output: listOf(ContributionBatch),
})
export const getContribution = query('contribution.get', {
  route: 'GET /api/contributions/{id}',
  access: 'EmployerUser',
  summary: 'One batch.',
  input: NoParameters,
  output: ContributionBatch,
})

export const UploadReport = z.object({
  ...importReport,
  batchId: Id.nullable().describe('null for a dry run'),
  id: Id.nullable().describe('The same'),
  payrollMonth: Month,
  dueOn: Day,
  totals: ContributionTotals,
  declaredTotalCents: z.int().nullable(),
  missingMembers: z.int().describe('Active members that the file does not name (W05)'),
  batch: ContributionBatch.nullable(),
})
export type UploadReport = z.infer<typeof UploadReport>

export const uploadContributions = command('contribution.upload', {
  route: 'POST /api/contributions',
  access: 'EmployerUser',
  body: 'multipart',
  rateClass: 'upload',
  summary:
    'Imports a payroll file (CSV, or the first sheet of an XLSX workbook) whole or not at all; a dry run answers the same report with 200. A file with rejected rows is kept as a REJECTED batch without lines and answered with 422.',
  input: z.object({
    schemeId: Id,
    employerId: Id.optional().describe("The scheme's employer unless given"),
    payrollMonth: Month,
    declaredTotalCents: optional(inForm(Cents)).describe('Control total; a different sum is refused (F05)'),
    ...importFields,
  }),
  output: UploadReport,
  status: 201,
  fileBytes: IMPORT_LIMITS.bytes,
})

export const listContributionLines = query('contribution.lines', {
  route: 'GET /api/contributions/{id}/lines',
  access: 'EmployerUser',
  summary: 'The lines of a batch, corrections at the end.',
  input: pageOf({
    memberId: Id.optional(),
    flagged: z.enum(['true', 'false']).optional().describe('true: lines with a warning'),
    sort: z.enum(['number']).default('number'),
  }),
  output: listOf(ContributionLine),
})
export const downloadContributionErrors = query('contribution.errors', {
  route: 'GET /api/contributions/{id}/errors.csv',
  access: 'EmployerUser',
  summary:
    'The rows of the file that have a problem, with what is wrong beside them, to send back to the employer; PPS numbers masked.',
  input: NoParameters,
  output: z.string(),
})
export const getContributionClock = query('contribution.clock', {
  route: 'GET /api/contributions/{id}/clock',
  access: 'EmployerUser',
  summary:
    'The amounts due for a batch, to whom and by when, with rule and source, and whether they were paid.',
  input: NoParameters,
  output: ContributionClock,
})
export const listMemberContributions = query('member.contributions', {
  route: 'GET /api/members/{id}/contributions',
  access: 'Member',
  summary: 'The contribution lines of one member, the latest first; a Member reads their own.',
  input: pageOf({ sort: z.enum(['-payOn']).default('-payOn') }),
  output: listOf(ContributionLine),
})

export const ContributionMonthState = z
  .enum(['NONE', 'EXPECTED', 'OVERDUE', 'AWAITING_FUNDS', 'PART_FUNDED', 'ON_TIME', 'LATE'])
  .describe('EXPECTED: a month for which contributions are due and no file is there yet')
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
        .describe('Share of the last twelve due months that was funded on time; null: none'),
      monthsDue: z.int(),
    }),
  ),
  onTimePercent: z.number().nullable(),
  overdueCents: z.int(),
  truncated: z.boolean().describe('There are more rows: filter by scheme or employer'),
})
export type ContributionGrid = z.infer<typeof ContributionGrid>

export const getContributionGrid = query('contribution.grid', {
  route: 'GET /api/contributions/grid',
  access: 'BrokerUser',
  summary: 'Employers by month: amounts due and received, days late, and the on-time rate of twelve months.',
  input: z.strictObject({
    from: Month.optional().describe('Eleven months before `to` unless given; at most 24 months in all'),
    to: Month.optional().describe('The current month in Dublin unless given'),
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

/** Ten billion euro: many of them still add up exactly. */
export const MOST_CENTS = 1_000_000_000_000
const SignedCents = z.int().min(-MOST_CENTS).max(MOST_CENTS)

export const recordFunds = contributionVerb(
  'record-funds',
  'Records money that was received; a negative amount is money that went back. The sum decides PART_FUNDED or FUNDED.',
  z.object({
    receivedOn: CivilDate.optional().describe('Today unless given'),
    amountCents: SignedCents.refine((cents) => cents !== 0, 'Enter an amount').describe(
      'Money in cents, EUR',
    ),
    employeeCents: optional(SignedCents).describe(
      `Of it, deducted from employees (EE and AVC); tells the two limbs of ${formatCitedSources('PA 58A')} apart`,
    ),
    reference: optional(line(1, 60)).describe('Of the bank transfer'),
  }),
)
export const recordInvestment = contributionVerb(
  'record-investment',
  `FUNDED to INVESTED: the trustees invested the money (${formatCitedSources('PA 59(1)(a)')}).`,
  z.object({ on: CivilDate.optional().describe('Today unless given') }),
)
export const recordDeductionsInvestment = contributionVerb(
  'record-deductions-investment',
  `The trustees invested the deductions from employees, before all the money was there (${formatCitedSources('PA 59(1)(a)')}).`,
  z.object({ on: CivilDate.optional().describe('Today unless given') }),
)
export const recordDirectPayment = contributionVerb(
  'record-direct-payment',
  `Records money that a member paid to the trustees of a trust RAC directly. It is invested like other contributions (${formatCitedSources('PA 59(1)(aa)')}); that the employer's deadlines do not apply to it is ${NOT_VERIFIED}.`,
  z.object({
    receivedOn: CivilDate.optional().describe('Today unless given'),
    amountCents: SignedCents.refine((cents) => cents !== 0, 'Enter an amount').describe(
      'Money in cents, EUR; negative: money that went back',
    ),
    reference: optional(line(1, 60)).describe('Of the bank transfer'),
  }),
)
export const recordReceiptsInvestment = contributionVerb(
  'record-receipts-investment',
  `The trustees of a trust RAC invested all money received in one month (${formatCitedSources('PA 59(1)(aa)')}).`,
  z.object({
    receiptMonth: Month.describe('The month in which the money was received'),
    on: CivilDate.optional().describe('Today unless given'),
  }),
)
export const recordStatement = contributionVerb(
  'record-statement',
  `The statement of the month was given to the employees and the trustees (${formatCitedSources('PA 58A(3)')}).`,
  z.object({ on: CivilDate.optional().describe('Today unless given') }),
)
export const correctContributions = contributionVerb(
  'correct',
  'Adds correction lines; what was imported is never edited.',
  z.object({
    corrections: z
      .array(
        z
          .object({
            lineId: Id.describe('The line that is corrected'),
            eeCents: SignedCents.default(0).describe('The amount added; negative: deducted'),
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
  'INVESTED to CLOSED, which is final; a month for which nothing is owed is closed from AWAITING_FUNDS.',
  Nothing,
)
export const undoContributions = contributionVerb(
  'undo',
  'Takes a batch back before money was recorded; the month can be uploaded again.',
  z.object({ reason: reason(3) }),
)
