import type { z } from 'zod'
import type { Trustee } from '../../../../contract/trustees.ts'
import * as contract from '../../../../contract/trustees.ts'
import { toColumns } from '../../../operation/columns.ts'
import { requirePastDateOrToday } from '../../../operation/date-guards.ts'
import { requireSecondPerson } from '../../../operation/four-eyes.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { requireNotWoundUp } from '../../../operation/scheme-guards.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import { created, defineCommand, type Operation } from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createLegalRuleRefusal,
} from '../../../pipeline/refusal.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'

import { auditedTrustee, trustees } from './records.ts'

const defineTransition = transitionCommands({
  records: trustees,
  audited: auditedTrustee,
  transitions: contract.TRUSTEE_TRANSITIONS,
})

export interface TrusteeInOffice {
  id: string
  schemeId: string
  trustee: z.output<typeof contract.EditableTrustee>
  appointedOn: string
  fitProperAssessedOn: string | null
}

const WRITTEN_AT_ONCE = 500

/** Inserts trustees who were in office before their scheme was recorded. A second person approves them with the scheme. */
export async function addTrusteesInOffice(
  tx: Tx,
  { tenantId, userId }: { tenantId: string; userId: string },
  additions: readonly TrusteeInOffice[],
): Promise<Change[]> {
  for (let from = 0; from < additions.length; from += WRITTEN_AT_ONCE)
    await tx
      .insertInto('trustees')
      .values(
        additions.slice(from, from + WRITTEN_AT_ONCE).map((one) => ({
          id: one.id,
          tenant_id: tenantId,
          scheme_id: one.schemeId,
          created_by: userId,
          ...buildColumns(one.trustee),
          status: 'APPOINTED',
          appointed_on: one.appointedOn,
          fit_proper_assessed_on: one.fitProperAssessedOn,
          assessment_recorded_by: one.fitProperAssessedOn === null ? null : userId,
        })),
      )
      .execute()
  const records = await trustees.each(
    tx,
    additions.map(({ id }) => id),
  )
  return records.map((record) => ({ audited: auditedTrustee, before: null, after: record }))
}

const listTrustees = defineList(contract.listTrustees, trustees, 'scheme')

const getTrustee = defineGet(contract.getTrustee, 'trustee', trustees)

const createTrustee = defineCommand({
  contract: contract.createTrustee,
  owner: ({ id }, find) => find.scheme(id),
  async handle({ input, tx, actor }) {
    const { tenant_id, status } = await tx
      .selectFrom('schemes')
      .select(['tenant_id', 'status'])
      .where('id', '=', input.id)
      .executeTakeFirstOrThrow()
    requireNotWoundUp({ status }, 'Trustees')
    await refuseDisqualified(tx, tenant_id, input.personName)
    const id = createId()
    await tx
      .insertInto('trustees')
      .values({ id, tenant_id, scheme_id: input.id, created_by: actor.id, ...buildColumns(input) })
      .execute()
    return { ...created(auditedTrustee, await trustees.require(tx, id)), location: `/api/trustees/${id}` }
  },
})

const updateTrustee = defineChange(
  contract.updateTrustee,
  { records: trustees, audited: auditedTrustee },
  async ({ input, before, tx }) => {
    if (searchKey(before.personName) !== searchKey(input.personName)) {
      if (before.status === 'DISQUALIFIED')
        throw createConflictRefusal(
          'The name of a disqualified trustee cannot be changed, because it identifies the disqualification',
          { code: 'DISQUALIFIED_PERSON', status: before.status },
        )
      if (contract.TRUSTEE_TRANSITIONS.disqualify.from.includes(before.status))
        await refuseDisqualified(tx, before.tenantId, input.personName)
    }
    return buildColumns(input)
  },
)

const assessTrustee = (clock: Clock): Operation =>
  defineTransition(contract.assessTrustee, ({ input, actor }) => ({
    ...buildAssessmentColumns(clock, input),
    assessment_recorded_by: actor.id,
  }))

const reviewTrustee = (clock: Clock): Operation =>
  defineTransition(contract.reviewTrustee, ({ input, before, actor }) => {
    const columns = { ...buildAssessmentColumns(clock, input), assessment_recorded_by: actor.id }
    if (before.fitProperAssessedOn && columns.fit_proper_assessed_on < before.fitProperAssessedOn)
      throw createBusinessRuleRefusal('DATES_OUT_OF_ORDER', 'The review cannot be before the last assessment')
    return columns
  })

const appointTrustee = (clock: Clock): Operation =>
  defineTransition(contract.appointTrustee, async ({ input, before, tx, actor }) => {
    await requireSecondPerson(tx, actor.id, 'trustees', before)
    await refuseDisqualified(tx, before.tenantId, before.personName)
    return { appointed_on: requirePastDateOrToday(clock, input.on) }
  })

const retireTrustee = (clock: Clock): Operation => defineTransition(contract.retireTrustee, endOffice(clock))

const removeTrustee = (clock: Clock): Operation => defineTransition(contract.removeTrustee, endOffice(clock))

const recordTrusteeDeath = (clock: Clock): Operation =>
  defineTransition(contract.recordTrusteeDeath, endOffice(clock))

const disqualifyTrustee = (clock: Clock): Operation =>
  defineTransition(contract.disqualifyTrustee, endOffice(clock))

function endOffice(clock: Clock) {
  return ({
    input,
    before,
  }: {
    input: { on?: string | undefined; reason: string | null }
    before: Trustee
  }) => {
    const on = requirePastDateOrToday(clock, input.on)
    if (before.appointedOn && on < before.appointedOn)
      throw createBusinessRuleRefusal('DATES_OUT_OF_ORDER', 'The office cannot end before the appointment')
    return { ceased_on: on, cease_reason: input.reason }
  }
}

function buildAssessmentColumns(
  clock: Clock,
  { assessedOn, nextReviewOn }: z.output<typeof contract.Assessed>,
) {
  const on = requirePastDateOrToday(clock, assessedOn, 'assessedOn')
  if (nextReviewOn && nextReviewOn <= on)
    throw createBusinessRuleRefusal('DATES_OUT_OF_ORDER', 'The next review must be after the assessment')
  return { fit_proper_assessed_on: on, fit_proper_next_review_on: nextReviewOn }
}

export function createTrusteeOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    listTrustees,
    getTrustee,
    createTrustee,
    updateTrustee,
    assessTrustee(clock),
    reviewTrustee(clock),
    appointTrustee(clock),
    retireTrustee(clock),
    removeTrustee(clock),
    recordTrusteeDeath(clock),
    disqualifyTrustee(clock),
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
  throw createLegalRuleRefusal(
    'DISQUALIFIED_PERSON',
    'PA 59A',
    `A trustee of this name was disqualified${disqualified.ceased_on ? ` on ${disqualified.ceased_on}` : ''} and cannot be appointed to a scheme of the firm. For another person of the same name, enter the full name`,
    { field: 'personName' },
  )
}

const buildColumns = (input: z.output<typeof contract.EditableTrustee>) => ({
  ...toColumns(contract.EditableTrustee, input),
  search_key: searchKey(input.personName),
})
