/** Sharing work in a firm: assign obligations, comment with a mention, and read both in the inbox. */
import { expect, test } from 'vitest'
import {
  buildUniqueText,
  expectAccessible,
  expectNoSidewaysScroll,
  takeScreenshot,
  useBrowser,
  waitForPage,
} from './people.ts'

const browser = useBrowser()

test('obligations are assigned at once and one is commented on; the colleague finds both in the inbox', async () => {
  const words = `Send the file ${buildUniqueText()}`
  const { page } = await browser.as('brokeruser')
  await page.goto('/calendar/all?isOpen=true')
  const table = page.getByRole('table').first()
  const boxes = table.locator('tbody').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByText('2 rows selected').waitFor()
  await waitForPage(page)
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog')
  const assignee = dialog.getByLabel('Assigned to')
  await assignee.getByRole('option', { name: 'Conor Ashe' }).waitFor({ state: 'attached' })
  await assignee.selectOption({ label: 'Conor Ashe' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await page.getByText('Assign: 2 records saved').waitFor()
  await table.getByText('Conor Ashe').first().waitFor()

  // Another journey may change which obligation is first.
  await table.locator('tbody tr').filter({ hasText: 'Conor Ashe' }).locator('a').first().click()
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  await page.getByText('Assigned to Conor Ashe').waitFor()
  const field = page.getByLabel('Add a comment')
  await field.pressSequentially('@con')
  await page.getByRole('option', { name: 'Conor Ashe' }).waitFor()
  await waitForPage(page)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await field.pressSequentially(words)
  await page.getByRole('button', { name: 'Add comment' }).click()
  await page.getByRole('list', { name: 'Comments' }).getByText(words).waitFor()

  await field.fill('The PPS number is 1234567FA')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await page.getByRole('alert').getByText('Remove the PPS number').waitFor()
  expect(await field.inputValue()).toContain('The PPS number')
  await field.fill('')

  const colleague = await browser.as('approver')
  await colleague.page.goto('/inbox')
  const inbox = colleague.page.getByRole('list', { name: 'Inbox' })
  await inbox.getByText(words).waitFor()
  await inbox.getByText('assigned to you:').first().waitFor()
  await waitForPage(colleague.page)
  await expectAccessible(colleague.page)
  await expectNoSidewaysScroll(colleague.page)
  await takeScreenshot(colleague.page, 'inbox')
  await colleague.page.getByRole('button', { name: 'Mark all as read' }).click()
  await colleague.page.getByText('All items marked as read').waitFor()
  await colleague.page.getByRole('link', { name: 'Show unread only' }).click()
  await colleague.page.getByText('No unread items').waitFor()
  expect(title).not.toBe('')

  await page.getByRole('list', { name: 'Comments' }).getByRole('button', { name: 'Remove' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Comment removed').waitFor()
})
