import { PAGES } from '../../../../contract/pages.ts'
import {
  createWebhook,
  listWebhooks,
  type Webhook,
  type WebhookStatus,
} from '../../../../contract/webhooks.ts'
import { createAddedColumn, createStatusColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Tone } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { formatEventType } from './event-types.ts'

export const WEBHOOK_TONES: Record<WebhookStatus, Tone> = { ACTIVE: 'done', PAUSED: 'idle' }

const COLUMNS: readonly Column<Webhook>[] = [
  createTextColumn('name', { grows: true }),
  createTextColumn('host', { label: 'Sent to', width: 240, onCard: true }),
  {
    key: 'eventTypes',
    label: 'Events',
    grows: true,
    cell: ({ eventTypes }) => eventTypes.map(formatEventType).join(', '),
    text: ({ eventTypes }) => eventTypes.join(', '),
  },
  createStatusColumn(WEBHOOK_TONES, { width: 120 }),
  createAddedColumn(),
]

export default function WebhookList() {
  const create = useCreateButton(createWebhook, { to: PAGES.newWebhook }, 'New webhook')
  return (
    <>
      <PageHeader title="Webhooks" crumbs={[{ label: 'Settings', to: PAGES.settings }]} actions={create} />
      <List
        contract={listWebhooks}
        name="Webhooks"
        columns={COLUMNS}
        page={PAGES.webhook}
        empty={{
          title: 'No webhooks yet',
          text: 'A webhook tells other software when the status of an obligation, a payroll month, an approval or a breach changes.',
          action: create,
        }}
      />
    </>
  )
}
