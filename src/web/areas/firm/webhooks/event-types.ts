import { TEST_EVENT, type WebhookEventType } from '../../../../contract/webhooks.ts'

const EVENT_TYPES: Record<WebhookEventType | typeof TEST_EVENT, string> = {
  'obligation.created': 'New obligation',
  'obligation.status-changed': 'Status of an obligation',
  'contribution.created': 'New payroll month',
  'contribution.status-changed': 'Status of a payroll month',
  'approval.submitted': 'Submitted for approval',
  'approval.returned': 'Returned by the approver',
  'approval.approved': 'Approved',
  'breach.created': 'New breach',
  'breach.status-changed': 'Status of a breach',
  [TEST_EVENT]: 'Test event',
}

export const formatEventType = (type: string): string => EVENT_TYPES[type as keyof typeof EVENT_TYPES] ?? type
