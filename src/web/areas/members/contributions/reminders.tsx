/** Reminder log: reminders to employers for their contributions, sent by the service or recorded by a person. */
import { Link } from '@tanstack/react-router'
import {
  type ContributionReminder,
  listContributionReminders,
  ReminderChannel,
} from '../../../../contract/contribution-reminders.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { createDateColumn, createMonthColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { EmployerName } from '../../../records/names.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/column.ts'

const ON: Column<ContributionReminder> = createDateColumn('contactedOn', {
  sort: '-contactedOn',
  onCard: true,
})
const FOR: readonly Column<ContributionReminder>[] = [
  {
    key: 'employerName',
    label: 'Employer',
    grows: true,
    cell: ({ employerId, employerName }) => (
      <Link to={PAGES.employer} params={{ employerId }} className="link">
        {employerName}
      </Link>
    ),
    text: ({ employerName }) => employerName,
  },
  createMonthColumn('payrollMonth', { onCard: true }),
]
const HOW: readonly Column<ContributionReminder>[] = [
  {
    key: 'channel',
    label: 'Channel',
    width: 150,
    onCard: true,
    cell: ({ channel }) => formatCode(channel, 'channel'),
    text: ({ channel }) => formatCode(channel, 'channel'),
  },
  {
    key: 'recipient',
    label: 'Recipient',
    width: 150,
    onCard: true,
    cell: ({ recipient }) => (recipient ? formatCode(recipient) : 'Not known'),
    text: ({ recipient }) => (recipient ? formatCode(recipient) : ''),
  },
  {
    key: 'recordedByName',
    label: 'Recorded by',
    width: 160,
    cell: ({ recordedById, recordedByName }) =>
      recordedById ? (recordedByName ?? 'A former user') : 'The service',
    text: ({ recordedByName }) => recordedByName ?? '',
  },
  createTextColumn('note', { grows: true }),
]
const FILTERS = [{ name: 'channel', options: listCodeOptions(ReminderChannel.options, 'channel') }]
const EMPTY = {
  title: 'No reminders yet',
  text: 'Automatic reminders appear here once they are sent. Record a call, an e-mail or a letter on its payroll month.',
}

/** All reminders of the firm. */
export default function Reminders() {
  return (
    <>
      <PageHeader
        title="Reminder log"
        crumbs={[{ label: 'Contributions', to: PAGES.contributions }]}
        facts={['Reminders to employers for their contributions']}
      />
      <List
        contract={listContributionReminders}
        name="Reminder log"
        columns={[ON, ...FOR, ...HOW]}
        filters={FILTERS}
        chipWords={(name, value) =>
          name === 'employerId' ? <EmployerName id={value} /> : formatCode(value, 'channel')
        }
        empty={EMPTY}
      />
    </>
  )
}
