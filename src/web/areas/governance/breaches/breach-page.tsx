import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { FilePen, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  type Breach as BreachRecord,
  createBreach,
  getBreach,
  REPORTABILITY_RULES,
  type RiskToPeople,
  updateBreach,
} from '../../../../contract/breaches.ts'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import {
  capitalise,
  formatCount,
  formatDate,
  formatInstant,
  formatMoney,
  formatNumber,
} from '../../../../contract/value-format.ts'
import { formatAssignee } from '../../../format.ts'
import { formatCode, getLabel } from '../../../labels.ts'
import { useUserNames } from '../../../people.ts'
import { createQuery } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { RecordActivity, RecordComments } from '../../../records/record-activity.tsx'
import { PlaceLink } from '../../../records/record-place.tsx'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { useKeys } from '../../../ui/keys.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { BREACH_TONES, buildBreachCrumbs, SEVERITY_TONES } from './breach.ts'
import { BreachActs, formatSuggestion } from './breach-acts.tsx'
import { PeopleConcerned } from './persons-of-breach.tsx'
import { ReportDeadline } from './report-deadline.tsx'

export default function Breach() {
  const { breachId } = useParams({ from: `/authenticated${PAGES.breach}` })
  const { data: breach } = useSuspenseQuery(createQuery(getBreach, { id: breachId }))
  const may = useMay()
  const navigate = useNavigate()
  const isOpen = breach.status !== 'CLOSED'
  const edit = { to: PAGES.editBreach, params: { breachId } } as const
  useKeys({ e: () => isOpen && may(updateBreach) && void navigate(edit) })
  return (
    <>
      <PageHeader
        title={breach.title}
        crumbs={buildBreachCrumbs(breach)}
        status={<Status tone={BREACH_TONES[breach.status]}>{formatCode(breach.status)}</Status>}
        facts={[
          <Status key="severity" tone={SEVERITY_TONES[breach.severity]}>
            {formatCode(breach.severity)}
          </Status>,
          formatCode(breach.category),
          <PlaceLink key="place" record={breach} />,
          formatAssignee(breach),
        ]}
        actions={
          <>
            <HistoryLink entityType="breach" entityId={breach.id} />
            {isOpen && may(updateBreach) && (
              <ButtonLink icon={<Pencil aria-hidden="true" size={16} />} {...edit}>
                Edit details
              </ButtonLink>
            )}
            {may(createBreach) && !breach.correctedById && (
              <ButtonLink
                icon={<FilePen aria-hidden="true" size={16} />}
                to={PAGES.newBreach}
                search={{ correctsId: breach.id }}
              >
                Correct the record
              </ButtonLink>
            )}
            <BreachActs breach={breach} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Answer breach={breach} />
        {breach.isRestricted && (
          <Notice title="Restricted">
            Only administrators of the firm and the author can see this breach. Do not inform the persons
            concerned.
          </Notice>
        )}
        <Section title="Breach">
          {breach.description && <p className="max-w-[70ch] whitespace-pre-line">{breach.description}</p>}
          <Details details={listFacts(breach)} />
        </Section>
        <Decisions breach={breach} />
        <Section title="Remediation">
          <Details details={listRemedyDetails(breach)} />
        </Section>
        <RecordComments
          entityType="breach"
          entityId={breach.id}
          audience={{ ...breach, recordedBy: breach.enteredBy }}
        />
        <RecordActivity entityType="breach" entityId={breach.id} name={breach.title} />
      </div>
    </>
  )
}

/** Next step for the breach, and its deadline. */
function Answer({ breach }: { breach: BreachRecord }) {
  const { status, correctedById, closedOn, closingReason, isNotABreach, reportability, reportedAt } = breach
  if (correctedById)
    return (
      <Notice look="warn" title="This record was corrected">
        <Link to={PAGES.breach} params={{ breachId: correctedById }} className="link">
          Open the corrected record
        </Link>
      </Notice>
    )
  if (status === 'CLOSED')
    return (
      <Notice
        title={`Closed${closedOn ? ` on ${formatDate(closedOn)}` : ''}${isNotABreach ? ': no breach' : ''}`}
      >
        {closingReason}
      </Notice>
    )
  if (status === 'OPEN') {
    const isPressing =
      !reportedAt && (breach.reportByAt !== null || breach.suggestedReportability === 'COMPULSORY_S83')
    return (
      <Notice
        look={isPressing ? 'late' : 'warn'}
        title="Next: assess the breach"
        action={isPressing ? <ReportDeadline breach={breach} /> : undefined}
      >
        {formatSuggestion(breach)}
        {breach.category === 'DATA_PROTECTION' && <PeopleConcerned />}
      </Notice>
    )
  }
  if (status === 'REPORTABLE') {
    const { citation, passage } = REPORTABILITY_RULES[reportability]
    return (
      <Notice
        look="late"
        title={`Next: ${formatCode(reportability)}`}
        action={<ReportDeadline breach={breach} />}
      >
        {passage}
        {citation && ` (${formatCitedSources(citation)})`}.
        {breach.category === 'DATA_PROTECTION' && <PeopleConcerned />}
      </Notice>
    )
  }
  if (status === 'REPORTED')
    return (
      <Notice title={`Reported${reportedAt ? ` on ${formatInstant(reportedAt)}` : ''}${formatLate(breach)}`}>
        Next: record the remediation, or close the breach if nothing is left to do.
      </Notice>
    )
  return (
    <Notice title={status === 'ASSESSED' ? 'Assessed: no report needed' : 'Remediation in progress'}>
      {status === 'ASSESSED'
        ? 'Next: record the remediation, or close the breach.'
        : 'Next: close the breach when the remediation is done.'}
    </Notice>
  )
}

const formatLate = ({ reportedAt, reportByAt }: BreachRecord): string =>
  reportedAt && reportByAt && reportedAt > reportByAt ? ', after the 72 hours' : ''

const listIfKnown = (label: string, value: ReactNode): Detail[] =>
  value === null || value === '' ? [] : [{ label, value }]

const RISK_WORDS: Record<RiskToPeople, string> = {
  UNLIKELY: 'Unlikely to result in a risk',
  RISK: 'A risk',
  HIGH: 'A high risk',
}

const listFacts = (breach: BreachRecord): Detail[] => [
  { label: 'Happened', value: formatDate(breach.occurredOn) },
  { label: getLabel('detectedOn'), value: formatDate(breach.detectedOn) },
  { label: getLabel('awareAt'), value: formatInstant(breach.awareAt) },
  ...(breach.category === 'DATA_PROTECTION'
    ? [
        {
          label: getLabel('riskToPeople'),
          value: breach.riskToPeople ? RISK_WORDS[breach.riskToPeople] : 'Not assessed',
        },
      ]
    : []),
  { label: getLabel('source'), value: formatCode(breach.source) },
  ...listIfKnown('Was due', breach.dueOn && formatDate(breach.dueOn)),
  ...listIfKnown(
    'Late',
    breach.daysLate === null
      ? null
      : `${formatCount(breach.daysLate, 'day')}${breach.resolvedOn || breach.closedOn ? '' : ' so far'}`,
  ),
  ...listIfKnown('Amount', breach.amountCents === null ? null : formatMoney(breach.amountCents)),
  ...listIfKnown(
    getLabel('membersAffected'),
    breach.membersAffected === null ? null : formatNumber(breach.membersAffected),
  ),
  ...listIfKnown(
    'Employer',
    breach.employerId && breach.employerName && (
      <Link to={PAGES.employer} params={{ employerId: breach.employerId }} className="link">
        {breach.employerName}
      </Link>
    ),
  ),
  ...listIfKnown(
    'Payroll month',
    breach.contributionId && (
      <Link to={PAGES.contribution} params={{ batchId: breach.contributionId }} className="link">
        Open the contributions
      </Link>
    ),
  ),
  ...listIfKnown(
    'Corrects',
    breach.correctsId && (
      <Link to={PAGES.breach} params={{ breachId: breach.correctsId }} className="link">
        Earlier record
      </Link>
    ),
  ),
  { label: 'Recorded', value: breach.isDetected ? 'Automatically' : <Who id={breach.enteredBy} /> },
]

const listRemedyDetails = (breach: BreachRecord): Detail[] => [
  { label: getLabel('rootCause'), value: <Prose text={breach.rootCause} /> },
  { label: getLabel('remedialAction'), value: <Prose text={breach.remedialAction} /> },
  { label: 'Responsible person', value: breach.owner ?? 'Not named' },
  ...listIfKnown(getLabel('remediationOn'), breach.remediationOn && formatDate(breach.remediationOn)),
  ...listIfKnown(getLabel('resolvedOn'), breach.resolvedOn && formatDate(breach.resolvedOn)),
]

const Prose = ({ text }: { text: string | null }) =>
  text === null ? 'Not recorded' : <span className="whitespace-pre-line">{text}</span>

function Who({ id }: { id: string | null }) {
  const nameOf = useUserNames()
  return id === null ? 'Not known' : capitalise(nameOf(id))
}

/** Each decision beside the suggestion, and the resulting report. */
function Decisions({ breach }: { breach: BreachRecord }) {
  const { assessments, suggestedSeverity, severity, reportedAt, reportReference } = breach
  const nameOf = useUserNames()
  return (
    <Section title="Decisions">
      {assessments.length === 0 ? (
        <p className="text-muted">Not assessed yet.</p>
      ) : (
        <Rows name="Decisions">
          {assessments.toReversed().map((one) => (
            <Row
              key={`${one.assessedOn} ${one.assessedBy} ${one.reason}`}
              title={
                <span className="font-medium">
                  {formatCode(one.severity)},{' '}
                  {one.reportability === 'NONE' ? 'no report' : formatCode(one.reportability)}
                </span>
              }
              aside={
                <span className="text-muted text-sm">
                  {formatDate(one.assessedOn)} by {nameOf(one.assessedBy)}
                </span>
              }
            >
              <p className="max-w-[80ch]">{one.reason}</p>
              <p className="text-muted text-sm">
                Suggested: {one.suggestedSeverity ? `${formatCode(one.suggestedSeverity)}, ` : ''}
                {formatCode(one.suggestedReportability)}
                {one.citation && ` · based on ${formatCitedSources(one.citation)}`}
              </p>
            </Row>
          ))}
        </Rows>
      )}
      {assessments.length > 0 && suggestedSeverity && suggestedSeverity !== severity && (
        <p className="text-muted">
          By our scale it is now {formatCode(suggestedSeverity).toLowerCase()}. The decision is unchanged.
        </p>
      )}
      {reportedAt && (
        <Details
          details={[
            { label: getLabel('reportedAt'), value: `${formatInstant(reportedAt)}${formatLate(breach)}` },
            { label: getLabel('reportReference'), value: reportReference ?? 'Not given' },
          ]}
        />
      )}
    </Section>
  )
}
