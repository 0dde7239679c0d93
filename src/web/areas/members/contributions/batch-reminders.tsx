/** Reminder log of a payroll month: when its employer was reminded, how and by whom. */

import { useQuery } from '@tanstack/react-query'
import {
  createContributionReminder,
  RecordedChannel,
  ReminderRecipient,
} from '../../../../contract/contribution-reminders.ts'
import type { ContributionBatch } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { Acts } from '../../../forms/acts.tsx'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { DateField, ProseField, SelectField } from '../../../ui/form/fields.tsx'
import { Section } from '../../../ui/section.tsx'
import { NotKnown } from '../../../ui/unknown-value.tsx'

const SHOWN = 20

export default function BatchReminders({ batch }: { batch: ContributionBatch }) {
  const { employerId, payrollMonth } = batch
  const { data, isError } = useQuery(
    createQuery(operation('contribution-reminder.list'), { employerId, payrollMonth, limit: SHOWN } as never),
  )
  const may = useMay()
  return (
    <Section
      title="Reminders"
      actions={
        <>
          <ButtonLink look="quiet" to={PAGES.contributionReminders} search={{ employerId }}>
            Reminder log
          </ButtonLink>
          {batch.status !== 'CLOSED' && may(createContributionReminder) && (
            <Acts
              acts={[
                {
                  contract: createContributionReminder,
                  label: 'Record a reminder',
                  title: 'Record a reminder to the employer',
                  explanation: [
                    'A call, an e-mail or a letter about the contributions of this month. Automatic reminders are recorded by the service.',
                    'The audit log records the reminder and the user; the note is kept only with the reminder.',
                  ],
                  fields: (
                    <>
                      <DateField name="contactedOn" isRequired />
                      <SelectField
                        name="channel"
                        isRequired
                        options={listCodeOptions(RecordedChannel.options, 'channel')}
                      />
                      <SelectField
                        name="recipient"
                        isRequired
                        options={listCodeOptions(ReminderRecipient.options)}
                      />
                      <ProseField name="note" rows={3} help="Result of the call or message. No PPS numbers" />
                    </>
                  ),
                  defaults: { contactedOn: getTodayInDublin(), recipient: 'PAYROLL_CONTACT' },
                  isMain: true,
                  done: 'Reminder recorded',
                },
              ]}
              subject={batch}
            />
          )}
        </>
      }
    >
      {isError ? (
        <NotKnown />
      ) : data?.data.length === 0 ? (
        <p className="text-muted">No reminder for this month is recorded.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
          {data?.data.map(({ id, contactedOn, channel, recipient, recordedById, recordedByName, note }) => (
            <li key={id} className="flex flex-col gap-1 px-4 py-3">
              <span>
                {formatDate(contactedOn)}: {formatCode(channel, 'channel')}, recipient:{' '}
                {recipient ? formatCode(recipient).toLowerCase() : 'not known'}
              </span>
              <span className="text-muted text-sm">
                {recordedById ? `Recorded by ${recordedByName ?? 'a former user'}` : 'Sent by the service'}
              </span>
              {note && <p className="max-w-[80ch] whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
