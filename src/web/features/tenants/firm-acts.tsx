import type { Contract } from '../../../contract/define.ts'
import {
  closeTenant,
  reactivateTenant,
  suspendTenant,
  TENANT_TRANSITIONS,
  type Tenant,
  type TenantVerb,
} from '../../../contract/tenants.ts'
import type { Act } from '../../forms/acts.tsx'
import { TextField } from '../../ui/form/fields.tsx'

const CONTRACTS: Record<TenantVerb, Contract> = {
  suspend: suspendTenant,
  close: closeTenant,
  reactivate: reactivateTenant,
}

const RECORDED =
  'The reason is kept for ever in the audit log of the firm, where its administrators can read it.'

/** What can be done with a firm as it is. */
export function actsOf({ name, status }: Tenant): Act[] {
  const words: Record<TenantVerb, Omit<Act, 'contract' | 'fields'>> = {
    suspend: {
      label: 'Suspend',
      title: `Suspend ${name}`,
      explanation: `Everybody of the firm is signed out at once, and nobody of it can sign in until it is reactivated. That includes its employers and members. Nothing is deleted. ${RECORDED}`,
      look: 'danger',
      done: `${name} is suspended`,
    },
    close: {
      label: 'Close',
      title: `Close ${name}`,
      explanation: `The firm's people can sign in and read everything, and change nothing. Nothing is deleted, and a closed firm can be reactivated. ${RECORDED}`,
      look: 'danger',
      done: `${name} is closed`,
    },
    reactivate: {
      label: 'Reactivate',
      title: `Reactivate ${name}`,
      explanation: `${status === 'CLOSED' ? "The firm's people can change records again." : "The firm's people can sign in again."} ${RECORDED}`,
      isMain: true,
      look: 'primary',
      done: `${name} is active again`,
    },
  }
  const verbs = Object.keys(TENANT_TRANSITIONS) as TenantVerb[]
  return verbs
    .filter((verb) => TENANT_TRANSITIONS[verb].from.includes(status))
    .map((verb) => ({
      ...words[verb],
      contract: CONTRACTS[verb],
      fields: <TextField name="reason" isRequired help="Leave PPS numbers out" />,
    }))
}
