/** One payroll month: late or missing money, each obligation with its rule, receipts, lines and actions. */

import { useSuspenseQueries } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { FileDown } from 'lucide-react'
import { lazy, Suspense } from 'react'
import {
  CONTRIBUTION_TRANSITIONS,
  type ContributionBatch,
  downloadContributionErrors,
  getContribution,
  getContributionClock,
  getContributionGrid,
  recordFunds,
} from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { isBrokerRole } from '../../../../contract/users.ts'
import { formatCount, formatInstant, formatMonth } from '../../../../contract/value-format.ts'
import { buildRequestUrl } from '../../../client.ts'
import { formatCode, getLabel } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { useUserNames } from '../../../people.ts'
import { createQuery } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { useMay } from '../../../session.tsx'
import { CONTRIBUTION_TONES } from '../../../tones.ts'
import { DownloadLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type Crumb, PageHeader } from '../../../ui/page-header.tsx'
import { Details, Section } from '../../../ui/section.tsx'
import { Skeleton, TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { NotKnown } from '../../../ui/unknown-value.tsx'
import { formatBatchTitle, summariseBatch } from './batch.ts'
import { BatchClock } from './batch-clock.tsx'
import { BatchMoney } from './batch-money.tsx'
import { EnterContributionsLink, UploadLink } from './upload-link.tsx'

// Forms and tables are most of the code of this page, and its summary needs neither.
const BatchActs = lazy(() => import('./batch-acts.tsx'))
const BatchLines = lazy(() => import('./batch-lines.tsx'))
const BatchReminders = lazy(() => import('./batch-reminders.tsx'))
const BatchReceipts = lazy(() => import('./batch-receipts.tsx'))

export default function Batch() {
  const { batchId: id } = useParams({ from: `/authenticated${PAGES.contribution}` })
  const [{ data: batch }, { data: clock }] = useSuspenseQueries({
    queries: [createQuery(getContribution, { id }), createQuery(getContributionClock, { id })],
  })
  const may = useMay()
  const isLive = batch.status !== 'REJECTED' && batch.status !== 'UNDONE'
  return (
    <>
      <PageHeader
        title={formatBatchTitle(batch)}
        crumbs={useCrumbs()}
        status={<Status tone={CONTRIBUTION_TONES[batch.status]}>{formatCode(batch.status)}</Status>}
        facts={useFacts(batch)}
        actions={
          <>
            <HistoryLink entityType="contribution" entityId={id} />
            {may(recordFunds) && ACTIVE.has(batch.status) && (
              <Suspense fallback={<Skeleton width={132} height={36} />}>
                <BatchActs batch={batch} hasReceipts={clock.receipts.length > 0} />
              </Suspense>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-7">
        <Answer batch={batch} today={clock.asOfOn} />
        {isLive && (
          <>
            <BatchClock batch={batch} clock={clock} />
            <BatchMoney batch={batch} reconciliation={clock.reconciliation} />
            {clock.receipts.length > 0 && (
              <Suspense fallback={<TableSkeleton rows={clock.receipts.length} />}>
                <BatchReceipts receipts={clock.receipts} />
              </Suspense>
            )}
            {may(operation('contribution-reminder.list')) && (
              <Suspense fallback={<TableSkeleton rows={1} />}>
                <BatchReminders batch={batch} />
              </Suspense>
            )}
            <Confirmed batch={batch} />
            <Suspense fallback={<TableSkeleton />}>
              <BatchLines batch={batch} />
            </Suspense>
          </>
        )}
        <SourceSection batch={batch} />
      </div>
    </>
  )
}

/** Statuses with further actions. */
const ACTIVE: ReadonlySet<ContributionBatch['status']> = new Set(
  Object.values(CONTRIBUTION_TRANSITIONS).flatMap(({ from }) => from),
)

/** A broker comes from the contributions page, an employer from the list of its months. */
function useCrumbs(): Crumb[] {
  const may = useMay()
  return may(getContributionGrid)
    ? [
        { label: 'Contributions', to: PAGES.contributions },
        { label: 'Payroll months', to: PAGES.contributionBatches },
      ]
    : [{ label: 'Contributions', to: PAGES.contributionBatches }]
}

function useFacts({
  schemeId,
  schemeType,
  employerId,
  employerName,
  rowCount,
  payrollMonth,
}: ContributionBatch) {
  const may = useMay()
  return [
    <Link
      key="employer"
      to={PAGES.employer}
      params={{ employerId }}
      className="rounded-sm hover:text-text hover:underline"
    >
      {employerName}
    </Link>,
    // An employer that takes part in another's scheme does not see the scheme.
    may(isBrokerRole) ? (
      <Link
        key="scheme"
        to={PAGES.schemeContributions}
        params={{ schemeId }}
        className="rounded-sm hover:text-text hover:underline"
      >
        {formatCode(schemeType)} scheme
      </Link>
    ) : (
      `${formatCode(schemeType)} scheme`
    ),
    `payroll of ${formatMonth(payrollMonth)}`,
    formatCount(rowCount, 'row'),
  ]
}

function Answer({ batch, today }: { batch: ContributionBatch; today: string }) {
  const { look, title, text } = summariseBatch(batch, today)
  const { status, schemeId, employerId, payrollMonth } = batch
  const expected = { schemeId, employerId, payrollMonth }
  return (
    <Notice
      look={look}
      title={title}
      action={
        status === 'REJECTED' ? (
          <div className="flex flex-wrap gap-2">
            <ErrorFile batch={batch} />
            <UploadLink expected={expected}>Upload again</UploadLink>
            <EnterContributionsLink expected={expected} />
          </div>
        ) : (
          (status === 'UNDONE' || status === 'EXPECTED') && (
            <div className="flex flex-wrap gap-2">
              <UploadLink expected={expected}>
                {status === 'UNDONE' ? 'Upload again' : 'Upload file'}
              </UploadLink>
              <EnterContributionsLink expected={expected} />
            </div>
          )
        )
      }
    >
      {text.length > 0 && text.map((sentence) => <p key={sentence}>{sentence}</p>)}
    </Notice>
  )
}

/** The rows with their issues, to send back to the payroll office. */
const ErrorFile = ({ batch: { id } }: { batch: ContributionBatch }) => (
  <DownloadLink
    href={buildRequestUrl(downloadContributionErrors, { id })}
    icon={<FileDown aria-hidden="true" size={16} />}
  >
    Rows with a problem (CSV)
  </DownloadLink>
)

/** Warnings that a user confirmed before the import. */
function Confirmed({ batch }: { batch: ContributionBatch }) {
  const { id, warnings, confirmedWarnings } = batch
  if (confirmedWarnings.length === 0) return null
  return (
    <Section title="Confirmed warnings" actions={<ErrorFile batch={batch} />}>
      <ul className="list-disc rounded-md border border-line bg-surface py-3 pr-4 pl-8">
        {confirmedWarnings.map((code) => (
          <li key={code}>
            {formatCode(code)} <span className="text-muted text-sm">{code}</span>
          </li>
        ))}
      </ul>
      <p className="text-muted">
        The user confirmed these warnings before the import.{' '}
        {warnings > 0 && (
          <Link
            {...{ to: PAGES.contribution, params: { batchId: id }, search: { flagged: 'true' } }}
            hash="lines"
            className="link"
          >
            {formatCount(warnings, 'line')} with a warning
          </Link>
        )}
      </p>
    </Section>
  )
}

const SOURCES: Record<NonNullable<ContributionBatch['source']>, string> = {
  CSV: 'CSV file',
  XLSX: 'Excel file',
  MANUAL: 'Entered by hand',
  API: 'Sent by another program',
}

/** Origin of the lines; empty while the month waits for its file or entry. */
function SourceSection({ batch }: { batch: ContributionBatch }) {
  const nameOf = useUserNames()
  const { fileName, source, rowCount, uploadedBy, createdAt, fileSha256 } = batch
  if (source === null) return null
  const isFile = source === 'CSV' || source === 'XLSX'
  return (
    <Section title={isFile ? 'File' : 'Entry'}>
      <Details
        details={[
          ...(isFile ? [{ label: 'Name', value: fileName || <NotKnown /> }] : []),
          { label: 'Kind', value: SOURCES[source] },
          isFile
            ? { label: getLabel('rowCount'), value: formatCount(rowCount, 'row') }
            : { label: 'Lines', value: formatCount(rowCount, 'line') },
          {
            label: isFile ? 'Uploaded' : 'Entered',
            value: `${formatInstant(createdAt)}${uploadedBy ? `, by ${nameOf(uploadedBy)}` : ''}`,
          },
          ...(isFile
            ? [{ label: getLabel('fileSha256'), value: <span className="text-sm">{fileSha256}</span> }]
            : []),
        ]}
      />
    </Section>
  )
}
