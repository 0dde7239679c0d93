import type { z } from 'zod'
import type { OutsourcingArrangement } from '../../../../contract/outsourcing-arrangements.ts'
import * as contract from '../../../../contract/outsourcing-arrangements.ts'
import { isPersonalContract } from '../../../../contract/scheme-type.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { toColumns } from '../../../operation/columns.ts'
import { requirePastDateOrToday } from '../../../operation/date-guards.ts'
import { refuseFindings } from '../../../operation/findings.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import { requireNotWoundUp } from '../../../operation/scheme-guards.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import {
  created,
  defineCommand,
  defineQuery,
  find,
  type Operation,
  updated,
} from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createLegalRuleRefusal,
} from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { requireSchemeDocument } from '../../documents/documents/index.ts'
import { getIorpScope, schemes } from '../../schemes/schemes/index.ts'
import { auditedOutsourcingArrangement, outsourcingArrangements } from './records.ts'
import { listInForceFindings } from './rules.ts'

const defineTransition = transitionCommands({
  records: outsourcingArrangements,
  audited: auditedOutsourcingArrangement,
  transitions: contract.OUTSOURCING_TRANSITIONS,
})

const listOutsourcingArrangements = defineList(contract.listOutsourcingArrangements, outsourcingArrangements)

const getOutsourcingArrangement = defineGet(
  contract.getOutsourcingArrangement,
  'outsourcingArrangement',
  outsourcingArrangements,
)

const getOutsourcingReadiness = (clock: Clock) =>
  defineQuery({
    contract: contract.getOutsourcingReadiness,
    owner: ({ id }, find) => find.outsourcingArrangement(id),
    async handle({ input, db }) {
      const arrangement = await outsourcingArrangements.require(db, input.id)
      const findings =
        arrangement.status === 'ENDED'
          ? []
          : await loadFindings(db, arrangement, arrangement.inForceFrom ?? getTodayInDublin(clock))
      return { arrangementId: arrangement.id, findings }
    },
  })

const createOutsourcingArrangement = (clock: Clock) =>
  defineCommand({
    contract: contract.createOutsourcingArrangement,
    owner: ({ schemeId }, find) => find.scheme(schemeId),
    async handle({ input, tx, actor }) {
      const scheme = await schemes.require(tx, input.schemeId)
      const place = { tenantId: scheme.tenantId, schemeId: scheme.id }
      await requireReferences(tx, actor, input, place)
      requireNotWoundUp(scheme, 'Outsourcing arrangements')
      refuseKeyFunctionOutside(scheme, input.activity)
      if (input.signedOn) requirePastDateOrToday(clock, input.signedOn, 'signedOn')
      const id = createId()
      await tx
        .insertInto('outsourcing_arrangements')
        .values({
          id,
          tenant_id: place.tenantId,
          scheme_id: place.schemeId,
          created_by: actor.id,
          ...buildColumns(input),
        })
        .execute()
      return created(auditedOutsourcingArrangement, await outsourcingArrangements.require(tx, id))
    },
  })

const updateOutsourcingArrangement = (clock: Clock) =>
  defineCommand({
    contract: contract.updateOutsourcingArrangement,
    owner: ({ id }, find) => find.outsourcingArrangement(id),
    async handle({ input, tx, actor }) {
      const before = await outsourcingArrangements.require(tx, input.id)
      const isNewProvider = input.providerId !== before.providerId
      await requireReferences(tx, actor, input, before, isNewProvider)
      const illegal = { code: 'ILLEGAL_TRANSITION', status: before.status }
      if (before.status === 'ENDED')
        throw createConflictRefusal('An ended arrangement cannot be changed: create a new one', illegal)
      if (before.status === 'IN_FORCE' && (isNewProvider || input.activity !== before.activity))
        throw createConflictRefusal(
          'The provider and activity of an arrangement in force cannot be changed: end this arrangement and create a new one',
          illegal,
        )
      refuseKeyFunctionOutside(await schemes.require(tx, before.schemeId), input.activity)
      if (input.signedOn) requirePastDateOrToday(clock, input.signedOn, 'signedOn')
      if (before.status === 'IN_FORCE') {
        if (!input.inForceFrom)
          throw createBusinessRuleRefusal(
            'IN_FORCE_SINCE',
            'Enter the date on which the agreement entered into force',
            { field: 'inForceFrom' },
          )
        requirePastDateOrToday(clock, input.inForceFrom, 'inForceFrom')
      }
      await updateUnlessStale(tx, 'outsourcing_arrangements', before, buildColumns(input))
      const after = await outsourcingArrangements.require(tx, input.id)
      if (before.status === 'IN_FORCE')
        refuseFindings(
          await loadFindings(tx, after, after.inForceFrom as string),
          await loadFindings(tx, before, before.inForceFrom as string),
        )
      return updated(auditedOutsourcingArrangement, before, after)
    },
  })

const notifyOutsourcing = (clock: Clock) =>
  defineTransition(contract.notifyOutsourcing, ({ input, before }) => {
    // The notification precedes the entry into force; later notifications concern developments.
    if (before.status === 'IN_FORCE' && before.authorityNotifiedOn)
      throw createConflictRefusal(
        'The Pensions Authority has already been notified: add an important development instead',
        { code: 'ALREADY_NOTIFIED' },
      )
    return {
      authority_notified_on: requirePastDateOrToday(clock, input.notifiedOn, 'notifiedOn'),
      authority_reference: input.reference,
    }
  })

const bringOutsourcingIntoForce = (clock: Clock) =>
  defineTransition(contract.bringOutsourcingIntoForce, async ({ input, before, tx }) => {
    const inForceFrom = requirePastDateOrToday(clock, input.inForceFrom ?? before.inForceFrom, 'inForceFrom')
    refuseFindings(await loadFindings(tx, before, inForceFrom))
    return { in_force_from: inForceFrom }
  })

const reviewOutsourcing = (clock: Clock) =>
  defineTransition(contract.reviewOutsourcing, ({ input, before }) => {
    const reviewedOn = requirePastDateOrToday(clock, input.reviewedOn, 'reviewedOn')
    if (before.reviewedOn && reviewedOn < before.reviewedOn)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The review date cannot be before the last review',
        { field: 'reviewedOn' },
      )
    if (input.nextReviewOn && input.nextReviewOn <= reviewedOn)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The next review date must be after this review',
        { field: 'nextReviewOn' },
      )
    return { reviewed_on: reviewedOn, review_due_on: input.nextReviewOn }
  })

const addDevelopment = (clock: Clock) =>
  defineTransition(contract.addDevelopment, ({ input, before }) => {
    const occurredOn = requirePastDateOrToday(clock, input.occurredOn, 'occurredOn')
    if (before.inForceFrom && occurredOn < before.inForceFrom)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The date cannot be before the arrangement entered into force',
        { field: 'occurredOn' },
      )
    const notifiedOn = input.notifiedOn && requirePastDateOrToday(clock, input.notifiedOn, 'notifiedOn')
    const development = {
      number: before.developments.length + 1,
      occurredOn,
      description: input.description,
      notifiedOn,
      reference: input.reference,
    }
    return { developments: JSON.stringify([...before.developments, development]) }
  })

const notifyDevelopment = (clock: Clock) =>
  defineTransition(contract.notifyDevelopment, ({ input, before }) => {
    const development = before.developments.find(({ number }) => number === input.number)
    if (!development)
      throw createBusinessRuleRefusal(
        'NO_SUCH_DEVELOPMENT',
        'No development has this number: reload the arrangement',
        { field: 'number' },
      )
    if (development.notifiedOn)
      throw createConflictRefusal('The Pensions Authority has already been notified of this development', {
        code: 'ALREADY_NOTIFIED',
      })
    const notified = {
      ...development,
      notifiedOn: requirePastDateOrToday(clock, input.notifiedOn, 'notifiedOn'),
      reference: input.reference,
    }
    return {
      developments: JSON.stringify(before.developments.map((one) => (one === development ? notified : one))),
    }
  })

const endOutsourcing = (clock: Clock) =>
  defineTransition(contract.endOutsourcing, ({ input, before }) => {
    const on = requirePastDateOrToday(clock, input.on, 'on')
    if (before.status === 'IN_FORCE' && before.inForceFrom && on < before.inForceFrom)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The end date cannot be before the agreement entered into force',
      )
    return { ended_on: on, end_reason: input.reason }
  })

export function createOutsourcingArrangementOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    listOutsourcingArrangements,
    getOutsourcingArrangement,
    getOutsourcingReadiness(clock),
    createOutsourcingArrangement(clock),
    updateOutsourcingArrangement(clock),
    notifyOutsourcing(clock),
    bringOutsourcingIntoForce(clock),
    reviewOutsourcing(clock),
    addDevelopment(clock),
    notifyDevelopment(clock),
    endOutsourcing(clock),
  ]
}

/** A scheme outside the scope of the regime has no key functions to outsource. */
function refuseKeyFunctionOutside(scheme: Scheme, activity: contract.OutsourcingActivity): void {
  const scope = getIorpScope(scheme)
  const isKeyFunction = (contract.KEY_FUNCTION_ACTIVITIES as readonly string[]).includes(activity)
  if (isKeyFunction && !scope.value)
    throw createLegalRuleRefusal(
      'OUT_OF_SCOPE',
      'SI128 3',
      `This scheme needs no key functions: ${scope.reason}`,
      { field: 'activity' },
    )
}

async function loadFindings(db: ReadDb | Tx, arrangement: OutsourcingArrangement, inForceFrom: string) {
  const scheme = await schemes.require(db, arrangement.schemeId)
  const provider = await db
    .selectFrom('service_providers')
    .select('registration_ends_on')
    .where('id', '=', arrangement.providerId)
    .executeTakeFirstOrThrow()
  return listInForceFindings({
    arrangement,
    inForceFrom,
    isInScope: getIorpScope(scheme).value,
    isPersonalContract: isPersonalContract(scheme),
    registrationEndsOn: provider.registration_ends_on,
  })
}

/** Provider and agreement must belong to the firm; the agreement to this scheme or to no scheme. */
async function requireReferences(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof contract.EditableOutsourcingArrangement>,
  place: { tenantId: string; schemeId: string },
  isNewProvider = true,
): Promise<void> {
  const { tenantId } = await requireOwned(tx, actor, find.serviceProvider(input.providerId))
  await requireSchemeDocument(tx, actor, input.agreementDocumentId, place, 'agreementDocumentId')
  if (tenantId !== place.tenantId)
    throw createBusinessRuleRefusal('NOT_TOGETHER', 'Choose a provider of the same firm', {
      field: 'providerId',
    })
  if (!isNewProvider) return
  const { status } = await tx
    .selectFrom('service_providers')
    .select('status')
    .where('id', '=', input.providerId)
    .forShare()
    .executeTakeFirstOrThrow()
  if (status === 'ENDED')
    throw createBusinessRuleRefusal(
      'PROVIDER_ENDED',
      'The firm no longer works with this provider: choose an active one',
      { field: 'providerId' },
    )
}

const buildColumns = (input: z.output<typeof contract.EditableOutsourcingArrangement>) => ({
  ...toColumns(contract.EditableOutsourcingArrangement, input),
  sub_outsourcing: JSON.stringify(input.subOutsourcing),
})
