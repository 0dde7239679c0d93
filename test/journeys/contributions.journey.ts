/** A payroll month from its upload to its close, in a browser, and the views of the employer and the member. */

import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { addMonthsToMonth } from '../../src/contract/civil-dates.ts'
import { formatMonth } from '../../src/contract/value-format.ts'
import { getTodayInDublin } from '../../src/web/format.ts'
import { openAct } from './acts.ts'
import {
  buildUniqueText,
  expectAccessible,
  expectNoSidewaysScroll,
  takeScreenshot,
  useBrowser,
  waitForPage,
} from './people.ts'

const browser = useBrowser()

/** The next month: the demo has no contributions for it, and its money is not due yet. */
const MONTH = addMonthsToMonth(getTodayInDublin().slice(0, 7), 1)
const EMPLOYEE = '210.00'
const EMPLOYER = '290.00'
const ANY_WARNING = Array.from({ length: 12 }, (_, index) => `W${String(index + 1).padStart(2, '0')}`)

interface Listed {
  data: { id: string; schemeId: string; worksNumber: string | null }[]
}

/** Uploads the file of the month for the members of a scheme, like a payroll program. */
async function uploaded(page: Page, schemeId: string): Promise<void> {
  const { data: members } = (await (
    await page.request.get(`/api/members?schemeId=${schemeId}&status=ACTIVE&limit=200`)
  ).json()) as Listed
  const { csrfToken } = (await (await page.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const rows = members.map(({ worksNumber }) =>
    [worksNumber, `01/${MONTH.slice(5)}/${MONTH.slice(0, 4)}`, EMPLOYEE, EMPLOYER, buildUniqueText()].join(
      ',',
    ),
  )
  const answer = await page.request.post('/api/contributions', {
    headers: { 'x-csrf-token': csrfToken, origin: inject('application').url },
    multipart: {
      schemeId,
      payrollMonth: MONTH,
      confirmedWarnings: JSON.stringify(ANY_WARNING),
      file: {
        name: 'payroll.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          ['works_number,pay_date,ee_contribution,er_contribution,comment', ...rows, ''].join('\r\n'),
        ),
      },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

async function opened(page: Page, schemeId: string): Promise<void> {
  await page.goto(`/contributions?schemeId=${schemeId}&from=${addMonthsToMonth(MONTH, -5)}&to=${MONTH}`)
  await page
    .getByRole('grid', { name: 'Contributions by month' })
    .getByRole('link', { name: new RegExp(`^${formatMonth(MONTH)}: €`) })
    .click()
  await page.getByRole('heading', { level: 1, name: new RegExp(`^${formatMonth(MONTH)}, `) }).waitFor()
}

/** Fills in the dialog of an action and presses the button with its verb. */
async function act(page: Page, verb: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const dialog = await openAct(page, verb)
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).first().fill(value)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const header = (page: Page) => page.getByRole('main').locator('header')
const stands = (page: Page, status: string): Promise<void> =>
  header(page).getByText(status, { exact: true }).waitFor()

test('a broker corrects, undoes and repeats an upload, records money and investment, and closes the month', {
  timeout: 240_000,
}, async () => {
  const { page: own } = await browser.as('member')
  const { data: records } = (await (await own.request.get('/api/members?limit=1')).json()) as Partial<Listed>
  const { page, complaints } = await browser.as('brokeruser')
  const { data: found } = (await (
    await page.request.get('/api/members?status=ACTIVE&limit=1')
  ).json()) as Listed
  const schemeId = records?.[0]?.schemeId ?? found[0]?.schemeId ?? ''
  await uploaded(page, schemeId)
  await opened(page, schemeId)
  await stands(page, 'Awaiting funds')

  // Imported lines do not change: a correction is a separate line that refers to the corrected line.
  await page.getByRole('button', { name: 'Correct line 1', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Employee', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Correct line' }).click()
  await dialog.getByText('Amounts: Change at least one amount').waitFor()
  await dialog.getByLabel('Employee', { exact: true }).fill('200.00')
  await dialog.getByLabel('Reason').fill('Unpaid leave')
  await dialog.getByRole('button', { name: 'Correct line' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Corrects line 1' }).waitFor()
  await page
    .getByRole('row', { name: /Corrects line 1/ })
    .getByText('-€10.00')
    .first()
    .waitFor()

  await act(page, 'Undo upload', { Reason: 'The wrong file' })
  await stands(page, 'Undone')
  await page.getByText('Reason: The wrong file').waitFor()
  expect(await page.getByRole('link', { name: 'Upload again' }).getAttribute('href')).toContain(
    `payrollMonth=${MONTH}`,
  )
  await takeScreenshot(page, 'journey-contributions-undone')

  await uploaded(page, schemeId)
  await opened(page, schemeId)
  await act(page, 'Record money', { Amount: '100.00', 'Deducted from employees': '100.00' })
  await stands(page, 'Part funded')
  await page.getByText(/^€100\.00 of €[\d,.]+ received so far\.$/).waitFor()
  await takeScreenshot(page, 'journey-contributions-part-funded', true)
  // The field already contains the outstanding amount.
  await act(page, 'Record money')
  await stands(page, 'Funded')

  // The month has not begun: the page shows the service's refusal beside the field.
  await openAct(page, 'Record statement')
  await dialog.getByRole('button', { name: 'Record statement' }).click()
  await dialog.getByText('The date cannot be before the payroll month').first().waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })

  await act(page, 'Record investment')
  await stands(page, 'Invested')
  await act(page, 'Close the month')
  await stands(page, 'Closed')
  await expect.poll(() => page.getByRole('button', { name: /^(Record|Correct|Close)/ }).count()).toBe(0)
  await waitForPage(page)
  await takeScreenshot(page, 'journey-contributions-closed', true)
  await expectAccessible(page)
  // The 422 is the refused statement.
  expect(complaints(/422/)).toEqual([])
})

test('an employer sees their months and can only upload', async () => {
  const { page, complaints } = await browser.as('employeruser', { viewport: { width: 360, height: 800 } })
  await page.goto(`/contributions/batches?payrollMonth=${MONTH}&status=CLOSED`)
  await waitForPage(page)
  await expectNoSidewaysScroll(page)
  expect(await page.getByRole('link', { name: 'Upload payroll file' }).count()).toBeGreaterThan(0)
  await page.getByRole('list', { name: 'Payroll months' }).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: new RegExp(`^${formatMonth(MONTH)}, `) }).waitFor()
  await waitForPage(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await expect
    .poll(() => page.getByRole('button', { name: /^(Record|Correct|Close|More actions)/ }).count())
    .toBe(0)
  await takeScreenshot(page, 'journey-contributions-employer')
  expect(complaints()).toEqual([])
})

test('a member reads the contributions reported for them', async () => {
  const { page, complaints } = await browser.as('member')
  await page.goto('/')
  await waitForPage(page)
  await page.getByRole('img', { name: /^Contributions by year, / }).waitFor()
  await page.getByRole('link', { name: 'pensions@harbour-row.example' }).first().waitFor()
  await page.getByText('Show month by month').click()
  const reported = page.getByRole('list', { name: 'Payroll reports' })
  await reported.getByText(formatMonth(MONTH)).first().waitFor()
  await reported.getByText(/€210\.00 from you, €290\.00 from your employer/).waitFor()
  await expectAccessible(page)
  await takeScreenshot(page, 'journey-contributions-member', true)
  expect(complaints()).toEqual([])
})

test('the grid of months is one tab stop, and arrow keys move between months', async () => {
  const { page, complaints } = await browser.as('brokeruser')
  await page.goto('/contributions')
  await waitForPage(page)
  const grid = page.getByRole('grid', { name: 'Contributions by month' })
  await expect.poll(() => grid.locator('a[tabindex="0"]').count()).toBe(1)
  await grid.locator('a[tabindex="0"]').focus()
  await page.keyboard.press('End')
  const rate = await grid.locator('a:focus').getAttribute('href')
  expect(rate).toMatch(/^\/contributions\/batches\?schemeId=/)
  await page.keyboard.press('ArrowLeft')
  const month = await grid.locator('a:focus').getAttribute('aria-label')
  expect(month).toMatch(/^[A-Z][a-z]{2} \d{4}: /)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => grid.locator('a[tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/schemes/*/contributions')
  expect(complaints()).toEqual([])
})
