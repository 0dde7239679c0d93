import { sql } from 'kysely'
import * as contract from '../../../../contract/member-pay.ts'
import { listChangedPayFields, NO_PAY } from '../../../../contract/pay-on-day.ts'
import { type Duplicates, withDuplicateErrors } from '../../../operation/duplicates.ts'
import { defineList } from '../../../operation/record-queries.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import { defineCommand, type Operation, updated } from '../../../pipeline/define-operation.ts'
import { createId } from '../../../platform/ids.ts'
import { memberPay, requirePay, toPayColumns } from './pay.ts'
import { auditedMember, members, requireEditableMember } from './records.ts'

const DUPLICATES: Duplicates = {
  member_pay_by_day: ['validFrom', 'Pay and contribution rates from that day are recorded: correct them'],
}

const listMemberPay = defineList(contract.listMemberPay, memberPay, 'member')

const recordMemberPay = defineCommand({
  contract: contract.recordMemberPay,
  owner: ({ id }, find) => find.member(id),
  async handle({ input, tx, actor }) {
    const before = await requireEditableMember(tx, input.id)
    // The version of the member includes the pay history: an edit of the member that began earlier is refused.
    await updateUnlessStale(tx, 'members', before, {})
    await withDuplicateErrors(
      DUPLICATES,
      tx
        .insertInto('member_pay')
        .values({
          id: createId(),
          tenant_id: before.tenantId,
          member_id: before.id,
          employer_id: before.employerId,
          valid_from: input.validFrom,
          ...toPayColumns(input),
          source: 'USER',
          recorded_by: actor.id,
        })
        .execute(),
    )
    const note = { payValidFrom: input.validFrom, payChanges: listChangedPayFields(NO_PAY, input) }
    return updated(auditedMember, before, await members.require(tx, input.id), note)
  },
})

const correctMemberPay = defineCommand({
  contract: contract.correctMemberPay,
  owner: ({ id }, find) => find.member(id),
  async handle({ input, tx, actor }) {
    const before = await requireEditableMember(tx, input.id)
    const pay = await requirePay(tx, before, input.recordedFrom)
    await updateUnlessStale(tx, 'members', before, {})
    await withDuplicateErrors(
      DUPLICATES,
      tx
        .updateTable('member_pay')
        .set({
          valid_from: input.validFrom,
          ...toPayColumns(input),
          source: 'USER',
          recorded_by: actor.id,
          version: sql`version + 1`,
          updated_at: sql`clock_timestamp()`,
        })
        .where('id', '=', pay.id)
        .execute(),
    )
    const note = {
      payValidFrom: input.validFrom,
      payValidFromBefore: pay.validFrom,
      payChanges: listChangedPayFields(pay, input),
    }
    return updated(auditedMember, before, await members.require(tx, input.id), note)
  },
})

export const createMemberPayOperations = (): Operation[] => [listMemberPay, recordMemberPay, correctMemberPay]
