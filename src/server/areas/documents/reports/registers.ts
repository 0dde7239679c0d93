/**
 * The registers as CSV: each names the fields that leave, in their order, under the names that the records have. A formula is
 * defused as in every file that leaves the house.
 */
import type { RuleDecision } from '../../../../contract/obligations.ts'
import { formatCsvLines } from '../../members/imports/index.ts'
import { formatReading, type Gap } from './gaps.ts'
import type { SchemeFile } from './scheme-file.ts'

const BYTE_ORDER_MARK = '\ufeff'
const ROWS_AT_ONCE = 200

type Lists = { [K in keyof SchemeFile]: SchemeFile[K] extends (infer T)[] ? T : never }
interface Register {
  of: keyof Lists
  name: string
  fields: readonly string[]
}
/** A field that the record does not have is no field of a register. */
const register = <K extends keyof Lists>(
  of: K,
  name: string,
  fields: readonly (keyof Lists[K] & string)[],
): Register => ({ of, name, fields })

const REGISTERS: readonly Register[] = [
  register('trustees', 'trustees', [
    'id',
    'personName',
    'role',
    'status',
    'isProfessional',
    'isRemunerated',
    'hasTrusteeQualification',
    'yearsExperience',
    'conflictsDeclared',
    'fitProperAssessedOn',
    'fitProperNextReviewOn',
    'appointedOn',
    'ceasedOn',
    'ceaseReason',
  ]),
  register('trainings', 'trustee-trainings', [
    'id',
    'trusteeId',
    'completedOn',
    'topic',
    'provider',
    'hours',
    'documentId',
    'status',
    'withdrawnOn',
    'withdrawnReason',
  ]),
  register('holders', 'key-function-holders', [
    'id',
    'function',
    'isDeputy',
    'status',
    'holderKind',
    'holderName',
    'responsiblePerson',
    'organisation',
    'relationship',
    'holdsSameFunctionForEmployer',
    'isOutsourced',
    'outsourcingArrangementId',
    'qualificationsOk',
    'professionalQualification',
    'experienceYears',
    'assessedOn',
    'assessmentOutcome',
    'nextReviewOn',
    'proposedOn',
    'boardResolutionOn',
    'effectiveFrom',
    'termEndsOn',
    'endedOn',
    'endReason',
    'authorityNotifiedOn',
    'authorityReference',
    'reportedOn',
    'undecidedReports',
  ]),
  register('reports', 'key-function-reports', [
    'id',
    'holderId',
    'number',
    'periodEndsOn',
    'receivedOn',
    'hasMaterialFindings',
    'findings',
    'trusteeDecision',
    'decidedOn',
    'documentId',
  ]),
  register('outsourcing', 'outsourcing-arrangements', [
    'id',
    'providerName',
    'activity',
    'isKeyFunction',
    'isManagement',
    'isCriticalIct',
    'status',
    'signedOn',
    'inForceFrom',
    'notifyByOn',
    'authorityNotifiedOn',
    'authorityReference',
    'noticeDays',
    'subOutsourcing',
    'developments',
    'reviewDueOn',
    'reviewedOn',
    'performanceMeasures',
    'exitPlan',
    'endedOn',
    'endReason',
    'agreementDocumentId',
  ]),
  register('assessments', 'own-risk-assessments', [
    'id',
    'cycleNumber',
    'scope',
    'trigger',
    'triggerEventId',
    'status',
    'asOfOn',
    'startedOn',
    'sentToTrusteesOn',
    'returnedOn',
    'approvedOn',
    'nextDueOn',
    'authorityRequestedOn',
    'authoritySubmittedOn',
    'sectionCount',
    'riskItemCount',
    'minutesDocumentId',
    'reportDocumentId',
  ]),
  register('riskItems', 'risk-items', [
    'id',
    'assessmentId',
    'area',
    'description',
    'inherentLikelihood',
    'inherentImpact',
    'inherentScore',
    'inherentBand',
    'controls',
    'residualLikelihood',
    'residualImpact',
    'residualScore',
    'residualBand',
    'owner',
    'appetite',
    'action',
    'actionDueOn',
  ]),
  register('policies', 'policies', [
    'id',
    'kind',
    'title',
    'basis',
    'status',
    'inForceVersion',
    'inForceSha256',
    'approvedOn',
    'effectiveFrom',
    'lastReviewedOn',
    'nextReviewOn',
    'reviewIntervalMonths',
    'isPubliclyDisclosed',
    'publicUrl',
    'openVersion',
    'openVersionStatus',
    'withdrawnOn',
    'withdrawnReason',
  ]),
  register('breaches', 'breaches', [
    'id',
    'category',
    'title',
    'description',
    'source',
    'severity',
    'status',
    'occurredOn',
    'detectedOn',
    'awareAt',
    'dueOn',
    'resolvedOn',
    'daysLate',
    'amountCents',
    'membersAffected',
    'rootCause',
    'remedialAction',
    'owner',
    'reportability',
    'reportabilityReason',
    'reportabilityCitation',
    'reportByAt',
    'reportedAt',
    'reportReference',
    'assessedOn',
    'remediationOn',
    'closedOn',
    'closingReason',
    'isNotABreach',
    'isRestricted',
    'correctsId',
    'correctedById',
  ]),
  register('meetings', 'trustee-meetings', [
    'id',
    'title',
    'status',
    'plannedForOn',
    'heldOn',
    'location',
    'agenda',
    'attendees',
    'apologies',
    'quorumMet',
    'decisions',
    'minutesApprovedOn',
    'minutesDocumentId',
    'cancelledReason',
    'openActions',
  ]),
  register('actions', 'meeting-actions', [
    'id',
    'meetingId',
    'meetingTitle',
    'description',
    'owner',
    'status',
    'dueOn',
    'doneOn',
    'outcome',
  ]),
  register('events', 'scheme-events', [
    'id',
    'kind',
    'occurredOn',
    'title',
    'details',
    'documentId',
    'status',
    'withdrawnOn',
    'withdrawnReason',
  ]),
  register('contributions', 'contributions', [
    'id',
    'employerName',
    'payrollMonth',
    'status',
    'totalCents',
    'declaredTotalCents',
    'receivedCents',
    'varianceCents',
    'dueOn',
    'receivedOn',
    'fundedOn',
    'investByOn',
    'investedOn',
    'statementIssuedOn',
    'daysLate',
    'flags',
  ]),
]

export interface RegisterFile {
  name: string
  rows: number
  lines: () => Iterable<string>
}

export const registerFiles = (file: SchemeFile): RegisterFile[] =>
  REGISTERS.map(({ of, name, fields }) =>
    createCsvFile(name, fields, file[of] as unknown as Record<string, unknown>[]),
  )

export const createCsvFile = (
  name: string,
  fields: readonly string[],
  records: readonly Record<string, unknown>[],
): RegisterFile => ({
  name,
  rows: records.length,
  *lines() {
    yield BYTE_ORDER_MARK + formatCsvLines([fields])
    for (let from = 0; from < records.length; from += ROWS_AT_ONCE)
      yield formatCsvLines(
        records
          .slice(from, from + ROWS_AT_ONCE)
          .map((record) => fields.map((field) => cellOf(record[field]))),
      )
  },
})

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(cellOf).join('; ')
  return typeof value === 'object'
    ? Object.entries(value)
        .map(([name, one]) => `${name}: ${cellOf(one)}`)
        .join(', ')
    : String(value)
}

/** The obligations as they are stored, past ones included. */
export const createObligationsFile = ({ obligations }: SchemeFile): RegisterFile =>
  createCsvFile(
    'obligations',
    [
      'ruleId',
      'title',
      'who',
      'periodKey',
      'status',
      'anchorOn',
      'dueOn',
      'legalEndOn',
      'completedOn',
      'effectiveOn',
      'isByHand',
      'completionNote',
      'waiverReason',
      'confirmation',
      'reason',
      'facts',
      'source',
      'confidence',
      'reading',
      'severity',
    ],
    obligations.map((one) => ({ ...one, facts: factsIn(one), reading: formatReading(one) })),
  )

/** Every rule and what it says today, what does not apply included. */
export const createRulesFile = ({ standing }: SchemeFile): RegisterFile =>
  createCsvFile(
    'rules',
    [
      'ruleId',
      'title',
      'applies',
      'status',
      'periodKey',
      'anchorOn',
      'dueOn',
      'legalEndOn',
      'completedOn',
      'reason',
      'facts',
      'source',
      'confidence',
      'reading',
    ],
    standing.decisions.map((one) => ({ ...one, facts: factsIn(one), reading: formatReading(one) })),
  )

const factsIn = ({ facts }: Pick<RuleDecision, 'facts'>): string[] =>
  facts.map(({ label, value }) => `${label}: ${value}`)

export const createGapsFile = (gaps: readonly Gap[]): RegisterFile =>
  createCsvFile(
    'gaps',
    ['kind', 'subject', 'what', 'ruleId', 'dueOn', 'source', 'confidence', 'reading'],
    gaps as readonly (Gap & Record<string, unknown>)[],
  )
