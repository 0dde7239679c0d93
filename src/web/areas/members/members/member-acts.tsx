import { formatCitedSources } from '../../../../contract/citations.ts'
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
import { DateField, TextField } from '../../../ui/form/fields.tsx'
import { formatFullName } from './member.ts'

/** Actions for a member, by the status of the membership; each takes effect on a date. */
export function MemberActs({ member }: { member: Member }) {
  return (
    <Acts acts={listActions(MEMBER_TRANSITIONS, buildActTable(member), member, useMay())} subject={member} />
  )
}

function buildActTable(member: Member): Record<MemberVerb, Act> {
  const name = formatFullName(member)
  const onDay = (day: string): Pick<Act, 'defaults' | 'fields'> => ({
    defaults: { on: day },
    fields: <DateField name="on" label="Effective date" isRequired />,
  })
  const today = onDay(getTodayInDublin())
  return {
    join: {
      ...onDay(member.joinedSchemeOn ?? getTodayInDublin()),
      contract: joinMember,
      label: 'Record joining',
      title: 'Record the joining of this member',
      explanation: explainAct(
        `${name} becomes an active member from this date and counts towards the size of the scheme.`,
        'A member who has joined cannot be made prospective again.',
      ),
      look: 'primary',
      isMain: true,
      done: 'Joining recorded',
    },
    leave: {
      ...today,
      contract: leaveMember,
      label: 'Record leaving',
      title: 'Record that this member left service',
      explanation: explainAct(
        `${name} becomes a deferred member with a preserved benefit from this date. Without a preserved benefit, record a refund instead.`,
        'Retirement or a transfer can follow. A deferred member cannot be made active again.',
      ),
      done: 'Leaving recorded',
    },
    retire: {
      ...today,
      contract: retireMember,
      label: 'Record retirement',
      title: 'Record the retirement of this member',
      explanation: explainAct(
        `${name} becomes a pensioner from this date.`,
        'This cannot be undone. Afterwards only a death can be recorded.',
      ),
      done: 'Retirement recorded',
    },
    transfer: {
      ...today,
      contract: transferMember,
      label: 'Record a transfer out',
      title: 'Record the transfer out of this member’s benefit',
      explanation: explainAct(
        `${name} has no benefit in this scheme from this date and no longer counts as a member. This moves no money.`,
        'This is final.',
      ),
      look: 'danger',
      done: 'Transfer out recorded',
    },
    refund: {
      defaults: { on: getTodayInDublin(), noPreservedBenefitReason: null },
      fields: <RefundFields />,
      contract: refundMember,
      label: 'Record a refund',
      title: 'Record the refund of this member’s contributions',
      explanation: explainAct(
        `${name} has no benefit in this scheme from this date and no longer counts as a member. After two years of qualifying service a member has a preserved benefit, and contributions are not refunded (${formatCitedSources('PA 28', 'PA 32')}). This moves no money.`,
        'This is final.',
      ),
      look: 'danger',
      done: 'Refund recorded',
    },
    'opt-out': {
      ...today,
      contract: optOutMember,
      label: 'Record opt-out',
      title: 'Record the opt-out of this member',
      explanation: explainAct(
        `${name} does not participate in the scheme from this date and no longer counts as a member.`,
        'This cannot be undone. Afterwards only a death can be recorded.',
      ),
      done: 'Opt-out recorded',
    },
    'record-death': {
      ...today,
      contract: recordMemberDeath,
      label: 'Record a death',
      title: 'Record the death of this member',
      explanation: explainAct(
        `${name} is shown as deceased from this date and no longer counts as a member. This does not start or pay benefits on death.`,
        'This is final.',
      ),
      look: 'danger',
      done: 'Death recorded',
    },
  }
}

const RefundFields = () => (
  <>
    <DateField name="on" label="Effective date" isRequired />
    <TextField
      name="noPreservedBenefitReason"
      rows={2}
      help="Only after two years of recorded service, or without a joining date. The audit log keeps it permanently: no PPS numbers"
    />
  </>
)

/** The effect of the action, then the actions that remain possible. */
const explainAct = (what: string, next: string): Act['explanation'] => [
  what,
  <span key="next" className="font-medium">
    {next}
  </span>,
  'The audit log permanently records the date, your name and the time.',
]
