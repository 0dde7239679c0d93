import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { TrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import * as contract from '../../../../contract/trustee-meetings.ts'
import { toColumns } from '../../../operation/columns.ts'
import { requirePastDateOrToday } from '../../../operation/date-guards.ts'
import { requireSecondPerson } from '../../../operation/four-eyes.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { requireNotWoundUp } from '../../../operation/scheme-guards.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
import { created, defineCommand, type Operation } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createConflictRefusal } from '../../../pipeline/refusal.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { requireSchemeDocument } from '../../documents/documents/index.ts'
import { schemes } from '../schemes/index.ts'
import { auditedTrusteeMeeting, trusteeMeetings } from './records.ts'

const defineTransition = transitionCommands({
  records: trusteeMeetings,
  audited: auditedTrusteeMeeting,
  transitions: contract.TRUSTEE_MEETING_TRANSITIONS,
})

const listTrusteeMeetings = defineList(contract.listTrusteeMeetings, trusteeMeetings)

const getTrusteeMeeting = defineGet(contract.getTrusteeMeeting, 'trusteeMeeting', trusteeMeetings)

const createTrusteeMeeting = defineCommand({
  contract: contract.createTrusteeMeeting,
  owner: ({ id }, find) => find.scheme(id),
  async handle({ input, tx, actor }) {
    const { tenantId, status } = await schemes.require(tx, input.id)
    requireNotWoundUp({ status }, 'Meetings')
    const id = createId()
    await tx
      .insertInto('trustee_meetings')
      .values({ id, tenant_id: tenantId, scheme_id: input.id, created_by: actor.id, ...buildColumns(input) })
      .execute()
    const meeting = await trusteeMeetings.require(tx, id)
    return { ...created(auditedTrusteeMeeting, meeting), location: `/api/trustee-meetings/${id}` }
  },
})

const updateTrusteeMeeting = defineChange(
  contract.updateTrusteeMeeting,
  { records: trusteeMeetings, audited: auditedTrusteeMeeting },
  ({ input, before }) => {
    if (before.status === 'CANCELLED')
      throw createConflictRefusal('A cancelled meeting cannot be changed', {
        code: 'ILLEGAL_TRANSITION',
        status: before.status,
      })
    requireMinutesOpen(before)
    if (before.status === 'HELD' && input.plannedForOn !== before.plannedForOn)
      throw createBusinessRuleRefusal(
        'MEETING_HELD',
        'The planned date of a held meeting cannot be changed',
        { field: 'plannedForOn' },
      )
    return buildColumns(input)
  },
)

const holdTrusteeMeeting = (clock: Clock): Operation =>
  defineTransition(contract.holdTrusteeMeeting, ({ input, before, actor }) => {
    requireMinutesOpen(before)
    const heldOn = requirePastDateOrToday(
      clock,
      input.heldOn ?? before.heldOn ?? before.plannedForOn,
      'heldOn',
    )
    const { attendees, apologies, quorumMet, decisions } = input
    const recorded = { heldOn, attendees, apologies, quorumMet, decisions }
    // The same record again has the same author, who cannot approve the minutes.
    const isUnchanged = isDeepStrictEqual({ ...before, ...recorded }, before)
    return {
      held_on: heldOn,
      attendees,
      apologies,
      quorum_met: quorumMet,
      decisions,
      held_recorded_by: isUnchanged ? sql.ref('held_recorded_by') : actor.id,
    }
  })

const cancelTrusteeMeeting = defineTransition(contract.cancelTrusteeMeeting, ({ input }) => ({
  cancelled_reason: input.reason,
}))

const approveTrusteeMeetingMinutes = (clock: Clock): Operation =>
  defineTransition(contract.approveTrusteeMeetingMinutes, async ({ input, before, tx, actor }) => {
    requireMinutesOpen(before)
    await requireSecondPerson(tx, actor.id, 'trustee_meetings', before)
    const approvedOn = requirePastDateOrToday(clock, input.minutesApprovedOn, 'minutesApprovedOn')
    if (before.heldOn && approvedOn < before.heldOn)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The approval date cannot be before the meeting',
        { field: 'minutesApprovedOn' },
      )
    await requireSchemeDocument(tx, actor, input.minutesDocumentId, before, 'minutesDocumentId')
    return { minutes_document_id: input.minutesDocumentId, minutes_approved_on: approvedOn }
  })

export function createTrusteeMeetingOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    listTrusteeMeetings,
    getTrusteeMeeting,
    createTrusteeMeeting,
    updateTrusteeMeeting,
    holdTrusteeMeeting(clock),
    cancelTrusteeMeeting,
    approveTrusteeMeetingMinutes(clock),
  ]
}

/** A meeting cannot be changed after its minutes are approved. */
function requireMinutesOpen({ minutesApprovedOn }: TrusteeMeeting): void {
  if (minutesApprovedOn)
    throw createConflictRefusal('The minutes are approved: the meeting can no longer be changed', {
      code: 'MINUTES_APPROVED',
    })
}

const buildColumns = (input: z.output<typeof contract.EditableTrusteeMeeting>) => ({
  ...toColumns(contract.EditableTrusteeMeeting, input),
  search_key: searchKey(input.title),
})
