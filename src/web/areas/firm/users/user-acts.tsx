import type { Contract } from '../../../../contract/define.ts'
import { unlinkSingleSignOn } from '../../../../contract/single-sign-on.ts'
import {
  deactivateUser,
  endSessionsOfUser,
  inviteUser,
  mayManage,
  reactivateUser,
  requestFactorReset,
  resetFactor,
  type User,
  type UserStatus,
  withdrawFactorReset,
} from '../../../../contract/users.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { useMay, usePerson } from '../../../session.tsx'
import { TextField } from '../../../ui/form/fields.tsx'

type UserVerb =
  | 'invite'
  | 'reactivate'
  | 'resetFactor'
  | 'withdrawFactorReset'
  | 'requestFactorReset'
  | 'unlink'
  | 'endSessions'
  | 'deactivate'

/** Not a state machine of the contract: a reactivated account returns to its earlier status. */
const LEADS_ON: Readonly<Record<UserVerb, { from: readonly UserStatus[] }>> = {
  invite: { from: ['INVITED'] },
  reactivate: { from: ['DEACTIVATED'] },
  resetFactor: { from: ['ACTIVE'] },
  withdrawFactorReset: { from: ['ACTIVE'] },
  requestFactorReset: { from: ['ACTIVE'] },
  unlink: { from: ['INVITED', 'ACTIVE', 'DEACTIVATED'] },
  endSessions: { from: ['ACTIVE'] },
  deactivate: { from: ['INVITED', 'ACTIVE'] },
}

const RECORDED = 'The audit log records the change and your name.'

/** Actions on an account: users cannot deactivate their own account or one with a higher role. */
export function UserActs({ user }: { user: User }) {
  const me = usePerson()
  const may = useMay()
  const acts = listActions(
    LEADS_ON,
    buildActTable(user),
    user,
    (contract) => may(contract) && mayManage(me.role, user.role) && isPossible(contract, user, me.id),
  )
  return <Acts acts={acts} subject={user} />
}

/** Conditions that the status does not show: own accounts, and the state of a reset. */
function isPossible(
  contract: Contract,
  { id, hasSecondFactor, factorResetRequestedBy, isLinkedToProvider }: User,
  ownId: string,
): boolean {
  const isOther = id !== ownId
  const isRequested = factorResetRequestedBy !== null
  if (contract === deactivateUser || contract === endSessionsOfUser) return isOther
  if (contract === unlinkSingleSignOn) return isLinkedToProvider
  if (contract === requestFactorReset) return isOther && hasSecondFactor && !isRequested
  if (contract === resetFactor) return isOther && isRequested && factorResetRequestedBy !== ownId
  return contract !== withdrawFactorReset || isRequested
}

const buildActTable = ({ name, email }: User): Record<UserVerb, Act> => ({
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
  resetFactor: {
    contract: resetFactor,
    label: 'Remove second factor',
    title: `Remove the second factor of ${name}`,
    explanation: [
      'Authenticator app, passkeys and recovery codes are removed, and all sessions of the user end. The password alone then opens the account.',
      `We inform ${email}. The audit log records both administrators.`,
    ],
    look: 'danger',
    isMain: true,
    done: `Second factor of ${name} removed`,
  },
  withdrawFactorReset: {
    contract: withdrawFactorReset,
    label: 'Withdraw removal request',
    title: 'Withdraw the request to remove the second factor',
    explanation: ['The second factor stays.', RECORDED],
    done: 'Request withdrawn',
  },
  requestFactorReset: {
    contract: requestFactorReset,
    label: 'Request removal of second factor',
    title: `Request the removal of the second factor of ${name}`,
    explanation: [
      'For a user who has lost the device and the recovery codes. Another administrator, or a SuperAdmin, must carry it out.',
      `We inform ${email}. The audit log keeps the reason permanently.`,
    ],
    fields: <TextField name="reason" isRequired help="No PPS numbers" />,
    done: 'Removal of the second factor requested',
  },
  unlink: {
    contract: unlinkSingleSignOn,
    label: "Remove link to the firm's sign-in",
    title: `Remove the link of ${name} to the firm's sign-in`,
    explanation: [
      'For a user whose account at the provider was created again. The next sign-in through the provider links the user anew, and all sessions of the user end.',
      `We inform ${email}. ${RECORDED}`,
    ],
    done: `Link of ${name} removed`,
  },
  endSessions: {
    contract: endSessionsOfUser,
    label: 'End all sessions',
    title: `End all sessions of ${name}`,
    explanation: ['The user is signed out on all devices and can sign in again.', RECORDED],
    done: `Sessions of ${name} ended`,
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
