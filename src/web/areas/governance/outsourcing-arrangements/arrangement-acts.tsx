import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  addDevelopment,
  bringOutsourcingIntoForce,
  endOutsourcing,
  notifyDevelopment,
  notifyOutsourcing,
  OUTSOURCING_TRANSITIONS,
  type OutsourcingArrangement,
  type OutsourcingVerb,
  reviewOutsourcing,
} from '../../../../contract/outsourcing-arrangements.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { useMay } from '../../../session.tsx'
import { DateField, TextField } from '../../../ui/form/fields.tsx'
import { isWaitingForNotification } from './arrangement.ts'

const RECORDED = 'The audit log records the change, the date and the user.'

/** Actions for an arrangement, by its status. */
export function ArrangementActs({ arrangement }: { arrangement: OutsourcingArrangement }) {
  const table = buildActTable(arrangement, getTodayInDublin())
  // The Authority has been notified of an arrangement in force; later changes are developments.
  const isNotified = arrangement.status === 'IN_FORCE' && arrangement.authorityNotifiedOn !== null
  const acts = listActions(OUTSOURCING_TRANSITIONS, table, arrangement, useMay()).filter(
    (act) => !(isNotified && act === table.notify),
  )
  return <Acts acts={acts} subject={arrangement} />
}

/** Action beside a development that was not notified to the Authority. */
export function DevelopmentAct({
  arrangement,
  number,
}: {
  arrangement: OutsourcingArrangement
  number: number
}) {
  if (!useMay()(notifyDevelopment)) return null
  const act: Act = {
    contract: notifyDevelopment,
    label: 'Record notification',
    title: 'Record the notification of this development',
    explanation: ['This records a notification you made. We do not send it.', RECORDED],
    fields: (
      <>
        <DateField name="notifiedOn" label="Authority notified" isRequired />
        <TextField name="reference" label="Authority's reference" />
      </>
    ),
    defaults: { number, notifiedOn: getTodayInDublin() },
    isMain: true,
    done: 'Notification recorded',
  }
  return <Acts acts={[act]} subject={arrangement} />
}

function buildActTable(
  arrangement: OutsourcingArrangement,
  today: string,
): Record<Exclude<OutsourcingVerb, 'notify-development'>, Act> {
  const { inForceFrom, notifyByOn, authorityNotifiedOn } = arrangement
  return {
    'bring-into-force': {
      contract: bringOutsourcingIntoForce,
      label: 'Bring into force',
      title: 'Record the entry into force of the agreement',
      explanation: [
        `The agreement must be in writing (${formatCitedSources('DIR 31(5)')}); a key function or management must be notified first (${formatCitedSources('DIR 31(6)')}). Provider and activity cannot be changed afterwards.`,
        RECORDED,
      ],
      fields: <DateField name="inForceFrom" label="In force from" isRequired help="Today or earlier" />,
      defaults: { inForceFrom: inForceFrom ?? today },
      ...(isWaitingForNotification(arrangement) ? {} : { look: 'primary' as const }),
      isMain: true,
      done: 'Arrangement brought into force',
    },
    notify: {
      contract: notifyOutsourcing,
      label: 'Record notification',
      title: 'Record the notification of the Authority',
      explanation: [
        'This records a notification you made. We do not send it.',
        notifyByOn &&
          `The last day in time is ${formatDate(notifyByOn)} (${formatCitedSources('DIR 31(6)', 'PA 64AM')}).`,
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="notifiedOn" label="Notified" isRequired />
          <TextField name="reference" label="Authority's reference" />
        </>
      ),
      defaults: { notifiedOn: authorityNotifiedOn ?? today, reference: arrangement.authorityReference },
      ...(isWaitingForNotification(arrangement) ? { look: 'primary' as const } : {}),
      isMain: authorityNotifiedOn === null,
      done: 'Notification recorded',
    },
    review: {
      contract: reviewOutsourcing,
      label: 'Record review',
      title: 'Record a review of the provider',
      explanation: [
        `A review of the performance of the provider (${formatCitedSources('DIR 31')}).`,
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="reviewedOn" label="Reviewed" isRequired />
          <DateField name="nextReviewOn" label="Next review" />
        </>
      ),
      defaults: { reviewedOn: today },
      isMain: true,
      done: 'Review recorded',
    },
    'add-development': {
      contract: addDevelopment,
      label: 'Add development',
      title: 'Add an important development',
      explanation: [
        `Important developments must also be notified to the Authority (${formatCitedSources('DIR 31(6)')}). Without a notification date the notification is shown as outstanding.`,
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="occurredOn" label="Date of the development" isRequired />
          <TextField name="description" rows={3} isRequired help="No names of members, no PPS numbers" />
          <DateField name="notifiedOn" label="Authority notified" />
          <TextField name="reference" label="Authority's reference" />
        </>
      ),
      defaults: { occurredOn: today },
      done: 'Development recorded',
    },
    end: {
      contract: endOutsourcing,
      label: 'End',
      title: 'End this arrangement',
      explanation: [
        arrangement.status === 'PLANNED'
          ? 'The planned arrangement stays in the register as ended.'
          : 'The arrangement stays in the register as ended and can no longer be changed.',
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="on" label="Effective date" isRequired />
          <TextField name="reason" rows={2} help="The audit log does not keep the text of the reason" />
        </>
      ),
      defaults: { on: today },
      look: 'danger',
      done: 'Arrangement ended',
    },
  }
}
