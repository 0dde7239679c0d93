import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, defineRecordCommands, query } from './define.ts'
import type { Transitions } from './transitions.ts'
import {
  CivilDate,
  Dated,
  Day,
  fourEyesFields,
  Id,
  line,
  listOf,
  NoParameters,
  optional,
  pageOf,
  recordFields,
  toStoredFields,
} from './values.ts'

export const TrusteeRole = z.enum([
  'CHAIR',
  'TRUSTEE',
  'DIRECTOR_OF_CORPORATE_TRUSTEE',
  'MEMBER_NOMINATED',
  'EMPLOYER_NOMINATED',
  'PENSIONEER',
  'PROFESSIONAL',
  'INDEPENDENT',
])
export const TrusteeStatus = z.enum([
  'PROPOSED',
  'FIT_PROPER_OK',
  'APPOINTED',
  'RETIRED',
  'REMOVED',
  'DECEASED',
  'DISQUALIFIED',
])
export type TrusteeStatus = z.infer<typeof TrusteeStatus>

const trusteeFields = {
  personName: line(1, 200),
  role: TrusteeRole.default('TRUSTEE'),
  isProfessional: z.boolean().default(false),
  isRemunerated: z.boolean().default(false),
  hasTrusteeQualification: z.boolean().default(false),
  yearsExperience: optional(z.int().min(0).max(80)),
  conflictsDeclared: optional(line(1, 1000)),
}

export const EditableTrustee = z.object(trusteeFields)

export const Trustee = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  ...toStoredFields(trusteeFields),
  status: TrusteeStatus,
  fitProperAssessedOn: Day.nullable(),
  fitProperNextReviewOn: Day.nullable(),
  appointedOn: Day.nullable(),
  ceasedOn: Day.nullable(),
  ceaseReason: z.string().nullable(),
  ...fourEyesFields,
})
export type Trustee = z.infer<typeof Trustee>

export const PAGES = {
  schemeTrustees: '/schemes/$schemeId/trustees',
  newTrustee: '/schemes/$schemeId/trustees/new',
  trustee: '/trustees/$trusteeId',
  editTrustee: '/trustees/$trusteeId/edit',
}

export const listTrustees = query('trustee.list', {
  route: 'GET /api/schemes/{id}/trustees',
  access: 'BrokerUser',
  summary: 'Lists the trustees of a scheme, including past ones.',
  input: pageOf({
    status: TrusteeStatus.optional(),
    sort: z.enum(['personName', '-createdAt']).default('personName'),
  }),
  output: listOf(Trustee),
})
export const getTrustee = query('trustee.get', {
  route: 'GET /api/trustees/{id}',
  access: 'BrokerUser',
  summary: 'Returns one trustee.',
  input: NoParameters,
  output: Trustee,
})
export const createTrustee = command('trustee.create', {
  route: 'POST /api/schemes/{id}/trustees',
  access: 'BrokerUser',
  summary: 'Proposes a trustee, or a director of the corporate trustee, for a scheme.',
  input: EditableTrustee,
  output: Trustee,
  status: 201,
})
export const updateTrustee = command('trustee.update', {
  route: 'PUT /api/trustees/{id}',
  access: 'BrokerUser',
  summary: 'Replaces the editable fields of a trustee.',
  input: EditableTrustee,
  output: Trustee,
})

export type TrusteeVerb =
  | 'assess'
  | 'review'
  | 'appoint'
  | 'retire'
  | 'remove'
  | 'record-death'
  | 'disqualify'

const IN_PROCESS = ['PROPOSED', 'FIT_PROPER_OK', 'APPOINTED'] as const

export const TRUSTEE_TRANSITIONS: Transitions<TrusteeVerb, TrusteeStatus> = {
  assess: { from: ['PROPOSED'], to: 'FIT_PROPER_OK' },
  review: { from: ['FIT_PROPER_OK', 'APPOINTED'], to: null },
  appoint: { from: ['FIT_PROPER_OK'], to: 'APPOINTED' },
  retire: { from: ['APPOINTED'], to: 'RETIRED' },
  remove: { from: IN_PROCESS, to: 'REMOVED' },
  'record-death': { from: IN_PROCESS, to: 'DECEASED' },
  disqualify: { from: IN_PROCESS, to: 'DISQUALIFIED' },
}

const trusteeVerb = defineRecordCommands('trustee', '/api/trustees/{id}', Trustee)

const Ceased = Dated.extend({ reason: optional(line(1, 500)) })

export const Assessed = z.object({ assessedOn: CivilDate.optional(), nextReviewOn: optional(CivilDate) })

export const assessTrustee = trusteeVerb(
  'assess',
  `PROPOSED to FIT_PROPER_OK: records that the person was found fit and proper (${formatCitedSources('PA 59A', 'DIR 22')}).`,
  Assessed,
)
export const reviewTrustee = trusteeVerb(
  'review',
  'Records that the person was found fit and proper again, not before the last assessment. The status does not change.',
  Assessed,
)
export const appointTrustee = trusteeVerb(
  'appoint',
  `FIT_PROPER_OK to APPOINTED: appoints the trustee. The first training is due within six months (${formatCitedSources('PA 59AA')}).`,
  z.object({ on: CivilDate.optional() }),
  'BrokerAdmin',
)
export const retireTrustee = trusteeVerb('retire', 'APPOINTED to RETIRED: the trustee leaves office.', Ceased)
export const removeTrustee = trusteeVerb(
  'remove',
  'PROPOSED, FIT_PROPER_OK or APPOINTED to REMOVED: removes the trustee.',
  Ceased,
)
export const recordTrusteeDeath = trusteeVerb(
  'record-death',
  'To DECEASED: records the death of the trustee.',
  Ceased,
)
export const disqualifyTrustee = trusteeVerb(
  'disqualify',
  `To DISQUALIFIED: the person cannot be appointed to any scheme of the firm (${formatCitedSources('PA 59A')}).`,
  Ceased,
)
