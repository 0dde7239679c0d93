import type { Participation } from '../../../../contract/participations.ts'
import * as contract from '../../../../contract/participations.ts'
import { type Duplicates, withDuplicateErrors } from '../../../operation/duplicates.ts'
import { isOfExample } from '../../../operation/example-guards.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import { requireNotWoundUp } from '../../../operation/scheme-guards.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import { defineCommand, find, type Operation, updated } from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createInvalidFieldRefusal,
} from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'

import { addParticipation } from './add-participation.ts'
import { auditedParticipation, participations } from './records.ts'

const DUPLICATES: Duplicates = {
  scheme_participations_running: ['employerId', 'This employer already takes part in the scheme'],
}

const listParticipations = defineList(contract.listParticipations, participations, 'scheme')

const getParticipation = defineGet(contract.getParticipation, 'participation', participations)

const createParticipation = defineCommand({
  contract: contract.createParticipation,
  owner: ({ id }, find) => find.scheme(id),
  async handle({ input, tx, actor }) {
    const scheme = await lockScheme(tx, input.id)
    requireNotWoundUp(scheme, 'Employers')
    const { tenantId } = await requireOwned(tx, actor, find.employer(input.employerId))
    if (tenantId !== scheme.tenant_id)
      throw createBusinessRuleRefusal(
        'EMPLOYER_OF_ANOTHER_FIRM',
        'Choose an employer of the firm that the scheme belongs to',
        { field: 'employerId' },
      )
    if ((await isOfExample(tx, input.employerId)) !== (await isOfExample(tx, scheme.employer_id)))
      throw createBusinessRuleRefusal(
        'EXAMPLE_APART',
        'Employers of the example participate only in its own schemes',
        { field: 'employerId' },
      )
    const added = { schemeId: input.id, employerId: input.employerId, ...readPeriod(input) }
    await refuseOverlap(tx, { id: null, ...added })
    const change = await withDuplicateErrors(
      DUPLICATES,
      addParticipation(tx, { tenantId, createdBy: actor.id, ...added }),
    )
    return {
      answer: change.after as Participation,
      changes: [change],
      location: `/api/participations/${change.entityId}`,
    }
  },
})

const updateParticipation = defineCommand({
  contract: contract.updateParticipation,
  owner: ({ id }, find) => find.participation(id),
  async handle({ input, tx }) {
    const before = await participations.require(tx, input.id)
    if (!before.isSchemeEmployer && input.fromOn === null)
      throw createInvalidFieldRefusal('fromOn', 'Enter the first day of participation')
    return save(tx, before, readPeriod(input))
  },
})

const endParticipation = defineCommand({
  contract: contract.endParticipation,
  owner: ({ id }, find) => find.participation(id),
  async handle({ input, tx }) {
    const before = await participations.require(tx, input.id)
    if (before.status === 'ENDED')
      throw createConflictRefusal(
        'The end of this participation is already recorded: correct its last day instead',
        {
          code: 'ILLEGAL_TRANSITION',
          status: before.status,
        },
      )
    if (before.fromOn && input.on < before.fromOn)
      throw createInvalidFieldRefusal('on', 'The last day cannot be before the first day of participation')
    return save(tx, before, { fromOn: before.fromOn, untilOn: input.on })
  },
})

export function createParticipationOperations(): Operation[] {
  return [listParticipations, getParticipation, createParticipation, updateParticipation, endParticipation]
}

interface Period {
  fromOn: string | null
  untilOn: string | null
}
const readPeriod = ({ fromOn, untilOn }: Period): Period => ({ fromOn, untilOn })

async function save(tx: Tx, before: Participation, period: Period) {
  await lockScheme(tx, before.schemeId)
  await refuseOverlap(tx, { ...before, ...period })
  await withDuplicateErrors(
    DUPLICATES,
    updateUnlessStale(tx, 'scheme_participations', before, {
      from_on: period.fromOn,
      until_on: period.untilOn,
    }),
  )
  return updated(auditedParticipation, before, await participations.require(tx, before.id))
}

/** Locked until commit: two participations of one employer that are saved at once are compared with each other. */
const lockScheme = (tx: Tx, id: string) =>
  tx
    .selectFrom('schemes')
    .select(['tenant_id', 'employer_id', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** An employer may leave and take part again, and the periods do not overlap. */
async function refuseOverlap(
  tx: Tx,
  {
    id,
    schemeId,
    employerId,
    fromOn,
    untilOn,
  }: Period & Pick<Participation, 'schemeId' | 'employerId'> & { id: string | null },
): Promise<void> {
  const others = await tx
    .selectFrom('scheme_participations')
    .select(['id', 'from_on', 'until_on'])
    .where('scheme_id', '=', schemeId)
    .where('employer_id', '=', employerId)
    .execute()
  const overlaps = others.some(
    (other) =>
      other.id !== id &&
      (other.until_on === null || fromOn === null || fromOn <= other.until_on) &&
      (untilOn === null || other.from_on === null || other.from_on <= untilOn),
  )
  if (overlaps)
    throw createBusinessRuleRefusal(
      'PARTICIPATION_OVERLAPS',
      'This employer already participates in the scheme on some of these days: correct the dates',
      { field: 'fromOn' },
    )
}
