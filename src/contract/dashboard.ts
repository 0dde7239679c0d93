import { z } from 'zod'
import { ActorType } from './audit.ts'
import { query } from './define.ts'
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
    colleagues: z.boolean().describe('True if the firm has at least two users'),
    settings: z.boolean().describe('True if a user saved the settings of the firm'),
    schemes: z.boolean(),
    obligations: z.boolean().describe('True if a scheme has obligations and none of them is TO_CONFIRM'),
    contributions: z.boolean().describe('True if a payroll file was uploaded'),
    feed: z.boolean().describe('True if the caller has a calendar feed'),
  })
  .describe('First steps of a new firm: true if the records show that the step is done')
export type FirstSteps = z.infer<typeof FirstSteps>

/** With more firms, the portfolio, work queue, contributions, gaps and the counts of obligations, reviews and breaches are null for a SuperAdmin. */
export const MOST_FIRMS_OF_DASHBOARD = 100

export const Dashboard = z.object({
  asOfOn: Day.describe('Date of the figures: today in Dublin'),
  portfolio: z
    .object({ red: z.int(), amber: z.int(), green: z.int(), woundUp: z.int() })
    .nullable()
    .describe(
      'Number of schemes by compliance status. Green means that no open items are known. Null for roles other than broker roles',
    ),
  portfolioTrend: z
    .array(PortfolioMonth)
    .nullable()
    .describe(
      'Schemes by compliance status at the end of each of the last 12 months that has a snapshot, and today; null for other than broker roles',
    ),
  firstSteps: FirstSteps.nullable().describe(
    'First steps of the firm; null if the user hides them or belongs to no firm',
  ),
  queue: WorkQueue.nullable().describe('Work queue of the caller; null for other than broker roles'),
  duties: z
    .object({
      overdue: z.int(),
      toConfirm: z
        .int()
        .describe(
          'Obligations that fell due before their scheme was added and have no answer yet; not counted as overdue',
        ),
      dueIn30Days: z.int().describe('Open obligations due within 30 days from today'),
      dueIn60Days: z
        .int()
        .describe('Open obligations due within 60 days from today, those of the first 30 days included'),
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
      'Obligation counts, and the ten open obligations with the earliest due dates; null for other than broker roles',
    ),
  recalculation: z
    .object({ schemes: z.int(), recalculated: z.int() })
    .nullable()
    .describe(
      'Progress of the recalculation of all obligations after a change of the settings of a firm with many schemes; null if none is pending, and for other than broker roles',
    ),
  policiesInReview: z
    .int()
    .nullable()
    .describe('Number of policies with a version that waits for approval; null for other than broker roles'),
  assessmentsInReview: z
    .int()
    .nullable()
    .describe(
      'Number of own-risk assessments that are with the trustees and not approved yet; null for other than broker roles',
    ),
  breachesToReport: z
    .int()
    .nullable()
    .describe(
      'Number of breaches with a report that is decided or suggested and not yet made; null for other than broker roles',
    ),
  corpusReviewsOpen: z
    .int()
    .nullable()
    .describe(
      'Number of open reviews of records that cite changed legal sources; null for other than broker roles',
    ),
  firms: z
    .int()
    .nullable()
    .describe('Number of firms, without the platform itself; null unless the caller is a SuperAdmin'),
  employers: z.object({ total: z.int(), active: z.int() }),
  schemes: z.object({ total: z.int(), byStatus: perSchemeStatus, byType: perSchemeType }),
  members: z.object({ total: z.int(), byStatus: perMemberStatus }),
  contributions: z
    .object({
      overdueBatches: z
        .int()
        .describe('Number of payroll months that are past their due date and not fully paid'),
      overdueCents: z.int().describe('Missing amount in euro cents'),
      awaitingBatches: z.int().describe('Number of payroll months that are not fully paid and not yet due'),
      dueNextOn: Day.nullable().describe(
        'Earliest due date of the awaiting payroll months; null if there are none',
      ),
    })
    .nullable()
    .describe('Outstanding money of uploaded payroll files; null if no file was uploaded'),
  awaitingApproval: z
    .object({
      total: z.int(),
      items: z.array(
        z.object({
          schemeId: Id,
          schemeName: z.string(),
          employerName: z.string(),
          submittedAt: Instant,
          submittedByName: z
            .string()
            .nullable()
            .describe('Name of the user; null if the caller cannot see that user'),
          mayApprove: z
            .boolean()
            .describe(
              'True if the role of the caller and the four-eyes rule allow the caller to approve it. Missing items are not considered',
            ),
          gaps: z.int().describe('Number of items that are missing for the approval'),
        }),
      ),
    })
    .nullable()
    .describe(
      'Up to ten schemes that wait for approval, the longest waiting first; null for other than broker roles',
    ),
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
    .describe(
      'Up to ten draft schemes whose approval was rejected, last changed first; null for other than broker roles',
    ),
  gaps: z
    .array(
      z.object({
        missing: MissingForApproval.describe(
          'Value of the filter `missing` of scheme.list that lists these schemes',
        ),
        message: z.string(),
        source: z.string(),
        schemes: z.int(),
      }),
    )
    .nullable()
    .describe(
      'Number of schemes within the IORP II regime that lack an item for approval, by item; null for other than broker roles',
    ),
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
    .describe('The eight schemes that were changed last'),
  recentActivity: z
    .array(
      z.object({
        id: Id,
        at: Instant,
        action: z.string().describe('Name of the operation, such as scheme.create'),
        count: z
          .int()
          .describe(
            'Number of successive entries of this action by this user, shown as one. The other fields are those of the latest entry',
          ),
        hasMore: z.boolean().describe('True if the count is a minimum because earlier entries were not read'),
        entityType: z.string(),
        entityId: z.string(),
        entityName: z
          .string()
          .nullable()
          .describe('Name of the record; null if the record no longer exists or has no name'),
        schemeId: z
          .string()
          .nullable()
          .describe('The scheme itself, or the scheme of the member or trustee; null for other records'),
        actorId: z.string(),
        actorType: ActorType,
        actorName: z
          .string()
          .nullable()
          .describe('Name of the user; null if the caller cannot see that user'),
        firmName: z
          .string()
          .nullable()
          .describe(
            'For a SuperAdmin: name of the firm. Null: the firm of the caller, or the platform itself',
          ),
      }),
    )
    .nullable()
    .describe(
      'Up to twelve changes among the last 500 entries of the audit log, newest first, without sign-ins; null for roles below BrokerAdmin',
    ),
})
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = query('dashboard.get', {
  route: 'GET /api/dashboard',
  access: 'EmployerUser',
  summary: `Returns counts of the records that the caller can see, and the items that need action. A SuperAdmin of more than ${MOST_FIRMS_OF_DASHBOARD} firms gets the counts of records: the status of schemes, the work queue and the other counts are null.`,
  input: NoParameters,
  output: Dashboard,
})
