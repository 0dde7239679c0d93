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
  fourEyesFields,
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

/** Facts of the scheme that decide which sections may be omitted. */
export const SectionFacts = z.object({
  isDefinedBenefit: z.boolean(),
  considersEsg: z.boolean().nullable(),
  sharesKeyFunctionWithEmployer: z
    .boolean()
    .describe('True if a key function holder in office holds the same function for the employer'),
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
export const isEventCovered = (
  { approvedOn, triggerEventId, asOfOn }: Pick<OwnRiskAssessment, 'approvedOn' | 'triggerEventId' | 'asOfOn'>,
  event: Pick<SchemeEvent, 'id' | 'occurredOn'>,
): boolean => approvedOn !== null && (triggerEventId === event.id || asOfOn >= event.occurredOn)

const headFields = {
  scope: AssessmentScope.default('WHOLE_IORP').describe(
    `Scope of the assessment. A significant change in one scheme may be assessed for that scheme alone (${formatCitedSources('DIR 28(1)')})`,
  ),
  trigger: AssessmentTrigger,
  triggerEventId: optional(Id).describe('Event that caused the assessment. Required for SIGNIFICANT_CHANGE'),
  asOfOn: CivilDate.describe('Date of the facts that are assessed'),
  reportDocumentId: optional(Id).describe('Document with the report'),
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
    context.addIssue({
      code: 'custom',
      path: ['triggerEventId'],
      message: 'Choose the event that the assessment covers',
    })
  if (trigger && trigger !== 'SIGNIFICANT_CHANGE' && triggerEventId)
    context.addIssue({
      code: 'custom',
      path: ['triggerEventId'],
      message: 'Only an assessment after a significant change has an event: leave it empty',
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
  cycleNumber: z.int().describe('Number of the assessment within the scheme: 1, 2, 3 …'),
  ...toStoredFields(headFields),
  startedOn: Day.nullable(),
  sentToTrusteesOn: Day.nullable(),
  returnedOn: Day.nullable(),
  approvedOn: Day.nullable(),
  nextDueOn: Day.nullable().describe(
    `Date of the next assessment: three years after the approval (${formatCitedSources('PA 64AL')}); null for an assessment of a single scheme and for a superseded one`,
  ),
  authorityRequestedOn: Day.nullable(),
  authoritySubmittedOn: Day.nullable().describe(
    'Date on which a copy was sent to the Pensions Authority; null if none is recorded. The service does not send it',
  ),
  minutesDocumentId: Id.nullable(),
  supersedesId: Id.nullable(),
  status: AssessmentStatus,
  sectionCount: z.int().describe('Number of the ten sections that are written or left out with a reason'),
  riskItemCount: z.int(),
}

/** An assessment in a list, without its texts. */
export const ListedOwnRiskAssessment = z.object(listedFields)
export type ListedOwnRiskAssessment = z.infer<typeof ListedOwnRiskAssessment>

export const OwnRiskAssessment = z.object({
  ...listedFields,
  ...toStoredFields(textFields),
  sections: Sections,
  sectionFacts: SectionFacts,
  returnReason: z.string().nullable(),
  authorityReference: z.string().nullable(),
  ...fourEyesFields,
})
export type OwnRiskAssessment = z.infer<typeof OwnRiskAssessment>

/**
 * THREE_YEARS after the last approval; FIRST of the scheme; AFTER_CHANGE that no approved assessment covers; TO_CONFIRM where it fell due
 * before the scheme was added and is not recorded; NOT_KNOWN without a day to count from.
 */
export const AssessmentDueRule = z.enum(['THREE_YEARS', 'FIRST', 'AFTER_CHANGE', 'TO_CONFIRM', 'NOT_KNOWN'])
export type AssessmentDueRule = z.infer<typeof AssessmentDueRule>

/** Progress of one scheme of the regime: a summary of its assessments or their absence. */
export const AssessmentProgress = z.object({
  id: Id.describe('Id of the scheme'),
  tenantId: Id,
  schemeName: z.string(),
  employerName: z.string(),
  schemeStatus: SchemeStatus,
  lastApprovedId: Id.nullable(),
  lastApprovedOn: Day.nullable(),
  dueOn: Day.nullable(),
  dueRule: AssessmentDueRule,
  changeEventId: Id.nullable().describe(
    'Earliest significant change that no approved assessment covers; null if there is none',
  ),
  changedOn: Day.nullable(),
  openId: Id.nullable().describe(
    'Assessment that is planned, in draft or with the trustees; null if there is none',
  ),
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
  summary: 'Lists own-risk assessments, without their texts.',
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
    'Lists for each scheme within the IORP II regime the last approved assessment of the whole IORP, the next due date with its rule, and the assessment in progress.',
  input: pageOf({
    q: SearchText.optional().describe('Part of the name of the scheme'),
    dueRule: AssessmentDueRule.optional(),
    openStatus: AssessmentStatus.optional(),
    dueTo: CivilDate.optional().describe('Only schemes whose next assessment is due on or before this date'),
    sort: z.enum(['dueOn', 'schemeName']).default('dueOn'),
  }),
  output: listOf(AssessmentProgress),
})
export const getOwnRiskAssessment = query('own-risk-assessment.get', {
  route: 'GET /api/own-risk-assessments/{id}',
  access: 'BrokerUser',
  summary: 'Returns one own-risk assessment with its sections.',
  input: NoParameters,
  output: OwnRiskAssessment,
})
export const createOwnRiskAssessment = command('own-risk-assessment.create', {
  route: 'POST /api/own-risk-assessments',
  access: 'BrokerUser',
  summary:
    'Creates a planned own-risk assessment of a scheme. 422 if the IORP II regime does not apply to the scheme.',
  input: NewOwnRiskAssessment,
  output: OwnRiskAssessment,
  status: 201,
})
export const updateOwnRiskAssessment = command('own-risk-assessment.update', {
  route: 'PUT /api/own-risk-assessments/{id}',
  access: 'BrokerUser',
  summary:
    'Replaces the editable fields of an assessment that is planned or in draft. Its sections do not change.',
  input: EditableOwnRiskAssessment,
  output: OwnRiskAssessment,
})
export const writeAssessmentSection = command('own-risk-assessment.write-section', {
  route: 'PUT /api/own-risk-assessments/{id}/sections/{key}',
  access: 'BrokerUser',
  summary:
    'Updates one section while the assessment is in draft: its text, or the reason why it does not apply. With neither, the section becomes empty.',
  path: { key: SectionKey },
  input: z
    .object({ text: optional(prose(1, 20_000)), notApplicableReason: optional(prose(1, 1000)) })
    .superRefine(({ text, notApplicableReason }, context) => {
      if (text !== null && notApplicableReason !== null)
        context.addIssue({
          code: 'custom',
          path: ['notApplicableReason'],
          message: 'Enter either the text or why the section does not apply',
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
  'PLANNED to DRAFTING: starts the draft, on request with the risk items of the previous assessment.',
  Dated.extend({
    carryItems: z
      .boolean()
      .default(false)
      .describe('True: copies the risk register of the last approved assessment'),
  }),
)
export const sendToTrustees = assessmentVerb(
  'send-to-trustees',
  'DRAFTING to TRUSTEE_REVIEW: marks the assessment as with the trustees. 422 unless each section has a text or the reason why it does not apply. The service sends no message to the trustees.',
  Dated,
)
export const returnOwnRiskAssessment = assessmentVerb(
  'return',
  'TRUSTEE_REVIEW to DRAFTING: returns the assessment, with the reason.',
  z.object({ reason: reason() }),
)
export const approveOwnRiskAssessment = assessmentVerb(
  'approve',
  'TRUSTEE_REVIEW to APPROVED: records that the trustees approved the assessment. The previously approved assessment with the same scope becomes SUPERSEDED.',
  z.object({
    approvedOn: CivilDate.describe('Date on which the trustees approved the assessment'),
    minutesDocumentId: optional(Id).describe(
      'Document with the minutes of the meeting that approved the assessment',
    ),
    reportDocumentId: optional(Id).describe('Document with the approved report'),
  }),
  'BrokerAdmin',
)
export const recordAuthorityRequest = assessmentVerb(
  'record-request',
  'Records that the Pensions Authority has asked for the assessment. Its status does not change.',
  Referenced,
)
export const submitOwnRiskAssessment = assessmentVerb(
  'submit',
  'APPROVED to SUBMITTED: records that a copy was given to the Pensions Authority. The service does not send it.',
  Referenced,
)

/** Comparison of a part of an assessment with the one approved before. */
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
  inherentMovement: z
    .int()
    .nullable()
    .describe(
      'Change of the score in points; negative if it fell; null if there is no score to compare with',
    ),
  residualMovement: z.int().nullable(),
})
export type ComparedRiskItem = z.infer<typeof ComparedRiskItem>

export const compareOwnRiskAssessment = query('own-risk-assessment.comparison', {
  route: 'GET /api/own-risk-assessments/{id}/comparison',
  access: 'BrokerUser',
  summary:
    'Compares an assessment with the one approved before it: sections, risk items and changes of scores.',
  input: NoParameters,
  output: z.object({
    assessmentId: Id,
    before: ListedOwnRiskAssessment.nullable().describe(
      'The assessment approved before this one; null if there is none',
    ),
    sections: z.array(ComparedSection),
    riskItems: z.array(ComparedRiskItem),
  }),
})
