/** What the trustees of the demo do: trainings, meetings with their actions, and the register of what went wrong. */
import {
  assessBreach,
  closeBreach,
  createBreach,
  remediateBreach,
  reportBreach,
} from '../../contract/breaches.ts'
import { addDays, addMonths } from '../../contract/civil-dates.ts'
import { createMeetingAction, doneMeetingAction } from '../../contract/meeting-actions.ts'
import {
  approveTrusteeMeetingMinutes,
  createTrusteeMeeting,
  holdTrusteeMeeting,
} from '../../contract/trustee-meetings.ts'
import { createTrusteeTraining, withdrawTrusteeTraining } from '../../contract/trustee-trainings.ts'
import type { Actor } from '../operation/reach.ts'
import type { RunAs } from '../operation/run-as.ts'

interface People {
  broker: Actor
  approver: Actor
}

interface Place {
  schemeId: string
  trustees: readonly { id: string; personName: string }[]
}

export async function trusteesWorkOf(
  runAs: RunAs,
  people: People,
  place: Place,
  today: string,
): Promise<void> {
  await trainings(runAs, people, place)
  await meetings(runAs, people, place, today)
  await register(runAs, people, place, today)
}

async function trainings(runAs: RunAs, { broker }: People, { trustees }: Place): Promise<void> {
  const [first, second] = trustees
  if (!first || !second) return
  const training = { provider: 'Irish Pensions Academy', hours: 3.5 }
  for (const { id } of trustees)
    await runAs(broker, createTrusteeTraining, {
      ...training,
      id,
      completedOn: '2025-06-12',
      topic: 'Duties of trustees',
    })
  await runAs(broker, createTrusteeTraining, {
    ...training,
    id: first.id,
    completedOn: '2026-05-20',
    topic: 'Own-risk assessments in practice',
  })
  const { id } = await runAs(broker, createTrusteeTraining, {
    ...training,
    id: second.id,
    completedOn: '2026-05-20',
    topic: 'Own-risk assessments in practice',
  })
  await runAs(broker, withdrawTrusteeTraining, { id, reason: 'Booked, and not attended' })
}

const AGENDA = `Minutes of the last meeting
Contributions and late payments
Reports of the key function holders
Risk register
Policies due for review
Any other business`

async function meetings(
  runAs: RunAs,
  { broker, approver }: People,
  { schemeId, trustees }: Place,
  today: string,
): Promise<void> {
  const plan = (title: string, plannedForOn: string) =>
    runAs(broker, createTrusteeMeeting, {
      id: schemeId,
      title,
      plannedForOn,
      location: 'Midleton',
      agenda: AGENDA,
    })
  const attendees = trustees.map(({ personName }) => personName)
  const [earlierOn, lastOn] = [addMonths(today, -4), addDays(today, -18)]

  const earlier = await plan('Summer meeting', earlierOn)
  await runAs(broker, holdTrusteeMeeting, {
    id: earlier.id,
    attendees,
    quorumMet: true,
    decisions: 'The accounts were approved.\nThe risk register was noted.',
  })
  const asked = await runAs(broker, createMeetingAction, {
    id: earlier.id,
    description: 'Send the member booklet to new joiners',
    owner: 'Maeve Tuohy',
    dueOn: addMonths(today, -3),
  })
  await runAs(broker, doneMeetingAction, {
    id: asked.id,
    doneOn: addMonths(today, -3),
    outcome: 'Sent to all',
  })
  await runAs(approver, approveTrusteeMeetingMinutes, { id: earlier.id, minutesApprovedOn: lastOn })

  const last = await plan('Autumn meeting', lastOn)
  await runAs(broker, holdTrusteeMeeting, {
    id: last.id,
    attendees: attendees.slice(0, 2),
    apologies: attendees.slice(2),
    quorumMet: true,
    decisions:
      'The employer is asked in writing to pay on time.\nThe outsourcing policy is reviewed by spring.',
  })
  for (const [description, owner, dueOn] of [
    ['Write to the employer about late contributions', 'Maeve Tuohy', addDays(today, -4)],
    ['Draft the review of the outsourcing policy', 'Conor Ashe', addMonths(today, 2)],
    ['Find a date with the auditor', null, null],
  ] as const)
    await runAs(broker, createMeetingAction, { id: last.id, description, owner, dueOn })

  await plan('Winter meeting', addMonths(today, 1))
}

async function register(
  runAs: RunAs,
  { broker, approver }: People,
  { schemeId }: Place,
  today: string,
): Promise<void> {
  const yesterday = addDays(today, -1)
  await runAs(broker, createBreach, {
    schemeId,
    category: 'DATA_PROTECTION',
    title: 'Benefit statements sent to former addresses',
    description: 'Four envelopes came back opened.\nThe addresses were not updated after the last upload.',
    occurredOn: addDays(today, -6),
    awareAt: `${yesterday}T09:40:00Z`,
    membersAffected: 4,
  })
  const late = await runAs(broker, createBreach, {
    schemeId,
    category: 'LATE_REPORT',
    title: 'Availability of the annual report told late',
    occurredOn: addMonths(today, -2),
    detectedOn: addDays(today, -30),
    dueOn: addDays(addMonths(today, -2), -1),
    owner: 'Maeve Tuohy',
  })
  const none = {
    severity: 'LOW',
    reportability: 'NONE',
    reason: 'A few days, and nobody was worse off',
  } as const
  await runAs(broker, assessBreach, { id: late.id, ...none })
  await runAs(broker, remediateBreach, {
    id: late.id,
    remedialAction: 'The notice goes out with the report.',
  })

  const complaint = await runAs(broker, createBreach, {
    schemeId,
    category: 'DISCLOSURE',
    source: 'MEMBER_COMPLAINT',
    title: 'Leaver options sent after more than two months',
    occurredOn: addMonths(today, -5),
    detectedOn: addMonths(today, -4),
    membersAffected: 1,
  })
  const voluntary = {
    severity: 'MEDIUM',
    reportability: 'VOLUNTARY_S84',
    reason: 'The third this year',
  } as const
  await runAs(broker, assessBreach, { id: complaint.id, ...voluntary })
  await runAs(broker, reportBreach, { id: complaint.id, reportReference: 'PA-2026-0417' })
  await runAs(broker, closeBreach, {
    id: complaint.id,
    closingReason: 'Options were given, and the check list was changed',
    resolvedOn: addMonths(today, -3),
  })

  const suspicion = await runAs(approver, createBreach, {
    schemeId,
    category: 'MISAPPROPRIATION_SUSPECTED',
    title: 'Deductions that never reached the scheme account',
    occurredOn: addMonths(today, -1),
    detectedOn: yesterday,
    amountCents: 1_840_00,
  })
  await runAs(approver, assessBreach, {
    id: suspicion.id,
    severity: 'CRITICAL',
    reportability: 'COMPULSORY_S83',
    reason: 'Payslips and bank statements do not agree, and nobody can say why',
  })
}
