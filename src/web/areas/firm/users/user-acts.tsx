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

/** Not a state machine of the contract: a reactivated account returns to its earlier status. */
const LEADS_ON: Readonly<Record<UserVerb, { from: readonly UserStatus[] }>> = {
  invite: { from: ['INVITED'] },
  reactivate: { from: ['DEACTIVATED'] },
  deactivate: { from: ['INVITED', 'ACTIVE'] },
}

const RECORDED = 'The audit log records the change and your name.'

/** Actions on an account: users cannot deactivate their own account or one with a higher role. */
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
    label: 'Resend invitation',
    title: 'Resend invitation',
    explanation: [
      `We send a new link to ${email}. It works once, within 7 days. The earlier link stops working.`,
      'The audit log records that you sent it.',
    ],
    isMain: true,
    done: `Invitation sent to ${email}`,
  },
  reactivate: {
    contract: reactivateUser,
    label: 'Reactivate',
    title: `Reactivate ${name}`,
    explanation: [
      'The user can sign in again with the earlier password. If the user never chose a password, resend the invitation afterwards.',
      RECORDED,
    ],
    isMain: true,
    done: `Account of ${name} reactivated`,
  },
  deactivate: {
    contract: deactivateUser,
    label: 'Deactivate',
    title: `Deactivate ${name}`,
    explanation: [
      'All sessions of the user end, links in earlier e-mails stop working, and sign-in is refused until the account is reactivated. The history of the user is kept.',
      RECORDED,
    ],
    look: 'danger',
    done: `Account of ${name} deactivated`,
  },
})
