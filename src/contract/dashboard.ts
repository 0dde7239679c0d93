import { z } from 'zod'
import { query, Role } from './define.ts'
import { MemberStatus } from './members.ts'
import { ObligationStatus } from './obligations.ts'
import { MissingForApproval, SchemeStatus, SchemeType } from './schemes.ts'
import { Day, Id, Instant, NoParameters } from './values.ts'
import { PortfolioMonth, WorkQueue } from './work-queue.ts'

const perSchemeStatus = z.record(SchemeStatus, z.int())
const perSchemeType = z.record(SchemeType, z.int())
const perMemberStatus = z.record(MemberStatus, z.int())

export const FirstSteps = z
  .object({
    colleagues: z.boolean().describe('The firm has two users of its own or more'),
    settings: z.boolean().describe('The settings of the firm were saved'),
    schemes: z.boolean(),
    obligations: z.boolean().describe('A scheme has obligations, and none of them is TO_CONFIRM'),
    contributions: z.boolean().describe('A contribution file was uploaded'),
    feed: z.boolean().describe('The caller has a calendar feed'),
  })
  .describe('Steps that are done according to the records')
export type FirstSteps = z.infer<typeof FirstSteps>

export const Dashboard = z.object({
  asOfOn: Day.describe('Today in Dublin'),
  portfolio: z
    .object({ red: z.int(), amber: z.int(), green: z.int(), woundUp: z.int() })
    .nullable()
    .describe('Schemes by compliance status; green and wound up: no open items known. For broker roles'),
  portfolioTrend: z
    .array(PortfolioMonth)
    .nullable()
    .describe(
      'The portfolio at the end of each of the last 12 months that has a snapshot, and today; for broker roles',
    ),
  firstSteps: FirstSteps.nullable().describe('Null for a user who hides them; for users of a firm'),
  queue: WorkQueue.nullable().describe('Work queue of the caller; for broker roles'),
  duties: z
    .object({
      overdue: z.int(),
      toConfirm: z
        .int()
        .describe('Due before their scheme was added, and not recorded yet; not counted as overdue'),
      dueIn30Days: z.int().describe('Open, and due from today on within 30 days'),
      dueIn60Days: z.int().describe('The same within 60 days, those of the first 30 among them'),
      dueIn90Days: z.int(),
      next: z.array(
        z.object({
          id: Id,
          title: z.string(),
          ruleId: z.string(),
          periodKey: z.string(),
          schemeId: Id,
          schemeName: z.string(),
          dueOn: Day,
          status: ObligationStatus,
        }),
      ),
    })
    .nullable()
    .describe(
      'Obligation counts, and the ten open obligations with the earliest due dates; for broker roles',
    ),
  policiesInReview: z
    .int()
    .nullable()
    .describe('Policies with a submitted version that waits for approval; for broker roles'),
  assessmentsInReview: z
    .int()
    .nullable()
    .describe('Own-risk assessments that the trustees have and did not approve yet; for broker roles'),
  breachesToReport: z
    .int()
    .nullable()
    .describe('Breaches with a report that is decided or suggested and not yet made; for broker roles'),
  corpusReviewsOpen: z
    .int()
    .nullable()
    .describe(
      'Records of the firm that cite changed legal sources and have not been reviewed; for broker roles',
    ),
  firms: z
    .int()
    .nullable()
    .describe('How many firms there are, for a SuperAdmin; the platform itself is none'),
  employers: z.object({ total: z.int(), active: z.int() }),
  schemes: z.object({ total: z.int(), byStatus: perSchemeStatus, byType: perSchemeType }),
  members: z.object({ total: z.int(), byStatus: perMemberStatus }),
  contributions: z
    .object({
      overdueBatches: z.int().describe('Payroll months whose money is not all there and past its due date'),
      overdueCents: z.int().describe('Missing amount in cents, EUR'),
      awaitingBatches: z.int().describe('Payroll months whose money is still to come, in time so far'),
      dueNextOn: Day.nullable().describe('The first due date of those; null: nothing is due'),
    })
    .nullable()
    .describe('Money of uploaded payroll files that is still to come; null: no file was uploaded yet'),
  awaitingApproval: z
    .object({
      total: z.int(),
      items: z.array(
        z.object({
          schemeId: Id,
          schemeName: z.string(),
          employerName: z.string(),
          submittedAt: Instant,
          submittedByName: z.string().nullable().describe('null where the caller cannot see that person'),
          mayApprove: z
            .boolean()
            .describe('Whether the caller could approve it, by role and four eyes; the gaps apart'),
          gaps: z.int().describe('How much the approval still lacks'),
        }),
      ),
    })
    .nullable()
    .describe('Schemes that wait for an approval, the longest waiting first, ten at most; for broker roles'),
  returned: z
    .array(
      z.object({
        schemeId: Id,
        schemeName: z.string(),
        employerName: z.string(),
        rejectionReason: z.string(),
      }),
    )
    .nullable()
    .describe('Drafts whose approval was rejected, the last changed first, ten at most; for broker roles'),
  gaps: z
    .array(
      z.object({
        missing: MissingForApproval.describe('The filter of scheme.list that lists these schemes'),
        message: z.string(),
        source: z.string(),
        schemes: z.int(),
      }),
    )
    .nullable()
    .describe('Requirements that schemes of the regime do not meet for approval; for broker roles'),
  recentSchemes: z
    .array(
      z.object({
        id: Id,
        name: z.string(),
        employerName: z.string(),
        status: SchemeStatus,
        updatedAt: Instant,
      }),
    )
    .describe('The eight schemes that changed last'),
  recentActivity: z
    .array(
      z.object({
        id: Id,
        at: Instant,
        action: z.string().describe('Dotted name of the operation'),
        count: z
          .int()
          .describe(
            'Successive entries of this action by this user, counted as one; the other fields are those of the last',
          ),
        entityType: z.string(),
        entityId: z.string(),
        entityName: z.string().nullable().describe('Name of the record, if the record exists and has one'),
        schemeId: z.string().nullable().describe('The scheme itself, or that of the member or trustee'),
        actorId: z.string(),
        actorType: Role,
        actorName: z.string().nullable().describe('null where the caller cannot see that person'),
        firmName: z
          .string()
          .nullable()
          .describe('The firm, for a SuperAdmin; null: the firm of the caller, or the platform itself'),
      }),
    )
    .nullable()
    .describe(
      'The last twelve changes among the last 500 entries of the audit log, newest first, without sign-ins; from BrokerAdmin on',
    ),
})
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = query('dashboard.get', {
  route: 'GET /api/dashboard',
  access: 'EmployerUser',
  summary: 'Counts of the records that the caller can see, and items that need action.',
  input: NoParameters,
  output: Dashboard,
})
