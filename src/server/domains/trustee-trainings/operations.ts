import * as contract from '../../../contract/trustee-trainings.ts'
import type { Trustee } from '../../../contract/trustees.ts'
import { toColumns } from '../../operation/columns.ts'
import { requireHappened } from '../../operation/happened.ts'
import { answer, created, type Operation, perform } from '../../operation/perform.ts'
import { rule } from '../../operation/refusal.ts'
import { movesOf } from '../../operation/transitions.ts'
import { type Clock, dayInDublin, todayInDublin } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { requireDocumentOf } from '../documents/index.ts'
import { trustees } from '../trustees/index.ts'
import { auditedTrusteeTraining, trusteeTrainings } from './records.ts'

const move = movesOf({
  kind: 'trusteeTraining',
  table: 'trustee_trainings',
  records: trusteeTrainings,
  audited: auditedTrusteeTraining,
  transitions: contract.TRUSTEE_TRAINING_TRANSITIONS,
})

export function trusteeTrainingOperations({ clock }: { clock: Clock }): Operation[] {
  const today = () => todayInDublin(clock)
  return [
    answer({
      contract: contract.listTrusteeTrainings,
      owner: ({ id }, find) => find.trustee(id),
      select: (input, reach) => trusteeTrainings.list(input, reach),
      body: trusteeTrainings.page,
    }),
    perform({
      contract: contract.createTrusteeTraining,
      owner: ({ id }, find) => find.trustee(id),
      async handle({ input, tx, actor }) {
        const trustee = await trustees.require(tx, input.id)
        await requireDocumentOf(tx, actor, input.documentId, trustee)
        requireHappened(input.completedOn, today(), 'completedOn')
        if (input.completedOn < knownSince(trustee)) {
          throw rule('DATES_OUT_OF_ORDER', 'The training cannot be before the trustee was known', {
            field: 'completedOn',
          })
        }
        const id = newId()
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
    }),
    move(contract.withdrawTrusteeTraining, ({ input }) => ({
      withdrawn_on: today(),
      withdrawn_reason: input.reason,
    })),
  ]
}

/** The first day on which anything is recorded of a trustee: appointed long ago, they may be entered today. */
const knownSince = ({ createdAt, fitProperAssessedOn, appointedOn }: Trustee): string =>
  [dayInDublin(new Date(createdAt)), fitProperAssessedOn, appointedOn]
    .filter((day) => day !== null)
    .sort()[0] as string
