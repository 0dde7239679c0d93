/** Fields and input of records that are assigned to a user of the firm. */
import { z } from 'zod'
import { Id, optional } from './values.ts'

export const assigneeFields = {
  assigneeId: Id.nullable().describe(
    'User of the firm who is responsible; null if the record is not assigned',
  ),
  assigneeName: z.string().nullable(),
}

export const AssigneeFilter = Id.optional().describe('Only records that are assigned to this user')

export const Assignment = z.object({
  assigneeId: optional(Id).describe(
    'An active user of the firm with a broker role who can see the record; null removes the assignment',
  ),
})
