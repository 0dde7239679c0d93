/** Reminders for contributions (reminder log): mails that the service sent, and calls, mails and letters that a person recorded. */
import { z } from 'zod'
import { command, query } from './define.ts'
import {
  CivilDate,
  Day,
  Id,
  listOf,
  Month,
  NoParameters,
  optional,
  pageOf,
  prose,
  recordFields,
  toStoredFields,
} from './values.ts'

export const RecordedChannel = z.enum(['PHONE', 'EMAIL', 'LETTER', 'IN_PERSON'])
export const ReminderChannel = z.enum(['AUTOMATIC_EMAIL', ...RecordedChannel.options])
export const ReminderRecipient = z.enum(['PAYROLL_CONTACT', 'EMPLOYER_USER', 'OTHER'])

export const NewContributionReminder = z.object({
  contactedOn: CivilDate,
  channel: RecordedChannel,
  recipient: ReminderRecipient,
  note: optional(prose(1, 2000)),
})

export const ContributionReminder = z.object({
  ...recordFields,
  tenantId: Id,
  employerId: Id,
  employerName: z.string(),
  payrollMonth: Month.describe('Payroll month that the employer was reminded of'),
  ...toStoredFields(NewContributionReminder.pick({ note: true }).shape),
  contactedOn: Day.describe('Date of the reminder; for an automatic reminder its planned date'),
  channel: ReminderChannel,
  recipient: ReminderRecipient.nullable().describe(
    'Owner of the address or number that was used, never the address itself; null if not known',
  ),
  recordedById: Id.nullable().describe('User who recorded the reminder; null if the service sent it'),
  recordedByName: z.string().nullable(),
})
export type ContributionReminder = z.infer<typeof ContributionReminder>

export const listContributionReminders = query('contribution-reminder.list', {
  route: 'GET /api/contribution-reminders',
  access: 'BrokerUser',
  summary:
    'Lists reminders for contributions: automatic mails that the service passed to the mail server, and reminders that users recorded.',
  input: pageOf({
    employerId: Id.optional(),
    payrollMonth: Month.optional(),
    channel: ReminderChannel.optional(),
    sort: z.enum(['-contactedOn']).default('-contactedOn'),
  }),
  output: listOf(ContributionReminder),
})
export const getContributionReminder = query('contribution-reminder.get', {
  route: 'GET /api/contribution-reminders/{id}',
  access: 'BrokerUser',
  summary: 'Returns one reminder.',
  input: NoParameters,
  output: ContributionReminder,
})
export const createContributionReminder = command('contribution-reminder.create', {
  route: 'POST /api/contributions/{id}/reminders',
  access: 'BrokerUser',
  summary:
    'Records a reminder that a person gave to the employer of a payroll month by telephone, mail, letter or in person.',
  input: NewContributionReminder,
  output: ContributionReminder,
  status: 201,
})
