/** All batches that the user can see: the working list of a broker, and the page that an employer opens each month. */

import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getContributionGrid, listContributions } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatMonth } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'
import { List } from '../../../lists/list.tsx'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { MoneyDue } from '../../../records/money-due.tsx'
import { EmployerName, SchemeName } from '../../../records/names.tsx'
import { useMay } from '../../../session.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { buildBatchFilters } from './batch.ts'
import { buildBatchBulkActs } from './batch-bulk-acts.tsx'
import { batchColumns, linkToBatch, OTHER_BATCH_COLUMNS } from './batch-columns.tsx'
import { UploadLink } from './upload-link.tsx'

export default function BatchList() {
  const may = useMay()
  const seesGrid = may(getContributionGrid)
  const { employerName, ...columns } = batchColumns
  const { schemeName, payrollMonth, ...others } = columns
  return (
    <>
      <PageHeader
        title={seesGrid ? 'Payroll months' : 'Contributions'}
        crumbs={seesGrid ? [{ label: 'Contributions', to: PAGES.contributions }] : []}
        actions={<UploadLink />}
      />
      {!seesGrid && <OwnMoney />}
      <List
        contract={listContributions}
        name="Payroll months"
        columns={[
          schemeName,
          payrollMonth,
          ...(seesGrid ? [employerName] : []),
          ...Object.values(others),
          ...OTHER_BATCH_COLUMNS,
        ]}
        linkTo={linkToBatch}
        filters={buildBatchFilters(getTodayInDublin())}
        bulkActs={buildBatchBulkActs().filter(({ contract }) => may(contract))}
        chipWords={formatChip}
        empty={{
          title: 'No contributions yet',
          text: 'Upload the payroll file of a month: CSV, or the first sheet of an Excel workbook.',
          action: <UploadLink />,
        }}
      />
    </>
  )
}

/** Amount that an employer still has to pay, above the list of its months. */
function OwnMoney() {
  const {
    data: { contributions },
  } = useSuspenseQuery(createQuery(operation('dashboard.get'), {}))
  return (
    contributions && (
      <div className="mb-5">
        <MoneyDue money={contributions} />
      </div>
    )
  )
}

function formatChip(name: string, value: string): ReactNode {
  if (name === 'schemeId') return <SchemeName id={value} />
  if (name === 'employerId') return <EmployerName id={value} />
  if (name === 'flag') return formatCode(value)
  // A month before those of the filter.
  return name === 'payrollMonth' ? formatMonth(value) : undefined
}
