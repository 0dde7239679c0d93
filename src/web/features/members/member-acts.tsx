import type { Contract } from '../../../contract/define.ts'
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
} from '../../../contract/members.ts'
import { type Act, Acts } from '../../forms/acts.tsx'
import { useMay } from '../../session.tsx'
import { DateField } from '../../ui/form/fields.tsx'
import { todayInDublin } from '../../words.ts'
import { fullName } from './member-status.ts'

interface Verb {
  contract: Contract
  label: string
  title: string
  what: (name: string) => string
  /** What can follow, and what cannot. */
  next: string
  isFinal?: boolean
  isMain?: boolean
  done: string
}

const VERBS: Record<MemberVerb, Verb> = {
  join: {
    contract: joinMember,
    label: 'Record joining',
    title: 'Record that this member joined',
    what: (name) =>
      `${name} becomes an active member from that day, and counts towards the size of the scheme and what follows from it.`,
    next: 'A member who has joined cannot be made prospective again.',
    isMain: true,
    done: 'The member is active',
  },
  leave: {
    contract: leaveMember,
    label: 'Record leaving',
    title: 'Record that this member left service',
    what: (name) =>
      `${name} becomes a deferred member: service ended on that day and the benefit is preserved. Without a preserved benefit, record a refund instead.`,
    next: 'Retirement or a transfer can follow. A deferred member cannot be made active again.',
    done: 'The member is deferred',
  },
  retire: {
    contract: retireMember,
    label: 'Record retirement',
    title: 'Record that this member retired',
    what: (name) => `${name} becomes a pensioner from that day.`,
    next: 'This cannot be taken back; afterwards only a death can be recorded.',
    done: 'The member is a pensioner',
  },
  transfer: {
    contract: transferMember,
    label: 'Record a transfer out',
    title: 'Record that this member’s benefit was transferred out',
    what: (name) =>
      `${name} has no benefit in this scheme from that day and no longer counts as a member. No money is moved by this.`,
    next: 'This is final.',
    isFinal: true,
    done: 'The transfer out is recorded',
  },
  refund: {
    contract: refundMember,
    label: 'Record a refund',
    title: 'Record that this member’s contributions were refunded',
    what: (name) =>
      `${name} has no benefit in this scheme from that day and no longer counts as a member. It is for members without a preserved benefit: whether there is one is not checked here. No money is moved by this.`,
    next: 'This is final.',
    isFinal: true,
    done: 'The refund is recorded',
  },
  'opt-out': {
    contract: optOutMember,
    label: 'Record opting out',
    title: 'Record that this member opted out',
    what: (name) => `${name} takes no part in the scheme from that day and no longer counts as a member.`,
    next: 'This cannot be taken back; afterwards only a death can be recorded.',
    done: 'The opting out is recorded',
  },
  'record-death': {
    contract: recordMemberDeath,
    label: 'Record a death',
    title: 'Record that this member has died',
    what: (name) =>
      `${name} is shown as deceased from that day and no longer counts as a member. Benefits on death are not paid or started by this.`,
    next: 'This is final.',
    isFinal: true,
    done: 'The death is recorded',
  },
}

/** What can happen next to a member, by where the membership stands; each on a day of its own. */
export function MemberActs({ member }: { member: Member }) {
  const may = useMay()
  const acts = (Object.keys(VERBS) as MemberVerb[])
    .filter((verb) => may(VERBS[verb].contract) && MEMBER_TRANSITIONS[verb].from.includes(member.status))
    .map((verb) => actOf(verb, member))
  return acts.length > 0 && <Acts acts={acts} subject={member} />
}

function actOf(verb: MemberVerb, member: Member): Act {
  const { contract, label, title, what, next, isFinal = false, isMain = false, done } = VERBS[verb]
  const planned = verb === 'join' ? member.joinedSchemeOn : null
  return {
    contract,
    label,
    title,
    done,
    isMain,
    look: isFinal ? 'danger' : 'primary',
    explanation: (
      <>
        <p>{what(fullName(member))}</p>
        <p className="mt-2 font-medium">{next}</p>
        <p className="mt-2 text-muted">
          The day, your name and the time are recorded in the audit log, which is kept for ever.
        </p>
      </>
    ),
    defaults: { on: planned ?? todayInDublin() },
    fields: <DateField name="on" label="Day" help="The day it took effect" isRequired />,
  }
}
