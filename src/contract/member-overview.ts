/** Answers to the questions of a member: contributions by year, the last statement, and whom to ask. */
import { z } from 'zod'
import { query } from './define.ts'
import { enquiryContactFields } from './enquiry-contact.ts'
import { SchemeType } from './schemes.ts'
import { Day, Id, NoParameters, toStoredFields } from './values.ts'

const contact = toStoredFields(enquiryContactFields)

export const ContributionYear = z.object({
  year: z.string().describe('Calendar year of the pay dates, YYYY'),
  eeCents: z.int().describe('Deducted from pay, without additional voluntary contributions'),
  avcCents: z.int(),
  employerCents: z.int().describe('From the employer, special contributions and single premiums included'),
  transferCents: z.int().describe('Transferred in from another arrangement'),
  totalCents: z.int(),
})
export type ContributionYear = z.infer<typeof ContributionYear>

export const MemberOverview = z.object({
  contributionYears: z
    .array(ContributionYear)
    .describe('As reported by payroll, corrections included; the earliest year first'),
  lastStatement: z
    .object({ documentId: Id, title: z.string(), statedOn: Day.nullable() })
    .nullable()
    .describe('The latest final benefit statement addressed to the member that the caller can read'),
  scheme: z
    .object({
      name: z.string(),
      type: SchemeType,
      normalRetirementAge: z.int().nullable(),
      registeredAdministratorName: z.string().nullable(),
      ...contact,
    })
    .nullable()
    .describe('null where the caller cannot see the scheme, and is not its member'),
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
    'Contributions of a member by year, the last benefit statement, and the contacts of the scheme and the firm; a Member reads their own.',
  input: NoParameters,
  output: MemberOverview,
})
