/** A significant change of a scheme and the resulting own-risk assessment, in a browser, without loss of typed text. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildUniqueText, expectAccessible, takeScreenshot, useBrowser, waitForPage } from './people.ts'

const browser = useBrowser()

const sectionOf = (page: Page, key: string) =>
  page.getByRole('form', { name: new RegExp(`^Section ${key}:`) })

async function leaveOut(page: Page, key: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: `Write section ${key}` }).click()
  await sectionOf(page, key).getByLabel('Does not apply').check()
  await sectionOf(page, key).getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: `Save section ${key}` }).click()
  await page.getByText(`Section ${key} saved`).waitFor()
}

/** Presses the button of the page and the same button of the confirmation dialog. */
async function act(page: Page, verb: string): Promise<void> {
  await page.getByRole('button', { name: verb }).click()
  await page.getByRole('dialog').getByRole('button', { name: verb }).click()
}

test('a user records a significant change, and two users draft, approve and compare its assessment', async () => {
  const { page } = await browser.as('brokeradmin')
  const { page: other } = await browser.as('brokeruser')
  const answer = await page.request.get('/api/own-risk-assessments?status=APPROVED&limit=1')
  const { data } = (await answer.json()) as { data: { schemeId: string }[] }
  const schemeId = data[0]?.schemeId ?? ''
  const title = `Mail was read by others ${buildUniqueText()}`

  await page.goto(`/schemes/${schemeId}/events/new`)
  await page.getByLabel('Kind of event').selectOption('CYBER_INCIDENT')
  await page.getByText('Assess the risks again').waitFor()
  await page.getByLabel('Summary').fill(title)
  await page.getByRole('button', { name: 'Record event' }).click()
  await page.getByRole('link', { name: 'Plan assessment' }).click()
  await page.getByLabel('Triggering event').waitFor()
  expect(await page.getByLabel('Triggering event').locator('option:checked').textContent()).toContain(title)
  await page.getByRole('button', { name: 'Plan assessment' }).click()
  await page.getByText('Next: start drafting').waitFor()
  await act(page, 'Start drafting')
  await page.getByText('Drafting started').waitFor()
  const address = page.url()

  // Unsaved text survives a change of tab; the risk map links to its rows.
  await page.getByRole('button', { name: 'Write section a' }).click()
  const text = `Decisions of ${buildUniqueText()}\n\nin two paragraphs`
  await sectionOf(page, 'a').getByLabel('Text', { exact: true }).fill(text)
  await page.getByRole('link', { name: /^Risk register/ }).click()
  await page.getByRole('link', { name: /of likelihood 4 and impact 4, high/ }).click()
  await page.getByText('Residual likelihood: 4').waitFor()
  await waitForPage(page)
  await expectAccessible(page)
  await takeScreenshot(page, 'own-risk map')
  await page.getByRole('link', { name: 'Sections', exact: true }).click()
  expect(await sectionOf(page, 'a').getByLabel('Text', { exact: true }).inputValue()).toBe(text)

  // Another user saves a different section, and then the same one.
  await other.goto(address)
  await leaveOut(other, 'd', 'A DC scheme')
  await page.getByRole('button', { name: 'Save section a' }).click()
  await page.getByText('Section a saved').waitFor()
  await other.reload()
  for (const [who, words] of [
    [page, 'Mine'],
    [other, 'Theirs'],
  ] as const) {
    await who.getByRole('button', { name: 'Edit section a' }).click()
    await sectionOf(who, 'a').getByLabel('Text', { exact: true }).fill(words)
  }
  await other.getByRole('button', { name: 'Save section a' }).click()
  await other.getByText('Section a saved').waitFor()
  await page.getByRole('button', { name: 'Save section a' }).click()
  await page.getByText('Another user changed this section in the meantime').waitFor()
  await page.getByText('Theirs', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Overwrite with mine' }).click()
  await page.getByText('Mine', { exact: true }).waitFor()

  // The step to the trustees lists the missing sections until every section is complete.
  await waitForPage(page)
  await page.getByRole('button', { name: 'Mark as with trustees' }).click()
  await page.getByRole('dialog').getByRole('link', { name: /^b\. / }).click()
  await page.getByRole('button', { name: 'Write section b' }).click()
  // Each section is followed by the next one that is missing; its field has the focus.
  for (const [key, next] of [
    ['b', 'c'],
    ['c', 'e'],
  ] as const) {
    await sectionOf(page, key).getByLabel('Does not apply').check()
    await sectionOf(page, key).getByLabel('Reason').fill('Not for this scheme')
    await sectionOf(page, key).getByRole('button', { name: 'Save and write next' }).click()
    const field = sectionOf(page, next).getByLabel('Text', { exact: true })
    await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true)
  }
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  for (const key of ['e', 'f', 'g', 'h']) await leaveOut(page, key, 'Not for this scheme')
  for (const key of ['m', 's']) {
    await page.getByRole('button', { name: `Write section ${key}` }).click()
    expect(await sectionOf(page, key).getByLabel('Does not apply').isDisabled()).toBe(true)
    await sectionOf(page, key).getByLabel('Text', { exact: true }).fill(`Text of ${key}`)
    await page.getByRole('button', { name: `Save section ${key}` }).click()
    await page.getByText(`Section ${key} saved`).waitFor()
  }
  await page.getByText('Complete: ready for the trustees').waitFor()
  await act(page, 'Mark as with trustees')
  await page.getByText('Waiting for another administrator to record the approval').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Edit section/ }).count()).toBe(0)
  // A user who neither wrote the assessment nor sent it to the trustees records the approval.
  const { page: desk } = await browser.as('approver')
  await desk.goto(address)
  await act(desk, 'Record approval')
  await desk.getByText('Approved by the trustees on').waitFor()
  await page.goto(address)
  await page.getByRole('link', { name: 'Comparison' }).click()
  await page.getByText(/^Compared with/).waitFor()
  await waitForPage(page)
  await expectAccessible(page)
  await takeScreenshot(page, 'own-risk comparison')
})
