import { sql } from 'kysely'
import * as contract from '../../../../contract/trustee-trainings.ts'
import type { Trustee } from '../../../../contract/trustees.ts'
import { toColumns } from '../../../operation/columns.ts'
import { requirePastDateOrToday } from '../../../operation/date-guards.ts'
import { defineList } from '../../../operation/record-queries.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import { created, defineCommand, type Operation } from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createInvalidFieldRefusal,
  createScopeRefusal,
} from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin, toDublinDate } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { requireSchemeDocument } from '../../documents/documents/index.ts'
import { trustees } from '../trustees/index.ts'
import { auditedTrusteeTraining, trusteeTrainings } from './records.ts'

const defineTransition = transitionCommands({
  records: trusteeTrainings,
  audited: auditedTrusteeTraining,
  transitions: contract.TRUSTEE_TRAINING_TRANSITIONS,
})

const WRITTEN_AT_ONCE = 500

/** Inserts trainings that were held before the scheme was recorded. */
export async function addTrainings(
  tx: Tx,
  { tenantId, userId }: { tenantId: string; userId: string },
  additions: readonly {
    id: string
    trusteeId: string
    schemeId: string
    completedOn: string
    topic: string
  }[],
): Promise<Change[]> {
  for (let from = 0; from < additions.length; from += WRITTEN_AT_ONCE)
    await tx
      .insertInto('trustee_trainings')
      .values(
        additions.slice(from, from + WRITTEN_AT_ONCE).map((one) => ({
          id: one.id,
          tenant_id: tenantId,
          scheme_id: one.schemeId,
          trustee_id: one.trusteeId,
          completed_on: one.completedOn,
          topic: one.topic,
          created_by: userId,
        })),
      )
      .execute()
  const records = await trusteeTrainings.each(
    tx,
    additions.map(({ id }) => id),
  )
  return records.map((record) => ({ audited: auditedTrusteeTraining, before: null, after: record }))
}

const listTrusteeTrainings = defineList(contract.listTrusteeTrainings, trusteeTrainings, 'trustee')

/** A trustee records own trainings only, with the certificate. */
async function requireOwnTraining(
  tx: Tx,
  { grant }: Actor,
  { documentId }: { documentId: string | null },
  { id, schemeId }: Trustee,
): Promise<void> {
  if (!grant) return
  const { rows } = await sql<{ own: string | null }>`select app.own_trustee(${schemeId}) as own`.execute(tx)
  if (rows[0]?.own !== id) throw createScopeRefusal()
  if (!documentId) throw createInvalidFieldRefusal('documentId', 'Add the certificate')
}

const createTrusteeTraining = (clock: Clock): Operation =>
  defineCommand({
    contract: contract.createTrusteeTraining,
    owner: ({ id }, find) => find.trustee(id),
    async handle({ input, tx, actor }) {
      const trustee = await trustees.require(tx, input.id)
      await requireOwnTraining(tx, actor, input, trustee)
      await requireSchemeDocument(tx, actor, input.documentId, trustee)
      requirePastDateOrToday(clock, input.completedOn, 'completedOn')
      if (input.completedOn < getKnownSince(trustee)) {
        throw createBusinessRuleRefusal(
          'DATES_OUT_OF_ORDER',
          'The training cannot be before the trustee was proposed, assessed or appointed',
          { field: 'completedOn' },
        )
      }
      const id = createId()
      await tx
        .insertInto('trustee_trainings')
        .values({
          id,
          tenant_id: trustee.tenantId,
          scheme_id: trustee.schemeId,
          trustee_id: trustee.id,
          created_by: actor.id,
          ...toColumns(contract.NewTrusteeTraining, input),
        })
        .execute()
      const training = await trusteeTrainings.require(tx, id)
      return {
        ...created(auditedTrusteeTraining, training),
        location: `/api/trustees/${trustee.id}/trainings`,
      }
    },
  })

const withdrawTrusteeTraining = (clock: Clock): Operation =>
  defineTransition(contract.withdrawTrusteeTraining, ({ input }) => ({
    withdrawn_on: getTodayInDublin(clock),
    withdrawn_reason: input.reason,
  }))

export function createTrusteeTrainingOperations({ clock }: { clock: Clock }): Operation[] {
  return [listTrusteeTrainings, createTrusteeTraining(clock), withdrawTrusteeTraining(clock)]
}

/** The first day on which anything is recorded of a trustee: appointed long ago, they may be entered today. */
const getKnownSince = ({ createdAt, fitProperAssessedOn, appointedOn }: Trustee): string =>
  [toDublinDate(new Date(createdAt)), fitProperAssessedOn, appointedOn]
    .filter((day) => day !== null)
    .sort()[0] as string
