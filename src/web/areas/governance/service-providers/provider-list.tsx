import { PAGES } from '../../../../contract/pages.ts'
import {
  createServiceProvider,
  listServiceProviders,
  type ServiceProvider,
  ServiceProviderKind,
  ServiceProviderStatus,
  updateServiceProvider,
} from '../../../../contract/service-providers.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { formatCode, getLabel, listCodeOptions } from '../../../labels.ts'
import {
  createAddedColumn,
  createDateColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { DUE_DAY_WIDTH, DueDay } from '../../../records/due-day.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { PROVIDER_TONES } from './provider.ts'

const formatKinds = ({ kinds }: ServiceProvider): string => kinds.map((code) => formatCode(code)).join(', ')

const COLUMNS: readonly Column<ServiceProvider>[] = [
  createTextColumn('name', { sort: 'name', grows: true, width: 170 }),
  {
    key: 'kinds',
    label: getLabel('kinds'),
    width: 150,
    grows: true,
    onCard: true,
    cell: formatKinds,
    text: formatKinds,
  },
  createTextColumn('arrangementCount', { width: 160, align: 'right' }),
  createDateColumn('registrationEndsOn', {
    width: DUE_DAY_WIDTH,
    onCard: true,
    cell: ({ registrationEndsOn: on, status }) =>
      !on ? '—' : status === 'ACTIVE' ? <DueDay on={on} /> : formatDate(on),
  }),
  createStatusColumn(PROVIDER_TONES, { width: 110 }),
  createTextColumn('regulatoryReference', { width: 150, isExtra: true }),
  createTextColumn('croNumber', { width: 120, isExtra: true }),
  createTextColumn('contactName', { width: 160, isExtra: true }),
  createDateColumn('endedOn', { label: 'Ended', isExtra: true }),
  createAddedColumn({ isExtra: true }),
]
/** Service providers of the schemes, and the end of their registrations. */
export default function ProviderList() {
  const create = useCreateButton(createServiceProvider, { to: PAGES.newProvider }, 'New service provider')
  return (
    <>
      <PageHeader title="Service providers" actions={create} />
      <List
        contract={listServiceProviders}
        name="Service providers"
        columns={COLUMNS}
        page={PAGES.provider}
        searchLabel="Name"
        filters={[
          { name: 'kind', options: listCodeOptions(ServiceProviderKind.options) },
          { name: 'status', options: listCodeOptions(ServiceProviderStatus.options) },
        ]}
        empty={{
          title: 'No service providers yet',
          text: 'Add administrators, auditors, actuaries, investment managers and key function holders, to use them in outsourcing arrangements.',
          action: create,
        }}
        edit={{ contract: updateServiceProvider, page: PAGES.editProvider }}
      />
    </>
  )
}
