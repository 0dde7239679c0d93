import { useNavigate } from '@tanstack/react-router'
import { PAGES } from '../../../contract/pages.ts'
import {
  createServiceProvider,
  listServiceProviders,
  type ServiceProvider,
  ServiceProviderKind,
  ServiceProviderStatus,
  updateServiceProvider,
} from '../../../contract/service-providers.ts'
import { codeOptions, codeWords, labelOf } from '../../labels.ts'
import { addedColumn, dayColumn, statusColumn, textColumn } from '../../lists/columns.tsx'
import { useCreate } from '../../lists/create.tsx'
import { List } from '../../lists/list.tsx'
import { DueDay } from '../../records/due-day.tsx'
import { useMay } from '../../session.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Column } from '../../ui/table/column.ts'
import { dateWords } from '../../words.ts'
import { PROVIDER_TONES } from './provider-status.ts'

const kindsWords = ({ kinds }: ServiceProvider): string => kinds.map((code) => codeWords(code)).join(', ')

const COLUMNS: readonly Column<ServiceProvider>[] = [
  textColumn('name', { sort: 'name', grows: true }),
  {
    key: 'kinds',
    label: labelOf('kinds'),
    width: 240,
    grows: true,
    onCard: true,
    cell: kindsWords,
    text: kindsWords,
  },
  textColumn('arrangementCount', { width: 160, align: 'right' }),
  dayColumn('registrationEndsOn', {
    width: 216,
    onCard: true,
    cell: ({ registrationEndsOn: on, status }) =>
      !on ? '—' : status === 'ACTIVE' ? <DueDay on={on} /> : dateWords(on),
  }),
  statusColumn(PROVIDER_TONES, { width: 110 }),
  textColumn('regulatoryReference', { width: 150, isExtra: true }),
  textColumn('croNumber', { width: 120, isExtra: true }),
  textColumn('contactName', { width: 160, isExtra: true }),
  dayColumn('endedOn', { label: 'Ended', isExtra: true }),
  addedColumn({ isExtra: true }),
]
const linkTo = ({ id }: ServiceProvider) => ({ to: PAGES.provider, params: { providerId: id } })

/** Who works for the schemes, and whose registration ends. */
export default function ProviderList() {
  const may = useMay()
  const navigate = useNavigate()
  const create = useCreate(createServiceProvider, { to: PAGES.newProvider }, 'Enter a provider')
  return (
    <>
      <PageHeader title="Service providers" actions={create} />
      <List
        contract={listServiceProviders}
        name="Service providers"
        columns={COLUMNS}
        linkTo={linkTo}
        searchLabel="Name"
        filters={[
          { name: 'kind', options: codeOptions(ServiceProviderKind.options) },
          { name: 'status', options: codeOptions(ServiceProviderStatus.options) },
        ]}
        empty={{
          title: 'No service providers yet',
          text: 'Enter administrators, auditors, actuaries, investment managers and the holders of key functions; outsourcing arrangements name them.',
          action: create,
        }}
        keys={{
          e: ({ id }) =>
            may(updateServiceProvider) &&
            void navigate({ to: PAGES.editProvider, params: { providerId: id } }),
        }}
      />
    </>
  )
}
