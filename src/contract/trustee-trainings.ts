import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, query } from './define.ts'
import type { Transitions } from './transitions.ts'
import {
  CivilDate,
  Day,
  Id,
  line,
  listOf,
  optional,
  pageOf,
  reason,
  recordFields,
  toStoredFields,
} from './values.ts'

/** A training is recorded once it was done; one that was recorded by mistake is withdrawn and stays to be seen. */
export const TrusteeTrainingStatus = z.enum(['RECORDED', 'WITHDRAWN'])
export type TrusteeTrainingStatus = z.infer<typeof TrusteeTrainingStatus>

export const NewTrusteeTraining = z.object({
  completedOn: CivilDate,
  topic: line(1, 200),
  provider: optional(line(1, 200)),
  hours: optional(z.number().min(0.5).max(999).multipleOf(0.5)).describe(
    'Duration in hours, in steps of half an hour',
  ),
  documentId: optional(Id).describe('Document with the certificate, of the same scheme'),
})

export const TrusteeTraining = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  trusteeId: Id,
  ...toStoredFields(NewTrusteeTraining.shape),
  documentId: Id.nullable().describe('Document with the certificate; null if there is none'),
  withdrawnOn: Day.nullable(),
  withdrawnReason: z.string().nullable(),
  status: TrusteeTrainingStatus,
})
export type TrusteeTraining = z.infer<typeof TrusteeTraining>

export const listTrusteeTrainings = query('trustee-training.list', {
  route: 'GET /api/trustees/{id}/trainings',
  access: 'BrokerUser',
  summary: 'Lists the trainings of a trustee, including withdrawn ones.',
  input: pageOf({
    status: TrusteeTrainingStatus.optional(),
    sort: z.enum(['-completedOn', '-createdAt']).default('-completedOn'),
  }),
  output: listOf(TrusteeTraining),
})
export const createTrusteeTraining = command('trustee-training.create', {
  route: 'POST /api/trustees/{id}/trainings',
  access: 'BrokerUser',
  summary: `Records a training that a trustee completed. The first is due within six months of the appointment, further ones every two years (${formatCitedSources('PA 59AA')}).`,
  input: NewTrusteeTraining,
  output: TrusteeTraining,
  status: 201,
})

export type TrusteeTrainingVerb = 'withdraw'
export const TRUSTEE_TRAINING_TRANSITIONS: Transitions<TrusteeTrainingVerb, TrusteeTrainingStatus> = {
  withdraw: { from: ['RECORDED'], to: 'WITHDRAWN' },
}

export const withdrawTrusteeTraining = command('trustee-training.withdraw', {
  route: 'POST /api/trustee-trainings/{id}/withdraw',
  access: 'BrokerUser',
  summary: 'RECORDED to WITHDRAWN: withdraws a training that was recorded by mistake. It no longer counts.',
  input: z.object({ reason: reason(3) }),
  output: TrusteeTraining,
})
