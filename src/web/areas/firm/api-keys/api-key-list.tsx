import type { ApiKey, ApiKeyStatus } from '../../../../contract/api-keys.ts'
import { createApiKey, listApiKeys } from '../../../../contract/api-keys.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { createDateColumn, createStatusColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { toServerTime } from '../../../now.ts'
import { Ago } from '../../../ui/ago.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Tone } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'

export const KEY_TONES: Record<ApiKeyStatus, Tone> = {
  ACTIVE: 'done',
  EXPIRED: 'ended',
  REVOKED: 'ended',
}

const COLUMNS: readonly Column<ApiKey>[] = [
  createTextColumn('name', { grows: true }),
  createTextColumn('prefix', { label: 'Beginning of the key', width: 180 }),
  createTextColumn('ownerName', { label: 'Rights of', onCard: true }),
  createStatusColumn(KEY_TONES, { width: 120 }),
  createDateColumn('expiresOn', { label: 'Expires', onCard: true }),
  {
    key: 'lastUsedAt',
    width: 134,
    label: 'Last use',
    onCard: true,
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Ago at={lastUsedAt} now={toServerTime()} /> : 'Never'),
    text: (row) => row.lastUsedAt ?? '',
  },
]

export default function ApiKeyList() {
  const create = useCreateButton(createApiKey, { to: PAGES.newApiKey }, 'New API key')
  return (
    <>
      <PageHeader title="API keys" crumbs={[{ label: 'Settings', to: PAGES.settings }]} actions={create} />
      <List
        contract={listApiKeys}
        name="API keys"
        columns={COLUMNS}
        page={PAGES.apiKey}
        empty={{
          title: 'No API keys yet',
          text: 'Payroll and other software calls the service with an API key. A key is limited to the operations and schemes that you choose.',
          action: create,
        }}
      />
    </>
  )
}
