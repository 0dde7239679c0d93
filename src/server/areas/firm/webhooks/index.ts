export { createWebhookOperations } from './operations.ts'
export { storeDueObligations } from './store-due-obligations.ts'
export { createWebhookSender, type WebhookSender, type WebhookTiming } from './webhook-sender.ts'
