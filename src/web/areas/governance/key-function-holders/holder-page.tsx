import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCitedSources } from '../../../../contract/citations.ts'
import type { Finding } from '../../../../contract/findings.ts'
import {
  appointHolder,
  getHolderIndependence,
  getKeyFunctionHolder,
  type KeyFunctionHolder,
  updateKeyFunctionHolder,
} from '../../../../contract/key-function-holders.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatCode, formatValue, getLabel } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { DueDay, formatDueDate, getUrgency } from '../../../records/due-day.tsx'
import { Findings, listRefusals } from '../../../records/findings.tsx'
import { ASSESSED_BY_YOU, BarredNotice, useIsBarred } from '../../../records/four-eyes.tsx'
import { HistoryLink } from '../../../records/history-link.tsx'
import { DocumentName } from '../../../records/names.tsx'
import { RecordActivity } from '../../../records/record-activity.tsx'
import { useMay } from '../../../session.tsx'
import { HOLDER_TONES } from '../../../tones.ts'
import { useEditLink } from '../../../ui/edit-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FactLink, PageHeader } from '../../../ui/page-header.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { formatNotification, getReviewDue } from './holder.ts'
import { HolderActs } from './holder-acts.tsx'
import { formatFunction } from './holder-columns.tsx'
import { HolderReports } from './holder-reports.tsx'

export default function Holder() {
  const { holderId } = useParams({ from: `/authenticated${PAGES.keyFunctionHolder}` })
  const { data: holder } = useSuspenseQuery(createQuery(getKeyFunctionHolder, { id: holderId }))
  const { data: independence } = useSuspenseQuery(createQuery(getHolderIndependence, { id: holderId }))
  const may = useMay()
  const isOver = holder.status === 'ENDED' || holder.status === 'FAILED'
  const editLink = useEditLink(
    { to: PAGES.editKeyFunctionHolder, params: { holderId } },
    may(updateKeyFunctionHolder) && !isOver,
  )
  // An office that has ended is no longer assessed.
  const findings = isOver ? [] : independence.findings
  return (
    <>
      <PageHeader
        title={holder.holderName}
        crumbs={[{ label: 'Key functions', to: PAGES.keyFunctions }]}
        status={<Status tone={HOLDER_TONES[holder.status]}>{formatCode(holder.status)}</Status>}
        facts={[
          formatFunction(holder),
          <FactLink key="scheme" to={PAGES.schemeKeyFunctions} params={{ schemeId: holder.schemeId }}>
            {holder.schemeName}
          </FactLink>,
          holder.effectiveFrom ? `in office from ${formatDate(holder.effectiveFrom)}` : 'not appointed',
        ]}
        actions={
          <>
            <HistoryLink entityType="keyFunctionHolder" entityId={holder.id} />
            {editLink}
            <HolderActs holder={holder} findings={findings} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Answer holder={holder} findings={findings} />
        {!isOver && (
          <Section title="Independence, fitness and outsourcing">
            {findings.length === 0 ? (
              <p className="text-muted">No problems found for this holder.</p>
            ) : (
              <Findings
                name="Appointment checks"
                findings={findings}
                refusal="Blocks appointment"
                linkOf={({ code }) =>
                  editLink &&
                  FIELDS[code] && (
                    <Link
                      to={PAGES.editKeyFunctionHolder}
                      params={{ holderId }}
                      hash={FIELDS[code]}
                      className="link"
                    >
                      Enter it<span className="sr-only">: {getLabel(FIELDS[code])}</span>
                    </Link>
                  )
                }
              />
            )}
          </Section>
        )}
        <Section title="Office">
          <Details details={listOfficeDetails(holder)} />
        </Section>
        <Section title="Fit and proper">
          <Details details={listFitAndProperDetails(holder, isOver)} />
        </Section>
        <Section title="Independence and outsourcing">
          <Details details={listConflictDetails(holder)} />
        </Section>
        <HolderReports holder={holder} />
        <RecordActivity entityType="keyFunctionHolder" entityId={holder.id} name={holder.holderName} />
      </div>
    </>
  )
}

/** The field that settles a finding, by its code. */
const FIELDS: Readonly<Record<string, keyof KeyFunctionHolder>> = {
  SAME_FUNCTION_FOR_EMPLOYER: 'conflictProtocolDocumentId',
  CONFLICT_PROTOCOL_UNDATED: 'conflictProtocolOn',
  PROFESSIONAL_QUALIFICATION: 'professionalQualification',
  NOT_QUALIFIED: 'qualificationsOk',
  REPUTE_DECLARATION: 'reputeDeclarationDocumentId',
  NOT_OUTSOURCED: 'isOutsourced',
}

const LOOKS = { late: 'late', soon: 'warn', later: 'info' } as const

/** Next step for this holder, or how the office ended. */
function Answer({ holder, findings }: { holder: KeyFunctionHolder; findings: readonly Finding[] }) {
  const { status } = holder
  const today = getTodayInDublin()
  const stops = listRefusals(findings).length
  const isBarred = useIsBarred(holder, appointHolder)
  if (status === 'ENDED')
    return (
      <Notice title={`Ended${holder.endedOn ? ` on ${formatDate(holder.endedOn)}` : ''}`}>
        {holder.endReason ? formatCode(holder.endReason) : 'No reason is recorded.'}
      </Notice>
    )
  if (status === 'FAILED')
    return (
      <Notice look="late" title="Found not to be fit and proper">
        This holder cannot be appointed ({formatCitedSources('DIR 22', 'PA 64AH')}).
      </Notice>
    )
  if (status === 'PROPOSED')
    return (
      <Notice title="Next: record the fit and proper assessment">
        The appointment requires a fit and proper assessment ({formatCitedSources('DIR 22', 'PA 64AH')}).
      </Notice>
    )
  if (status === 'APPOINTED') return <InOffice holder={holder} stops={stops} today={today} />
  if (stops > 0)
    return (
      <Notice look="warn" title={`${formatCount(stops, 'item')} to resolve before the appointment`}>
        The appointment is not possible until {stops === 1 ? 'it is' : 'they are'} resolved.
      </Notice>
    )
  if (isBarred)
    return <BarredNotice title="Waiting for another administrator to appoint" did={ASSESSED_BY_YOU} />
  const toCheck = findings.length
  return (
    <Notice title="Next: record the appointment by the trustees">
      {toCheck === 0
        ? 'No problems found.'
        : `No item blocks the appointment. ${formatCount(toCheck, 'item')} to check below.`}
    </Notice>
  )
}

function InOffice({ holder, stops, today }: { holder: KeyFunctionHolder; stops: number; today: string }) {
  if (stops > 0)
    return (
      <Notice look="late" title={`${formatCount(stops, 'rule')} would block this appointment today`}>
        The trustees decide on the next step.
      </Notice>
    )
  if (holder.undecidedReports > 0)
    return (
      <Notice
        look="warn"
        title={`${formatCount(holder.undecidedReports, 'report')} with material findings ${holder.undecidedReports === 1 ? 'waits' : 'wait'} for the trustees' decision`}
      >
        {formatCitedSources('DIR 24(4)')}
      </Notice>
    )
  const due = getReviewDue(holder)
  if (!due)
    return (
      <Notice look="warn" title="Date of the next fit and proper review not known">
        No assessment is recorded.
      </Notice>
    )
  return (
    <Notice
      look={LOOKS[getUrgency(due.on, today)]}
      title={`Next fit and proper review: ${formatDueDate(due.on, today)}`}
    >
      {formatCitedSources('DIR 22')}
      {!due.isSet && '. No date is set: twelve months after the assessment is practice, not law.'}
    </Notice>
  )
}

const formatDateOr = (on: string | null, otherwise: string): string => (on ? formatDate(on) : otherwise)

const formatDocumentLinkOr = (id: string | null, otherwise: string): ReactNode =>
  id ? (
    <Link to={PAGES.document} params={{ documentId: id }} className="link">
      <DocumentName id={id} />
    </Link>
  ) : (
    otherwise
  )

const listOfficeDetails = (holder: KeyFunctionHolder): Detail[] => [
  {
    label: getLabel('function'),
    value: formatFunction(holder),
    ...(holder.function === 'COMPLIANCE' ? { source: 'A voluntary role, not required by law' } : {}),
  },
  { label: getLabel('holderKind'), value: formatCode(holder.holderKind) },
  ...(holder.holderKind === 'FIRM'
    ? [{ label: getLabel('responsiblePerson'), value: holder.responsiblePerson ?? 'Not known' }]
    : [{ label: getLabel('organisation'), value: holder.organisation ?? 'Not known' }]),
  { label: getLabel('email'), value: holder.email ?? 'Not known' },
  { label: getLabel('proposedOn'), value: formatDate(holder.proposedOn) },
  { label: getLabel('boardResolutionOn'), value: formatDateOr(holder.boardResolutionOn, 'Not recorded') },
  { label: getLabel('effectiveFrom'), value: formatDateOr(holder.effectiveFrom, 'Not appointed') },
  { label: getLabel('termEndsOn'), value: formatDateOr(holder.termEndsOn, 'No term') },
  {
    label: getLabel('minutesDocumentId'),
    value: formatDocumentLinkOr(holder.minutesDocumentId, 'Not attached'),
  },
]

function listFitAndProperDetails(holder: KeyFunctionHolder, isOver: boolean): Detail[] {
  const due = getReviewDue(holder)
  return [
    {
      label: 'Assessed',
      value: formatDateOr(holder.assessedOn, 'Not assessed'),
      source: formatCitedSources('DIR 22', 'PA 64AH'),
    },
    {
      label: getLabel('assessmentOutcome'),
      value: holder.assessmentOutcome ? formatCode(holder.assessmentOutcome) : '—',
    },
    { label: getLabel('assessedBy'), value: holder.assessedBy ?? '—' },
    {
      label: 'Next review',
      value: !due ? 'Not known' : isOver ? formatDate(due.on) : <DueDay on={due.on} />,
      ...(due && !due.isSet ? { source: 'Twelve months after the assessment: practice, not law' } : {}),
    },
    {
      label: getLabel('professionalQualification'),
      value: holder.professionalQualification ?? 'Not recorded',
    },
    {
      label: 'Experience',
      value: holder.experienceYears === null ? 'Not known' : formatCount(holder.experienceYears, 'year'),
    },
    {
      label: getLabel('qualificationsOk'),
      value: holder.qualificationsOk === null ? 'Not known' : formatValue('', holder.qualificationsOk),
    },
    {
      label: getLabel('reputeDeclarationDocumentId'),
      value: formatDocumentLinkOr(holder.reputeDeclarationDocumentId, 'Not attached'),
    },
  ]
}

const listConflictDetails = (holder: KeyFunctionHolder): Detail[] => [
  { label: getLabel('relationship'), value: formatCode(holder.relationship) },
  {
    label: getLabel('holdsSameFunctionForEmployer'),
    value: formatValue('', holder.holdsSameFunctionForEmployer),
    source: formatCitedSources('DIR 24(3)', 'PA 64AH'),
  },
  ...(holder.holdsSameFunctionForEmployer
    ? [
        {
          label: getLabel('conflictProtocolDocumentId'),
          value: formatDocumentLinkOr(holder.conflictProtocolDocumentId, 'Not attached'),
        },
        {
          label: getLabel('conflictProtocolOn'),
          value: holder.conflictProtocolOn ? formatDate(holder.conflictProtocolOn) : 'Not recorded',
        },
      ]
    : []),
  {
    label: getLabel('isOutsourced'),
    value: holder.outsourcingArrangementId ? (
      <Link
        to={PAGES.outsourcingArrangement}
        params={{ arrangementId: holder.outsourcingArrangementId }}
        className="link"
      >
        Open the arrangement
      </Link>
    ) : (
      formatValue('', holder.isOutsourced)
    ),
  },
  ...(holder.isOutsourced
    ? [
        {
          label: getLabel('outsourcingInForceFrom'),
          value: formatDateOr(holder.outsourcingInForceFrom, 'Not known'),
        },
        {
          label: getLabel('authorityNotifiedOn'),
          value: formatNotification(holder),
          source: `Before the agreement enters into force: ${formatCitedSources('DIR 31(6)', 'PA 64AM')}`,
        },
        { label: getLabel('authorityReference'), value: holder.authorityReference ?? '—' },
      ]
    : []),
]
