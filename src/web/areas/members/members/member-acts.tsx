import {
  joinMember,
  leaveMember,
  MEMBER_TRANSITIONS,
  type Member,
  type MemberVerb,
  optOutMember,
  recordMemberDeath,
  refundMember,
  retireMember,
  transferMember,
} from '../../../../contract/members.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { useMay } from '../../../session.tsx'
import { DateField } from '../../../ui/form/fields.tsx'
import { formatFullName } from './member.ts'

/** What can happen next to a member, by where the membership stands; each on a day of its own. */
export function MemberActs({ member }: { member: Member }) {
  return <Acts acts={listActions(MEMBER_TRANSITIONS, tableOf(member), member, useMay())} subject={member} />
}

function tableOf(member: Member): Record<MemberVerb, Act> {
  const name = formatFullName(member)
  const onDay = (day: string): Pick<Act, 'defaults' | 'fields'> => ({
    defaults: { on: day },
    fields: <DateField name="on" label="Day" help="The day it took effect" isRequired />,
  })
  const today = onDay(getTodayInDublin())
  return {
    join: {
      ...onDay(member.joinedSchemeOn ?? getTodayInDublin()),
      contract: joinMember,
      label: 'Record joining',
      title: 'Record that this member joined',
      explanation: explained(
        `${name} becomes an active member from that day, and counts towards the size of the scheme and what follows from it.`,
        'A member who has joined cannot be made prospective again.',
      ),
      look: 'primary',
      isMain: true,
      done: 'The member is active',
    },
    leave: {
      ...today,
      contract: leaveMember,
      label: 'Record leaving',
      title: 'Record that this member left service',
      explanation: explained(
        `${name} becomes a deferred member: service ended on that day and the benefit is preserved. Without a preserved benefit, record a refund instead.`,
        'Retirement or a transfer can follow. A deferred member cannot be made active again.',
      ),
      done: 'The member is deferred',
    },
    retire: {
      ...today,
      contract: retireMember,
      label: 'Record retirement',
      title: 'Record that this member retired',
      explanation: explained(
        `${name} becomes a pensioner from that day.`,
        'This cannot be taken back; afterwards only a death can be recorded.',
      ),
      done: 'The member is a pensioner',
    },
    transfer: {
      ...today,
      contract: transferMember,
      label: 'Record a transfer out',
      title: 'Record that this member’s benefit was transferred out',
      explanation: explained(
        `${name} has no benefit in this scheme from that day and no longer counts as a member. No money is moved by this.`,
        'This is final.',
      ),
      look: 'danger',
      done: 'The transfer out is recorded',
    },
    refund: {
      ...today,
      contract: refundMember,
      label: 'Record a refund',
      title: 'Record that this member’s contributions were refunded',
      explanation: explained(
        `${name} has no benefit in this scheme from that day and no longer counts as a member. It is for members without a preserved benefit: whether there is one is not checked here. No money is moved by this.`,
        'This is final.',
      ),
      look: 'danger',
      done: 'The refund is recorded',
    },
    'opt-out': {
      ...today,
      contract: optOutMember,
      label: 'Record opting out',
      title: 'Record that this member opted out',
      explanation: explained(
        `${name} takes no part in the scheme from that day and no longer counts as a member.`,
        'This cannot be taken back; afterwards only a death can be recorded.',
      ),
      done: 'The opting out is recorded',
    },
    'record-death': {
      ...today,
      contract: recordMemberDeath,
      label: 'Record a death',
      title: 'Record that this member has died',
      explanation: explained(
        `${name} is shown as deceased from that day and no longer counts as a member. Benefits on death are not paid or started by this.`,
        'This is final.',
      ),
      look: 'danger',
      done: 'The death is recorded',
    },
  }
}

/** What happens, then what can follow and what cannot. */
const explained = (what: string, next: string): Act['explanation'] => [
  what,
  <span key="next" className="font-medium">
    {next}
  </span>,
  'The day, your name and the time are recorded in the audit log, which is kept for ever.',
]
