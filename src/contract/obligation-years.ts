import { z } from 'zod'
import { query } from './define.ts'
import { ObligationStatus, RuleId } from './obligations.ts'
import { Scheme } from './schemes.ts'
import { Id, listOf, Month, pageOf, SearchText } from './values.ts'

export const SchemeYear = z.object({
  ...Scheme.pick({ id: true, tenantId: true, name: true, employerId: true, employerName: true }).shape,
  months: z
    .array(
      z.object({
        month: Month,
        statuses: z.array(z.object({ status: ObligationStatus, count: z.int() })),
      }),
    )
    .describe(
      'Months of the year in which obligations fall due. Obligations that do not apply are not counted',
    ),
})
export type SchemeYear = z.infer<typeof SchemeYear>

export const listYear = query('obligation.year', {
  route: 'GET /api/obligations/year',
  access: 'BrokerUser',
  summary:
    'Counts the obligations of a year by scheme, month and status. Schemes without obligations are left out.',
  input: pageOf({
    year: z
      .string()
      .regex(/^(19|20|21)\d\d$/, 'Enter the year as YYYY')
      .optional()
      .describe('Default: the current year'),
    schemeId: Id.optional(),
    employerId: Id.optional(),
    ruleId: RuleId.optional(),
    q: SearchText.optional().describe('Part of the name of the scheme'),
    sort: z.enum(['name']).default('name'),
  }),
  output: listOf(SchemeYear),
})
