import {
  createEmployer,
  EmployerStatus,
  type EmployerSummary,
  listEmployers,
  updateEmployer,
} from '../../../../contract/employers.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { listCodeOptions } from '../../../labels.ts'
import { createAddedColumn, createStatusColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { EMPLOYER_TONES } from './employer.ts'

const COLUMNS: readonly Column<EmployerSummary>[] = [
  createTextColumn('legalName', { label: 'Name', sort: 'legalName', grows: true, wraps: true }),
  createTextColumn('tradingName', { width: 140, grows: true }),
  createStatusColumn(EMPLOYER_TONES, { width: 150 }),
  createTextColumn('schemeCount', { width: 90, label: 'Schemes', align: 'right', onCard: true }),
  createTextColumn('croNumber', { width: 120, isExtra: true }),
  createAddedColumn(),
]

export default function EmployerList() {
  const create = useCreateButton(createEmployer, { to: PAGES.newEmployer }, 'New employer')
  return (
    <>
      <PageHeader title="Employers" actions={create} />
      <List
        contract={listEmployers}
        name="Employers"
        columns={COLUMNS}
        page={PAGES.employer}
        searchLabel="Search by name"
        filters={[{ name: 'status', options: listCodeOptions(EmployerStatus.options) }]}
        empty={{
          title: 'No employers yet',
          text: 'An employer is a client with pension schemes. Add the first employer, then its schemes.',
          action: create,
        }}
        edit={{ contract: updateEmployer, page: PAGES.editEmployer }}
      />
    </>
  )
}
