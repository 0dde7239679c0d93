import { createConflictRefusal } from '../pipeline/refusal.ts'

/** 409 for records that cannot be added once the scheme was wound up; `what` begins the message: "Meetings". */
export function requireNotWoundUp({ status }: { status: string }, what: string): void {
  if (status === 'WOUND_UP')
    throw createConflictRefusal(`${what} cannot be added to a wound-up scheme`, {
      code: 'ILLEGAL_TRANSITION',
      status,
    })
}
