import {
  deactivateUser,
  inviteUser,
  mayManage,
  reactivateUser,
  type User,
  type UserStatus,
} from '../../../../contract/users.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { usePerson } from '../../../session.tsx'

type UserVerb = 'invite' | 'reactivate' | 'deactivate'

/** No state machine of the contract: a reactivated account is again whatever it was before. */
const LEADS_ON: Readonly<Record<UserVerb, { from: readonly UserStatus[] }>> = {
  invite: { from: ['INVITED'] },
  reactivate: { from: ['DEACTIVATED'] },
  deactivate: { from: ['INVITED', 'ACTIVE'] },
}

const RECORDED = 'The audit log records the act and that it was yours.'

/** What can be done with an account: nobody ends their own, and nobody reaches above their role. */
export function UserActs({ user }: { user: User }) {
  const me = usePerson()
  const acts = listActions(
    LEADS_ON,
    tableOf(user),
    user,
    (contract) => mayManage(me.role, user.role) && !(contract === deactivateUser && user.id === me.id),
  )
  return <Acts acts={acts} subject={user} />
}

const tableOf = ({ name, email }: User): Record<UserVerb, Act> => ({
  invite: {
    contract: inviteUser,
    label: 'Send the invitation again',
    title: 'Send the invitation again',
    explanation: [
      `A mail with a new one-time link goes to ${email}; it works for 7 days. The earlier link stops working.`,
      'The audit log records that you sent it.',
    ],
    isMain: true,
    done: `A new invitation goes to ${email}`,
  },
  reactivate: {
    contract: reactivateUser,
    label: 'Reactivate',
    title: `Reactivate ${name}`,
    explanation: [
      'The person can sign in again with the password they had. Who never chose one is invited again after this.',
      RECORDED,
    ],
    isMain: true,
    done: `The account of ${name} is reactivated`,
  },
  deactivate: {
    contract: deactivateUser,
    label: 'Deactivate',
    title: `Deactivate ${name}`,
    explanation: [
      'Every session of the person ends at once, links in earlier mails stop working, and sign-in is refused until the account is reactivated. What the person did stays recorded.',
      RECORDED,
    ],
    look: 'danger',
    done: `The account of ${name} is deactivated`,
  },
})
