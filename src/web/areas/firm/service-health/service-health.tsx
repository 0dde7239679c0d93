/** Jobs and mails of the installation, for platform administrators. */

import { useSuspenseQuery } from '@tanstack/react-query'
import { getServiceHealth, type JobHealth, type ServiceHealth } from '../../../../contract/service-health.ts'
import { formatCount, formatInstant } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Details, Section } from '../../../ui/section.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'

const REFRESHED_AFTER_MS = 60_000
const TIME_WIDTH = 180

/** Names of the jobs, as administrators know them. */
const JOBS: Record<string, string> = {
  obligations: 'Obligations',
  contributions: 'Contributions',
  reminders: 'Reminders',
  housekeeping: 'Housekeeping',
  'audit-seal': 'Audit checkpoints',
  reencrypt: 'Re-encryption',
  'scan-free-text': 'Search for PPS numbers',
}

type JobRow = JobHealth & { id: string }
type MailRow = ServiceHealth['mails']['latestGivenUp'][number]

const formatTime = (instant: string | null, otherwise = '—'): string =>
  instant ? formatInstant(instant) : otherwise

function describeState({ isLate, failures, failedFirms, lastCompletedAt }: JobHealth): {
  tone: Tone
  text: string
} {
  if (failures > 0) return { tone: 'late', text: `Failed ${formatCount(failures, 'time')}` }
  if (isLate) return { tone: 'late', text: 'Late' }
  if (failedFirms > 0) return { tone: 'late', text: `Failed for ${formatCount(failedFirms, 'firm')}` }
  if (lastCompletedAt === null) return { tone: 'idle', text: 'Not run yet' }
  return { tone: 'done', text: 'In time' }
}

const buildJobColumns = (isSchedulerOn: boolean): readonly Column<JobRow>[] => [
  {
    key: 'job',
    label: 'Job',
    grows: true,
    cell: ({ job }) => JOBS[job] ?? job,
    text: ({ job }) => job,
  },
  {
    key: 'state',
    label: 'Status',
    width: 170,
    onCard: true,
    cell: (row) => {
      const { tone, text } = describeState(row)
      return <Status tone={tone}>{text}</Status>
    },
    text: (row) => describeState(row).text,
  },
  {
    key: 'lastCompletedAt',
    label: 'Last complete run',
    width: TIME_WIDTH,
    onCard: true,
    cell: ({ lastCompletedAt }) => formatTime(lastCompletedAt),
    text: ({ lastCompletedAt }) => lastCompletedAt ?? '',
  },
  {
    key: 'lastStartedAt',
    label: 'Last start',
    width: TIME_WIDTH,
    cell: ({ lastStartedAt }) => formatTime(lastStartedAt),
    text: ({ lastStartedAt }) => lastStartedAt ?? '',
  },
  {
    key: 'nextAt',
    label: isSchedulerOn ? 'Next run' : 'Expected next',
    width: TIME_WIDTH,
    onCard: true,
    cell: ({ nextAt }) => formatTime(nextAt, 'On request'),
    text: ({ nextAt }) => nextAt ?? '',
  },
]

const MAIL_COLUMNS: readonly Column<MailRow>[] = [
  {
    key: 'firmName',
    label: 'Firm',
    grows: true,
    cell: ({ firmName }) => firmName ?? 'No firm',
    text: ({ firmName }) => firmName ?? '',
  },
  {
    key: 'givenUpReason',
    label: 'Reason',
    width: 200,
    onCard: true,
    cell: ({ givenUpReason }) => formatCode(givenUpReason),
    text: ({ givenUpReason }) => givenUpReason,
  },
  {
    key: 'givenUpAt',
    label: 'Given up',
    width: TIME_WIDTH,
    onCard: true,
    cell: ({ givenUpAt }) => formatInstant(givenUpAt),
    text: ({ givenUpAt }) => givenUpAt,
  },
  {
    key: 'attempts',
    label: 'Attempts',
    width: 110,
    align: 'right',
    cell: ({ attempts }) => attempts,
    text: ({ attempts }) => String(attempts),
  },
  { key: 'id', label: 'Id in the log', width: 240, cell: ({ id }) => id, text: ({ id }) => id },
]

export default function ServiceHealthPage() {
  const { data } = useSuspenseQuery({
    ...createQuery(getServiceHealth, {}),
    refetchInterval: REFRESHED_AFTER_MS,
  })
  const { version, isSchedulerOn, jobs, mails } = data
  return (
    <>
      <PageHeader title="Service health" />
      <div className="flex flex-col gap-6">
        {!isSchedulerOn && (
          <Notice title="The scheduler is off">
            Another program must call the jobs. A job that is late was not called, or failed.
          </Notice>
        )}
        <Section title="Jobs">
          <DataTable
            name="Jobs"
            rows={jobs.map((job) => ({ ...job, id: job.job }))}
            columns={buildJobColumns(isSchedulerOn)}
          />
        </Section>
        <Section title="Mails">
          <Details
            details={[
              { label: 'Waiting', value: mails.waiting },
              { label: 'Waiting and tried without success', value: mails.failing },
              { label: 'Oldest waiting mail', value: formatTime(mails.oldestAt) },
              { label: 'Given up in the last 30 days', value: mails.givenUp },
            ]}
          />
          {mails.latestGivenUp.length > 0 && (
            <DataTable name="Mails given up" rows={mails.latestGivenUp} columns={MAIL_COLUMNS} />
          )}
        </Section>
        <Section title="Version">
          <Details details={[{ label: 'Running version', value: version }]} />
        </Section>
      </div>
    </>
  )
}
