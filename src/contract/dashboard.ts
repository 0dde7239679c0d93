import { z } from 'zod'
import { query, Role } from './define.ts'
import { MemberStatus } from './members.ts'
import { MissingForApproval, SchemeStatus, SchemeType } from './schemes.ts'
import { Day, Id, Instant, NoParameters } from './values.ts'

const perSchemeStatus = z.record(SchemeStatus, z.int())
const perSchemeType = z.record(SchemeType, z.int())
const perMemberStatus = z.record(MemberStatus, z.int())

export const Dashboard = z.object({
  asOfOn: Day.describe('Today in Dublin'),
  firms: z
    .int()
    .nullable()
    .describe('How many firms there are, for a SuperAdmin; the platform itself is none'),
  employers: z.object({ total: z.int(), active: z.int() }),
  schemes: z.object({ total: z.int(), byStatus: perSchemeStatus, byType: perSchemeType }),
  members: z.object({ total: z.int(), byStatus: perMemberStatus }),
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
    .describe('What schemes of the regime lack for an approval, where any does; for broker roles'),
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
        entityType: z.string(),
        entityId: z.string(),
        entityName: z
          .string()
          .nullable()
          .describe('What the record is called, where it is there and has a name'),
        schemeId: z.string().nullable().describe('The scheme itself, or that of the member or trustee'),
        actorId: z.string(),
        actorType: Role,
        actorName: z.string().nullable().describe('null where the caller cannot see that person'),
      }),
    )
    .nullable()
    .describe(
      'The last twelve changes in the audit log, newest first, without sign-ins; from BrokerAdmin on',
    ),
})
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = query('dashboard.get', {
  route: 'GET /api/dashboard',
  access: 'EmployerUser',
  summary: 'What the caller can see, counted, and what waits for somebody to act.',
  input: NoParameters,
  output: Dashboard,
})
