/** Events of a scheme that start obligations in the compliance calendar. */
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
  Moment,
  NoParameters,
  optional,
  pageOf,
  prose,
  reason,
  recordFields,
  toStoredFields,
} from './values.ts'

export const SchemeEventKind = z.enum([
  'INVESTMENT_STRATEGY_CHANGE',
  'FUNDING_FALL',
  'BULK_TRANSFER',
  'SPONSOR_DISTRESS',
  'MEMBERSHIP_CHANGE',
  'ADMINISTRATOR_CHANGE',
  'KEY_FUNCTION_CHANGE',
  'RULE_AMENDMENT',
  'CYBER_INCIDENT',
  'OTHER_RISK_CHANGE',
  'INVESTMENT_POLICY_CHANGE',
  'REGISTRATION_CHANGE',
  'FIXED_NOTICE',
  'ACCESS_REQUEST',
  'MISAPPROPRIATION_SUSPICION',
  'MATERIAL_FINDING_NOT_ACTED_ON',
  'ADVERSE_ACTUARY_STATEMENT',
  'FUNDING_CERTIFICATE_FAILED',
  'SIGNIFICANT_SYSTEM_CHANGE',
  'PRSA_TRANSFER',
  'BENEFIT_REDUCTION',
])
export type SchemeEventKind = z.infer<typeof SchemeEventKind>

/** The kinds of event that are about another day than their own, and what that day is called. */
export const EVENT_DAYS: Partial<Record<SchemeEventKind, { label: string; help: string }>> = {
  FUNDING_CERTIFICATE_FAILED: {
    label: 'Effective date of the certificate',
    help: 'Of the certificate that failed. The funding proposal is due with it.',
  },
  ADVERSE_ACTUARY_STATEMENT: {
    label: 'Last day of the period of the annual report',
    help: 'Of the report with the adverse statement, or without one. The certificate is due twelve months later.',
  },
  PRSA_TRANSFER: {
    label: 'Day of the first transfer or of the termination',
    help: 'Planned or done. Members are informed at least three months before.',
  },
  BENEFIT_REDUCTION: {
    label: 'Day on which the reduction is implemented',
    help: 'Beneficiaries are informed at least three months before.',
  },
}

/** An event that was entered by mistake is withdrawn and stays to be read; it starts nothing any more. */
export const SchemeEventStatus = z.enum(['RECORDED', 'WITHDRAWN'])
export type SchemeEventStatus = z.infer<typeof SchemeEventStatus>

const described = {
  title: line(1, 200),
  details: optional(prose(1, 4000)),
  isSignificant: optional(z.boolean()).describe(
    'Whether the event is a significant change of the risk profile or the system of governance. If not, neither an own-risk assessment nor adapted policies are required. Must be given for an amendment of the rules; any other event counts as significant if it is empty',
  ),
  awareAt: optional(Moment).describe(
    'For a cyber incident: time of awareness, from which the reporting periods in hours run. Without it they run in days',
  ),
  extendedOn: optional(CivilDate).describe(
    `For an access request: the date on which the person was informed that the answer takes up to two months longer, within the first month (${formatCitedSources('GDPR 12(3)')})`,
  ),
  extensionReason: optional(line(3, 500)).describe(
    'Why the answer takes longer: complexity, or the number of requests',
  ),
  relevantOn: optional(CivilDate).describe(
    'Date that the event concerns, which can be in the future: the effective date of the failed certificate, the last day of the period of an annual report with an adverse statement, the first transfer into PRSAs, the termination of the trust, or the implementation of a benefit reduction. Null for other kinds of events',
  ),
}

const refuseOfOtherKind = (
  {
    kind,
    awareAt,
    extendedOn,
    extensionReason,
  }: {
    kind?: SchemeEventKind
    awareAt: string | null
    extendedOn: string | null
    extensionReason: string | null
  },
  context: z.core.$RefinementCtx,
): void => {
  const refuse = (path: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (kind && awareAt && kind !== 'CYBER_INCIDENT')
    refuse('awareAt', 'Only a cyber incident has an awareness time')
  if (kind && extendedOn && kind !== 'ACCESS_REQUEST')
    refuse('extendedOn', 'Only an access request can be extended')
  if (extendedOn && !extensionReason) refuse('extensionReason', 'Enter why the answer takes longer')
  if (!extendedOn && extensionReason)
    refuse('extendedOn', 'Enter the date on which the person was informed of the extension')
}

export const NewSchemeEvent = z
  .object({
    kind: SchemeEventKind,
    occurredOn: CivilDate.describe('Date of the event, from which the deadlines of its obligations run'),
    ...described,
    documentId: optional(Id).describe('Document with the evidence, such as a deed, a notice or a letter'),
  })
  .superRefine(refuseOfOtherKind)
export const EditableSchemeEvent = z.object(described).superRefine(refuseOfOtherKind)

export const SchemeEvent = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  kind: SchemeEventKind,
  occurredOn: Day,
  ...toStoredFields(described),
  documentId: Id.nullable(),
  status: SchemeEventStatus,
  withdrawnOn: Day.nullable(),
  withdrawnReason: z.string().nullable(),
})
export type SchemeEvent = z.infer<typeof SchemeEvent>

export const PAGES = {
  schemeEvents: '/schemes/$schemeId/events',
  newSchemeEvent: '/schemes/$schemeId/events/new',
  schemeEvent: '/scheme-events/$eventId',
  editSchemeEvent: '/scheme-events/$eventId/edit',
}

export const listSchemeEvents = query('scheme-event.list', {
  route: 'GET /api/schemes/{id}/events',
  access: 'BrokerUser',
  summary: 'Lists events of a scheme that start obligations, including withdrawn events.',
  input: pageOf({
    kind: SchemeEventKind.optional(),
    status: SchemeEventStatus.optional(),
    sort: z.enum(['-occurredOn', '-createdAt']).default('-occurredOn'),
  }),
  output: listOf(SchemeEvent),
})
export const getSchemeEvent = query('scheme-event.get', {
  route: 'GET /api/scheme-events/{id}',
  access: 'BrokerUser',
  summary: 'Returns one event of a scheme.',
  input: NoParameters,
  output: SchemeEvent,
})
export const createSchemeEvent = command('scheme-event.create', {
  route: 'POST /api/schemes/{id}/events',
  access: 'BrokerUser',
  summary: 'Records an event of a scheme; the calendar calculates its obligations.',
  input: NewSchemeEvent,
  output: SchemeEvent,
  status: 201,
})
export const updateSchemeEvent = command('scheme-event.update', {
  route: 'PUT /api/scheme-events/{id}',
  access: 'BrokerUser',
  summary:
    'Updates the description of an event and the facts that its obligations depend on. Its kind and date cannot be changed: withdraw the event and record it again.',
  input: EditableSchemeEvent,
  output: SchemeEvent,
})

export type SchemeEventVerb = 'withdraw'

export const SCHEME_EVENT_TRANSITIONS: Transitions<SchemeEventVerb, SchemeEventStatus> = {
  withdraw: { from: ['RECORDED'], to: 'WITHDRAWN' },
}

export const withdrawSchemeEvent = command('scheme-event.withdraw', {
  route: 'POST /api/scheme-events/{id}/withdraw',
  access: 'BrokerUser',
  summary:
    'RECORDED to WITHDRAWN: withdraws an event that was recorded by mistake. Its obligations become not applicable.',
  input: z.object({ reason: reason() }),
  output: SchemeEvent,
})
