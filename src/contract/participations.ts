/** Which employers take part in a scheme, and from when until when: contributions are expected of each by its own months. */
import { z } from 'zod'
import { command, query } from './define.ts'
import { CivilDate, Day, Id, listOf, NoParameters, optional, pageOf, recordFields } from './values.ts'

/** ENDED as soon as the last day is recorded, also where it is still to come. */
export const ParticipationStatus = z.enum(['PARTICIPATING', 'ENDED'])

const FROM =
  'First day of participation; for another employer than the scheme’s own, the day of its deed of adherence'
const UNTIL = 'Last day of participation. Contributions are expected up to the payroll month of that day'

const checkOrder = (
  { fromOn, untilOn }: { fromOn: string | null; untilOn: string | null },
  context: z.core.$RefinementCtx,
): void => {
  if (fromOn && untilOn && untilOn < fromOn)
    context.addIssue({
      code: 'custom',
      path: ['untilOn'],
      message: 'The last day cannot be before the first day of participation',
    })
}

const period = {
  fromOn: optional(CivilDate.describe(FROM)),
  untilOn: optional(CivilDate.describe(UNTIL)),
}

export const NewParticipation = z
  .object({ employerId: Id, fromOn: CivilDate.describe(FROM), untilOn: period.untilOn })
  .superRefine(checkOrder)
export const EditableParticipation = z.object(period).superRefine(checkOrder)

export const Participation = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  employerId: Id,
  employerName: z.string(),
  isSchemeEmployer: z.boolean().describe("True for the scheme's own employer"),
  fromOn: Day.nullable().describe(
    'First day of participation. Null: since the start of the scheme for its own employer, since the first contribution for another employer',
  ),
  untilOn: Day.nullable().describe('Last day of participation; null if no end is recorded'),
  status: ParticipationStatus,
})
export type Participation = z.infer<typeof Participation>

export const PAGES = {
  newParticipation: '/schemes/$schemeId/participating-employers/new',
  editParticipation: '/participating-employers/$participationId',
}

export const listParticipations = query('participation.list', {
  route: 'GET /api/schemes/{id}/participations',
  access: 'BrokerUser',
  summary: 'Lists the employers that participate in a scheme, including ended participations.',
  input: pageOf({
    employerId: Id.optional(),
    status: ParticipationStatus.optional(),
    sort: z.enum(['employerName', '-fromOn']).default('employerName'),
  }),
  output: listOf(Participation),
})
export const getParticipation = query('participation.get', {
  route: 'GET /api/participations/{id}',
  access: 'BrokerUser',
  summary: 'Returns the participation of one employer in a scheme.',
  input: NoParameters,
  output: Participation,
})
export const createParticipation = command('participation.create', {
  route: 'POST /api/schemes/{id}/participations',
  access: 'BrokerUser',
  summary:
    'Adds an employer of the firm to a scheme. The service expects contributions from the employer for each payroll month from the first day.',
  input: NewParticipation,
  output: Participation,
  status: 201,
})
export const updateParticipation = command('participation.update', {
  route: 'PUT /api/participations/{id}',
  access: 'BrokerUser',
  summary:
    'Corrects the first and last day of a participation. Without a last day the participation continues.',
  input: EditableParticipation,
  output: Participation,
})
export const endParticipation = command('participation.end', {
  route: 'POST /api/participations/{id}/end',
  access: 'BrokerUser',
  summary:
    'PARTICIPATING to ENDED: ends the participation after the given day. Earlier obligations remain due.',
  input: z.object({ on: CivilDate.describe(UNTIL) }),
  output: Participation,
})
