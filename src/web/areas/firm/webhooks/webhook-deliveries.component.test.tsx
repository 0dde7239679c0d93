import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import {
  listWebhookDeliveries,
  resendWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
} from '../../../../contract/webhooks.ts'
import { WebhookDeliveries } from './webhook-deliveries.tsx'

const api = setUpFakeApi()
const DELIVERY: WebhookDelivery = {
  id: 'delivery1',
  createdAt: '2026-11-28T09:00:00.000Z',
  updatedAt: '2026-11-28T09:00:00.000Z',
  version: 11,
  tenantId: 'firm1',
  webhookId: 'webhook1',
  eventType: 'obligation.status-changed',
  entityType: 'obligation',
  entityId: 'obligation1',
  schemeId: 'scheme1',
  entityStatus: 'OVERDUE',
  previousEntityStatus: 'DUE_SOON',
  status: 'FAILED',
  attempts: 10,
  httpStatus: 500,
  failure: 'STATUS',
  lastAttemptAt: '2026-12-01T09:00:00.000Z',
  nextAttemptAt: null,
  deliveredAt: null,
}
const show = (status: Webhook['status']) =>
  renderPage(<WebhookDeliveries webhookId="webhook1" isActive={status === 'ACTIVE'} />)

test('a failed delivery says why, and is sent again', async () => {
  api.signIn('BrokerAdmin')
  api.answer(listWebhookDeliveries, () => ({ data: [DELIVERY], nextCursor: null }))
  api.answer(resendWebhookDelivery, () => ({
    ...DELIVERY,
    status: 'PENDING' as const,
    attempts: 0,
    version: 12,
  }))
  const { user } = await show('ACTIVE')
  const text = (await screen.findByText(/Status of an obligation: Overdue/)).closest('[role=row], tr, li')
  expect(text).not.toBeNull()
  const row = within(text as HTMLElement)
  expect(row.getByText('Refused by the receiver, status 500')).toBeTruthy()
  expect(row.getByText('10 of 10')).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Send again: Status of an obligation' }))
  await screen.findByText('The event is being sent again')
  expect(api.requestsTo(resendWebhookDelivery)).toMatchObject([{ input: { id: 'delivery1' }, version: 11 }])
})

test('nothing is sent again while the webhook is paused', async () => {
  api.signIn('BrokerAdmin')
  api.answer(listWebhookDeliveries, () => ({ data: [DELIVERY], nextCursor: null }))
  await show('PAUSED')
  await screen.findByText(/Status of an obligation: Overdue/)
  expect(screen.queryByRole('button', { name: /Send again/ })).toBeNull()
})
