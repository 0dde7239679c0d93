import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, defineRecordCommands, query } from './define.ts'
import { Finding } from './findings.ts'
import type { Transitions } from './transitions.ts'
import {
  CivilDate,
  Dated,
  Day,
  Email,
  fourEyesFields,
  Id,
  line,
  listOf,
  NoParameters,
  optional,
  pageOf,
  prose,
  recordFields,
  SearchText,
  toStoredFields,
} from './values.ts'

/** Three key functions (Directive 2016/2341 art. 24(1)), and COMPLIANCE, a role that no text requires. */
export const KeyFunction = z.enum(['RISK_MANAGEMENT', 'INTERNAL_AUDIT', 'ACTUARIAL', 'COMPLIANCE'])
export type KeyFunction = z.infer<typeof KeyFunction>

export const isVoluntary = (keyFunction: KeyFunction): boolean => keyFunction === 'COMPLIANCE'

export const HolderKind = z.enum(['INDIVIDUAL', 'FIRM'])
export const HolderRelationship = z.enum([
  'INDEPENDENT_PROVIDER',
  'TRUSTEE',
  'EMPLOYER_STAFF',
  'BROKER_STAFF',
  'RA_STAFF',
])
export const AssessmentOutcome = z.enum(['PASS', 'CONDITIONAL', 'FAIL'])
export const HolderEndReason = z.enum(['RESIGNED', 'EXPIRED', 'REMOVED', 'DECEASED', 'OTHER'])
export const HolderStatus = z.enum(['PROPOSED', 'FIT_PROPER_OK', 'FAILED', 'NOTIFIED', 'APPOINTED', 'ENDED'])
export type HolderStatus = z.infer<typeof HolderStatus>

const holderFields = {
  holderKind: HolderKind,
  holderName: line(1, 200),
  responsiblePerson: optional(
    line(1, 200).describe('If the holder is a firm: the person responsible for the function'),
  ),
  organisation: optional(line(1, 200)),
  email: optional(Email),
  relationship: HolderRelationship,
  holdsSameFunctionForEmployer: z
    .boolean()
    .default(false)
    .describe(
      `True if the person carries out a similar function for the employer. This requires a conflict protocol (${formatCitedSources('DIR 24(3)')})`,
    ),
  conflictProtocolDocumentId: optional(Id),
  conflictProtocolOn: optional(
    CivilDate.describe('Date on which the conflict protocol was agreed; null if the protocol has no date'),
  ),
  isOutsourced: z
    .boolean()
    .default(false)
    .describe(`True if an external provider carries out the function (${formatCitedSources('DIR 31')})`),
  outsourcingArrangementId: optional(Id),
  qualificationsOk: optional(z.boolean()).describe(
    `Whether qualifications, knowledge and experience are adequate (${formatCitedSources('DIR 22(1)(a)')})`,
  ),
  professionalQualification: optional(
    line(1, 300).describe(
      `Required for holders of the internal audit and the actuarial function (${formatCitedSources('DIR 22(1)(a)(ii)')})`,
    ),
  ),
  experienceYears: optional(z.int().min(0).max(80)),
  reputeDeclarationDocumentId: optional(Id).describe(
    `Declaration of good repute (${formatCitedSources('DIR 22(1)(b)')})`,
  ),
}

const requireResponsiblePerson = (
  {
    holderKind,
    responsiblePerson,
  }: { holderKind?: z.infer<typeof HolderKind> | undefined; responsiblePerson?: string | null },
  context: z.core.$RefinementCtx,
): void => {
  if (holderKind === 'FIRM' && !responsiblePerson)
    context.addIssue({
      code: 'custom',
      path: ['responsiblePerson'],
      message: 'Enter the responsible person of the firm',
    })
}

export const NewKeyFunctionHolder = z
  .object({
    schemeId: Id,
    function: KeyFunction,
    isDeputy: z.boolean().default(false),
    proposedOn: CivilDate.optional().describe('Default: today'),
    ...holderFields,
  })
  .superRefine(requireResponsiblePerson)
export const EditableKeyFunctionHolder = z.object(holderFields).superRefine(requireResponsiblePerson)

export const KeyFunctionHolder = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  function: KeyFunction,
  isDeputy: z.boolean(),
  ...toStoredFields(holderFields),
  outsourcingInForceFrom: Day.nullable().describe(
    'Date on which the outsourcing arrangement enters into force; null if there is none',
  ),
  assessedOn: Day.nullable(),
  assessedBy: z.string().nullable(),
  assessmentOutcome: AssessmentOutcome.nullable(),
  nextReviewOn: Day.nullable(),
  proposedOn: Day,
  boardResolutionOn: Day.nullable(),
  minutesDocumentId: Id.nullable(),
  effectiveFrom: Day.nullable(),
  termEndsOn: Day.nullable(),
  endedOn: Day.nullable(),
  endReason: HolderEndReason.nullable(),
  authorityNotifiedOn: Day.nullable(),
  authorityReference: z.string().nullable(),
  reportedOn: z
    .array(Day)
    .describe(
      `Dates on which the trustees received reports of the holder (${formatCitedSources('DIR 24(4)')})`,
    ),
  undecidedReports: z
    .int()
    .describe('Number of reports with material findings on which the trustees have not decided'),
  status: HolderStatus,
  ...fourEyesFields,
})
export type KeyFunctionHolder = z.infer<typeof KeyFunctionHolder>

export const PAGES = {
  schemeKeyFunctions: '/schemes/$schemeId/key-functions',
  keyFunctions: '/key-functions',
  keyFunctionHolders: '/key-functions/holders',
  newKeyFunctionHolder: '/key-functions/new',
  keyFunctionHolder: '/key-functions/$holderId',
  editKeyFunctionHolder: '/key-functions/$holderId/edit',
}

export const listKeyFunctionHolders = query('key-function-holder.list', {
  route: 'GET /api/key-function-holders',
  access: 'BrokerUser',
  summary: 'Lists key function holders, including candidates and past holders.',
  input: pageOf({
    schemeId: Id.optional(),
    function: KeyFunction.optional(),
    status: HolderStatus.optional(),
    q: SearchText.optional().describe('Part of the name of the holder or the organisation'),
    sort: z.enum(['-createdAt', 'holderName', 'schemeName', 'nextReviewOn']).default('-createdAt'),
  }),
  output: listOf(KeyFunctionHolder),
})

const CoveringHolder = z
  .object({
    id: Id,
    holderName: z.string(),
    responsiblePerson: z.string().nullable(),
    effectiveFrom: Day,
    assessedOn: Day.nullable(),
    nextReviewOn: Day.nullable(),
    assessmentOutcome: AssessmentOutcome.nullable(),
    isOutsourced: z.boolean(),
    authorityNotifiedOn: Day.nullable(),
    holdsSameFunctionForEmployer: z.boolean(),
  })
  .describe('Appointed holders, without deputies')

export const KeyFunctionCoverage = z.object({
  id: Id.describe('Id of the scheme'),
  tenantId: Id,
  schemeName: z.string(),
  isInScope: z
    .boolean()
    .describe('True if the IORP II regime applies to the scheme. Other schemes need no key functions'),
  isDerogated: z
    .boolean()
    .describe(
      'True for a one-member arrangement established before 22 April 2021 while the date in the setting omaDerogationUntil is not past',
    ),
  isActuarialRequired: z
    .boolean()
    .nullable()
    .describe(
      `True if the scheme needs an actuarial function: only regulatory own funds schemes do (${formatCitedSources('PA 64AK')}). Null if the records do not say whether it is one`,
    ),
  riskManagement: CoveringHolder.nullable(),
  internalAudit: CoveringHolder.nullable(),
  actuarial: CoveringHolder.nullable(),
  vacant: z.array(KeyFunction).describe('Required functions without an appointed holder'),
  notRecorded: z
    .array(KeyFunction)
    .describe(
      'Vacant functions of a scheme that the firm took over: no holder is recorded yet, and no user has confirmed the vacancy',
    ),
  candidates: z.int().describe('Number of proposed, assessed and notified holders who are not yet appointed'),
})
export type KeyFunctionCoverage = z.infer<typeof KeyFunctionCoverage>

export const listKeyFunctionCoverage = query('key-function-holder.coverage', {
  route: 'GET /api/key-function-holders/coverage',
  access: 'BrokerUser',
  summary: 'Lists the key function holders by scheme, without wound-up schemes.',
  input: pageOf({
    schemeId: Id.optional(),
    q: SearchText.optional().describe('Part of the name of the scheme'),
    inScope: z.enum(['true', 'false']).optional(),
    vacant: z
      .enum(['true', 'false'])
      .optional()
      .describe('true: schemes with a vacancy; false: schemes without'),
    sort: z.enum(['schemeName', '-createdAt']).default('schemeName'),
  }),
  output: listOf(KeyFunctionCoverage),
})
export const getKeyFunctionHolder = query('key-function-holder.get', {
  route: 'GET /api/key-function-holders/{id}',
  access: 'BrokerUser',
  summary: 'Returns one key function holder.',
  input: NoParameters,
  output: KeyFunctionHolder,
})
export const getHolderIndependence = query('key-function-holder.independence', {
  route: 'GET /api/key-function-holders/{id}/independence',
  access: 'BrokerUser',
  summary:
    'Checks the rules on independence, fitness and outsourcing for this holder and returns the findings.',
  input: NoParameters,
  output: z.object({ holderId: Id, findings: z.array(Finding) }),
})
export const createKeyFunctionHolder = command('key-function-holder.create', {
  route: 'POST /api/key-function-holders',
  access: 'BrokerUser',
  summary:
    'Proposes a key function holder for a scheme. 422 if the IORP II regime does not apply to the scheme.',
  input: NewKeyFunctionHolder,
  output: KeyFunctionHolder,
  status: 201,
})
export const updateKeyFunctionHolder = command('key-function-holder.update', {
  route: 'PUT /api/key-function-holders/{id}',
  access: 'BrokerUser',
  summary:
    'Replaces the editable fields of a holder. The person can be changed only until the assessment. For a holder in office, the change must comply with the rules on independence.',
  input: EditableKeyFunctionHolder,
  output: KeyFunctionHolder,
})

export type HolderVerb = 'assess' | 'review' | 'notify' | 'appoint' | 'end' | 'add-report' | 'decide-report'

const EVER_IN_OFFICE = ['APPOINTED', 'ENDED'] as const

export const HOLDER_TRANSITIONS: Transitions<HolderVerb, HolderStatus> = {
  // FAILED where that is the outcome.
  assess: { from: ['PROPOSED'], to: 'FIT_PROPER_OK' },
  review: { from: ['FIT_PROPER_OK', 'NOTIFIED', 'APPOINTED'], to: null },
  notify: { from: ['FIT_PROPER_OK'], to: 'NOTIFIED' },
  appoint: { from: ['FIT_PROPER_OK', 'NOTIFIED'], to: 'APPOINTED' },
  end: { from: ['PROPOSED', 'FIT_PROPER_OK', 'NOTIFIED', 'APPOINTED'], to: 'ENDED' },
  'add-report': { from: EVER_IN_OFFICE, to: null },
  'decide-report': { from: EVER_IN_OFFICE, to: null },
}

const holderVerb = defineRecordCommands(
  'key-function-holder',
  '/api/key-function-holders/{id}',
  KeyFunctionHolder,
)

export const HolderAssessed = z.object({
  outcome: AssessmentOutcome,
  assessedOn: CivilDate.optional().describe('Default: today'),
  assessedBy: optional(line(1, 200)),
  nextReviewOn: optional(CivilDate).describe(
    'Date of the next review. 12 months after the assessment is common practice, not law',
  ),
})

export const assessHolder = holderVerb(
  'assess',
  `Records the fit and proper assessment. PROPOSED to FIT_PROPER_OK with the outcome PASS or CONDITIONAL, to FAILED with FAIL (${formatCitedSources('DIR 22')}).`,
  HolderAssessed,
)
export const reviewHolder = holderVerb(
  'review',
  'Records a further assessment. A candidate who fails becomes FAILED; a holder in office stays in office until removed.',
  HolderAssessed,
)
export const notifyHolder = holderVerb(
  'notify',
  `FIT_PROPER_OK to NOTIFIED: records that the Pensions Authority was notified of the outsourcing of the function, before the agreement enters into force (${formatCitedSources('DIR 31(6)')}).`,
  z.object({
    notifiedOn: CivilDate.optional().describe('Default: today'),
    reference: optional(line(1, 100)).describe('Reference of the Pensions Authority'),
  }),
)
export const appointHolder = holderVerb(
  'appoint',
  'FIT_PROPER_OK or NOTIFIED to APPOINTED: records the appointment by resolution of the trustees. 422 with the legal passage if the rules on independence forbid it.',
  z.object({
    boardResolutionOn: CivilDate,
    effectiveFrom: CivilDate.optional().describe('Default: the date of the resolution. Not before that date'),
    termEndsOn: optional(CivilDate),
    minutesDocumentId: optional(Id),
  }),
  'BrokerAdmin',
)
export const endHolder = holderVerb(
  'end',
  'To ENDED: a holder leaves office, or a proposal is withdrawn.',
  Dated.extend({ reason: HolderEndReason }),
)

export const KeyFunctionReport = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  holderId: Id,
  number: z.int().describe('Number of the report: 1, 2, 3 …'),
  periodEndsOn: Day,
  receivedOn: Day,
  documentId: Id.nullable(),
  hasMaterialFindings: z.boolean(),
  findings: z.string().nullable(),
  trusteeDecision: z.string().nullable(),
  decidedOn: Day.nullable(),
})
export type KeyFunctionReport = z.infer<typeof KeyFunctionReport>

export const listHolderReports = query('key-function-holder.reports', {
  route: 'GET /api/key-function-holders/{id}/reports',
  access: 'BrokerUser',
  summary: `Lists the reports of a holder to the trustees (${formatCitedSources('DIR 24(4)')}).`,
  input: pageOf({ sort: z.enum(['-number']).default('-number') }),
  output: listOf(KeyFunctionReport),
})
export const addHolderReport = command('key-function-holder.add-report', {
  route: 'POST /api/key-function-holders/{id}/reports',
  access: 'BrokerUser',
  summary: `Records that the trustees received a report of the holder (${formatCitedSources('DIR 24(4)')}).`,
  input: z
    .object({
      periodEndsOn: CivilDate,
      receivedOn: CivilDate.optional().describe('Default: today'),
      documentId: optional(Id),
      hasMaterialFindings: z.boolean().default(false),
      findings: optional(prose(1, 4000)),
    })
    .superRefine(({ hasMaterialFindings, findings }, context) => {
      if (hasMaterialFindings && !findings)
        context.addIssue({ code: 'custom', path: ['findings'], message: 'Enter the findings' })
    }),
  output: KeyFunctionHolder,
  status: 201,
})
export const decideHolderReport = command('key-function-holder.decide-report', {
  route: 'POST /api/key-function-holders/{id}/reports/{number}/decide',
  access: 'BrokerUser',
  summary: `Records the trustees' decision on a report with material findings (${formatCitedSources('DIR 24(4)')}).`,
  path: { number: z.string().regex(/^[1-9]\d{0,5}$/) },
  input: z.object({
    decision: prose(1, 4000),
    decidedOn: CivilDate.optional().describe('Default: today'),
  }),
  output: KeyFunctionHolder,
})
