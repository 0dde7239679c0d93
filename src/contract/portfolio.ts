/** How the schemes of a firm stand, one row each: for lists that begin with the scheme that needs attention most. */
import { z } from 'zod'
import { ContributionMonthState } from './contributions.ts'
import { query } from './define.ts'
import { ComplianceRating, listSchemes, SchemeSummary } from './schemes.ts'
import { Day, fourEyesFields, Id, listOf, Month } from './values.ts'

export const MOST_REASONS = 5

export const PortfolioScheme = z.object({
  ...SchemeSummary.shape,
  ...fourEyesFields,
  tenantId: Id,
  rating: ComplianceRating.nullable().describe('Compliance status today; null before the scheme is approved'),
  reasons: z
    .array(
      z.object({
        weight: z.enum(['RED', 'AMBER']),
        text: z.string(),
        ruleId: z.string().nullable(),
        periodKey: z.string().nullable(),
        dueOn: Day.nullable(),
        obligationId: Id.nullable(),
        breachId: Id.nullable(),
      }),
    )
    .describe(`At most ${MOST_REASONS} reasons for the compliance status, red before amber`),
  overdue: z.int().describe('Number of overdue obligations'),
  nextDue: z
    .object({ obligationId: Id, title: z.string(), ruleId: z.string(), periodKey: z.string(), dueOn: Day })
    .nullable()
    .describe('Open obligation with the earliest due date that is not overdue; null if there is none'),
  memberCounts: z
    .object({ active: z.int(), deferred: z.int(), pensioner: z.int() })
    .nullable()
    .describe(
      'Member counts entered by hand, or otherwise counted from the member records; null if no members are recorded',
    ),
  contributions: z
    .array(z.object({ month: Month, state: ContributionMonthState }))
    .describe(
      'Last twelve months, including the current one. With several employers, the state that needs most attention',
    ),
})
export type PortfolioScheme = z.infer<typeof PortfolioScheme>

export const listPortfolio = query('scheme.portfolio', {
  route: 'GET /api/portfolio/schemes',
  access: 'BrokerUser',
  summary:
    'Lists the schemes that the caller can see with compliance status, overdue and next obligation, members and contributions of twelve months. By default the scheme that needs most attention is first.',
  input: listSchemes.input.omit({ fields: true }).extend({
    sort: z
      .enum(['worst', 'nextDue', 'name', 'employerName', 'status', 'schemeYearEnd', '-createdAt'])
      .default('worst')
      .describe('worst: by compliance status, then by number of overdue obligations'),
  }),
  output: listOf(PortfolioScheme),
})
