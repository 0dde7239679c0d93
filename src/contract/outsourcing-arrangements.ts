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
      `True if the management of the scheme itself is outsourced. It is treated like a key function (${formatCitedSources('DIR 31(6)')})`,
    ),
  isCriticalIct: z
    .boolean()
    .default(false)
    .describe(
      `True for an ICT service that supports a critical or important function (${formatCitedSources('DORA 28(3)')})`,
    ),
  agreementDocumentId: optional(Id).describe(`The written agreement (${formatCitedSources('DIR 31(5)')})`),
  signedOn: optional(CivilDate),
  inForceFrom: optional(CivilDate).describe(
    'Date on which the agreement enters into force; a planned date while the arrangement is PLANNED',
  ),
  noticeDays: optional(z.int().min(0).max(3650)).describe(
    `Notice period for termination in days; at least 90 days with a registered administrator (${formatCitedSources('PA 64G(3)')})`,
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
  isKeyFunction: z.boolean().describe('True if the outsourced activity is a key function'),
  notifyByOn: Day.nullable().describe(
    `Last day for notifying the Pensions Authority in time, if a key function or the management is outsourced (${formatCitedSources('DIR 31(6)')}); otherwise null`,
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
  summary: 'Lists the outsourcing arrangements of schemes (the outsourcing register).',
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
  summary: 'Returns one outsourcing arrangement.',
  input: NoParameters,
  output: OutsourcingArrangement,
})
export const getOutsourcingReadiness = query('outsourcing-arrangement.readiness', {
  route: 'GET /api/outsourcing-arrangements/{id}/readiness',
  access: 'BrokerUser',
  summary:
    'Returns the findings that prevent the arrangement from entering into force on its planned date, or today if it has none.',
  input: NoParameters,
  output: z.object({ arrangementId: Id, findings: z.array(Finding) }),
})
export const createOutsourcingArrangement = command('outsourcing-arrangement.create', {
  route: 'POST /api/outsourcing-arrangements',
  access: 'BrokerUser',
  summary: 'Creates a planned outsourcing arrangement of a scheme.',
  input: NewOutsourcingArrangement,
  output: OutsourcingArrangement,
  status: 201,
})
export const updateOutsourcingArrangement = command('outsourcing-arrangement.update', {
  route: 'PUT /api/outsourcing-arrangements/{id}',
  access: 'BrokerUser',
  summary:
    'Replaces the editable fields of an arrangement. Provider and activity can be changed only while it is PLANNED. For an arrangement in force, the change must comply with the rules.',
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

const Reference = optional(line(1, 100)).describe('Reference of the Pensions Authority')

export const notifyOutsourcing = arrangementVerb(
  'notify',
  `Records that the Pensions Authority was notified of the outsourcing. For a key function or the management, this must be before it enters into force (${formatCitedSources('DIR 31(6)')}).`,
  z.object({ notifiedOn: CivilDate.optional().describe('Default: today'), reference: Reference }),
)
export const bringOutsourcingIntoForce = arrangementVerb(
  'bring-into-force',
  `PLANNED to IN_FORCE: records that the agreement has entered into force. It must be in writing (${formatCitedSources('DIR 31(5)')}). The outsourcing of a key function or the management must have been notified before (${formatCitedSources('DIR 31(6)')}).`,
  z.object({
    inForceFrom: CivilDate.optional().describe('Default: the planned date, or today if there is none'),
  }),
)
export const reviewOutsourcing = arrangementVerb(
  'review',
  `Records a review of the performance of the provider (${formatCitedSources('DIR 31(3)')}).`,
  z.object({
    reviewedOn: CivilDate.optional().describe('Default: today'),
    nextReviewOn: optional(CivilDate),
  }),
)
export const addDevelopment = arrangementVerb(
  'add-development',
  `Adds an important development of the outsourced activity, which must be notified to the Pensions Authority (${formatCitedSources('DIR 31(6)')}).`,
  z.object({
    occurredOn: CivilDate,
    description: line(1, 1000),
    notifiedOn: optional(CivilDate),
    reference: Reference,
  }),
)
export const notifyDevelopment = arrangementVerb(
  'notify-development',
  'Records that the Pensions Authority was notified of a development.',
  z.object({
    number: z.int().min(1).max(10_000).describe('Number of the development'),
    notifiedOn: CivilDate.optional().describe('Default: today'),
    reference: Reference,
  }),
)
export const endOutsourcing = arrangementVerb(
  'end',
  'To ENDED: the agreement has ended, or was not concluded.',
  Dated.extend({ reason: optional(line(1, 500)) }),
)
