import type { SchemeStatus } from '../../../../contract/schemes.ts'

const LOCKS: Partial<Record<SchemeStatus, { title: string; text: string }>> = {
  PENDING_APPROVAL: {
    title: 'This scheme is waiting for approval, so it cannot be edited',
    text: 'To edit it, withdraw the submission on the page of the scheme. It can also be edited once it is approved or rejected.',
  },
  WOUND_UP: {
    title: 'This scheme is wound up, so it cannot be edited',
    text: 'A wound-up scheme is kept as it was when it ended.',
  },
}

/** Why the service refuses every edit of a scheme in this state (409); undefined where it takes one. */
export const lockOf = ({ status }: { status: SchemeStatus }) => LOCKS[status]
