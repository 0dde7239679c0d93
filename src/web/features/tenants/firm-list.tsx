import { PAGES } from '../../../contract/pages.ts'
import { createTenant, listTenants, type Tenant, TenantStatus } from '../../../contract/tenants.ts'
import { codeOptions } from '../../labels.ts'
import { addedColumn, statusColumn, textColumn } from '../../lists/columns.tsx'
import { useCreate } from '../../lists/create.tsx'
import { List } from '../../lists/list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Column } from '../../ui/table/column.ts'
import { FIRM_TONES } from './firm-status.ts'

const COLUMNS: readonly Column<Tenant>[] = [
  textColumn('name', { sort: 'name' }),
  textColumn('tradingName', { width: 200 }),
  statusColumn(FIRM_TONES, { width: 140 }),
  textColumn('cbiReference', { width: 180, onCard: true }),
  addedColumn({ label: 'Opened' }),
]

const linkTo = ({ id }: Tenant) => ({ to: PAGES.firm, params: { firmId: id } })

export default function FirmList() {
  const create = useCreate(createTenant, { to: PAGES.newFirm }, 'New firm')
  return (
    <>
      <PageHeader title="Firms" actions={create} />
      <List
        contract={listTenants}
        name="Firms"
        columns={COLUMNS}
        linkTo={linkTo}
        searchLabel="Search by name"
        filters={[{ name: 'status', options: codeOptions(TenantStatus.options) }]}
        empty={{
          title: 'No firms yet',
          text: 'A firm is a broker with people, employers and schemes of its own. Open the first one and invite its administrator.',
          action: create,
        }}
      />
    </>
  )
}
