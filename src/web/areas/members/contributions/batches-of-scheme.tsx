import type { ReactNode } from 'react'
import { listContributions } from '../../../../contract/contributions.ts'
import { getTodayInDublin } from '../../../format.ts'
import { List } from '../../../lists/list.tsx'
import { useMay } from '../../../session.tsx'
import { buildBatchFilters } from './batch.ts'
import { buildBatchBulkActs } from './batch-bulk-acts.tsx'
import { batchColumns, linkToBatch, OTHER_BATCH_COLUMNS } from './batch-columns.tsx'

const { schemeName: _, payrollMonth, receivedCents, ...others } = batchColumns
const COLUMNS = [
  { ...payrollMonth, grows: true },
  ...Object.values(others),
  { ...receivedCents, isExtra: false },
  ...OTHER_BATCH_COLUMNS,
]

export default function BatchesOfScheme({
  schemeId,
  upload,
}: {
  schemeId: string
  /** The way to another month; none where the scheme takes no contributions. */
  upload: ReactNode
}) {
  const may = useMay()
  return (
    <List
      contract={listContributions}
      name="Payroll months of the scheme"
      columns={COLUMNS}
      linkTo={linkToBatch}
      fixed={{ schemeId }}
      filters={buildBatchFilters(getTodayInDublin())}
      bulkActs={buildBatchBulkActs().filter(({ contract }) => may(contract))}
      empty={
        upload
          ? {
              title: 'No contributions yet',
              text: 'Upload the payroll file of a month. Later months are then expected.',
              action: upload,
            }
          : {
              title: 'No contributions',
              text: 'A scheme in this status takes no contributions.',
            }
      }
    />
  )
}
