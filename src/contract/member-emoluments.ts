import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, query } from './define.ts'
import { EmployerLimit, ReducedBy } from './employer-limit.ts'
import { Member } from './members.ts'
import { Cents, Id, NoParameters, optional } from './values.ts'

const Year = z.int().min(1990).max(2199)

const MemberYear = z.object({
  year: z.int(),
  emolumentsCents: z.int().nullable().describe('null: not recorded'),
  reducedBy: ReducedBy.nullable().describe('null: not recorded'),
  employerContributionsCents: z
    .int()
    .nullable()
    .describe(
      'From the employer, by pay day, in imported payroll months; null: no line is recorded for the year',
    ),
  employerLimit: EmployerLimit.nullable().describe('null: the scheme is no PRSA'),
})
export type MemberYear = z.infer<typeof MemberYear>

export const getMemberEmoluments = query('member.emoluments', {
  route: 'GET /api/members/{id}/emoluments',
  access: 'BrokerUser',
  summary: `Emoluments of a member by year with the employer contributions, the latest year first. For a PRSA compared with the employer limit (${formatCitedSources('FA24 12')}).`,
  input: NoParameters,
  output: z.object({ memberId: Id, isPrsa: z.boolean(), years: z.array(MemberYear) }),
})
export const recordMemberEmoluments = command('member.record-emoluments', {
  route: 'POST /api/members/{id}/record-emoluments',
  access: 'BrokerUser',
  summary: 'Records the emoluments of a member in a year, or replaces what is recorded for that year.',
  input: z.object({
    year: Year,
    emolumentsCents: optional(Cents).describe('From this employer in the calendar year; null: not recorded'),
    reducedBy: optional(ReducedBy),
  }),
  output: Member,
})
