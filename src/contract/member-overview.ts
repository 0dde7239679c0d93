/** Answers to the questions of a member: contributions by year, the last statement, and whom to ask. */
import { z } from 'zod'
import { query } from './define.ts'
import { enquiryContactFields } from './enquiry-contact.ts'
import { SchemeType } from './schemes.ts'
import { Day, Id, NoParameters, toStoredFields } from './values.ts'

const contact = toStoredFields(enquiryContactFields)

export const ContributionYear = z.object({
  year: z.string().describe('Calendar year of the pay dates, YYYY'),
  eeCents: z.int().describe('Employee contributions deducted from pay, without AVCs, in euro cents'),
  avcCents: z.int(),
  employerCents: z
    .int()
    .describe('Employer contributions, including special contributions and single premiums, in euro cents'),
  transferCents: z.int().describe('Amount transferred in from another arrangement, in euro cents'),
  totalCents: z.int(),
})
export type ContributionYear = z.infer<typeof ContributionYear>

export const MemberOverview = z.object({
  contributionYears: z
    .array(ContributionYear)
    .describe('Contributions by year as reported by payroll, corrections included, earliest year first'),
  lastStatement: z
    .object({ documentId: Id, title: z.string(), statedOn: Day.nullable() })
    .nullable()
    .describe(
      'Latest final benefit statement that is addressed to the member and that the caller can read; null if there is none',
    ),
  scheme: z
    .object({
      name: z.string(),
      type: SchemeType,
      normalRetirementAge: z.int().nullable(),
      registeredAdministratorName: z.string().nullable(),
      ...contact,
    })
    .nullable()
    .describe('Null if the caller cannot see the scheme and is not its member'),
  firm: z.object({
    name: z.string(),
    ...contact,
    dataProtectionContact: z.string().nullable(),
  }),
})
export type MemberOverview = z.infer<typeof MemberOverview>

export const getMemberOverview = query('member.overview', {
  route: 'GET /api/members/{id}/overview',
  access: 'Member',
  summary:
    'Returns the contributions of a member by year, the last benefit statement, and the contacts of the scheme and the firm. A Member can read only their own.',
  input: NoParameters,
  output: MemberOverview,
})
