import type { z } from 'zod'
import * as contract from '../../../contract/meeting-actions.ts'
import { toColumns } from '../../operation/columns.ts'
import { requireHappened } from '../../operation/happened.ts'
import { answer, created, type Operation, perform, saveVersion, updated } from '../../operation/perform.ts'
import { conflict } from '../../operation/refusal.ts'
import { movesOf } from '../../operation/transitions.ts'
import { type Clock, todayInDublin } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { auditedMeetingAction, meetingActions } from './action-records.ts'
import { trusteeMeetings } from './records.ts'

const move = movesOf({
  kind: 'meetingAction',
  table: 'meeting_actions',
  records: meetingActions,
  audited: auditedMeetingAction,
  transitions: contract.MEETING_ACTION_TRANSITIONS,
})

export function meetingActionOperations({ clock }: { clock: Clock }): Operation[] {
  const today = () => todayInDublin(clock)
  return [
    answer({
      contract: contract.listMeetingActions,
      owner: 'within',
      select: (input, reach) => meetingActions.list(input, reach),
      body: meetingActions.page,
    }),
    answer({
      contract: contract.getMeetingAction,
      owner: ({ id }, find) => find.meetingAction(id),
      select: ({ id }) => meetingActions.one(id),
    }),
    perform({
      contract: contract.createMeetingAction,
      owner: ({ id }, find) => find.trusteeMeeting(id),
      async handle({ input, tx, actor }) {
        const { tenantId, schemeId, status } = await trusteeMeetings.require(tx, input.id)
        if (status === 'CANCELLED')
          throw conflict('A cancelled meeting asks for nothing', { code: 'ILLEGAL_TRANSITION', status })
        const id = newId()
        await tx
          .insertInto('meeting_actions')
          .values({
            id,
            tenant_id: tenantId,
            scheme_id: schemeId,
            meeting_id: input.id,
            created_by: actor.id,
            ...columnsOf(input),
          })
          .execute()
        const action = await meetingActions.require(tx, id)
        return { ...created(auditedMeetingAction, action), location: `/api/meeting-actions/${id}` }
      },
    }),
    perform({
      contract: contract.updateMeetingAction,
      owner: ({ id }, find) => find.meetingAction(id),
      async handle({ input, tx }) {
        const before = await meetingActions.require(tx, input.id)
        if (before.status !== 'OPEN')
          throw conflict('Only an open action is changed', {
            code: 'ILLEGAL_TRANSITION',
            status: before.status,
          })
        await saveVersion(tx, 'meeting_actions', before, columnsOf(input))
        return updated(auditedMeetingAction, before, await meetingActions.require(tx, input.id))
      },
    }),
    move(contract.doneMeetingAction, ({ input }) => ({
      done_on: requireHappened(input.doneOn ?? today(), today(), 'doneOn'),
      outcome: input.outcome,
    })),
    move(contract.dropMeetingAction, ({ input }) => ({ outcome: input.reason })),
  ]
}

const columnsOf = (input: z.output<typeof contract.EditableMeetingAction>) =>
  toColumns(contract.EditableMeetingAction, input)
