export { noteDueObligations } from './due-obligations.ts'
export { createWebhookOperations } from './operations.ts'
export { createWebhookSender, type WebhookSender, type WebhookTiming } from './webhook-sender.ts'
