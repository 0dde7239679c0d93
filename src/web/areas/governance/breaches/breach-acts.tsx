import {
  assessBreach,
  assignBreach,
  BREACH_TRANSITIONS,
  type Breach,
  BreachSeverity,
  type BreachVerb,
  closeBreach,
  REPORTABILITY_RULES,
  ReportabilityDecision,
  remediateBreach,
  reopenBreach,
  reportBreach,
} from '../../../../contract/breaches.ts'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { formatDate, toSentenceCase } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { toServerTime } from '../../../now.ts'
import { buildAssignAct } from '../../../records/assignment.tsx'
import { useMay } from '../../../session.tsx'
import {
  CheckField,
  DateField,
  MomentField,
  ProseField,
  SelectField,
  TextField,
} from '../../../ui/form/fields.tsx'

const RECORDED = 'The audit log records the change, the decision and the user.'
const SEVERITIES = listCodeOptions([...BreachSeverity.options].reverse())
const RISKS = [
  { value: 'UNLIKELY', label: 'Unlikely to result in a risk' },
  { value: 'RISK', label: 'A risk' },
  { value: 'HIGH', label: 'A high risk' },
]
const DECISIONS = listCodeOptions(ReportabilityDecision.options).map((option) =>
  option.value === 'NONE' ? { ...option, label: 'No report' } : option,
)

/** Actions for a breach, by its status. */
export function BreachActs({ breach }: { breach: Breach }) {
  const acts = listActions(BREACH_TRANSITIONS, buildActTable(breach, getTodayInDublin()), breach, useMay())
  const isStuck = ({ contract }: Act): boolean =>
    // A reportable breach has to be reported before it is closed; a corrected one stays closed.
    (contract === closeBreach && breach.status === 'REPORTABLE') ||
    (contract === reopenBreach && breach.correctedById !== null)
  const assign = buildAssignAct(assignBreach, { ...breach, recordedBy: breach.enteredBy })
  return <Acts acts={[...acts.filter((act) => !isStuck(act)), assign]} subject={breach} />
}

/** "Suggested: high, and the compulsory report …": suggestion of the rules, for the user who decides. */
export function formatSuggestion({ suggestedReportability, suggestionReason }: Breach): string {
  const { citation } = REPORTABILITY_RULES[suggestedReportability]
  return [
    `Suggested: ${toSentenceCase(formatCode(suggestedReportability))}.`,
    suggestionReason && `${suggestionReason}${citation ? ` (${formatCitedSources(citation)})` : ''}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const buildActTable = (breach: Breach, today: string): Record<BreachVerb, Act> => ({
  assess: buildAssessAct(breach),
  report: buildReportAct(breach),
  remediate: buildRemediateAct(breach, today),
  close: buildCloseAct(breach),
  reopen: buildReopenAct(breach),
})

function buildAssessAct(breach: Breach): Act {
  const { severity, suggestedSeverity, reportability, suggestedReportability } = breach
  const decided = reportability === 'UNDECIDED' ? suggestedReportability : reportability
  const isFirst = breach.status === 'OPEN'
  return {
    contract: assessBreach,
    label: isFirst ? 'Assess' : 'Reassess',
    title: isFirst ? 'Assess this breach' : 'Reassess this breach',
    explanation: [
      formatSuggestion(breach),
      suggestedSeverity &&
        `Suggested severity: ${toSentenceCase(formatCode(suggestedSeverity))}. The scale is ours, not law.`,
      'You decide. Your reason is stored with the suggestion, and earlier decisions are kept.',
      RECORDED,
    ],
    fields: (
      <>
        <SelectField name="severity" isRequired options={SEVERITIES} />
        <SelectField name="reportability" label="Report" isRequired options={DECISIONS} />
        {breach.category === 'DATA_PROTECTION' && (
          <SelectField
            name="riskToPeople"
            label="Risk to people"
            options={RISKS}
            emptyLabel="Not assessed"
            help="Unlikely: no notification to the Data Protection Commission; give the reason below. High: inform the persons concerned as well"
          />
        )}
        <TextField
          name="reason"
          label="Reason"
          rows={4}
          isRequired
          help="Stored with the decision. No names, PPS numbers or health data"
        />
      </>
    ),
    defaults: {
      severity: suggestedSeverity ?? severity,
      reportability: decided === 'UNDECIDED' ? null : decided,
      ...(breach.category === 'DATA_PROTECTION' && { riskToPeople: breach.riskToPeople }),
    },
    ...(isFirst ? { look: 'primary', isMain: true } : {}),
    done: 'Assessment recorded',
  }
}

const buildReportAct = ({ reportability }: Breach): Act => ({
  contract: reportBreach,
  label: 'Record report',
  title: 'Record the report of this breach',
  explanation: [
    `${formatCode(reportability)}: ${REPORTABILITY_RULES[reportability].passage}.`,
    'This records the time and the reference of a report you made. We do not send the report.',
    RECORDED,
  ],
  fields: (
    <>
      <MomentField name="reportedAt" isRequired />
      <TextField name="reportReference" help="The reference number of the authority, if any" />
    </>
  ),
  defaults: { reportedAt: toServerTime().toISOString() },
  look: 'primary',
  isMain: true,
  done: 'Report recorded',
})

const buildRemediateAct = ({ status, remedialAction }: Breach, today: string): Act => ({
  contract: remediateBreach,
  label: 'Record remediation',
  title: 'Record the remediation of this breach',
  explanation: ['The breach stays open until you close it.', RECORDED],
  fields: (
    <>
      <DateField name="on" label="Since" isRequired />
      <ProseField name="remedialAction" label="Action taken" rows={4} />
    </>
  ),
  defaults: { on: today, remedialAction },
  isMain: status === 'REPORTED' || status === 'ASSESSED',
  done: 'Remediation recorded',
})

function buildCloseAct({ status, isDetected, resolvedOn }: Breach): Act {
  const isFirst = status === 'OPEN'
  return {
    contract: closeBreach,
    label: isFirst ? 'Close as no breach' : 'Close breach',
    title: isFirst ? 'Close this record as no breach' : 'Close this breach',
    explanation: [
      isFirst && 'It is not assessed, so it can only be closed as no breach.',
      isDetected && 'The service detected it and will not record it again. The record stays in the register.',
      'You can reopen it. The reason is shown with the breach and kept in the audit log.',
    ],
    fields: (
      <>
        {!isFirst && <CheckField name="isNotABreach" label="Not a breach" />}
        {!isFirst && <DateField name="resolvedOn" help="The number of days late ends on this date" />}
        <TextField name="closingReason" label="Reason" rows={3} isRequired />
      </>
    ),
    defaults: { isNotABreach: isFirst, resolvedOn },
    isMain: status === 'REMEDIATION',
    ...(status === 'REMEDIATION' ? { look: 'primary' } : {}),
    done: 'Breach closed',
  }
}

const buildReopenAct = ({ closedOn }: Breach): Act => ({
  contract: reopenBreach,
  label: 'Reopen',
  title: 'Reopen this breach',
  explanation: [
    `It was closed on ${closedOn ? formatDate(closedOn) : 'an unknown date'} and must be assessed again after reopening.`,
    'Earlier decisions and reports are kept. The audit log records the reason.',
  ],
  fields: <TextField name="reason" label="Reason" rows={3} isRequired />,
  done: 'Breach reopened',
})
