import * as contract from '../../../../contract/webhooks.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'

export const webhooks = recordSet({
  record: contract.Webhook,
  from: 'webhooks r',
  columns: {
    eventTypes: 'to_json(r.event_types)',
    previousSecretUntil: 'app.instant(r.previous_secret_until)',
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {},
  sorts: { '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true } },
})

export const webhookDeliveries = recordSet({
  record: contract.WebhookDelivery,
  from: 'webhook_deliveries r',
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  // The path's id is the webhook's.
  filters: { id: 'r.webhook_id = $', status: 'r.status = $' },
  sorts: { '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true } },
})

/** Path and query of an address may hold a token of the receiver: the audit log has the host name, and that the address changed. */
export const auditedWebhook = defineAuditedRecord('webhook', contract.Webhook, {
  shown: ['name', 'host', 'previousSecretUntil'],
  concealed: ['url'],
})

export const auditedDelivery = defineAuditedRecord('webhookDelivery', contract.WebhookDelivery, {
  shown: ['eventType', 'entityType'],
  leftOut: [
    'createdAt',
    'updatedAt',
    'entityStatus',
    'previousEntityStatus',
    'attempts',
    'httpStatus',
    'failure',
    'lastAttemptAt',
    'nextAttemptAt',
    'deliveredAt',
  ],
})
