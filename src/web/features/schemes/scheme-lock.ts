import type { SchemeStatus } from '../../../contract/schemes.ts'

const LOCKS: Partial<Record<SchemeStatus, { title: string; text: string }>> = {
  PENDING_APPROVAL: {
    title: 'This scheme waits for approval, so it cannot be edited',
    text: 'Whoever approves it approves what was submitted. Once it is approved or rejected it can be edited again.',
  },
  WOUND_UP: {
    title: 'This scheme is wound up, so it cannot be edited',
    text: 'A wound-up scheme is kept as it was when it ended.',
  },
}

/** Why the service refuses every edit of a scheme in this state (409); undefined where it takes one. */
export const lockOf = ({ status }: { status: SchemeStatus }) => LOCKS[status]
