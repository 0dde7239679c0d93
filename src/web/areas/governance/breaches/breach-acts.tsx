import {
  assessBreach,
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
import { formatDate, getTodayInDublin, toSentenceCase } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { toServerTime } from '../../../now.ts'
import { useMay } from '../../../session.tsx'
import {
  CheckField,
  DateField,
  MomentField,
  ProseField,
  SelectField,
  TextField,
} from '../../../ui/form/fields.tsx'

const RECORDED = 'The audit log keeps the act, the decision and who took it.'
const SEVERITIES = listCodeOptions([...BreachSeverity.options].reverse())
const RISKS = [
  { value: 'UNLIKELY', label: 'Unlikely to result in a risk' },
  { value: 'RISK', label: 'A risk' },
  { value: 'HIGH', label: 'A high risk' },
]
const DECISIONS = listCodeOptions(ReportabilityDecision.options).map((option) =>
  option.value === 'NONE' ? { ...option, label: 'No report' } : option,
)

/** What can be done with an entry, by where it is. */
export function BreachActs({ breach }: { breach: Breach }) {
  const acts = listActions(BREACH_TRANSITIONS, tableOf(breach, getTodayInDublin()), breach, useMay())
  const isStuck = ({ contract }: Act): boolean =>
    // To be reported first; and what was corrected stays closed.
    (contract === closeBreach && breach.status === 'REPORTABLE') ||
    (contract === reopenBreach && breach.correctedById !== null)
  return <Acts acts={acts.filter((act) => !isStuck(act))} subject={breach} />
}

/** "Suggested: high, and the compulsory report …": what the rules say, for the person who decides. */
export function formatSuggestion({ suggestedReportability, suggestionReason }: Breach): string {
  const { citation } = REPORTABILITY_RULES[suggestedReportability]
  return [
    `Suggested: ${toSentenceCase(formatCode(suggestedReportability))}.`,
    suggestionReason && `${suggestionReason}${citation ? ` (${formatCitedSources(citation)})` : ''}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function tableOf(breach: Breach, today: string): Record<BreachVerb, Act> {
  const { status, isDetected, severity, suggestedSeverity, reportability, suggestedReportability } = breach
  const decided = reportability === 'UNDECIDED' ? suggestedReportability : reportability
  const isFirst = status === 'OPEN'
  return {
    assess: {
      contract: assessBreach,
      label: isFirst ? 'Assess' : 'Assess again',
      title: isFirst ? 'Assess this entry' : 'Assess this entry again',
      explanation: [
        formatSuggestion(breach),
        suggestedSeverity &&
          `By the scale of this service it is ${toSentenceCase(formatCode(suggestedSeverity))}. The scale is not law.`,
        'You decide, and why is kept beside what was suggested. An earlier decision stays to be read.',
        RECORDED,
      ],
      fields: (
        <>
          <SelectField name="severity" isRequired options={SEVERITIES} />
          <SelectField name="reportability" label="Is it reported?" isRequired options={DECISIONS} />
          {breach.category === 'DATA_PROTECTION' && (
            <SelectField
              name="riskToPeople"
              label="Risk to people"
              options={RISKS}
              emptyLabel="Not assessed"
              help="Unlikely: no notification to the Data Protection Commission, with the reason below. High: the people concerned are told as well"
            />
          )}
          <TextField
            name="reason"
            label="Why"
            rows={4}
            isRequired
            help="Kept with the decision: no names, no PPS number, no health data"
          />
        </>
      ),
      defaults: {
        severity: suggestedSeverity ?? severity,
        reportability: decided === 'UNDECIDED' ? null : decided,
        ...(breach.category === 'DATA_PROTECTION' && { riskToPeople: breach.riskToPeople }),
      },
      ...(isFirst ? { look: 'primary', isMain: true } : {}),
      done: 'The assessment is recorded',
    },
    report: {
      contract: reportBreach,
      label: 'Record the report',
      title: 'Record that the report was made',
      explanation: [
        `${formatCode(reportability)}: ${REPORTABILITY_RULES[reportability].passage}.`,
        'Nothing is sent by this: it records the moment and the reference of what you sent.',
        RECORDED,
      ],
      fields: (
        <>
          <MomentField name="reportedAt" isRequired />
          <TextField name="reportReference" help="The number that the authority gave, where it gave one" />
        </>
      ),
      defaults: { reportedAt: toServerTime().toISOString() },
      look: 'primary',
      isMain: true,
      done: 'The report is recorded',
    },
    remediate: {
      contract: remediateBreach,
      label: 'Put it right',
      title: 'Record that it is being put right',
      explanation: ['The entry stays open until it is closed.', RECORDED],
      fields: (
        <>
          <DateField name="on" label="Since" isRequired />
          <ProseField name="remedialAction" label="What is done" rows={4} />
        </>
      ),
      defaults: { on: today, remedialAction: breach.remedialAction },
      isMain: status === 'REPORTED' || status === 'ASSESSED',
      done: 'It is recorded as being put right',
    },
    close: {
      contract: closeBreach,
      label: isFirst ? 'Close as no breach' : 'Close the entry',
      title: isFirst ? 'Close this entry as no breach' : 'Close this entry',
      explanation: [
        isFirst && 'It was not assessed, so that it can only be closed as no breach.',
        isDetected && 'The service found it and does not enter it again. It stays in the register.',
        'It can be opened again. The reason is shown with the entry and kept in the audit log.',
      ],
      fields: (
        <>
          {!isFirst && <CheckField name="isNotABreach" label="It turned out to be no breach" />}
          {!isFirst && <DateField name="resolvedOn" help="The days of lateness stop here" />}
          <TextField name="closingReason" label="Why" rows={3} isRequired />
        </>
      ),
      defaults: { isNotABreach: isFirst, resolvedOn: breach.resolvedOn },
      isMain: status === 'REMEDIATION',
      ...(status === 'REMEDIATION' ? { look: 'primary' } : {}),
      done: 'The entry is closed',
    },
    reopen: {
      contract: reopenBreach,
      label: 'Open again',
      title: 'Open this entry again',
      explanation: [
        `It was closed on ${breach.closedOn ? formatDate(breach.closedOn) : 'an unknown day'} and is to be assessed again then.`,
        'Earlier decisions and reports stay. The reason is kept in the audit log.',
      ],
      fields: <TextField name="reason" label="Why" rows={3} isRequired />,
      done: 'The entry is open again',
    },
  }
}
