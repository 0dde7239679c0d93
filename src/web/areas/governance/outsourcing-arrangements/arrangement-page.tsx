import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCitedSources } from '../../../../contract/citations.ts'
import type { Finding } from '../../../../contract/findings.ts'
import {
  ADMINISTRATOR_NOTICE_DAYS,
  getOutsourcingArrangement,
  getOutsourcingReadiness,
  type OutsourcingArrangement,
  updateOutsourcingArrangement,
} from '../../../../contract/outsourcing-arrangements.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatCode, formatValue, getLabel } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { DueDay, formatDueDate, getUrgency } from '../../../records/due-day.tsx'
import { Findings, listRefusals } from '../../../records/findings.tsx'
import { HistoryLink } from '../../../records/history-link.tsx'
import { DocumentName } from '../../../records/names.tsx'
import { RecordActivity } from '../../../records/record-activity.tsx'
import { useMay } from '../../../session.tsx'
import { OUTSOURCING_TONES } from '../../../tones.ts'
import { useEditLink } from '../../../ui/edit-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FactLink, PageHeader } from '../../../ui/page-header.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import {
  formatArrangementTitle,
  formatNotification,
  isWaitingForNotification,
  mustNotifyBeforeEntry,
} from './arrangement.ts'
import { ArrangementActs, DevelopmentAct } from './arrangement-acts.tsx'

export default function Arrangement() {
  const { arrangementId } = useParams({ from: `/authenticated${PAGES.outsourcingArrangement}` })
  const { data: arrangement } = useSuspenseQuery(
    createQuery(getOutsourcingArrangement, { id: arrangementId }),
  )
  const { data: readiness } = useSuspenseQuery(createQuery(getOutsourcingReadiness, { id: arrangementId }))
  const may = useMay()
  const editLink = useEditLink(
    { to: PAGES.editOutsourcingArrangement, params: { arrangementId } },
    may(updateOutsourcingArrangement) && arrangement.status !== 'ENDED',
  )
  const title = formatArrangementTitle(arrangement)
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[{ label: 'Outsourcing', to: PAGES.outsourcing }]}
        status={
          <Status tone={OUTSOURCING_TONES[arrangement.status]}>{formatCode(arrangement.status)}</Status>
        }
        facts={[
          <FactLink key="scheme" to={PAGES.scheme} params={{ schemeId: arrangement.schemeId }}>
            {arrangement.schemeName}
          </FactLink>,
          <FactLink key="provider" to={PAGES.provider} params={{ providerId: arrangement.providerId }}>
            {arrangement.providerName}
          </FactLink>,
          formatInForce(arrangement),
        ]}
        actions={
          <>
            <HistoryLink entityType="outsourcingArrangement" entityId={arrangement.id} />
            {editLink}
            <ArrangementActs arrangement={arrangement} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Answer arrangement={arrangement} findings={readiness.findings} />
        {readiness.findings.length > 0 && (
          <Section title={arrangement.status === 'PLANNED' ? 'Checks before entry into force' : 'Checks'}>
            <Findings name="Checks" findings={readiness.findings} refusal="Blocks entry into force" />
          </Section>
        )}
        <Section title="Notification to the Authority">
          <Details details={listNotificationDetails(arrangement)} />
        </Section>
        <Section title="Agreement">
          <Details details={listAgreementDetails(arrangement)} />
        </Section>
        <Developments arrangement={arrangement} />
        <Section title="Oversight">
          <Details details={listOversightDetails(arrangement)} />
        </Section>
        <RecordActivity
          entityType="outsourcingArrangement"
          entityId={arrangement.id}
          name={arrangement.providerName}
        />
      </div>
    </>
  )
}

function formatInForce({ status, inForceFrom, endedOn }: OutsourcingArrangement): string {
  if (status === 'ENDED') return endedOn ? `ended ${formatDate(endedOn)}` : 'ended'
  if (!inForceFrom) return 'date of entry into force not known'
  return status === 'IN_FORCE'
    ? `in force from ${formatDate(inForceFrom)}`
    : `planned for ${formatDate(inForceFrom)}`
}

const LOOKS = { late: 'late', soon: 'warn', later: 'info' } as const

/** Next step: the notification, the obstacles to it, or the review. */
function Answer({
  arrangement,
  findings,
}: {
  arrangement: OutsourcingArrangement
  findings: readonly Finding[]
}) {
  const today = getTodayInDublin()
  const { status, notifyByOn, reviewDueOn, endReason, endedOn } = arrangement
  const untold = arrangement.developments.filter(({ notifiedOn }) => notifiedOn === null)
  if (status === 'ENDED')
    return (
      <Notice title={`Ended${endedOn ? ` on ${formatDate(endedOn)}` : ''}`}>
        {endReason ?? 'No reason is recorded.'}
      </Notice>
    )
  if (isWaitingForNotification(arrangement))
    return notifyByOn ? (
      <Notice
        look={LOOKS[getUrgency(notifyByOn, today)]}
        title={
          notifyByOn < today
            ? `Notification to the Authority: ${formatDueDate(notifyByOn, today)}`
            : `Notify the Authority by: ${formatDueDate(notifyByOn, today)}`
        }
      >
        The last day before the agreement enters into force ({formatCitedSources('DIR 31(6)', 'PA 64AM')}).
      </Notice>
    ) : (
      <Notice look="warn" title="Notification deadline not known">
        Enter the date of entry into force of the agreement ({formatCitedSources('DIR 31(6)', 'PA 64AM')}).
      </Notice>
    )
  if (status === 'PLANNED') {
    const stops = listRefusals(findings)
    return stops.length > 0 ? (
      <Notice look="warn" title={`${formatCount(stops.length, 'item')} to resolve before entry into force`} />
    ) : (
      <Notice title="Next: bring it into force on its date" />
    )
  }
  if (untold.length > 0)
    return (
      <Notice
        look="warn"
        title={`${formatCount(untold.length, 'important development')} not notified to the Authority`}
      >
        {formatCitedSources('DIR 31(6)')}
      </Notice>
    )
  if (!reviewDueOn)
    return (
      <Notice look="warn" title="Date of the next review not known">
        Outsourced activities must be monitored ({formatCitedSources('DIR 31')}).
      </Notice>
    )
  return (
    <Notice
      look={LOOKS[getUrgency(reviewDueOn, today)]}
      title={`Next review: ${formatDueDate(reviewDueOn, today)}`}
    >
      {formatCitedSources('DIR 31')}
    </Notice>
  )
}

const listNotificationDetails = (arrangement: OutsourcingArrangement): Detail[] => [
  {
    label: getLabel('notifyByOn'),
    value: !mustNotifyBeforeEntry(arrangement) ? (
      'In good time (no key function, no management)'
    ) : !arrangement.notifyByOn ? (
      'Not known: no date of entry into force'
    ) : isWaitingForNotification(arrangement) ? (
      <DueDay on={arrangement.notifyByOn} />
    ) : (
      formatDate(arrangement.notifyByOn)
    ),
    source: mustNotifyBeforeEntry(arrangement)
      ? `The day before the agreement enters into force: ${formatCitedSources('DIR 31(6)', 'PA 64AM')}`
      : formatCitedSources('DIR 31(6)'),
  },
  { label: getLabel('authorityNotifiedOn'), value: formatNotification(arrangement) },
  { label: getLabel('authorityReference'), value: arrangement.authorityReference ?? '—' },
  { label: getLabel('isKeyFunction'), value: formatValue('', arrangement.isKeyFunction) },
  { label: getLabel('isManagement'), value: formatValue('', arrangement.isManagement) },
]

const renderLines = (text: string | null): ReactNode =>
  text ? <span className="whitespace-pre-line">{text}</span> : '—'

const listAgreementDetails = (arrangement: OutsourcingArrangement): Detail[] => [
  {
    label: getLabel('agreementDocumentId'),
    value: arrangement.agreementDocumentId ? (
      <Link to={PAGES.document} params={{ documentId: arrangement.agreementDocumentId }} className="link">
        <DocumentName id={arrangement.agreementDocumentId} />
      </Link>
    ) : (
      'Not attached'
    ),
    source: formatCitedSources('DIR 31(5)'),
  },
  {
    label: getLabel('signedOn'),
    value: arrangement.signedOn ? formatDate(arrangement.signedOn) : 'Not known',
  },
  {
    label: getLabel('inForceFrom'),
    value: arrangement.inForceFrom ? formatDate(arrangement.inForceFrom) : 'Not known',
  },
  {
    label: getLabel('noticeDays'),
    value: arrangement.noticeDays === null ? 'Not known' : formatCount(arrangement.noticeDays, 'day'),
    ...(arrangement.activity === 'RA'
      ? { source: `At least ${ADMINISTRATOR_NOTICE_DAYS}: ${formatCitedSources('PA 64G(3)')}` }
      : {}),
  },
  {
    label: getLabel('isCriticalIct'),
    value: formatValue('', arrangement.isCriticalIct),
    source: formatCitedSources('DORA 28(3)'),
  },
  {
    label: getLabel('subOutsourcing'),
    value: renderLines(
      arrangement.subOutsourcing.map(({ name, activity }) => `${name}: ${activity}`).join('\n'),
    ),
  },
]

const listOversightDetails = (arrangement: OutsourcingArrangement): Detail[] => [
  {
    label: getLabel('reviewDueOn'),
    value: !arrangement.reviewDueOn ? (
      'Not known'
    ) : arrangement.status === 'IN_FORCE' ? (
      <DueDay on={arrangement.reviewDueOn} />
    ) : (
      formatDate(arrangement.reviewDueOn)
    ),
    source: formatCitedSources('DIR 31'),
  },
  {
    label: 'Last review',
    value: arrangement.reviewedOn ? formatDate(arrangement.reviewedOn) : 'Not recorded',
  },
  { label: getLabel('performanceMeasures'), value: renderLines(arrangement.performanceMeasures) },
  { label: getLabel('exitPlan'), value: renderLines(arrangement.exitPlan) },
]

function Developments({ arrangement }: { arrangement: OutsourcingArrangement }) {
  const { developments } = arrangement
  if (developments.length === 0) return null
  return (
    <Section title="Important developments">
      <Rows name="Important developments">
        {developments.toReversed().map(({ number, occurredOn, description, notifiedOn, reference }) => (
          <Row
            key={number}
            title={
              <p>
                <span className="font-medium">{formatDate(occurredOn)}</span> {description}
              </p>
            }
            aside={
              <Status tone={notifiedOn ? 'done' : 'soon'}>
                {notifiedOn ? `Authority notified ${formatDate(notifiedOn)}` : 'Authority not notified'}
              </Status>
            }
          >
            {reference && <p className="text-muted text-sm">{reference}</p>}
            {!notifiedOn && <DevelopmentAct arrangement={arrangement} number={number} />}
          </Row>
        ))}
      </Rows>
    </Section>
  )
}
