/** What a table says of batches, on the page of all of them and on the page of a scheme. */
import type { ContributionBatch } from '../../../contract/contributions.ts'
import { PAGES } from '../../../contract/pages.ts'
import {
  addedColumn,
  dayColumn,
  moneyColumn,
  monthColumn,
  statusColumn,
  summedColumn,
  textColumn,
} from '../../lists/columns.tsx'
import { CONTRIBUTION_TONES } from '../../tones.ts'
import { Status } from '../../ui/status.tsx'
import type { Column } from '../../ui/table/column.ts'
import { todayInDublin } from '../../words.ts'
import { standingOf } from './batch-words.ts'

const STANDING: Column<ContributionBatch> = {
  key: 'standing',
  label: 'Standing',
  width: 166,
  onCard: true,
  cell: (batch) => <Standing batch={batch} />,
  text: (batch) =>
    standingOf(batch, todayInDublin())
      .map(({ words }) => words)
      .join(', '),
}

/** The gravest of it; the page of the batch says the rest. */
function Standing({ batch }: { batch: ContributionBatch }) {
  const [first] = standingOf(batch, todayInDublin())
  return first ? <Status tone={first.tone}>{first.words}</Status> : '—'
}

export const batchColumns = {
  schemeName: textColumn<ContributionBatch>('schemeName', { label: 'Scheme', grows: true }),
  payrollMonth: monthColumn<ContributionBatch>('payrollMonth', {
    width: 104,
    label: 'Month',
    sort: '-payrollMonth',
    sortBack: 'payrollMonth',
    onCard: true,
  }),
  employerName: textColumn<ContributionBatch>('employerName', {
    width: 180,
    label: 'Employer',
    onCard: true,
  }),
  status: statusColumn<ContributionBatch>(CONTRIBUTION_TONES, { width: 136 }),
  standing: STANDING,
  totalCents: summedColumn<ContributionBatch>('totalCents', { width: 130, onCard: true }),
  receivedCents: summedColumn<ContributionBatch>('receivedCents', {
    width: 130,
    label: 'Received',
    isExtra: true,
  }),
} satisfies Record<string, Column<ContributionBatch>>

/** To be chosen besides. */
export const OTHER_BATCH_COLUMNS: readonly Column<ContributionBatch>[] = [
  summedColumn('varianceCents', { label: 'Difference', isExtra: true }),
  dayColumn('dueOn', { sort: 'dueOn', sortBack: '-dueOn', isExtra: true }),
  dayColumn('fundedOn', { isExtra: true }),
  dayColumn('investedOn', { isExtra: true }),
  summedColumn('eeCents', { isExtra: true }),
  summedColumn('erCents', { isExtra: true }),
  summedColumn('avcCents', { isExtra: true }),
  moneyColumn('declaredTotalCents', { isExtra: true }),
  textColumn('rowCount', { label: 'Rows', width: 72, align: 'right', isExtra: true }),
  textColumn('warnings', { label: 'Warnings', width: 96, align: 'right', isExtra: true }),
  addedColumn({ label: 'Uploaded', isExtra: true }),
]

export const linkToBatch = ({ id }: ContributionBatch) => ({
  to: PAGES.contribution,
  params: { batchId: id },
})
