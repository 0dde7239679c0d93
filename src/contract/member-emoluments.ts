import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, query } from './define.ts'
import { EmployerLimit, ReducedBy } from './employer-limit.ts'
import { Member } from './members.ts'
import { Cents, Id, NoParameters, optional } from './values.ts'

const Year = z.int().min(1990).max(2199)

const MemberYear = z.object({
  year: z.int(),
  emolumentsCents: z.int().nullable().describe('Null if not recorded'),
  reducedBy: ReducedBy.nullable().describe('Null if not recorded'),
  employerContributionsCents: z
    .int()
    .nullable()
    .describe(
      'Employer contributions by pay date in imported payroll months, in euro cents; null if no line is recorded for the year',
    ),
  employerLimit: EmployerLimit.nullable().describe(
    'Comparison with the employer limit; null if the scheme is not a PRSA',
  ),
})
export type MemberYear = z.infer<typeof MemberYear>

export const getMemberEmoluments = query('member.emoluments', {
  route: 'GET /api/members/{id}/emoluments',
  access: 'BrokerUser',
  summary: `Lists the emoluments and employer contributions of a member by year, latest year first. For a PRSA it compares them with the employer limit (${formatCitedSources('FA24 12')}).`,
  input: NoParameters,
  output: z.object({ memberId: Id, isPrsa: z.boolean(), years: z.array(MemberYear) }),
})
export const recordMemberEmoluments = command('member.record-emoluments', {
  route: 'POST /api/members/{id}/record-emoluments',
  access: 'BrokerUser',
  summary: 'Records the emoluments of a member in a year, or replaces the recorded values of that year.',
  input: z.object({
    year: Year,
    emolumentsCents: optional(Cents).describe(
      'Emoluments from this employer in the calendar year, in euro cents; null if not recorded',
    ),
    reducedBy: optional(ReducedBy),
  }),
  output: Member,
})
