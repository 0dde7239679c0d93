/**
 * The registers of a scheme, each defined once: the fields of its CSV file in the supervisory pack and, where the board pack shows
 * it, the heading, columns and rows of its table.
 */

import { addMonths } from '../../../../contract/civil-dates.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import { formatDateOr } from '../../../platform/paper/format.ts'
import type { Tone } from '../../../platform/paper/pages.ts'
import type { SchemeFile } from './scheme-file.ts'

export type Lists = { [K in keyof SchemeFile]: SchemeFile[K] extends (infer T)[] ? T : never }

interface Layout<T> {
  heading: string
  /** Stands in place of a table without rows. */
  none: string | ((file: SchemeFile) => string)
  isShown?: (record: T, file: SchemeFile) => boolean
  tone?: (record: T, file: SchemeFile) => Tone
  columns: readonly (readonly [
    header: string,
    /** Of the width of the table. */
    share: number,
    cell: (record: T, file: SchemeFile) => string | number,
    align?: 'NUMBER',
  ])[]
}
export interface Register<K extends keyof Lists = keyof Lists> {
  of: K
  /** Name of the CSV file without its ending. */
  name: string
  /** Fields of the CSV file in their order. */
  fields: readonly (keyof Lists[K] & string)[]
}
/** A register that the board pack shows as a table. */
export interface ShownRegister<K extends keyof Lists> extends Register<K> {
  layout: Layout<Lists[K]>
}
const defineRegister = <K extends keyof Lists>(
  of: K,
  name: string,
  fields: readonly (keyof Lists[K] & string)[],
): Register<K> => ({ of, name, fields })
const defineShownRegister = <K extends keyof Lists>(
  of: K,
  name: string,
  fields: readonly (keyof Lists[K] & string)[],
  layout: Layout<Lists[K]>,
): ShownRegister<K> => ({ of, name, fields, layout })

/** Closed breaches and past meetings are shown for so long. */
const LOOK_BACK_MONTHS = 12
const startOfLookBack = ({ asAtOn }: SchemeFile): string => addMonths(asAtOn, -LOOK_BACK_MONTHS)
const isPast = (day: string | null, { asAtOn }: SchemeFile): boolean => day !== null && day < asAtOn
const joinParts = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(', ')

function formatLastTraining({ id }: { id: string }, { trainings }: SchemeFile): string {
  // The list of trainings begins with the latest.
  const last = trainings.find(({ trusteeId, status }) => trusteeId === id && status === 'RECORDED')
  return last ? `${formatDate(last.completedOn)}: ${last.topic}` : 'none recorded'
}

export const REGISTERS = {
  participations: defineShownRegister(
    'participations',
    'participating-employers',
    ['id', 'employerId', 'employerName', 'isSchemeEmployer', 'fromOn', 'untilOn', 'status'],
    {
      heading: 'Participating employers',
      none: 'No participating employer is recorded.',
      columns: [
        ['Employer', 5, ({ employerName }) => employerName],
        ['First day', 2, ({ fromOn }) => formatDateOr(fromOn, 'since the beginning')],
        ['Last day', 2, ({ untilOn }) => formatDateOr(untilOn, '–')],
      ],
    },
  ),
  trustees: defineShownRegister(
    'trustees',
    'trustees',
    [
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
    ],
    {
      heading: 'Trustees',
      none: 'No trustee is recorded.',
      isShown: ({ ceasedOn, status }) => ceasedOn === null && status !== 'DISQUALIFIED',
      columns: [
        ['Name', 2.6, ({ personName }) => personName],
        ['Role', 2.2, ({ role }) => formatCode(role)],
        ['Status', 1.8, ({ status }) => formatCode(status)],
        ['Appointed', 1.7, ({ appointedOn }) => formatDateOr(appointedOn, '–')],
        [
          'Fit and proper: next review',
          1.9,
          (one) => formatDateOr(one.fitProperNextReviewOn, 'not recorded'),
        ],
        ['Training', 2.8, formatLastTraining],
      ],
    },
  ),
  trainings: defineRegister('trainings', 'trustee-trainings', [
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
  holders: defineShownRegister(
    'holders',
    'key-function-holders',
    [
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
    ],
    {
      heading: 'Key function holders',
      none: 'No holder and no candidate is recorded.',
      isShown: ({ status }) => status !== 'ENDED' && status !== 'FAILED',
      tone: ({ undecidedReports }) => (undecidedReports > 0 ? 'amber' : 'plain'),
      columns: [
        ['Function', 2.2, (one) => `${formatCode(one.function)}${one.isDeputy ? ' (deputy)' : ''}`],
        [
          'Holder',
          3.2,
          (one) => joinParts(one.holderName, one.responsiblePerson, one.isOutsourced && 'outsourced'),
        ],
        ['Status', 1.8, ({ status }) => formatCode(status)],
        ['Since', 1.7, ({ effectiveFrom }) => formatDateOr(effectiveFrom, '–')],
        [
          'Fit and proper: next review',
          1.9,
          ({ nextReviewOn }) => formatDateOr(nextReviewOn, 'not recorded'),
        ],
        ['Last report', 1.7, ({ reportedOn }) => formatDateOr(reportedOn.toSorted().at(-1) ?? null, 'none')],
      ],
    },
  ),
  reports: defineRegister('reports', 'key-function-reports', [
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
  outsourcing: defineShownRegister(
    'outsourcing',
    'outsourcing-arrangements',
    [
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
    ],
    {
      heading: 'Outsourcing',
      none: 'No arrangement is recorded.',
      isShown: ({ status }) => status !== 'ENDED',
      tone: ({ notifyByOn, authorityNotifiedOn }) => (notifyByOn && !authorityNotifiedOn ? 'amber' : 'plain'),
      columns: [
        [
          'Activity',
          2.6,
          ({ activity, isManagement, isCriticalIct }) =>
            joinParts(formatCode(activity), isManagement && 'management', isCriticalIct && 'critical ICT'),
        ],
        ['Provider', 3, ({ providerName }) => providerName],
        ['Status', 1.4, ({ status }) => formatCode(status)],
        ['In force from', 1.7, ({ inForceFrom }) => formatDateOr(inForceFrom, 'not recorded')],
        [
          'Authority notified',
          2,
          ({ authorityNotifiedOn, notifyByOn }) =>
            formatDateOr(authorityNotifiedOn, notifyByOn ? `no: by ${formatDate(notifyByOn)}` : 'no'),
        ],
        ['Next review', 1.8, ({ reviewDueOn }) => formatDateOr(reviewDueOn, 'not recorded')],
      ],
    },
  ),
  assessments: defineRegister('assessments', 'own-risk-assessments', [
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
  riskItems: defineShownRegister(
    'riskItems',
    'risk-items',
    [
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
    ],
    {
      heading: 'Risks',
      none: 'No risk is recorded.',
      tone: (one) => (one.residualBand === 'HIGH' ? 'red' : one.appetite === 'OUTSIDE' ? 'amber' : 'plain'),
      columns: [
        ['Risk', 5, ({ description }) => description],
        ['Area', 2.2, ({ area }) => formatCode(area)],
        ['Likelihood', 1.6, ({ residualLikelihood }) => residualLikelihood, 'NUMBER'],
        ['Impact', 1.1, ({ residualImpact }) => residualImpact, 'NUMBER'],
        [
          'Band',
          1.2,
          (one) => joinParts(formatCode(one.residualBand), one.appetite === 'OUTSIDE' && 'outside appetite'),
        ],
        [
          'Action',
          3,
          ({ action, actionDueOn }) =>
            action ? joinParts(action, actionDueOn && `by ${formatDate(actionDueOn)}`) : '–',
        ],
      ],
    },
  ),
  policies: defineShownRegister(
    'policies',
    'policies',
    [
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
    ],
    {
      heading: 'Policies',
      none: 'No policy is recorded.',
      isShown: ({ status }) => status !== 'WITHDRAWN',
      tone: ({ flag }) => (flag === 'REVIEW_OVERDUE' ? 'red' : flag === 'REVIEW_DUE' ? 'amber' : 'plain'),
      columns: [
        ['Policy', 4, ({ title }) => title],
        ['Status', 1.6, ({ status }) => formatCode(status)],
        ['Version', 1.2, ({ inForceVersion }) => inForceVersion ?? '–', 'NUMBER'],
        ['Approved', 1.7, ({ approvedOn }) => formatDateOr(approvedOn, '–')],
        [
          'Next review',
          2.4,
          ({ nextReviewOn, flag }) =>
            joinParts(
              formatDateOr(nextReviewOn, '–'),
              flag === 'REVIEW_OVERDUE' && 'overdue',
              flag === 'REVIEW_DUE' && 'due soon',
            ),
        ],
      ],
    },
  ),
  breaches: defineShownRegister(
    'breaches',
    'breaches',
    [
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
    ],
    {
      heading: 'Breach register',
      none: (file) =>
        `No open breach is recorded, and no breach was closed since ${formatDate(startOfLookBack(file))}.`,
      isShown: ({ correctedById, isNotABreach, status, closedOn }, file) =>
        correctedById === null &&
        !isNotABreach &&
        (status !== 'CLOSED' || (closedOn !== null && closedOn >= startOfLookBack(file))),
      tone: ({ status, severity }) =>
        status === 'CLOSED' ? 'plain' : severity === 'HIGH' || severity === 'CRITICAL' ? 'red' : 'amber',
      columns: [
        ['Breach', 3.6, ({ title }) => title],
        ['Category', 2, ({ category }) => formatCode(category)],
        ['Severity', 1.2, ({ severity }) => formatCode(severity)],
        ['Occurred', 1.7, ({ occurredOn }) => formatDate(occurredOn)],
        [
          'Status',
          1.9,
          ({ status, closedOn }) =>
            status === 'CLOSED' ? `Closed ${formatDateOr(closedOn, '')}` : formatCode(status),
        ],
        ['Report', 2.2, ({ reportability }) => formatCode(reportability)],
      ],
    },
  ),
  complianceStatements: defineRegister('complianceStatements', 'compliance-statements', [
    'id',
    'acsYear',
    'status',
    'openAnswers',
    'answers',
    'firstSignatoryName',
    'secondSignatoryName',
    'completedOn',
    'documentId',
    'providedToAuthorityOn',
  ]),
  meetings: defineShownRegister(
    'meetings',
    'trustee-meetings',
    [
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
    ],
    {
      heading: 'Meetings and actions',
      none: (file) => `No meeting is recorded since ${formatDate(startOfLookBack(file))}.`,
      isShown: ({ status, heldOn, plannedForOn }, file) =>
        status !== 'CANCELLED' && (heldOn ?? plannedForOn) >= startOfLookBack(file),
      tone: ({ status, minutesApprovedOn }) => (status === 'HELD' && !minutesApprovedOn ? 'amber' : 'plain'),
      columns: [
        ['Meeting', 4, ({ title }) => title],
        [
          'Day',
          2.6,
          ({ heldOn, plannedForOn }) =>
            heldOn ? formatDate(heldOn) : `planned for ${formatDate(plannedForOn)}`,
        ],
        ['Quorum', 1.4, ({ quorumMet }) => (quorumMet === null ? '–' : quorumMet ? 'met' : 'not met')],
        [
          'Minutes',
          2.4,
          ({ status, minutesApprovedOn }) =>
            status !== 'HELD'
              ? '–'
              : minutesApprovedOn
                ? `approved ${formatDate(minutesApprovedOn)}`
                : 'not approved',
        ],
        ['Open actions', 1.3, ({ openActions }) => openActions, 'NUMBER'],
      ],
    },
  ),
  actions: defineShownRegister(
    'actions',
    'meeting-actions',
    ['id', 'meetingId', 'meetingTitle', 'description', 'owner', 'status', 'dueOn', 'doneOn', 'outcome'],
    {
      heading: 'Open actions',
      none: 'No action is open.',
      isShown: ({ status }) => status === 'OPEN',
      tone: ({ dueOn }, file) => (isPast(dueOn, file) ? 'red' : 'plain'),
      columns: [
        ['Action', 5, ({ description }) => description],
        ['From', 3, ({ meetingTitle }) => meetingTitle],
        ['Owner', 2, ({ owner }) => owner ?? 'not assigned'],
        [
          'Due',
          2.4,
          ({ dueOn }, file) => joinParts(formatDateOr(dueOn, 'no day'), isPast(dueOn, file) && 'overdue'),
        ],
      ],
    },
  ),
  events: defineRegister('events', 'scheme-events', [
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
  contributions: defineRegister('contributions', 'contributions', [
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
    'deductionsInvestedOn',
    'statementIssuedOn',
    'daysLate',
    'flags',
  ]),
}

/** The records that the board pack shows. */
export const getShownRecords = <K extends keyof Lists>(
  { of, layout }: ShownRegister<K>,
  file: SchemeFile,
): Lists[K][] =>
  (file[of] as unknown as Lists[K][]).filter((record) => layout.isShown?.(record, file) ?? true)
