/** Columns of batches, for the list of all batches and for the page of a scheme. */
import type { ContributionBatchSummary } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getTodayInDublin } from '../../../format.ts'
import {
  createAddedColumn,
  createDateColumn,
  createMoneyColumn,
  createMonthColumn,
  createStatusColumn,
  createSumColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { CONTRIBUTION_TONES } from '../../../tones.ts'
import { Status } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { describeBatchStatus } from './batch.ts'

const STANDING: Column<ContributionBatchSummary> = {
  key: 'standing',
  label: 'Payment status',
  width: 166,
  onCard: true,
  cell: (batch) => <BatchStatus batch={batch} />,
  text: (batch) =>
    describeBatchStatus(batch, getTodayInDublin())
      .map(({ words }) => words)
      .join(', '),
}

/** The most severe flag; the page of the batch shows the others. */
function BatchStatus({ batch }: { batch: ContributionBatchSummary }) {
  const [first] = describeBatchStatus(batch, getTodayInDublin())
  return first ? <Status tone={first.tone}>{first.words}</Status> : '—'
}

export const batchColumns = {
  schemeName: createTextColumn<ContributionBatchSummary>('schemeName', {
    label: 'Scheme',
    grows: true,
    wraps: true,
  }),
  payrollMonth: createMonthColumn<ContributionBatchSummary>('payrollMonth', {
    width: 104,
    label: 'Month',
    sort: '-payrollMonth',
    sortBack: 'payrollMonth',
    onCard: true,
  }),
  employerName: createTextColumn<ContributionBatchSummary>('employerName', {
    grows: true,
    wraps: true,
    width: 150,
    label: 'Employer',
    onCard: true,
  }),
  status: createStatusColumn<ContributionBatchSummary>(CONTRIBUTION_TONES, { width: 148 }),
  standing: STANDING,
  totalCents: createSumColumn<ContributionBatchSummary>('totalCents', { width: 130, onCard: true }),
  receivedCents: createSumColumn<ContributionBatchSummary>('receivedCents', {
    width: 130,
    label: 'Received',
    isExtra: true,
  }),
} satisfies Record<string, Column<ContributionBatchSummary>>

/** Optional columns. */
export const OTHER_BATCH_COLUMNS: readonly Column<ContributionBatchSummary>[] = [
  createSumColumn('varianceCents', { label: 'Difference', isExtra: true }),
  createDateColumn('dueOn', { sort: 'dueOn', sortBack: '-dueOn', isExtra: true }),
  createDateColumn('fundedOn', { isExtra: true }),
  createDateColumn('investedOn', { isExtra: true }),
  createDateColumn('deductionsInvestedOn', { isExtra: true }),
  createSumColumn('eeCents', { isExtra: true }),
  createSumColumn('erCents', { isExtra: true }),
  createSumColumn('avcCents', { isExtra: true }),
  createMoneyColumn('declaredTotalCents', { isExtra: true }),
  createTextColumn('rowCount', { label: 'Rows', width: 72, align: 'right', isExtra: true }),
  createTextColumn('warnings', { label: 'Warnings', width: 96, align: 'right', isExtra: true }),
  createAddedColumn({ label: 'Uploaded', isExtra: true }),
]

export const linkToBatch = ({ id }: ContributionBatchSummary) => ({
  to: PAGES.contribution,
  params: { batchId: id },
})
