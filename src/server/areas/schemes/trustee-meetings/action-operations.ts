import type { z } from 'zod'
import * as contract from '../../../../contract/meeting-actions.ts'
import { toColumns } from '../../../operation/columns.ts'
import { requirePastDateOrToday } from '../../../operation/date-guards.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
import { created, defineCommand, type Operation } from '../../../pipeline/define-operation.ts'
import { createConflictRefusal } from '../../../pipeline/refusal.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createId } from '../../../platform/ids.ts'
import { auditedMeetingAction, meetingActions } from './action-records.ts'
import { trusteeMeetings } from './records.ts'

const defineTransition = transitionCommands({
  records: meetingActions,
  audited: auditedMeetingAction,
  transitions: contract.MEETING_ACTION_TRANSITIONS,
})

const listMeetingActions = defineList(contract.listMeetingActions, meetingActions)

const getMeetingAction = defineGet(contract.getMeetingAction, 'meetingAction', meetingActions)

const createMeetingAction = defineCommand({
  contract: contract.createMeetingAction,
  owner: ({ id }, find) => find.trusteeMeeting(id),
  async handle({ input, tx, actor }) {
    const { tenantId, schemeId, status } = await trusteeMeetings.require(tx, input.id)
    if (status === 'CANCELLED')
      throw createConflictRefusal('Actions cannot be added to a cancelled meeting', {
        code: 'ILLEGAL_TRANSITION',
        status,
      })
    const id = createId()
    await tx
      .insertInto('meeting_actions')
      .values({
        id,
        tenant_id: tenantId,
        scheme_id: schemeId,
        meeting_id: input.id,
        created_by: actor.id,
        ...buildColumns(input),
      })
      .execute()
    const action = await meetingActions.require(tx, id)
    return { ...created(auditedMeetingAction, action), location: `/api/meeting-actions/${id}` }
  },
})

const updateMeetingAction = defineChange(
  contract.updateMeetingAction,
  { records: meetingActions, audited: auditedMeetingAction },
  ({ input, before }) => {
    if (before.status !== 'OPEN')
      throw createConflictRefusal('Only open actions can be changed', {
        code: 'ILLEGAL_TRANSITION',
        status: before.status,
      })
    return buildColumns(input)
  },
)

const completeMeetingAction = (clock: Clock): Operation =>
  defineTransition(contract.doneMeetingAction, ({ input }) => ({
    done_on: requirePastDateOrToday(clock, input.doneOn, 'doneOn'),
    outcome: input.outcome,
  }))

const dropMeetingAction = defineTransition(contract.dropMeetingAction, ({ input }) => ({
  outcome: input.reason,
}))

export function createMeetingActionOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    listMeetingActions,
    getMeetingAction,
    createMeetingAction,
    updateMeetingAction,
    completeMeetingAction(clock),
    dropMeetingAction,
  ]
}

const buildColumns = (input: z.output<typeof contract.EditableMeetingAction>) =>
  toColumns(contract.EditableMeetingAction, input)
