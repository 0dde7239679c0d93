import * as contract from '../../../../contract/contribution-reminders.ts'
import { toColumns } from '../../../operation/columns.ts'
import { requirePastDateOrToday } from '../../../operation/date-guards.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { created, defineCommand, type Operation } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createId } from '../../../platform/ids.ts'
import { contributions } from '../contributions/index.ts'
import { auditedContributionReminder, contributionReminders } from './records.ts'

const listContributionReminders = defineList(contract.listContributionReminders, contributionReminders)

const getContributionReminder = defineGet(
  contract.getContributionReminder,
  'contributionReminder',
  contributionReminders,
)

const createContributionReminder = (clock: Clock): Operation =>
  defineCommand({
    contract: contract.createContributionReminder,
    owner: ({ id }, find) => find.contribution(id),
    async handle({ input, tx, actor }) {
      requirePastDateOrToday(clock, input.contactedOn, 'contactedOn')
      const { tenantId, employerId, payrollMonth } = await contributions.require(tx, input.id)
      if (input.contactedOn < `${payrollMonth}-01`)
        throw createBusinessRuleRefusal(
          'DATES_OUT_OF_ORDER',
          'The reminder cannot be before the payroll month',
          { field: 'contactedOn' },
        )
      const id = createId()
      await tx
        .insertInto('contribution_reminders')
        .values({
          id,
          tenant_id: tenantId,
          employer_id: employerId,
          payroll_month: payrollMonth,
          created_by: actor.id,
          ...toColumns(contract.NewContributionReminder, input),
        })
        .execute()
      const reminder = await contributionReminders.require(tx, id)
      return {
        ...created(auditedContributionReminder, reminder),
        location: `/api/contribution-reminders/${id}`,
      }
    },
  })

export function createContributionReminderOperations({ clock }: { clock: Clock }): Operation[] {
  return [listContributionReminders, getContributionReminder, createContributionReminder(clock)]
}
