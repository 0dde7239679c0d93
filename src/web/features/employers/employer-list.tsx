import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import {
  createEmployer,
  type Employer,
  EmployerStatus,
  listEmployers,
  updateEmployer,
} from '../../../contract/employers.ts'
import { PAGES } from '../../../contract/pages.ts'
import { codeWords } from '../../labels.ts'
import { List } from '../../lists/list.tsx'
import { useMay } from '../../session.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { useKeys } from '../../ui/keys.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Status } from '../../ui/status.tsx'
import { dateWords } from '../../words.ts'
import { EMPLOYER_TONES } from './employer-status.ts'

const COLUMNS: readonly Column<Employer>[] = [
  {
    key: 'legalName',
    label: 'Name',
    sort: 'legalName',
    cell: (row) => row.legalName,
    text: (row) => row.legalName,
  },
  {
    key: 'tradingName',
    width: 200,
    label: 'Trading name',
    cell: (row) => row.tradingName ?? '—',
    text: (row) => row.tradingName ?? '',
  },
  {
    key: 'status',
    width: 150,
    label: 'Status',
    onCard: true,
    cell: (row) => <Status tone={EMPLOYER_TONES[row.status]}>{codeWords(row.status)}</Status>,
    text: (row) => codeWords(row.status),
  },
  {
    key: 'schemeCount',
    width: 90,
    label: 'Schemes',
    align: 'right',
    onCard: true,
    cell: (row) => row.schemeCount,
    text: (row) => String(row.schemeCount),
  },
  {
    key: 'croNumber',
    width: 120,
    label: 'CRO number',
    isExtra: true,
    cell: (row) => row.croNumber ?? '—',
    text: (row) => row.croNumber ?? '',
  },
  {
    key: 'createdAt',
    width: 116,
    label: 'Added',
    sort: '-createdAt',
    cell: (row) => dateWords(row.createdAt.slice(0, 10)),
    text: (row) => row.createdAt.slice(0, 10),
  },
]

const linkTo = ({ id }: Employer) => ({ to: PAGES.employer, params: { employerId: id } })

export default function EmployerList() {
  const may = useMay()
  const navigate = useNavigate()
  useKeys({ c: () => may(createEmployer) && void navigate({ to: PAGES.newEmployer }) })
  const create = may(createEmployer) && (
    <ButtonLink look="primary" icon={<Plus aria-hidden="true" size={16} />} to={PAGES.newEmployer}>
      New employer
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title="Employers" actions={create} />
      <List
        contract={listEmployers}
        name="Employers"
        columns={COLUMNS}
        linkTo={linkTo}
        searchLabel="Search by name"
        filters={[
          {
            name: 'status',
            options: EmployerStatus.options.map((value) => ({ value, label: codeWords(value) })),
          },
        ]}
        empty={{
          title: 'No employers yet',
          text: 'An employer is the client whose schemes you look after. Add the first one, then its schemes.',
          action: create,
        }}
        keys={{
          e: ({ id }) =>
            may(updateEmployer) && void navigate({ to: PAGES.editEmployer, params: { employerId: id } }),
        }}
      />
    </>
  )
}
