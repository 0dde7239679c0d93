import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { PAGES } from '../../../contract/pages.ts'
import { createTenant, listTenants, type Tenant, TenantStatus } from '../../../contract/tenants.ts'
import { codeWords } from '../../labels.ts'
import { List } from '../../lists/list.tsx'
import { useMay } from '../../session.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { useKeys } from '../../ui/keys.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Status } from '../../ui/status.tsx'
import { dateWords } from '../../words.ts'
import { FIRM_TONES } from './firm-status.ts'

const COLUMNS: readonly Column<Tenant>[] = [
  { key: 'name', label: 'Name', sort: 'name', cell: (row) => row.name, text: (row) => row.name },
  {
    key: 'tradingName',
    width: 200,
    label: 'Trading name',
    cell: (row) => row.tradingName ?? '—',
    text: (row) => row.tradingName ?? '',
  },
  {
    key: 'status',
    width: 140,
    label: 'Status',
    onCard: true,
    cell: (row) => <Status tone={FIRM_TONES[row.status]}>{codeWords(row.status)}</Status>,
    text: (row) => codeWords(row.status),
  },
  {
    key: 'cbiReference',
    width: 180,
    label: 'Central Bank reference',
    onCard: true,
    cell: (row) => row.cbiReference ?? '—',
    text: (row) => row.cbiReference ?? '',
  },
  {
    key: 'createdAt',
    width: 116,
    label: 'Opened',
    sort: '-createdAt',
    cell: (row) => dateWords(row.createdAt.slice(0, 10)),
    text: (row) => row.createdAt.slice(0, 10),
  },
]

const linkTo = ({ id }: Tenant) => ({ to: PAGES.firm, params: { firmId: id } })

export default function FirmList() {
  const may = useMay()
  const navigate = useNavigate()
  useKeys({ c: () => may(createTenant) && void navigate({ to: PAGES.newFirm }) })
  const create = may(createTenant) && (
    <ButtonLink look="primary" icon={<Plus aria-hidden="true" size={16} />} to={PAGES.newFirm}>
      New firm
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title="Firms" actions={create} />
      <List
        contract={listTenants}
        name="Firms"
        columns={COLUMNS}
        linkTo={linkTo}
        searchLabel="Search by name"
        filters={[
          {
            name: 'status',
            options: TenantStatus.options.map((value) => ({ value, label: codeWords(value) })),
          },
        ]}
        empty={{
          title: 'No firms yet',
          text: 'A firm is a broker with people, employers and schemes of its own. Open the first one and invite its administrator.',
          action: create,
        }}
      />
    </>
  )
}
