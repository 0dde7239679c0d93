import { deactivateUser, inviteUser, mayManage, reactivateUser, type User } from '../../../contract/users.ts'
import type { Act } from '../../forms/acts.tsx'
import type { Person } from '../../session.tsx'

/** What can be done with an account: nobody ends their own, and nobody reaches above their role. */
export function actsOf({ id, role, status, name, email }: User, me: Person): Act[] {
  if (!mayManage(me.role, role)) return []
  const acts: (Act | false)[] = [
    status === 'INVITED' && {
      contract: inviteUser,
      label: 'Send the invitation again',
      title: 'Send the invitation again',
      explanation: `A mail with a new one-time link goes to ${email}; it works for 7 days. The earlier link stops working. The audit log records that you sent it.`,
      isMain: true,
      done: `A new invitation goes to ${email}`,
    },
    status === 'DEACTIVATED' && {
      contract: reactivateUser,
      label: 'Reactivate',
      title: `Reactivate ${name}`,
      explanation:
        'The person can sign in again with the password they had. Who never chose one is invited again after this. The audit log records the act and that it was yours.',
      isMain: true,
      done: `The account of ${name} is reactivated`,
    },
    status !== 'DEACTIVATED' &&
      id !== me.id && {
        contract: deactivateUser,
        label: 'Deactivate',
        title: `Deactivate ${name}`,
        explanation:
          'Every session of the person ends at once, links in earlier mails stop working, and sign-in is refused until the account is reactivated. What the person did stays recorded. The audit log records the act and that it was yours.',
        look: 'danger',
        done: `The account of ${name} is deactivated`,
      },
  ]
  return acts.filter((act) => act !== false)
}
