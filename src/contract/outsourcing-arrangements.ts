import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, defineRecordCommands, query } from './define.ts'
import { Finding } from './findings.ts'
import type { Transitions } from './transitions.ts'
import {
  CivilDate,
  Dated,
  Day,
  Id,
  line,
  listOf,
  NoParameters,
  optional,
  pageOf,
  prose,
  recordFields,
  toStoredFields,
} from './values.ts'

export const OutsourcingActivity = z.enum([
  'RA',
  'KFH_RISK',
  'KFH_AUDIT',
  'KFH_ACTUARIAL',
  'INVESTMENT',
  'ADMIN',
  'PAYROLL',
  'IT',
  'DEPOSITARY',
  'CONSULTING',
])
export type OutsourcingActivity = z.infer<typeof OutsourcingActivity>

export const KEY_FUNCTION_ACTIVITIES = [
  'KFH_RISK',
  'KFH_AUDIT',
  'KFH_ACTUARIAL',
] as const satisfies readonly OutsourcingActivity[]

export const OutsourcingStatus = z.enum(['PLANNED', 'IN_FORCE', 'ENDED'])
export type OutsourcingStatus = z.infer<typeof OutsourcingStatus>

/** The notice that a contract with a registered administrator gives at least (PA s.64G(3)). */
export const ADMINISTRATOR_NOTICE_DAYS = 90

const SubOutsourcing = z.object({
  name: line(1, 200),
  activity: line(1, 200),
})

const arrangementFields = {
  providerId: Id,
  activity: OutsourcingActivity,
  isManagement: z
    .boolean()
    .default(false)
    .describe(
      `Management of the scheme itself is outsourced: treated like a key function (${formatCitedSources('DIR 31(6)')})`,
    ),
  isCriticalIct: z
    .boolean()
    .default(false)
    .describe(
      `An ICT service that supports a critical or important function (${formatCitedSources('DORA 28(3)')})`,
    ),
  agreementDocumentId: optional(Id).describe(`The written agreement (${formatCitedSources('DIR 31(5)')})`),
  signedOn: optional(CivilDate),
  inForceFrom: optional(CivilDate).describe(
    'When the agreement enters into force; planned until it is brought into force',
  ),
  noticeDays: optional(z.int().min(0).max(3650)).describe(
    `Notice to end it; at least 90 days with a registered administrator (${formatCitedSources('PA 64G(3)')})`,
  ),
  subOutsourcing: z.array(SubOutsourcing).max(50).default([]).describe('Sub-providers and their activities'),
  reviewDueOn: optional(CivilDate),
  performanceMeasures: optional(prose(1, 4000)),
  exitPlan: optional(prose(1, 4000)),
}

export const NewOutsourcingArrangement = z.object({ schemeId: Id, ...arrangementFields })
export const EditableOutsourcingArrangement = z.object(arrangementFields)

export const Development = z.object({
  number: z.int().describe('1, 2, 3 …'),
  occurredOn: Day,
  description: z.string(),
  notifiedOn: Day.nullable(),
  reference: z.string().nullable(),
})

export const OutsourcingArrangement = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  ...toStoredFields(arrangementFields),
  providerName: z.string(),
  isKeyFunction: z.boolean().describe('Decided by the activity'),
  notifyByOn: Day.nullable().describe(
    `The last day on which the Authority can be notified in time, where a key function or management is outsourced (${formatCitedSources('DIR 31(6)')})`,
  ),
  authorityNotifiedOn: Day.nullable(),
  authorityReference: z.string().nullable(),
  developments: z.array(Development),
  reviewedOn: Day.nullable(),
  endedOn: Day.nullable(),
  endReason: z.string().nullable(),
  status: OutsourcingStatus,
})
export type OutsourcingArrangement = z.infer<typeof OutsourcingArrangement>

export const PAGES = {
  outsourcing: '/outsourcing',
  newOutsourcingArrangement: '/outsourcing/new',
  outsourcingArrangement: '/outsourcing/$arrangementId',
  editOutsourcingArrangement: '/outsourcing/$arrangementId/edit',
}

export const listOutsourcingArrangements = query('outsourcing-arrangement.list', {
  route: 'GET /api/outsourcing-arrangements',
  access: 'BrokerUser',
  summary: 'The outsourcing register: what schemes have others do for them.',
  input: pageOf({
    schemeId: Id.optional(),
    providerId: Id.optional(),
    activity: OutsourcingActivity.optional(),
    status: OutsourcingStatus.optional(),
    sort: z
      .enum(['-createdAt', 'schemeName', 'providerName', 'activity', 'inForceFrom'])
      .default('-createdAt'),
  }),
  output: listOf(OutsourcingArrangement),
})
export const getOutsourcingArrangement = query('outsourcing-arrangement.get', {
  route: 'GET /api/outsourcing-arrangements/{id}',
  access: 'BrokerUser',
  summary: 'One outsourcing arrangement.',
  input: NoParameters,
  output: OutsourcingArrangement,
})
export const getOutsourcingReadiness = query('outsourcing-arrangement.readiness', {
  route: 'GET /api/outsourcing-arrangements/{id}/readiness',
  access: 'BrokerUser',
  summary: 'Findings that block bringing the arrangement into force on its planned date, or today.',
  input: NoParameters,
  output: z.object({ arrangementId: Id, findings: z.array(Finding) }),
})
export const createOutsourcingArrangement = command('outsourcing-arrangement.create', {
  route: 'POST /api/outsourcing-arrangements',
  access: 'BrokerUser',
  summary: 'Plans an outsourcing arrangement of a scheme.',
  input: NewOutsourcingArrangement,
  output: OutsourcingArrangement,
  status: 201,
})
export const updateOutsourcingArrangement = command('outsourcing-arrangement.update', {
  route: 'PUT /api/outsourcing-arrangements/{id}',
  access: 'BrokerUser',
  summary:
    'Replaces the editable record of an arrangement; provider and activity while it is planned, and what came into force stays within the rules.',
  input: EditableOutsourcingArrangement,
  output: OutsourcingArrangement,
})

export type OutsourcingVerb =
  | 'notify'
  | 'bring-into-force'
  | 'review'
  | 'add-development'
  | 'notify-development'
  | 'end'

export const OUTSOURCING_TRANSITIONS: Transitions<OutsourcingVerb, OutsourcingStatus> = {
  notify: { from: ['PLANNED', 'IN_FORCE'], to: null },
  'bring-into-force': { from: ['PLANNED'], to: 'IN_FORCE' },
  review: { from: ['IN_FORCE'], to: null },
  'add-development': { from: ['IN_FORCE', 'ENDED'], to: null },
  'notify-development': { from: ['IN_FORCE', 'ENDED'], to: null },
  end: { from: ['PLANNED', 'IN_FORCE'], to: 'ENDED' },
}

const arrangementVerb = defineRecordCommands(
  'outsourcing-arrangement',
  '/api/outsourcing-arrangements/{id}',
  OutsourcingArrangement,
)

const Reference = optional(line(1, 100)).describe("The Authority's reference")

export const notifyOutsourcing = arrangementVerb(
  'notify',
  `The Authority was notified of the outsourcing; of a key function or of management before it enters into force (${formatCitedSources('DIR 31(6)')}).`,
  z.object({ notifiedOn: CivilDate.optional().describe('Today unless given'), reference: Reference }),
)
export const bringOutsourcingIntoForce = arrangementVerb(
  'bring-into-force',
  `PLANNED to IN_FORCE, once the agreement has entered into force: written (${formatCitedSources('DIR 31(5)')}), notified before where a key function or management is outsourced (${formatCitedSources('DIR 31(6)')}).`,
  z.object({
    inForceFrom: CivilDate.optional().describe('The planned day unless given; today where none was planned'),
  }),
)
export const reviewOutsourcing = arrangementVerb(
  'review',
  `The performance of the provider was reviewed (${formatCitedSources('DIR 31(3)')}).`,
  z.object({
    reviewedOn: CivilDate.optional().describe('Today unless given'),
    nextReviewOn: optional(CivilDate),
  }),
)
export const addDevelopment = arrangementVerb(
  'add-development',
  `An important development of the outsourced activity, to be notified to the Authority (${formatCitedSources('DIR 31(6)')}).`,
  z.object({
    occurredOn: CivilDate,
    description: line(1, 1000),
    notifiedOn: optional(CivilDate),
    reference: Reference,
  }),
)
export const notifyDevelopment = arrangementVerb(
  'notify-development',
  'The Authority was notified of a development.',
  z.object({
    number: z.int().min(1).max(10_000).describe('Which of the developments'),
    notifiedOn: CivilDate.optional().describe('Today unless given'),
    reference: Reference,
  }),
)
export const endOutsourcing = arrangementVerb(
  'end',
  'To ENDED: the agreement has ended, or was never concluded.',
  Dated.extend({
    reason: optional(line(1, 500)),
  }),
)
