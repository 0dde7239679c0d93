import type { z } from 'zod'
import * as contract from '../../../../contract/scheme-events.ts'
import { toColumns } from '../../../operation/columns.ts'
import { requireInstantNotInFuture, requirePastDateOrToday } from '../../../operation/date-guards.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
import { created, defineCommand, type Operation } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createConflictRefusal } from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin, toDublinDate } from '../../../platform/clock.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { requireSchemeDocument } from '../../documents/documents/index.ts'
import { auditedSchemeEvent, schemeEvents } from './records.ts'

const defineTransition = transitionCommands({
  records: schemeEvents,
  audited: auditedSchemeEvent,
  transitions: contract.SCHEME_EVENT_TRANSITIONS,
})

const listSchemeEvents = defineList(contract.listSchemeEvents, schemeEvents, 'scheme')

const getSchemeEvent = defineGet(contract.getSchemeEvent, 'schemeEvent', schemeEvents)

const createSchemeEvent = (clock: Clock): Operation =>
  defineCommand({
    contract: contract.createSchemeEvent,
    owner: ({ id }, find) => find.scheme(id),
    async handle({ input, tx, actor }) {
      const { tenant_id } = await tx
        .selectFrom('schemes')
        .select('tenant_id')
        .where('id', '=', input.id)
        .executeTakeFirstOrThrow()
      await requireSchemeDocument(tx, actor, input.documentId, { tenantId: tenant_id, schemeId: input.id })
      const id = createId()
      await tx
        .insertInto('scheme_events')
        .values({
          id,
          tenant_id,
          scheme_id: input.id,
          kind: input.kind,
          occurred_on: requirePastDateOrToday(clock, input.occurredOn, 'occurredOn'),
          document_id: input.documentId,
          created_by: actor.id,
          ...buildColumns(input, { kind: input.kind, occurredOn: input.occurredOn }, clock),
        })
        .execute()
      return {
        ...created(auditedSchemeEvent, await schemeEvents.require(tx, id)),
        location: `/api/scheme-events/${id}`,
      }
    },
  })

const updateSchemeEvent = (clock: Clock): Operation =>
  defineChange(
    contract.updateSchemeEvent,
    { records: schemeEvents, audited: auditedSchemeEvent },
    ({ input, before }) => {
      if (before.status === 'WITHDRAWN')
        throw createConflictRefusal('A withdrawn event cannot be changed', {
          code: 'ILLEGAL_TRANSITION',
          status: before.status,
        })
      return buildColumns(input, before, clock)
    },
  )

const withdrawSchemeEvent = (clock: Clock): Operation =>
  defineTransition(contract.withdrawSchemeEvent, ({ input }) => ({
    withdrawn_on: getTodayInDublin(clock),
    withdrawn_reason: input.reason,
  }))

export function createSchemeEventOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    listSchemeEvents,
    getSchemeEvent,
    createSchemeEvent(clock),
    updateSchemeEvent(clock),
    withdrawSchemeEvent(clock),
  ]
}

function buildColumns(
  input: z.output<typeof contract.EditableSchemeEvent>,
  { kind, occurredOn }: Pick<contract.SchemeEvent, 'kind' | 'occurredOn'>,
  clock: Clock,
) {
  const { awareAt, extendedOn, relevantOn } = input
  if (relevantOn !== null && !contract.EVENT_DAYS[kind])
    throw createBusinessRuleRefusal(
      'NOT_TOGETHER',
      'Leave this date empty: this kind of event has only its own date',
      { field: 'relevantOn' },
    )
  if (awareAt !== null) {
    requireInstantNotInFuture(awareAt, clock.now(), 'awareAt')
    if (kind !== 'CYBER_INCIDENT')
      throw createBusinessRuleRefusal('NOT_TOGETHER', 'Only a cyber incident has an awareness time', {
        field: 'awareAt',
      })
    if (toDublinDate(new Date(awareAt)) < occurredOn)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The awareness time cannot be before the incident',
        { field: 'awareAt' },
      )
  }
  if (extendedOn !== null) {
    requirePastDateOrToday(clock, extendedOn, 'extendedOn')
    if (kind !== 'ACCESS_REQUEST')
      throw createBusinessRuleRefusal('NOT_TOGETHER', 'Only an access request can be extended', {
        field: 'extendedOn',
      })
    if (extendedOn < occurredOn)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The extension date cannot be before the request',
        { field: 'extendedOn' },
      )
  }
  return { ...toColumns(contract.EditableSchemeEvent, input), search_key: searchKey(input.title) }
}
