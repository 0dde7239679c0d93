import { PAGES } from '../../../../contract/pages.ts'
import { createTenant, listTenants, type Tenant, TenantStatus } from '../../../../contract/tenants.ts'
import { listCodeOptions } from '../../../labels.ts'
import { createAddedColumn, createStatusColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { FIRM_TONES } from './firm.ts'

const COLUMNS: readonly Column<Tenant>[] = [
  createTextColumn('name', { sort: 'name' }),
  createTextColumn('tradingName', { width: 200 }),
  createStatusColumn(FIRM_TONES, { width: 140 }),
  createTextColumn('cbiReference', { width: 180, onCard: true }),
  createAddedColumn({ label: 'Opened' }),
]

export default function FirmList() {
  const create = useCreateButton(createTenant, { to: PAGES.newFirm }, 'New firm')
  return (
    <>
      <PageHeader
        title="Firms"
        actions={
          <>
            <ButtonLink to={PAGES.serviceHealth}>Service health</ButtonLink>
            {create}
          </>
        }
      />
      <List
        contract={listTenants}
        name="Firms"
        columns={COLUMNS}
        page={PAGES.firm}
        searchLabel="Search by name"
        filters={[{ name: 'status', options: listCodeOptions(TenantStatus.options) }]}
        empty={{
          title: 'No firms yet',
          text: 'A firm is a broker with its own users, employers and schemes. Create the first firm and invite its administrator.',
          action: create,
        }}
      />
    </>
  )
}
