import type { z } from 'zod'
import type { Trustee } from '../../../../contract/trustees.ts'
import * as contract from '../../../../contract/trustees.ts'
import { toColumns } from '../../../operation/columns.ts'
import { requireNotInFuture } from '../../../operation/date-guards.ts'
import { requireSecondPerson } from '../../../operation/four-eyes.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
import {
  created,
  defineCommand,
  defineQuery,
  type Operation,
  saveVersion,
  updated,
} from '../../../pipeline/define-operation.ts'
import { conflict, legalRule, rule } from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { auditedTrustee, trustees } from './records.ts'

const move = transitionCommands({
  records: trustees,
  audited: auditedTrustee,
  transitions: contract.TRUSTEE_TRANSITIONS,
})

export function createTrusteeOperations({ clock }: { clock: Clock }): Operation[] {
  const today = () => getTodayInDublin(clock)
  const ceased = ({
    input,
    before,
  }: {
    input: { on?: string | undefined; reason: string | null }
    before: Trustee
  }) => {
    const on = requireNotInFuture(input.on ?? today(), today())
    if (before.appointedOn && on < before.appointedOn) {
      throw rule('DATES_OUT_OF_ORDER', 'An office cannot end before the appointment')
    }
    return { ceased_on: on, cease_reason: input.reason }
  }

  const assessed = ({ assessedOn, nextReviewOn }: z.output<typeof contract.Assessed>) => {
    const on = requireNotInFuture(assessedOn ?? today(), today(), 'assessedOn')
    if (nextReviewOn && nextReviewOn <= on)
      throw rule('DATES_OUT_OF_ORDER', 'The next review comes after the assessment')
    return { fit_proper_assessed_on: on, fit_proper_next_review_on: nextReviewOn }
  }
  return [
    defineQuery({
      contract: contract.listTrustees,
      owner: ({ id }, find) => find.scheme(id),
      select: (input, reach) => trustees.list(input, reach),
      body: trustees.page,
    }),
    defineQuery({
      contract: contract.getTrustee,
      owner: ({ id }, find) => find.trustee(id),
      select: ({ id }) => trustees.one(id),
    }),
    defineCommand({
      contract: contract.createTrustee,
      owner: ({ id }, find) => find.scheme(id),
      async handle({ input, tx, actor }) {
        const { tenant_id, status } = await tx
          .selectFrom('schemes')
          .select(['tenant_id', 'status'])
          .where('id', '=', input.id)
          .executeTakeFirstOrThrow()
        if (status === 'WOUND_UP')
          throw conflict('A wound-up scheme has no trustees to add', { code: 'ILLEGAL_TRANSITION', status })
        await refuseDisqualified(tx, tenant_id, input.personName)
        const id = createId()
        await tx
          .insertInto('trustees')
          .values({ id, tenant_id, scheme_id: input.id, created_by: actor.id, ...columnsOf(input) })
          .execute()
        return { ...created(auditedTrustee, await trustees.require(tx, id)), location: `/api/trustees/${id}` }
      },
    }),
    defineCommand({
      contract: contract.updateTrustee,
      owner: ({ id }, find) => find.trustee(id),
      async handle({ input, tx }) {
        const before = await trustees.require(tx, input.id)
        if (searchKey(before.personName) !== searchKey(input.personName)) {
          if (before.status === 'DISQUALIFIED')
            throw conflict(
              'The name of a disqualified trustee cannot be changed: the disqualification is found by the name',
              { code: 'DISQUALIFIED_PERSON', status: before.status },
            )
          if (contract.TRUSTEE_TRANSITIONS.disqualify.from.includes(before.status))
            await refuseDisqualified(tx, before.tenantId, input.personName)
        }
        await saveVersion(tx, 'trustees', before, columnsOf(input))
        return updated(auditedTrustee, before, await trustees.require(tx, input.id))
      },
    }),
    move(contract.assessTrustee, ({ input, actor }) => ({
      ...assessed(input),
      assessment_recorded_by: actor.id,
    })),
    move(contract.reviewTrustee, ({ input, before, actor }) => {
      const columns = { ...assessed(input), assessment_recorded_by: actor.id }
      if (before.fitProperAssessedOn && columns.fit_proper_assessed_on < before.fitProperAssessedOn)
        throw rule('DATES_OUT_OF_ORDER', 'The review cannot be before the last assessment')
      return columns
    }),
    move(contract.appointTrustee, async ({ input, before, tx, actor }) => {
      await requireSecondPerson(tx, actor.id, 'trustees', before)
      await refuseDisqualified(tx, before.tenantId, before.personName)
      return { appointed_on: requireNotInFuture(input.on ?? today(), today()) }
    }),
    move(contract.retireTrustee, ceased),
    move(contract.removeTrustee, ceased),
    move(contract.recordTrusteeDeath, ceased),
    move(contract.disqualifyTrustee, ceased),
  ]
}

/** A disqualification holds for the person, whichever scheme of the firm recorded it; records know a person by name. */
async function refuseDisqualified(tx: Tx, tenantId: string, personName: string): Promise<void> {
  const disqualified = await tx
    .selectFrom('trustees')
    .select('ceased_on')
    .where('tenant_id', '=', tenantId)
    .where('search_key', '=', searchKey(personName))
    .where('status', '=', 'DISQUALIFIED')
    .executeTakeFirst()
  if (!disqualified) return
  throw legalRule(
    'DISQUALIFIED_PERSON',
    'PA 59A',
    `A trustee of this name was disqualified${disqualified.ceased_on ? ` on ${disqualified.ceased_on}` : ''} and cannot be appointed to a scheme of the firm. For another person of the same name, enter the full name`,
    { field: 'personName' },
  )
}

const columnsOf = (input: z.output<typeof contract.EditableTrustee>) => ({
  ...toColumns(contract.EditableTrustee, input),
  search_key: searchKey(input.personName),
})
