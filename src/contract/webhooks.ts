/** Webhooks: the service sends identifiers and statuses of changed records to an address of the firm (docs/webhooks.md). */
import { z } from 'zod'
import { command, defineRecordCommands, query } from './define.ts'
import {
  Empty,
  excludePpsNumber,
  Id,
  Instant,
  line,
  listOf,
  NoParameters,
  Nothing,
  pageOf,
  recordFields,
} from './values.ts'

/** Types of events that a webhook can ask for. */
export const WEBHOOK_EVENT_TYPES = [
  'obligation.created',
  'obligation.status-changed',
  'contribution.created',
  'contribution.status-changed',
  'approval.submitted',
  'approval.returned',
  'approval.approved',
  'breach.created',
  'breach.status-changed',
] as const
export const WebhookEventType = z.enum(WEBHOOK_EVENT_TYPES)
export type WebhookEventType = z.infer<typeof WebhookEventType>

/** The type of the event that an administrator sends to try a webhook. */
export const TEST_EVENT = 'webhook.test'

export const MOST_WEBHOOKS = 10
/** Hours during which the service also signs with the secret before the last rotation. */
export const PREVIOUS_SECRET_HOURS = 24
export const MOST_ATTEMPTS = 10
export const DELIVERIES_KEPT_DAYS = 30

/** The body of a request to a webhook. It contains identifiers and statuses only. */
export const WebhookEvent = z.object({
  id: Id.describe(
    'Id of the event for this webhook, also in the header webhook-id. A repeated request has the same',
  ),
  type: z.enum([...WEBHOOK_EVENT_TYPES, TEST_EVENT]),
  createdAt: Instant,
  tenantId: Id.describe('Firm'),
  data: z.object({
    entityType: z.string().describe('Kind of the record, with the names of the audit log'),
    id: Id.describe('Record that changed'),
    schemeId: Id.nullable(),
    status: z.string().nullable(),
    previousStatus: z.string().nullable(),
  }),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const WebhookStatus = z.enum(['ACTIVE', 'PAUSED'])
export type WebhookStatus = z.infer<typeof WebhookStatus>

export const Webhook = z.object({
  ...recordFields,
  tenantId: Id,
  name: z.string(),
  url: z.string(),
  host: z.string().describe('Host name of the address, also in the audit log'),
  eventTypes: z.array(WebhookEventType),
  status: WebhookStatus,
  pauseReason: z
    .enum(['USER', 'GONE'])
    .nullable()
    .describe('USER: an administrator paused the webhook. GONE: the receiver responded with status 410'),
  previousSecretUntil: Instant.nullable().describe(
    'Until this time requests are also signed with the secret before the last rotation',
  ),
})
export type Webhook = z.infer<typeof Webhook>

const MOST_CHARACTERS = 500
const isTarget = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hash } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === ''
}

export const EditableWebhook = z.object({
  name: line(1, 100).describe('Software that receives the events'),
  url: excludePpsNumber(z.string().max(MOST_CHARACTERS))
    .refine(isTarget, 'Enter an address that begins with https://, without user name, password and fragment')
    .transform((text) => new URL(text).href)
    .pipe(z.string().max(MOST_CHARACTERS))
    .describe('Address that the events are sent to. It begins with https:// and leads to a public server'),
  eventTypes: z
    .array(WebhookEventType)
    .min(1, 'Select at least one type of event')
    .max(WEBHOOK_EVENT_TYPES.length)
    .describe('Types of the events that are sent'),
})

export const DeliveryStatus = z.enum(['PENDING', 'DELIVERED', 'FAILED'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const WebhookDelivery = z.object({
  ...recordFields,
  tenantId: Id,
  webhookId: Id,
  eventType: z.string(),
  entityType: z.string(),
  entityId: Id,
  schemeId: Id.nullable(),
  entityStatus: z.string().nullable(),
  previousEntityStatus: z.string().nullable(),
  status: DeliveryStatus.describe(
    `PENDING: waiting for the first or the next attempt. FAILED: ${MOST_ATTEMPTS} attempts have failed`,
  ),
  attempts: z.int(),
  httpStatus: z.int().nullable().describe('Status of the response to the last attempt'),
  failure: z
    .enum(['ADDRESS', 'CONNECTION', 'TIMEOUT', 'STATUS'])
    .nullable()
    .describe(
      'Why the last attempt failed. ADDRESS: the host name resolved to an address that is not public, or not at all. STATUS: the status of the response was not 2xx',
    ),
  lastAttemptAt: Instant.nullable(),
  nextAttemptAt: Instant.nullable().describe('Null before the first attempt, which follows within seconds'),
  deliveredAt: Instant.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const WithSecret = Webhook.extend({
  secret: z.string().describe('Key of the signatures: `whsec_` and 32 bytes in Base64. Returned only once'),
})

export const PAGES = {
  webhooks: '/settings/webhooks',
  newWebhook: '/settings/webhooks/new',
  webhook: '/settings/webhooks/$webhookId',
  editWebhook: '/settings/webhooks/$webhookId/edit',
}

export const listWebhooks = query('webhook.list', {
  route: 'GET /api/webhooks',
  access: 'BrokerAdmin',
  summary: 'Lists the webhooks of the firm, newest first.',
  input: pageOf({ sort: z.enum(['-createdAt']).default('-createdAt') }),
  output: listOf(Webhook),
})
export const getWebhook = query('webhook.get', {
  route: 'GET /api/webhooks/{id}',
  access: 'BrokerAdmin',
  summary: 'Returns one webhook, without its secret.',
  input: NoParameters,
  output: Webhook,
})
export const createWebhook = command('webhook.create', {
  route: 'POST /api/webhooks',
  access: 'BrokerAdmin',
  summary: `Creates a webhook; a firm has at most ${MOST_WEBHOOKS}. 422 (\`ADDRESS_NOT_PUBLIC\`) if the host name does not resolve to public addresses only.`,
  input: EditableWebhook,
  output: WithSecret,
  status: 201,
  isReplayable: false,
  requiresRecentSignIn: 'of users with a second factor',
})
export const updateWebhook = command('webhook.update', {
  route: 'PUT /api/webhooks/{id}',
  access: 'BrokerAdmin',
  summary:
    'Changes name, address and event types of a webhook. Deliveries that are waiting are sent to the new address.',
  input: EditableWebhook,
  output: Webhook,
  requiresRecentSignIn: 'of users with a second factor',
})
export const removeWebhook = command('webhook.remove', {
  route: 'DELETE /api/webhooks/{id}',
  access: 'BrokerAdmin',
  summary: 'Deletes a webhook with its delivery log. Deliveries that are waiting are not sent.',
  input: Nothing,
  output: Empty,
  status: 204,
})

const webhookVerb = defineRecordCommands('webhook', '/api/webhooks/{id}', Webhook, 'BrokerAdmin')
export const pauseWebhook = webhookVerb(
  'pause',
  'Pauses a webhook: events are not stored for it, and deliveries that are waiting are sent after it is resumed.',
  Nothing,
)
export const resumeWebhook = webhookVerb('resume', 'Resumes a paused webhook.', Nothing)
export const rotateWebhookSecret = command('webhook.rotate-secret', {
  route: 'POST /api/webhooks/{id}/rotate-secret',
  access: 'BrokerAdmin',
  summary: `Creates a new secret. For ${PREVIOUS_SECRET_HOURS} hours requests are signed with both secrets; the secret before the previous one is not used any more.`,
  input: Nothing,
  output: WithSecret,
  isReplayable: false,
  requiresRecentSignIn: 'of users with a second factor',
})
export const sendTestEvent = command('webhook.send-test', {
  route: 'POST /api/webhooks/{id}/send-test',
  access: 'BrokerAdmin',
  summary: `Sends an event of type \`${TEST_EVENT}\` to an active webhook.`,
  input: Nothing,
  output: WebhookDelivery,
})

export const listWebhookDeliveries = query('webhook-delivery.list', {
  route: 'GET /api/webhooks/{id}/deliveries',
  access: 'BrokerAdmin',
  summary: `Lists the deliveries of a webhook in the last ${DELIVERIES_KEPT_DAYS} days, newest first.`,
  input: pageOf({
    status: DeliveryStatus.optional(),
    sort: z.enum(['-createdAt']).default('-createdAt'),
  }),
  output: listOf(WebhookDelivery),
})
export const resendWebhookDelivery = command('webhook-delivery.resend', {
  route: 'POST /api/webhook-deliveries/{id}/resend',
  access: 'BrokerAdmin',
  summary: 'Sends an event again, with the same webhook-id.',
  input: Nothing,
  output: WebhookDelivery,
})
