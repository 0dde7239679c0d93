import { removeSingleSignOn } from '../../../../contract/single-sign-on.ts'
import {
  closeTenant,
  reactivateTenant,
  suspendTenant,
  TENANT_TRANSITIONS,
  type Tenant,
  type TenantVerb,
} from '../../../../contract/tenants.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { useMay } from '../../../session.tsx'
import { TextField } from '../../../ui/form/fields.tsx'

const RECORDED = 'The audit log of the firm keeps the reason permanently. Its administrators can read it.'

/** Actions for a firm, by its status. */
export function FirmActs({ firm }: { firm: Tenant }) {
  const acts = listActions(TENANT_TRANSITIONS, buildActTable(firm), firm, useMay())
  return <Acts acts={[...acts, buildRemovalOfSingleSignOn(firm)]} subject={firm} />
}

/** For a firm whose users are locked out because its provider fails. */
const buildRemovalOfSingleSignOn = ({ name }: Tenant): Act => ({
  contract: removeSingleSignOn,
  label: 'Remove single sign-on',
  title: `Remove the single sign-on of ${name}`,
  explanation: [
    'For a firm that is locked out. All of its users sign in with their passwords again, or choose one with “Forgot your password?”.',
    'All administrators of the firm get an e-mail. The audit log records the change and your name.',
  ],
  look: 'danger',
  done: `Single sign-on of ${name} removed`,
})

function buildActTable({ name, status }: Tenant): Record<TenantVerb, Act> {
  const fields = <TextField name="reason" isRequired help="No PPS numbers" />
  return {
    suspend: {
      contract: suspendTenant,
      label: 'Suspend',
      title: `Suspend ${name}`,
      explanation: [
        'All users of the firm are signed out and cannot sign in until it is reactivated, including its employers and members. No records are deleted.',
        RECORDED,
      ],
      fields,
      look: 'danger',
      done: `${name} suspended`,
    },
    close: {
      contract: closeTenant,
      label: 'Close',
      title: `Close ${name}`,
      explanation: [
        'The users of the firm can sign in and read all records, but cannot change them. No records are deleted, and a closed firm can be reactivated.',
        RECORDED,
      ],
      fields,
      look: 'danger',
      done: `${name} closed`,
    },
    reactivate: {
      contract: reactivateTenant,
      label: 'Reactivate',
      title: `Reactivate ${name}`,
      explanation: [
        status === 'CLOSED'
          ? 'The users of the firm can change records again.'
          : 'The users of the firm can sign in again.',
        RECORDED,
      ],
      fields,
      isMain: true,
      look: 'primary',
      done: `${name} reactivated`,
    },
  }
}
