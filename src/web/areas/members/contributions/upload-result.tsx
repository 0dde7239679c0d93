/** Result of an upload. */

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  downloadContributionErrors,
  getContributionClock,
  getContributionGrid,
  type UploadReport,
} from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate, formatMoney, formatMonth } from '../../../../contract/value-format.ts'
import { buildRequestUrl } from '../../../client.ts'
import { formatWeekday } from '../../../format.ts'
import { createQuery } from '../../../queries.ts'
import { useMay } from '../../../session.tsx'
import { Button, ButtonLink, DownloadLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Details, Section } from '../../../ui/section.tsx'

/** The rows were imported. */
export function Uploaded({
  report,
  onAgain,
  again = 'Upload another file',
}: {
  report: Pick<
    UploadReport,
    'batch' | 'batchId' | 'totals' | 'counts' | 'dueOn' | 'payrollMonth' | 'declaredTotalCents'
  >
  onAgain: () => void
  again?: string
}) {
  const { batch, batchId, totals, counts, dueOn, payrollMonth } = report
  const clock = useQuery({
    ...createQuery(getContributionClock, { id: batchId ?? '' }),
    enabled: batchId !== null,
  })
  const payByOn = clock.data?.payByOn
  return (
    <Section
      title={`${formatCount(counts.ok + counts.warn, 'row')} imported for ${formatMonth(payrollMonth)}`}
    >
      <Notice look="done" title={`${formatMoney(totals.totalCents)} to pay`}>
        {batch && `${batch.employerName} to ${batch.schemeName}. `}
        Due {formatDate(dueOn)}
        {payByOn && ` · pay by ${formatWeekday(payByOn)}`}
      </Notice>
      <Details
        details={[
          { label: 'From employees', value: formatMoney(totals.eeCents) },
          { label: 'From the employer', value: formatMoney(totals.erCents) },
          { label: 'AVCs', value: formatMoney(totals.avcCents) },
          ...(totals.erSpecialCents === 0
            ? []
            : [{ label: 'Special, from the employer', value: formatMoney(totals.erSpecialCents) }]),
          ...(totals.singlePremiumCents === 0
            ? []
            : [{ label: 'Single premiums', value: formatMoney(totals.singlePremiumCents) }]),
          { label: 'Total', value: formatMoney(totals.totalCents) },
          {
            label: 'Control total',
            value: report.declaredTotalCents === null ? 'Not given' : formatMoney(report.declaredTotalCents),
          },
        ]}
      />
      <Next batchId={batchId} onAgain={onAgain} again={again} />
    </Section>
  )
}

/** The file had rows that could not be read: none were imported, and the list of them is stored. */
export function KeptAsRejected({
  details,
  onAgain,
}: {
  details: Readonly<Record<string, unknown>>
  onAgain: () => void
}) {
  const batchId = String(details.batchId)
  return (
    <Section title="Recorded as rejected">
      <Notice look="late" title="The file was not imported">
        Send the list of problems to the author of the file. Each row states its problem; PPS numbers are
        masked.
      </Notice>
      <Next batchId={batchId} onAgain={onAgain} again="Upload corrected file">
        <DownloadLink
          look="primary"
          icon={<Download aria-hidden="true" size={16} />}
          href={buildRequestUrl(downloadContributionErrors, { id: batchId })}
        >
          Download problems
        </DownloadLink>
      </Next>
    </Section>
  )
}

function Next({
  batchId,
  onAgain,
  again,
  children,
}: {
  batchId: string | null
  onAgain: () => void
  again: string
  children?: ReactNode
}) {
  const may = useMay()
  return (
    <div className="flex flex-wrap gap-2">
      {children}
      {batchId !== null && (
        <ButtonLink look={children ? 'secondary' : 'primary'} to={PAGES.contribution} params={{ batchId }}>
          Open payroll month
        </ButtonLink>
      )}
      <Button onClick={onAgain}>{again}</Button>
      <ButtonLink
        look="quiet"
        to={may(getContributionGrid) ? PAGES.contributions : PAGES.contributionBatches}
      >
        All contributions
      </ButtonLink>
    </div>
  )
}
