import { z } from 'zod'
import { command, query } from './define.ts'
import { Member } from './members.ts'
import { PayValidFrom, payFields } from './pay-on-day.ts'
import { CivilDate, Day, Id, listOf, optional, pageOf, recordFields, toStoredFields } from './values.ts'

const editablePay = {
  validFrom: PayValidFrom.describe(
    'Day from which these values are valid, until the next day that is recorded; null: from the beginning of the membership',
  ),
  ...payFields,
}

export const MemberPay = z.object({
  ...recordFields,
  memberId: Id,
  ...toStoredFields(payFields),
  validFrom: Day.nullable().describe('null: from the beginning of the membership'),
  source: z
    .enum(['USER', 'IMPORT'])
    .nullable()
    .describe('How the values were entered last; null: recorded before the source was'),
  recordedByName: z
    .string()
    .nullable()
    .describe('The user who entered the values last; null where the caller does not see that user'),
})
export type MemberPay = z.infer<typeof MemberPay>

export const listMemberPay = query('member.pay', {
  route: 'GET /api/members/{id}/pay',
  access: 'Member',
  summary:
    'Pay and contribution rates of a member by the day from which they are valid, the latest first; a Member reads their own.',
  input: pageOf({ sort: z.enum(['-validFrom']).default('-validFrom') }),
  output: listOf(MemberPay),
})
export const recordMemberPay = command('member.record-pay', {
  route: 'POST /api/members/{id}/record-pay',
  access: 'BrokerUser',
  summary:
    'Records pay and contribution rates from a day on. The member record shows those valid today; imports of contributions compare with those of the payroll month.',
  input: z.object(editablePay),
  output: Member,
})
export const correctMemberPay = command('member.correct-pay', {
  route: 'POST /api/members/{id}/correct-pay',
  access: 'BrokerUser',
  summary: 'Corrects recorded pay and contribution rates, or the day from which they are valid.',
  input: z.object({
    recordedFrom: optional(CivilDate).describe(
      'Which pay: the day from which it is recorded; null: from the beginning of the membership',
    ),
    ...editablePay,
  }),
  output: Member,
})
