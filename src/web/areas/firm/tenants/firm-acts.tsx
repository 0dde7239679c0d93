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

const RECORDED =
  'The reason is kept for ever in the audit log of the firm, where its administrators can read it.'

/** What can be done with a firm as it is. */
export function FirmActs({ firm }: { firm: Tenant }) {
  return <Acts acts={listActions(TENANT_TRANSITIONS, tableOf(firm), firm, useMay())} subject={firm} />
}

function tableOf({ name, status }: Tenant): Record<TenantVerb, Act> {
  const fields = <TextField name="reason" isRequired help="Leave PPS numbers out" />
  return {
    suspend: {
      contract: suspendTenant,
      label: 'Suspend',
      title: `Suspend ${name}`,
      explanation: [
        'Everybody of the firm is signed out at once, and nobody of it can sign in until it is reactivated. That includes its employers and members. Nothing is deleted.',
        RECORDED,
      ],
      fields,
      look: 'danger',
      done: `${name} is suspended`,
    },
    close: {
      contract: closeTenant,
      label: 'Close',
      title: `Close ${name}`,
      explanation: [
        "The firm's people can sign in and read everything, and change nothing. Nothing is deleted, and a closed firm can be reactivated.",
        RECORDED,
      ],
      fields,
      look: 'danger',
      done: `${name} is closed`,
    },
    reactivate: {
      contract: reactivateTenant,
      label: 'Reactivate',
      title: `Reactivate ${name}`,
      explanation: [
        status === 'CLOSED'
          ? "The firm's people can change records again."
          : "The firm's people can sign in again.",
        RECORDED,
      ],
      fields,
      isMain: true,
      look: 'primary',
      done: `${name} is active again`,
    },
  }
}
