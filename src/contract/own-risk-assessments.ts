/** Own-risk assessments: every three years, and without delay after a significant change of the risk profile (PA s.64AL(3)). */

import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { addMonths } from './civil-dates.ts'
import { command, defineRecordCommands, query } from './define.ts'
import { RiskItem } from './risk-items.ts'
import type { SchemeEvent } from './scheme-events.ts'
import { SchemeStatus } from './schemes.ts'
import { SectionKey } from './section-key.ts'
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
  reason,
  recordFields,
  SearchText,
  toStoredFields,
} from './values.ts'

export const AssessmentScope = z.enum(['WHOLE_IORP', 'SINGLE_SCHEME'])
export type AssessmentScope = z.infer<typeof AssessmentScope>
export const AssessmentTrigger = z.enum(['INITIAL', 'TRIENNIAL', 'SIGNIFICANT_CHANGE', 'AUTHORITY_REQUEST'])
export type AssessmentTrigger = z.infer<typeof AssessmentTrigger>
export const AssessmentStatus = z.enum([
  'PLANNED',
  'DRAFTING',
  'TRUSTEE_REVIEW',
  'APPROVED',
  'SUBMITTED',
  'SUPERSEDED',
])
export type AssessmentStatus = z.infer<typeof AssessmentStatus>

export const SectionContent = z.object({
  text: z.string().nullable(),
  notApplicableReason: z.string().nullable(),
})
export type SectionContent = z.infer<typeof SectionContent>

const Sections = z.object(
  Object.fromEntries(SectionKey.options.map((key) => [key, SectionContent.nullable()])) as Record<
    SectionKey,
    z.ZodNullable<typeof SectionContent>
  >,
)
export type Sections = z.infer<typeof Sections>

/** What of the scheme decides which sections may be left out. */
export const SectionFacts = z.object({
  isDefinedBenefit: z.boolean(),
  considersEsg: z.boolean().nullable(),
  sharesKeyFunctionWithEmployer: z
    .boolean()
    .describe('A key function holder in office holds the same function for the employer'),
})
export type SectionFacts = z.infer<typeof SectionFacts>

/** PA s.64AL(3)(a). */
export const ASSESSMENT_INTERVAL_MONTHS = 36

/** The next one is due three years after the trustees approved one of the whole IORP; one of a single scheme starts no such period. */
export const calculateNextAssessmentDue = ({
  scope,
  status,
  approvedOn,
}: {
  scope: AssessmentScope
  status: AssessmentStatus
  approvedOn: string | null
}): string | null =>
  scope === 'WHOLE_IORP' && (status === 'APPROVED' || status === 'SUBMITTED') && approvedOn
    ? addMonths(approvedOn, ASSESSMENT_INTERVAL_MONTHS)
    : null

/** Whether an assessment has dealt with a change: it was approved, and was made for it or as of a later day. */
export const coversEvent = (
  { approvedOn, triggerEventId, asOfOn }: Pick<OwnRiskAssessment, 'approvedOn' | 'triggerEventId' | 'asOfOn'>,
  event: Pick<SchemeEvent, 'id' | 'occurredOn'>,
): boolean => approvedOn !== null && (triggerEventId === event.id || asOfOn >= event.occurredOn)

const headFields = {
  scope: AssessmentScope.default('WHOLE_IORP').describe(
    `A significant change in one scheme may be assessed for that scheme alone (${formatCitedSources('DIR 28(1)')})`,
  ),
  trigger: AssessmentTrigger,
  triggerEventId: optional(Id).describe('The change it answers; needed with SIGNIFICANT_CHANGE'),
  asOfOn: CivilDate.describe('The day whose facts are assessed'),
  reportDocumentId: optional(Id).describe('The report as a document'),
}
const textFields = {
  methodology: optional(prose(1, 20_000)),
  riskFunctionOpinion: optional(prose(1, 20_000)).describe(
    'Opinion of the holder of the risk management function',
  ),
}
const assessmentFields = { ...headFields, ...textFields }

const refuseUnexplained = (
  { trigger, triggerEventId }: { trigger?: AssessmentTrigger | undefined; triggerEventId?: string | null },
  context: z.core.$RefinementCtx,
): void => {
  if (trigger === 'SIGNIFICANT_CHANGE' && !triggerEventId)
    context.addIssue({ code: 'custom', path: ['triggerEventId'], message: 'Choose the change it answers' })
  if (trigger && trigger !== 'SIGNIFICANT_CHANGE' && triggerEventId)
    context.addIssue({
      code: 'custom',
      path: ['triggerEventId'],
      message: 'Only an assessment after a significant change answers an event',
    })
}

export const NewOwnRiskAssessment = z
  .object({ schemeId: Id, ...assessmentFields })
  .superRefine(refuseUnexplained)
export const EditableOwnRiskAssessment = z.object(assessmentFields).superRefine(refuseUnexplained)

const listedFields = {
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  cycleNumber: z.int().describe('1, 2, 3 … within the scheme'),
  ...toStoredFields(headFields),
  startedOn: Day.nullable(),
  sentToTrusteesOn: Day.nullable(),
  returnedOn: Day.nullable(),
  approvedOn: Day.nullable(),
  nextDueOn: Day.nullable().describe(
    `Three years after the approval (${formatCitedSources('PA 64AL')}); null for a single scheme and for what is superseded`,
  ),
  authorityRequestedOn: Day.nullable(),
  authoritySubmittedOn: Day.nullable().describe(
    'When a copy went to the Authority; nothing files it by itself',
  ),
  minutesDocumentId: Id.nullable(),
  supersedesId: Id.nullable(),
  status: AssessmentStatus,
  sectionCount: z.int().describe('Sections that are written or left out with a reason, of ten'),
  riskItemCount: z.int(),
}

/** As lists show it: without its texts. */
export const ListedOwnRiskAssessment = z.object(listedFields)
export type ListedOwnRiskAssessment = z.infer<typeof ListedOwnRiskAssessment>

export const OwnRiskAssessment = z.object({
  ...listedFields,
  ...toStoredFields(textFields),
  sections: Sections,
  sectionFacts: SectionFacts,
  returnReason: z.string().nullable(),
  authorityReference: z.string().nullable(),
})
export type OwnRiskAssessment = z.infer<typeof OwnRiskAssessment>

/** THREE_YEARS after the last approval; FIRST of the scheme; AFTER_CHANGE that no approved assessment answers; TO_CONFIRM where it fell due before the scheme was added and is not recorded; NOT_KNOWN without a day to count from. */
export const AssessmentDueRule = z.enum(['THREE_YEARS', 'FIRST', 'AFTER_CHANGE', 'TO_CONFIRM', 'NOT_KNOWN'])
export type AssessmentDueRule = z.infer<typeof AssessmentDueRule>

/** Where a scheme stands: one row a scheme of the regime, its assessments or their absence summed up. */
export const AssessmentProgress = z.object({
  id: Id.describe('Of the scheme'),
  tenantId: Id,
  schemeName: z.string(),
  employerName: z.string(),
  schemeStatus: SchemeStatus,
  lastApprovedId: Id.nullable(),
  lastApprovedOn: Day.nullable(),
  dueOn: Day.nullable(),
  dueRule: AssessmentDueRule,
  changeEventId: Id.nullable().describe('The earliest change that no approved assessment answers'),
  changedOn: Day.nullable(),
  openId: Id.nullable().describe('The assessment that is planned, drafted or with the trustees'),
  openStatus: AssessmentStatus.nullable(),
})
export type AssessmentProgress = z.infer<typeof AssessmentProgress>

export const PAGES = {
  schemeAssessments: '/schemes/$schemeId/own-risk-assessments',
  ownRiskAssessments: '/own-risk-assessments',
  newOwnRiskAssessment: '/own-risk-assessments/new',
  ownRiskAssessment: '/own-risk-assessments/$assessmentId',
  assessmentRisks: '/own-risk-assessments/$assessmentId/risks',
  assessmentComparison: '/own-risk-assessments/$assessmentId/comparison',
  assessmentApproval: '/own-risk-assessments/$assessmentId/approval',
  editOwnRiskAssessment: '/own-risk-assessments/$assessmentId/edit',
}

export const listOwnRiskAssessments = query('own-risk-assessment.list', {
  route: 'GET /api/own-risk-assessments',
  access: 'BrokerUser',
  summary: 'The own-risk assessments of the schemes, without their texts.',
  input: pageOf({
    schemeId: Id.optional(),
    status: AssessmentStatus.optional(),
    sort: z.enum(['-createdAt', '-cycleNumber', 'schemeName']).default('-createdAt'),
  }),
  output: listOf(ListedOwnRiskAssessment),
})
export const listAssessmentStandings = query('own-risk-assessment.register', {
  route: 'GET /api/own-risk-assessments/register',
  access: 'BrokerUser',
  summary:
    'Per scheme of the regime: the last approved assessment of the whole IORP, when the next is due and by which rule, and what is in progress.',
  input: pageOf({
    q: SearchText.optional().describe('Part of the name of the scheme'),
    dueRule: AssessmentDueRule.optional(),
    openStatus: AssessmentStatus.optional(),
    dueTo: CivilDate.optional().describe('Due on or before that day'),
    sort: z.enum(['dueOn', 'schemeName']).default('dueOn'),
  }),
  output: listOf(AssessmentProgress),
})
export const getOwnRiskAssessment = query('own-risk-assessment.get', {
  route: 'GET /api/own-risk-assessments/{id}',
  access: 'BrokerUser',
  summary: 'One own-risk assessment with its sections.',
  input: NoParameters,
  output: OwnRiskAssessment,
})
export const createOwnRiskAssessment = command('own-risk-assessment.create', {
  route: 'POST /api/own-risk-assessments',
  access: 'BrokerUser',
  summary: 'Plans an own-risk assessment of a scheme within the regime (422 otherwise).',
  input: NewOwnRiskAssessment,
  output: OwnRiskAssessment,
  status: 201,
})
export const updateOwnRiskAssessment = command('own-risk-assessment.update', {
  route: 'PUT /api/own-risk-assessments/{id}',
  access: 'BrokerUser',
  summary:
    'Replaces the editable record of an assessment that is planned or being drafted; its sections stay.',
  input: EditableOwnRiskAssessment,
  output: OwnRiskAssessment,
})
export const writeAssessmentSection = command('own-risk-assessment.write-section', {
  route: 'PUT /api/own-risk-assessments/{id}/sections/{key}',
  access: 'BrokerUser',
  summary:
    'Writes one section, or says why it does not apply, while the assessment is being drafted; with neither it is empty again.',
  path: { key: SectionKey },
  input: z
    .object({ text: optional(prose(1, 20_000)), notApplicableReason: optional(prose(1, 1000)) })
    .superRefine(({ text, notApplicableReason }, context) => {
      if (text !== null && notApplicableReason !== null)
        context.addIssue({
          code: 'custom',
          path: ['notApplicableReason'],
          message: 'Write the section or say why it does not apply, not both',
        })
    }),
  output: OwnRiskAssessment,
})

export type AssessmentVerb = 'start' | 'send-to-trustees' | 'return' | 'approve' | 'record-request' | 'submit'

export const ASSESSMENT_TRANSITIONS: Transitions<AssessmentVerb, AssessmentStatus> = {
  start: { from: ['PLANNED'], to: 'DRAFTING' },
  'send-to-trustees': { from: ['DRAFTING'], to: 'TRUSTEE_REVIEW' },
  return: { from: ['TRUSTEE_REVIEW'], to: 'DRAFTING' },
  approve: { from: ['TRUSTEE_REVIEW'], to: 'APPROVED' },
  'record-request': { from: ['PLANNED', 'DRAFTING', 'TRUSTEE_REVIEW', 'APPROVED'], to: null },
  submit: { from: ['APPROVED'], to: 'SUBMITTED' },
}

const assessmentVerb = defineRecordCommands(
  'own-risk-assessment',
  '/api/own-risk-assessments/{id}',
  OwnRiskAssessment,
)

const Referenced = Dated.extend({
  reference: optional(line(1, 100)).describe('Reference of the Pensions Authority'),
})

export const startOwnRiskAssessment = assessmentVerb(
  'start',
  'PLANNED to DRAFTING, on request with the risk items of the assessment before.',
  Dated.extend({
    carryItems: z.boolean().default(false).describe('Copy the risk register of the last approved assessment'),
  }),
)
export const sendToTrustees = assessmentVerb(
  'send-to-trustees',
  'DRAFTING to TRUSTEE_REVIEW. Every section has its text or the reason why it does not apply (422).',
  Dated,
)
export const returnOwnRiskAssessment = assessmentVerb(
  'return',
  'TRUSTEE_REVIEW back to DRAFTING, with the reason.',
  z.object({ reason: reason() }),
)
export const approveOwnRiskAssessment = assessmentVerb(
  'approve',
  'TRUSTEE_REVIEW to APPROVED: the trustees approved it. The one approved before with the same scope becomes SUPERSEDED.',
  z.object({
    approvedOn: CivilDate.describe('The day on which the trustees approved it'),
    minutesDocumentId: optional(Id).describe('The minutes of the meeting that approved it'),
    reportDocumentId: optional(Id).describe('The report as it was approved'),
  }),
  'BrokerAdmin',
)
export const recordAuthorityRequest = assessmentVerb(
  'record-request',
  'The Pensions Authority has asked for the assessment; its state stays.',
  Referenced,
)
export const submitOwnRiskAssessment = assessmentVerb(
  'submit',
  'APPROVED to SUBMITTED: records that a copy was given to the Pensions Authority. The service does not send it.',
  Referenced,
)

/** How something of one assessment stands to the one approved before. */
export const ComparedSection = z.object({
  key: SectionKey,
  change: z.enum(['ADDED', 'REMOVED', 'CHANGED', 'UNCHANGED']),
  before: SectionContent.nullable(),
  after: SectionContent.nullable(),
})
export type ComparedSection = z.infer<typeof ComparedSection>

export const ComparedRiskItem = z.object({
  change: z.enum(['NEW', 'GONE', 'CHANGED', 'UNCHANGED']),
  before: RiskItem.nullable(),
  after: RiskItem.nullable(),
  inherentMovement: z.int().nullable().describe('Points by which the score rose; below zero where it fell'),
  residualMovement: z.int().nullable(),
})
export type ComparedRiskItem = z.infer<typeof ComparedRiskItem>

export const compareOwnRiskAssessment = query('own-risk-assessment.comparison', {
  route: 'GET /api/own-risk-assessments/{id}/comparison',
  access: 'BrokerUser',
  summary:
    'An assessment against the one approved before it: sections and risk items, with how scores moved.',
  input: NoParameters,
  output: z.object({
    assessmentId: Id,
    before: ListedOwnRiskAssessment.nullable().describe('Null where none was approved before'),
    sections: z.array(ComparedSection),
    riskItems: z.array(ComparedRiskItem),
  }),
})
