/** A draft in a browser, from the template to the policy created from it, by several users. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { act, choose, fetchJson, fetchRows, findText, listAuditedActions } from './acts.ts'
import {
  buildUniqueText,
  expectAccessible,
  expectNoSidewaysScroll,
  takeScreenshot,
  useBrowser,
  waitForPage,
} from './people.ts'

const browser = useBrowser()

const openPlaces = (page: Page) => page.getByRole('region', { name: 'Blanks to fill' })
const place = (page: Page, label: string) => openPlaces(page).getByRole('textbox', { name: label })
const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await findText(page, 'Draft saved').last().waitFor()
  await waitForPage(page)
}
const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''
const hasFocus = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)

/** Finds a scheme without a risk management policy. */
async function schemeToDraftFor(page: Page): Promise<{ id: string; schemeName: string }> {
  const rows = await fetchRows(page, '/api/policies/matrix?limit=200')
  const row = rows.find(({ cells }) =>
    cells.some(
      ({ kind, required, policyId }: Record<string, unknown>) =>
        kind === 'RISK_MANAGEMENT' && required === true && policyId === null,
    ),
  )
  if (!row) throw new Error('The demo has no scheme without a risk management policy')
  return { id: row.id, schemeName: row.schemeName }
}

async function drafted(page: Page, schemeId: string, kind: string): Promise<string> {
  await page.goto(`/assistant/drafts/new?schemeId=${schemeId}&kind=${kind}`)
  await page.getByRole('button', { name: 'Create draft' }).click()
  await openPlaces(page).waitFor()
  await waitForPage(page)
  return idIn(page)
}

test('users draft, fill in, save, download and approve a risk management policy', async () => {
  const { page, complaints } = await browser.as('brokeruser')
  const scheme = await schemeToDraftFor(page)

  // From the gap in the policies of the scheme.
  await page.goto(`/schemes/${scheme.id}/policies`)
  await page.getByRole('link', { name: /^Draft policy.*Risk management policy$/ }).click()
  await page.getByText(/Filled in from your records/).waitFor()
  expect(await page.getByRole('radio', { name: 'Risk management policy' }).isChecked()).toBe(true)
  const refused = page.getByRole('radio', { name: /^Policy on actuarial activities/ })
  expect(await refused.isDisabled()).toBe(true)
  await page.getByText('Only a regulatory own funds scheme has an actuarial function').waitFor()
  await waitForPage(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create draft' }).click()
  await openPlaces(page).waitFor()
  await waitForPage(page)
  const id = idIn(page)
  await page.getByText('DRAFT: not legal advice').first().waitFor()
  await page.getByText(/to fill before approval/).waitFor()
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
  await expectAccessible(page)
  await takeScreenshot(page, 'draft', true)

  // The user writes a section with the keyboard only; the focus moves to the field and returns afterwards.
  await page.getByRole('button', { name: 'Edit the section “Purpose”' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(page, 'textarea')).toBe(true)
  const words = `Written by hand ${buildUniqueText()}.`
  await page.keyboard.press('Control+End')
  await page.keyboard.type(`\n\n${words}`)
  await page.getByText('Not saved yet').waitFor({ state: 'attached' })
  // A control that the bar with the buttons covers in part would count as too small to touch.
  await page.evaluate(
    `[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Read version 1').scrollIntoView({ block: 'center' })`,
  )
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await findText(page, 'Draft saved').waitFor()
  await expect.poll(() => hasFocus(page, 'textarea')).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(page, '[aria-label="Edit the section “Purpose”"]')).toBe(true)
  await page.getByText(words).waitFor()

  // The page asks before it discards unsaved text.
  await place(page, 'Appetite for risk').fill('Low, {{reviewDate}}')
  await page.getByRole('link', { name: 'Drafts', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(idIn(page)).toBe(id)
  for (const field of await openPlaces(page).getByRole('textbox').all())
    if ((await field.inputValue()) === '') await field.fill('As agreed')
  await save(page)
  await page.getByText('All blanks are filled.').waitFor()
  await page.getByText('Not ready for approval').waitFor()
  // The service does not fill placeholders inside a value.
  await page.getByText('Low, {{reviewDate}}').waitFor()
  expect((await fetchJson(page, `/api/ai/drafts/${id}`)).places).toEqual([])

  // Each save is a version that can be read and compared, without colours.
  await page.getByRole('button', { name: 'Read version 1' }).click()
  await page.getByRole('dialog').getByText('{{riskAppetite}}').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Changes from version 2 to version 3' }).click()
  await page.getByText(/^From version 2 to version 3: \d+ paragraphs? rewritten/).waitFor()
  await page.locator('del', { hasText: 'riskAppetite' }).waitFor()
  await page.locator('ins', { hasText: 'Low' }).waitFor()
  await waitForPage(page)
  await expectAccessible(page)
  await takeScreenshot(page, 'draft changes', true)
  await page.goBack()
  await waitForPage(page)

  // A source links to its exact passage; the service generates the files.
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download .* as Word$/ }).click()
  expect((await download).suggestedFilename()).toMatch(/\.docx$/)
  const pdf = await page.request.get(`/api/ai/drafts/${id}/content?format=pdf`)
  expect(pdf.headers()['content-type']).toContain('application/pdf')
  expect(complaints()).toEqual([])

  // The template asks the author to check a point; the note is deleted once it is settled.
  await page.getByRole('button', { name: 'Edit the section “Scope and proportionality”' }).click()
  const section = page.locator('textarea:focus')
  await section.waitFor()
  const lines = (await section.inputValue()).split('\n')
  expect(lines.filter((line) => line.startsWith('> Check:'))).toHaveLength(1)
  await section.fill(lines.filter((line) => !line.startsWith('> Check:')).join('\n'))
  await page.keyboard.press('Control+s')
  await page.getByText('Ready for approval', { exact: true }).waitFor()

  // Another user approves the draft, and the policy has a version.
  const { page: admin, complaints: others } = await browser.as('brokeradmin')
  await admin.goto(`/assistant/drafts/${id}`)
  await waitForPage(admin)
  await act(admin, 'Approve', (dialog) => dialog.getByText('Risk management policy: version 1').waitFor())
  await findText(admin, 'Draft approved').waitFor()
  await admin.getByRole('heading', { name: 'Approved text' }).waitFor()
  await waitForPage(admin)
  await expectAccessible(admin)
  await takeScreenshot(admin, 'draft approved', true)
  expect(await listAuditedActions(admin, 'draft', id)).toEqual([
    'draft.approve',
    'draft.update',
    'draft.update',
    'draft.update',
    'draft.create',
  ])
  await admin.getByRole('link', { name: 'Open', exact: true }).click()
  await admin.getByText('Version 1 is a draft').waitFor()
  await admin.getByText(words).waitFor()
  expect(await admin.getByText('DRAFT: not legal advice').count()).toBe(0)
  expect(others()).toEqual([])
})

test('two users edit the same draft without loss, and discard it with a reason', async () => {
  const { page } = await browser.as('brokeruser')
  const { page: other } = await browser.as('approver')
  const scheme = await schemeToDraftFor(page)
  const id = await drafted(page, scheme.id, 'OWN_RISK_ASSESSMENT_REPORT')
  await other.goto(`/assistant/drafts/${id}`)
  await waitForPage(other)

  // The editor moves to the blank and selects it, so that typing replaces it.
  await page.getByRole('button', { name: 'Go to blank: To be written' }).click()
  await expect.poll(() => hasFocus(page, 'textarea')).toBe(true)
  await page.keyboard.type('Mine')
  await place(other, 'Main risks').fill('Theirs')
  await save(other)

  await page.getByRole('button', { name: 'Save the draft' }).click()
  const conflict = page.getByRole('dialog', { name: 'Another user saved this record first' })
  await conflict.waitFor()
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Choose all of theirs' }).click()
  await conflict.getByRole('button', { name: 'Use these values' }).click()
  await page.getByText('Theirs').first().waitFor()
  await save(page)

  await act(page, 'Discard', (dialog) => dialog.getByLabel('Reason').fill('Begun for the journey'))
  await page.getByText('Draft discarded').first().waitFor()
  await page.getByText('Begun for the journey').waitFor()
  expect(await page.getByRole('button', { name: 'Save the draft' }).count()).toBe(0)
  await other.reload()
  await other.getByText('Draft discarded').first().waitFor()
})

test('an administrator withdraws all drafts of one corpus snapshot at once', async () => {
  // In the second demo firm: the withdrawal ends every open draft of a firm, and other journeys use drafts of the first.
  const { page, complaints } = await browser.as('brokeradmin2', { viewport: { width: 360, height: 740 } })
  await page.goto('/assistant/drafts')
  await waitForPage(page)
  await page.getByRole('link', { name: 'New draft' }).first().click()
  const scheme = await schemeToDraftFor(page)
  await choose(page, 'Scheme', scheme.schemeName)
  await page.getByRole('radio', { name: 'Remuneration policy' }).check()
  await waitForPage(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Create draft' }).click()
  await openPlaces(page).waitFor()
  await waitForPage(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await takeScreenshot(page, 'draft phone')
  const id = idIn(page)
  await page.getByRole('button', { name: 'Recall drafts based on these sources' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/Affects \d+ drafts?/).waitFor()
  await dialog.getByLabel('Reason').fill('A text was brought in by mistake')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Recall drafts', exact: true }).click()
  await dialog.getByRole('heading', { name: /drafts? recalled/ }).waitFor()
  await dialog.getByRole('link', { name: 'Remuneration policy' }).first().waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Recalled: its sources are no longer relied on').waitFor()
  expect(await listAuditedActions(page, 'draft', id)).toEqual(['draft.withdraw', 'draft.create'])
  expect(complaints()).toEqual([])
})

test('drafts are available to broker roles only', async () => {
  const { page } = await browser.as('employeradmin')
  await page.goto('/assistant/drafts')
  await page.getByRole('heading', { level: 1, name: 'No access with your role' }).waitFor()
})
