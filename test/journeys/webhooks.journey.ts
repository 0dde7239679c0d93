/** A webhook: created with its secret, tried with a test event, its delivery in the log, and deleted. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { verifyWebhook } from '../../examples/verify-webhook.ts'
import { useBrowser } from './people.ts'

const browser = useBrowser()

test('an administrator connects a receiver and sees that a test event arrived', async () => {
  const received: { headers: Record<string, string | string[] | undefined>; body: string }[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    received.push({ headers: request.headers, body })
    response.end()
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void receiver.close())

  const { page, complaints } = await browser.as('brokeradmin')
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('link', { name: 'New webhook' }).click()
  await page.getByLabel('Name').fill('Portal of a journey')
  await page.getByLabel('Address').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`)
  await page.getByLabel('New breach').check()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('heading', { name: 'The webhook is created' }).waitFor()
  const secret = (await page.locator('code').textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)

  await page.getByRole('link', { name: 'Go to the webhook' }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send test event' }).click()
  await expect.poll(() => received.length).toBe(1)
  expect(verifyWebhook(secret, received[0]?.headers ?? {}, received[0]?.body ?? '')).toBe(true)
  await page.reload()
  await page.getByText('status 200').first().waitFor()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor()
  // The page that is left still asked for the deleted webhook.
  expect(complaints(/404/)).toEqual([])
})
