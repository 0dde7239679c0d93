/** Tasks of a user of a broker role, for the page Today. Lists are bounded; totals count all records. */
import { z } from 'zod'
import { ObligationStatus, TrusteeName } from './obligations.ts'
import { Day, Id, Instant } from './values.ts'

const ofFirm = {
  firmName: z
    .string()
    .nullable()
    .describe('For a SuperAdmin: name of the firm. Null: the firm of the caller'),
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
  trusteeName: TrusteeName,
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
  isRestricted: z
    .boolean()
    .describe('True if visible only to administrators and the user who recorded the breach'),
})
export type Clock = z.infer<typeof Clock>

const WaitingItem = z.object({
  kind: z.enum(['scheme', 'policy', 'ownRiskAssessment', 'draft', 'trustee', 'keyFunctionHolder']),
  id: Id,
  title: z.string(),
  ...ofScheme,
  reason: z.enum(['APPROVAL', 'RETURNED']),
  sinceOn: Day,
  byName: z
    .string()
    .nullable()
    .describe(
      'Name of the submitter, or of the user who recorded the assessment of an appointment; null if the record was returned, or the caller cannot see that user',
    ),
  note: z.string().nullable().describe('Why the record was returned; null if it was not'),
  gaps: z.int().describe('Number of items that are missing for the approval of a scheme'),
})
export type WaitingItem = z.infer<typeof WaitingItem>

const Waiting = z.object({ total: z.int(), items: z.array(WaitingItem) })

const EmployerMoney = z.object({
  employerId: Id,
  employerName: z.string(),
  ...ofFirm,
  overdueCents: z
    .int()
    .describe('Missing amount of uploaded payroll months past their due date, in euro cents'),
  overdueMonths: z.int().describe('Number of uploaded payroll months past their due date'),
  missingFiles: z.int().describe('Number of payroll months past their due date without a payroll file'),
  oldestDueOn: Day,
  payrollEmail: z.string().nullable(),
  lastChasedOn: Day.nullable().describe(
    'Date of the last reminder to the employer, automatic or recorded; null if there was none',
  ),
})
export type EmployerMoney = z.infer<typeof EmployerMoney>

const RuleToDo = z.object({
  ruleId: z.string(),
  title: z.string(),
  severity: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  obligations: z.int(),
  schemes: z.int(),
  oldestDueOn: Day.describe('Earliest due date of the group'),
  items: z.array(ObligationToDo).describe('The five obligations with the earliest due dates'),
})
export type RuleToDo = z.infer<typeof RuleToDo>

const ByRule = z.object({
  rules: z.int(),
  obligations: z.int(),
  schemes: z.int().describe('Number of schemes with at least one of the obligations'),
  groups: z.array(RuleToDo),
})
export type ByRule = z.infer<typeof ByRule>

export const WorkQueue = z.object({
  clocks: z
    .object({ total: z.int(), items: z.array(Clock) })
    .describe('Open obligations and breach reports with a period in hours, earliest deadline first'),
  waitingForYou: Waiting.describe(
    'Records that the caller can approve, appointments that the caller can decide, and records of the caller that were returned; up to ten, the longest waiting first',
  ),
  waitingForOthers: Waiting.describe(
    'Records that another user must approve or correct; up to ten, the longest waiting first',
  ),
  money: z
    .object({ total: z.int(), items: z.array(EmployerMoney) })
    .describe('Employers with overdue payroll months; up to ten, the highest amount first'),
  thisWeek: ByRule.describe(
    'Open obligations due within 7 days and not overdue, without those with a period in hours, by rule: up to ten rules, the earliest due date first, then the highest severity',
  ),
  overdue: ByRule.describe(
    'Overdue obligations by rule; up to ten rules, the highest severity first, then the earliest due date',
  ),
})
export type WorkQueue = z.infer<typeof WorkQueue>

export const PortfolioMonth = z.object({
  month: z.string().describe('Month as YYYY-MM'),
  red: z.int(),
  amber: z.int(),
  green: z.int(),
  woundUp: z.int(),
})
export type PortfolioMonth = z.infer<typeof PortfolioMonth>
