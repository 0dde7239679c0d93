/** What a user of a broker role has to do, as the page Today shows it. Lists are bounded; totals count all records. */
import { z } from 'zod'
import { ObligationStatus } from './obligations.ts'
import { Day, Id, Instant } from './values.ts'

const ofFirm = {
  firmName: z.string().nullable().describe('The firm, for a SuperAdmin; null: the firm of the caller'),
}
const ofScheme = { schemeId: Id, schemeName: z.string(), ...ofFirm }

export const ObligationToDo = z.object({
  id: Id,
  version: z.int(),
  title: z.string(),
  ruleId: z.string(),
  periodKey: z.string(),
  ...ofScheme,
  dueOn: Day,
  legalEndOn: Day.nullable(),
  status: ObligationStatus,
  isRestricted: z.boolean(),
})
export type ObligationToDo = z.infer<typeof ObligationToDo>

const Clock = z.object({
  obligationId: Id.nullable(),
  breachId: Id.nullable(),
  title: z.string(),
  breachTitle: z.string().nullable(),
  schemeId: Id.nullable(),
  schemeName: z.string().nullable(),
  ...ofFirm,
  endsAt: Instant,
  isRestricted: z.boolean().describe('Visible only to administrators and the person who recorded the breach'),
})
export type Clock = z.infer<typeof Clock>

const WaitingItem = z.object({
  kind: z.enum(['scheme', 'policy', 'ownRiskAssessment', 'draft']),
  id: Id,
  title: z.string(),
  ...ofScheme,
  reason: z.enum(['APPROVAL', 'RETURNED']),
  sinceOn: Day,
  byName: z
    .string()
    .nullable()
    .describe('Name of the submitter; null where it was returned, or the caller cannot see that person'),
  note: z.string().nullable().describe('Why it was returned'),
  gaps: z.int().describe('How much the approval of a scheme still lacks'),
})
export type WaitingItem = z.infer<typeof WaitingItem>

const Waiting = z.object({ total: z.int(), items: z.array(WaitingItem) })

const EmployerMoney = z.object({
  employerId: Id,
  employerName: z.string(),
  ...ofFirm,
  overdueCents: z.int().describe('Missing amount of uploaded payroll months past their due date'),
  overdueMonths: z.int().describe('How many uploaded payroll months that is'),
  missingFiles: z.int().describe('Payroll months past their due date without a payroll file'),
  oldestDueOn: Day,
  payrollEmail: z.string().nullable(),
  lastChasedOn: Day.nullable().describe('Date of the last reminder to the employer, automatic or recorded'),
})
export type EmployerMoney = z.infer<typeof EmployerMoney>

const OverdueRule = z.object({
  ruleId: z.string(),
  title: z.string(),
  severity: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  obligations: z.int(),
  schemes: z.int(),
  oldestDueOn: Day,
  items: z.array(ObligationToDo).describe('The five with the earliest due dates'),
})
export type OverdueRule = z.infer<typeof OverdueRule>

export const WorkQueue = z.object({
  clocks: z
    .object({ total: z.int(), items: z.array(Clock) })
    .describe('Open obligations and reports of breaches with a period in hours, the first to end first'),
  waitingForYou: Waiting.describe(
    'Records that the caller can approve, and records of the caller that were returned; the longest waiting first, ten at most',
  ),
  waitingForOthers: Waiting.describe('The same records where another user has to act'),
  money: z
    .object({ total: z.int(), items: z.array(EmployerMoney) })
    .describe('Employers with overdue payroll months, the highest amount first, ten at most'),
  thisWeek: z
    .object({ total: z.int(), items: z.array(ObligationToDo) })
    .describe('Open obligations due within 7 days and not overdue, without those with a period in hours'),
  overdue: z
    .object({
      rules: z.int(),
      schemes: z.int().describe('Schemes with an overdue obligation'),
      groups: z.array(OverdueRule),
    })
    .describe(
      'Overdue obligations by rule: the highest severity first, then the earliest due date; ten rules at most',
    ),
})
export type WorkQueue = z.infer<typeof WorkQueue>

export const PortfolioMonth = z.object({
  month: z.string().describe('YYYY-MM'),
  red: z.int(),
  amber: z.int(),
  green: z.int(),
  woundUp: z.int(),
})
export type PortfolioMonth = z.infer<typeof PortfolioMonth>
