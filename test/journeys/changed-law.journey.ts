/** From an assistant answer to a file note, and from a law change to the records that it affects, in a browser. */
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { findText, openAct } from './acts.ts'
import {
  buildUniqueText,
  expectAccessible,
  expectNoSidewaysScroll,
  takeScreenshot,
  useBrowser,
  waitForPage,
} from './people.ts'

const browser = useBrowser()

/** Scrolls to the top first: the accessibility check reports links that are half hidden below the top bar. */
async function expectAccessibleFromTop(page: Page): Promise<void> {
  await page.evaluate('scrollTo(0, 0)')
  await expectAccessible(page)
}

const order = (minutes: number): string =>
  `## Section 1 — Of the fog bell\n\nThe bellman shall ring the fog bell every ${minutes} minutes while the quay cannot be seen.\n\n## Section 2 — Of the rope\n\nThe bellman shall oil the rope of the fog bell.\n`

test('a SuperAdmin imports a legal source, a user files an answer from it, and its next version opens a review', async () => {
  const name = buildUniqueText()
  const file = (minutes: number) => ({
    name: `fog-bell-${name}.md`,
    mimeType: 'text/markdown',
    buffer: Buffer.from(order(minutes)),
  })
  const title = `Fog Bell Order ${name}`
  const keeper = await browser.as('superadmin')
  const { page } = keeper
  await page.goto('/corpus')
  await page.getByRole('link', { name: 'Import legal source' }).click()
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByRole('alert').getByText('Enter the title').waitFor()
  await page.locator('input[type=file]').setInputFiles(file(7))
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Source document ID').fill(`JOURNEY-${name}`)
  await page.getByLabel('Kind').selectOption('IE_SI')
  await page.getByLabel('Version date').fill('1/2/2024')
  await waitForPage(page)
  await expectAccessibleFromTop(page)
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByText('New source with 2 passages').waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()

  // A user of a firm asks a question and saves the answer as a file note.
  const broker = await browser.as('brokeruser')
  const question = `How often shall the bellman ring the fog bell, ${name}?`
  await broker.page.goto('/assistant')
  await broker.page.getByRole('textbox', { name: 'Your question' }).fill(question)
  await broker.page.keyboard.press('Enter')
  await broker.page.getByRole('button', { name: 'Save as file note' }).click()
  const dialog = broker.page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Scheme' }).fill('Ballycotton')
  await dialog.getByRole('option').first().click()
  await dialog.getByLabel('Remark').fill('For the bellman')
  await expectAccessibleFromTop(broker.page)
  await dialog.getByRole('button', { name: 'Save as file note' }).click()
  await findText(broker.page, /^Answer saved to the notes of Ballycotton/).waitFor()
  const { data } = (await (await broker.page.request.get('/api/schemes?q=Ballycotton&limit=50')).json()) as {
    data: { id: string }[]
  }
  let schemeId = ''
  for (const { id } of data) {
    const notes = await broker.page.request.get(`/api/schemes/${id}/file-notes?q=${name.toLowerCase()}`)
    if (((await notes.json()) as { data: unknown[] }).data.length > 0) schemeId = id
  }
  await broker.page.goto(`/schemes/${schemeId}/file-notes`)
  await broker.page.getByText('For the bellman').first().waitFor()
  const add = await openAct(broker.page, 'Add note')
  await add.getByRole('textbox', { name: 'Note' }).fill(`Rang the harbour office, ${name}.`)
  await add.getByRole('button', { name: 'Add note' }).click()
  await broker.page.getByText(`Rang the harbour office, ${name}.`).waitFor()
  await waitForPage(broker.page)
  await expectAccessibleFromTop(broker.page)
  await takeScreenshot(broker.page, 'file notes')
  await broker.page.getByRole('link', { name: question }).click()
  await broker.page.getByRole('heading', { level: 1, name: question }).waitFor()
  await broker.page.getByRole('link', { name: `${title}, Section 1` }).click()
  await broker.page.waitForURL('**#section-1')

  // The next version: previewed, imported, and reported to the firm by the nightly job.
  await page.getByRole('link', { name: 'Next version' }).click()
  await page.locator('input[type=file]').setInputFiles(file(3))
  await page.getByLabel('Version date').fill('1/11/2026')
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByText('Next version with 2 passages: 1 passage changed').waitFor()
  await page.locator('del', { hasText: '7' }).waitFor()
  await waitForPage(page)
  await expectAccessibleFromTop(page)
  await takeScreenshot(page, 'text looked at')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('1 passage changed, after the version of 1 Feb 2024').waitFor()
  const { url, cronToken } = inject('application')
  const job = await fetch(`${url}/api/cron/obligations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${cronToken}` },
  })
  expect(job.status).toBe(200)

  await broker.page.goto('/')
  await broker.page.getByRole('link', { name: /to review after a law change/ }).click()
  await broker.page.getByRole('heading', { level: 2, name: `Section 1, ${title}` }).waitFor()
  await broker.page.getByText('Show changes in Section 1').first().click()
  await broker.page.locator('ins', { hasText: '3' }).first().waitFor()
  await waitForPage(broker.page)
  await expectAccessibleFromTop(broker.page)
  await takeScreenshot(broker.page, 'changed law')
  const row = broker.page
    .getByRole('listitem')
    .filter({ has: broker.page.getByRole('link', { name: question }) })
  await row.getByRole('button', { name: 'Mark as reviewed: no change needed' }).click()
  await dialog.getByLabel('Note').fill('Three minutes are kept anyway')
  await dialog.getByRole('button', { name: 'Mark as reviewed: no change needed' }).click()
  await findText(broker.page, 'Review recorded').waitFor()
  await expect.poll(() => broker.page.getByRole('link', { name: question }).count()).toBe(0)
  await broker.page.getByRole('link', { name: 'Reviewed', exact: true }).click()
  await broker.page.getByText('Three minutes are kept anyway').waitFor()

  // A SuperAdmin withdraws a legal source that is no longer in force, with a reason.
  const withdrawal = await openAct(page, 'Withdraw')
  await withdrawal.getByRole('textbox', { name: 'Reason' }).fill('The bell is gone')
  await withdrawal.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText(/^Withdrawn on/).waitFor()
  await page.getByText('The bell is gone').first().waitFor()
  await waitForPage(page)
  await expectAccessibleFromTop(page)
  expect(keeper.complaints()).toEqual([])
  expect(broker.complaints()).toEqual([])
})

test('the pages fit on a phone', async () => {
  const phone = { viewport: { width: 360, height: 740 } }
  const broker = await browser.as('brokeruser', phone)
  await broker.page.goto('/changed-law')
  await broker.page.getByRole('heading', { level: 1, name: 'Law changes' }).waitFor()
  await waitForPage(broker.page)
  await expectNoSidewaysScroll(broker.page)
  const keeper = await browser.as('superadmin', phone)
  for (const path of ['/corpus', '/corpus/new']) {
    await keeper.page.goto(path)
    await waitForPage(keeper.page)
    await expectNoSidewaysScroll(keeper.page)
    await expectAccessible(keeper.page)
  }
  expect(broker.complaints()).toEqual([])
  expect(keeper.complaints()).toEqual([])
})
