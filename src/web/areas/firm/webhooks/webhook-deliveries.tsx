import { formatInstant } from '../../../../contract/value-format.ts'
import {
  type DeliveryStatus,
  listWebhookDeliveries,
  MOST_ATTEMPTS,
  resendWebhookDelivery,
  type WebhookDelivery,
} from '../../../../contract/webhooks.ts'
import { formatCode } from '../../../labels.ts'
import { createAddedColumn, createStatusColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { formatProblem } from '../../../problems.ts'
import { useCommand } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Tone } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { showToast } from '../../../ui/toast.tsx'
import { formatEventType } from './event-types.ts'

const TONES: Record<DeliveryStatus, Tone> = { PENDING: 'idle', DELIVERED: 'done', FAILED: 'late' }
const FAILURES: Record<NonNullable<WebhookDelivery['failure']>, string> = {
  ADDRESS: 'Address is not public',
  CONNECTION: 'No connection',
  TIMEOUT: 'No response in time',
  STATUS: 'Refused by the receiver',
}

const describeResult = ({ httpStatus, failure }: WebhookDelivery): string =>
  [failure ? FAILURES[failure] : '', httpStatus ? `status ${httpStatus}` : ''].filter(Boolean).join(', ') ||
  '—'

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  {
    key: 'eventType',
    label: 'Event',
    grows: true,
    cell: ({ eventType, entityStatus }) =>
      entityStatus
        ? `${formatEventType(eventType)}: ${formatCode(entityStatus)}`
        : formatEventType(eventType),
    text: ({ eventType }) => eventType,
  },
  createStatusColumn(TONES, { width: 120 }),
  {
    key: 'attempts',
    label: 'Attempts',
    width: 96,
    cell: ({ attempts }) => `${attempts} of ${MOST_ATTEMPTS}`,
    text: ({ attempts }) => String(attempts),
  },
  {
    key: 'httpStatus',
    label: 'Last response',
    grows: true,
    onCard: true,
    cell: describeResult,
    text: describeResult,
  },
  {
    key: 'nextAttemptAt',
    label: 'Next attempt',
    width: 150,
    cell: ({ nextAttemptAt }) => (nextAttemptAt ? formatInstant(nextAttemptAt) : '—'),
    text: ({ nextAttemptAt }) => nextAttemptAt ?? '',
  },
  createAddedColumn({ label: 'Time', onCard: true }),
]

const SEND_AGAIN: Column<WebhookDelivery> = {
  key: 'id',
  label: 'Send again',
  width: 120,
  cell: (delivery) =>
    delivery.status === 'PENDING' && delivery.attempts === 0 ? '' : <SendAgain {...delivery} />,
  text: () => '',
}

export const WebhookDeliveries = ({ webhookId, isActive }: { webhookId: string; isActive: boolean }) => (
  <Section title="Deliveries of the last 30 days">
    <List
      contract={listWebhookDeliveries}
      name="Deliveries"
      columns={isActive ? [...COLUMNS, SEND_AGAIN] : COLUMNS}
      fixed={{ id: webhookId }}
      filters={[
        {
          name: 'status',
          options: (Object.keys(TONES) as DeliveryStatus[]).map((value) => ({
            value,
            label: formatCode(value),
          })),
        },
      ]}
      empty={{ title: 'No deliveries yet', text: 'Send a test event to try the receiver.' }}
    />
  </Section>
)

function SendAgain({ id, version, eventType }: WebhookDelivery) {
  const resend = useCommand(resendWebhookDelivery)
  return (
    <Button
      look="quiet"
      isBusy={resend.isPending}
      aria-label={`Send again: ${formatEventType(eventType)}`}
      onClick={() =>
        resend.mutate(
          { sent: { id }, version },
          {
            onSuccess: () => showToast('saved', 'The event is being sent again'),
            onError: (error) => showToast('failed', formatProblem(error)),
          },
        )
      }
    >
      Send again
    </Button>
  )
}
