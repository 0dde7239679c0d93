/** Users that a journey invites: their mails are in the outbox of the development server. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Finds the link in the last mail to a user. Polls: the mail is sent after the response. */
export async function readMailedLink(page: Page, email: string, path: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const outbox = await (await page.request.get('/outbox')).text()
      const mail = outbox.split('-'.repeat(78)).find((text) => text.includes(`To: ${email}`)) ?? ''
      link = /https?:\/\/\S+token=\S+/.exec(mail)?.[0] ?? ''
      return link
    })
    .toContain(path)
  const { pathname, search, hash } = new URL(link)
  return `${pathname}${search}${hash}`
}

/** On the page of an administrator. */
export async function inviteBrokerUser(page: Page, email: string): Promise<void> {
  await page.goto('/users/new')
  await page.getByLabel('Name', { exact: true }).fill('Aoife Invited')
  await page.getByLabel(/E-?mail/i).fill(email)
  await page.getByLabel('Role').selectOption('BrokerUser')
  await page.getByRole('button', { name: /invit/i }).click()
  await page.getByLabel('Messages').getByText(/invit/i).waitFor()
}

/** On the page of an invitation or of a reset, which signs the user in. */
export async function choosePassword(page: Page, chosen: string): Promise<void> {
  await page.locator('input[autocomplete="new-password"]').fill(chosen)
  await page.locator('form button[type=submit]').click()
  await page.getByRole('heading', { level: 1, name: /^Today/ }).waitFor()
}
