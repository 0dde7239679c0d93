/** Decisions that the trustees are asked for, from the records. Pure: the same file gives the same list in the same order. */

import { POLICY_KINDS } from '../../../../contract/policy-kind-definitions.ts'
import { formatCount, formatDate, formatMoney } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import { formatDateOr } from '../../../platform/paper/format.ts'
import type { Block } from '../../../platform/paper/pages.ts'
import { buildColumn, buildHeading, buildTable, note } from './blocks.ts'
import { formatObligation, isVacancy } from './gaps.ts'
import type { SchemeFile } from './scheme-file.ts'

export interface Decision {
  /** Begins with a verb. */
  decision: string
  because: string
  /** In words; null where the records have no date. */
  dueOn: string | null
}

export const listDecisions = (file: SchemeFile): Decision[] => [
  ...file.standing.decisions.filter(isVacancy).map((one) => ({
    decision: formatObligation(one),
    because: one.reason,
    dueOn: one.dueOn,
  })),
  ...listAppointmentDecisions(file),
  ...listAssessmentDecisions(file),
  ...listPolicyDecisions(file),
  ...listReportDecisions(file),
  ...listBreachDecisions(file),
  ...listStatementDecisions(file),
  ...listMeetingDecisions(file),
  ...listContributionDecisions(file),
  ...listRiskDecisions(file),
]

const listAppointmentDecisions = ({ holders }: SchemeFile): Decision[] =>
  holders
    .filter(({ status }) => status === 'FIT_PROPER_OK' || status === 'NOTIFIED')
    .map((one) => ({
      decision: `Appoint ${one.holderName}: ${formatCode(one.function).toLowerCase()}`,
      because: `Found fit and proper on ${formatDateOr(one.assessedOn, 'a day that is not recorded')}`,
      dueOn: null,
    }))

const listAssessmentDecisions = ({ assessments }: SchemeFile): Decision[] =>
  assessments
    .filter(({ status }) => status === 'TRUSTEE_REVIEW')
    .map(({ cycleNumber, sentToTrusteesOn }) => ({
      decision: `Approve own-risk assessment ${cycleNumber}, or return it`,
      because: `With the trustees since ${formatDateOr(sentToTrusteesOn, 'a day that is not recorded')}`,
      dueOn: null,
    }))

function listPolicyDecisions({ policies, policyMatrix }: SchemeFile): Decision[] {
  const submitted = policies
    .filter(({ openVersionStatus }) => openVersionStatus === 'IN_REVIEW')
    .map(({ title, openVersion, inForceVersion, nextReviewOn }) => ({
      decision: `Approve version ${openVersion} of the policy “${title}”, or return it`,
      because: inForceVersion === null ? 'No version is in force' : `It replaces version ${inForceVersion}`,
      dueOn: inForceVersion === null ? null : nextReviewOn,
    }))
  const isOpen = new Set(policies.filter(({ openVersion }) => openVersion !== null).map(({ kind }) => kind))
  const missing = (policyMatrix?.cells ?? [])
    .filter(
      ({ kind, required, inForceVersion }) =>
        required === true && inForceVersion === null && !isOpen.has(kind),
    )
    .map(({ kind, reason }) => ({
      decision: `Commission the missing policy: ${POLICY_KINDS[kind].title}`,
      because: reason,
      dueOn: null,
    }))
  return [...submitted, ...missing]
}

const listReportDecisions = ({ holders }: SchemeFile): Decision[] =>
  holders
    .filter(({ undecidedReports }) => undecidedReports > 0)
    .map((one) => ({
      decision: `Decide on ${formatCount(one.undecidedReports, 'report')}: ${formatCode(one.function).toLowerCase()}`,
      because: 'Material findings without a decision of the trustees',
      dueOn: null,
    }))

/** Restricted breaches are left out by the caller of the file. */
const listBreachDecisions = ({ breaches }: SchemeFile): Decision[] =>
  breaches
    .filter(({ status }) => status === 'OPEN' || status === 'REPORTABLE')
    .map(({ status, title, detectedOn, reportByAt, reportability }) => ({
      decision:
        status === 'OPEN'
          ? `Assess the breach “${title}” and decide whether it is reported`
          : `Report the breach “${title}”: ${formatCode(reportability).toLowerCase()}`,
      because: `Detected on ${formatDate(detectedOn)}`,
      dueOn: reportByAt?.slice(0, 10) ?? null,
    }))

const listStatementDecisions = ({ complianceStatements }: SchemeFile): Decision[] =>
  complianceStatements
    .filter(({ status, openAnswers }) => status === 'DRAFT' && openAnswers === 0)
    .map(({ acsYear }) => ({
      decision: `Sign the annual compliance statement for ${acsYear}`,
      because: 'All answers are given',
      dueOn: null,
    }))

const listMeetingDecisions = ({ meetings }: SchemeFile): Decision[] =>
  meetings
    .filter(({ status, minutesApprovedOn }) => status === 'HELD' && minutesApprovedOn === null)
    .map(({ title, heldOn }) => ({
      decision: `Approve the minutes of the meeting “${title}”`,
      because: `Held on ${formatDateOr(heldOn, 'a day that is not recorded')}`,
      dueOn: null,
    }))

function listContributionDecisions({ grid }: SchemeFile): Decision[] {
  if (grid.overdueCents === 0) return []
  const months = grid.rows.flatMap(({ cells }) => cells.filter(({ state }) => state === 'OVERDUE'))
  return [
    {
      decision: `Decide how to collect ${formatMoney(grid.overdueCents)} of overdue contributions`,
      because: formatCount(months.length, 'payroll month is', 'payroll months are').concat(' overdue'),
      dueOn: months.map(({ dueOn }) => dueOn).sort()[0] ?? null,
    },
  ]
}

function listRiskDecisions({ riskItems, assessments }: SchemeFile): Decision[] {
  const latest = assessments.find(({ id }) => riskItems.some(({ assessmentId }) => assessmentId === id))
  return riskItems
    .filter(
      ({ assessmentId, appetite, action }) =>
        assessmentId === latest?.id && appetite === 'OUTSIDE' && !action,
    )
    .map(({ description, residualScore }) => ({
      decision: `Decide on an action for the risk “${description}”`,
      because: `Outside the risk appetite, score ${residualScore}, no action recorded`,
      dueOn: null,
    }))
}

export function buildDecisionBlocks(file: SchemeFile): Block[] {
  const decisions = listDecisions(file)
  return [
    buildHeading('Decisions asked for'),
    ...buildTable(
      [
        buildColumn('No.', 0.8, true),
        buildColumn('Decision', 5),
        buildColumn('Reason', 4.2),
        buildColumn('Due', 1.7),
        buildColumn('Decided', 2),
      ],
      decisions.map(({ decision, because, dueOn }, index) => ({
        cells: [String(index + 1), decision, because, formatDateOr(dueOn, '–'), ''],
        tone: dueOn !== null && dueOn < file.asAtOn ? 'red' : 'plain',
      })),
      'According to the records, no decision is open.',
    ),
    ...(decisions.length > 0
      ? [note('From the records of the service; the agenda of the trustees may have others.')]
      : []),
  ]
}

export const buildSignatureBlocks = (): Block[] => [
  buildHeading('Considered by the trustees'),
  {
    kind: 'table',
    columns: [buildColumn('Name', 4), buildColumn('Signature', 4), buildColumn('Date', 2)],
    rows: [1, 2].map(() => ({ cells: ['\n', '', ''] })),
  },
]
