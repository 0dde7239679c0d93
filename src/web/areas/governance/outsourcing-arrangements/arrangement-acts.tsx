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
import { formatDate, getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { useMay } from '../../../session.tsx'
import { DateField, TextField } from '../../../ui/form/fields.tsx'
import { isWaitingForNotification } from './arrangement.ts'

const RECORDED = 'The audit log keeps the act, the day and who recorded it.'

/** What can be done with an arrangement, by where it stands. */
export function ArrangementActs({ arrangement }: { arrangement: OutsourcingArrangement }) {
  const table = tableOf(arrangement, getTodayInDublin())
  // Of what is in force the Authority was told; what comes later are developments.
  const isTold = arrangement.status === 'IN_FORCE' && arrangement.authorityNotifiedOn !== null
  const acts = listActions(OUTSOURCING_TRANSITIONS, table, arrangement, useMay()).filter(
    (act) => !(isTold && act === table.notify),
  )
  return <Acts acts={acts} subject={arrangement} />
}

/** Beside a development of which the Authority was not told. */
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
    label: 'Record the notification',
    title: 'Record that the Authority was told of this development',
    explanation: ['Nothing is sent by this: it records what was sent.', RECORDED],
    fields: (
      <>
        <DateField name="notifiedOn" label="Authority told" isRequired />
        <TextField name="reference" label="Authority's reference" />
      </>
    ),
    defaults: { number, notifiedOn: getTodayInDublin() },
    isMain: true,
    done: 'The notification is recorded',
  }
  return <Acts acts={[act]} subject={arrangement} />
}

function tableOf(
  arrangement: OutsourcingArrangement,
  today: string,
): Record<Exclude<OutsourcingVerb, 'notify-development'>, Act> {
  const { inForceFrom, notifyByOn, authorityNotifiedOn } = arrangement
  return {
    'bring-into-force': {
      contract: bringOutsourcingIntoForce,
      label: 'Bring into force',
      title: 'Record that the agreement entered into force',
      explanation: [
        `It has to be in writing (${formatCitedSources('DIR 31(5)')}); a key function or management was notified before (${formatCitedSources('DIR 31(6)')}). Provider and activity stay what they are from then on.`,
        RECORDED,
      ],
      fields: <DateField name="inForceFrom" label="In force from" isRequired help="Today or earlier" />,
      defaults: { inForceFrom: inForceFrom ?? today },
      ...(isWaitingForNotification(arrangement) ? {} : { look: 'primary' as const }),
      isMain: true,
      done: 'The arrangement is in force',
    },
    notify: {
      contract: notifyOutsourcing,
      label: 'Record the notification',
      title: 'Record that the Authority was notified',
      explanation: [
        'Nothing is sent by this: it records what was sent.',
        notifyByOn &&
          `It is in time up to ${formatDate(notifyByOn)} (${formatCitedSources('DIR 31(6)', 'PA 64AM')}).`,
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
      done: 'The notification is recorded',
    },
    review: {
      contract: reviewOutsourcing,
      label: 'Record a review',
      title: 'Record a review of the provider',
      explanation: [
        `The performance of the provider was looked at (${formatCitedSources('DIR 31')}).`,
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
      done: 'The review is recorded',
    },
    'add-development': {
      contract: addDevelopment,
      label: 'Add a development',
      title: 'Add an important development',
      explanation: [
        `The Authority is told of important developments as well (${formatCitedSources('DIR 31(6)')}). Without a day of notification it waits for one.`,
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="occurredOn" label="Happened" isRequired />
          <TextField name="description" rows={3} isRequired help="No names of members, no PPS numbers" />
          <DateField name="notifiedOn" label="Authority told" />
          <TextField name="reference" label="Authority's reference" />
        </>
      ),
      defaults: { occurredOn: today },
      done: 'The development is recorded',
    },
    end: {
      contract: endOutsourcing,
      label: 'End',
      title: 'End this arrangement',
      explanation: [
        arrangement.status === 'PLANNED'
          ? 'The plan is given up and stays in the register as ended.'
          : 'The arrangement stays in the register as ended and can no longer be changed.',
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="on" label="Day it took effect" isRequired />
          <TextField name="reason" rows={2} help="Of the reason the audit log only keeps that it was set" />
        </>
      ),
      defaults: { on: today },
      look: 'danger',
      done: 'The arrangement is recorded as ended',
    },
  }
}
