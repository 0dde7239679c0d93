import { z } from 'zod'
import { command, query } from './define.ts'
import { Member } from './members.ts'
import { PayValidFrom, payFields } from './pay-on-day.ts'
import { CivilDate, Day, Id, listOf, optional, pageOf, recordFields, toStoredFields } from './values.ts'

const editablePay = {
  validFrom: PayValidFrom.describe(
    'First day on which these values are valid, until the next recorded values; null for the beginning of the membership',
  ),
  ...payFields,
}

export const MemberPay = z.object({
  ...recordFields,
  memberId: Id,
  ...toStoredFields(payFields),
  validFrom: Day.nullable().describe(
    'First day on which the values are valid; null for the beginning of the membership',
  ),
  source: z
    .enum(['USER', 'IMPORT'])
    .nullable()
    .describe(
      'How the values were last entered; null if they were recorded before the service stored the source',
    ),
  recordedByName: z
    .string()
    .nullable()
    .describe('User who last entered the values; null if the caller cannot see that user'),
})
export type MemberPay = z.infer<typeof MemberPay>

export const listMemberPay = query('member.pay', {
  route: 'GET /api/members/{id}/pay',
  access: 'Member',
  summary:
    'Lists pay and contribution rates of a member by the date from which they are valid, latest first. A Member can read only their own.',
  input: pageOf({ sort: z.enum(['-validFrom']).default('-validFrom') }),
  output: listOf(MemberPay),
})
export const recordMemberPay = command('member.record-pay', {
  route: 'POST /api/members/{id}/record-pay',
  access: 'BrokerUser',
  summary:
    'Records pay and contribution rates that are valid from a date. The member record shows the values valid today; imports of contributions compare with the values valid in the payroll month.',
  input: z.object(editablePay),
  output: Member,
})
export const correctMemberPay = command('member.correct-pay', {
  route: 'POST /api/members/{id}/correct-pay',
  access: 'BrokerUser',
  summary: 'Corrects recorded pay and contribution rates, or the date from which they are valid.',
  input: z.object({
    recordedFrom: optional(CivilDate).describe(
      'Values to correct, identified by their recorded first day; null for the beginning of the membership',
    ),
    ...editablePay,
  }),
  output: Member,
})
