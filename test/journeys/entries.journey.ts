/** A payroll month that is entered by hand, by a person of the employer who uses the keyboard only. */

import { expect, test } from 'vitest'
import { addMonthsToMonth } from '../../src/contract/civil-dates.ts'
import { formatMonth } from '../../src/contract/value-format.ts'
import { getTodayInDublin } from '../../src/web/format.ts'
import { fetchRows } from './acts.ts'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  takeScreenshot,
  useBrowser,
  waitForPage,
} from './people.ts'

const browser = useBrowser()

/** A month without a file in the demo and in the other journeys. */
const MONTH = addMonthsToMonth(getTodayInDublin().slice(0, 7), -18)
const REFUSED = /status of 4(09|22)/

test('a user of an employer enters the amounts of a month by keyboard', async () => {
  const { page, complaints } = await browser.as('employeruser')
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const [scheme] = await fetchRows(page, '/api/schemes?limit=1&q=Ballycotton%20Foods%20DC')
  await page.goto(`/contributions/enter?schemeId=${scheme?.id}&payrollMonth=${MONTH}`)
  await waitForPage(page)
  const copy = page.getByRole('button', { name: 'Copy last month' })
  await copy.focus()
  await press('Tab', 'Enter')
  await page.getByText(/expected amounts? (is|are) filled in/).waitFor()
  await press('Tab', 'Tab')
  const employee = page.getByRole('textbox', { name: /^Employee, / })
  const focused = (): Promise<string | null> =>
    page.evaluate('document.activeElement.getAttribute("aria-label")')
  expect(await focused()).toBe(await employee.first().getAttribute('aria-label'))
  await page.keyboard.type('-5')
  await press('Enter')
  expect(await focused()).toBe(await employee.nth(1).getAttribute('aria-label'))
  const check = page.getByRole('button', { name: 'Check amounts' })
  await check.focus()
  await press('Enter')
  await page.getByText(/1 line is rejected/).waitFor()
  await page.getByText(/A regular contribution cannot be negative/).waitFor()
  await takeScreenshot(page, 'entry-rejected', true)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await employee.first().focus()
  await page.keyboard.type('150')
  await check.focus()
  await press('Enter')
  const save = page.getByRole('button', { name: /^Save \d+ lines?, €/ })
  await save.waitFor()
  for (const box of await page.getByRole('checkbox', { name: /^Confirm/ }).all()) {
    await box.focus()
    await press('Space')
  }
  await save.focus()
  await press('Enter')
  await page.getByRole('heading', { name: new RegExp(`rows? imported for ${formatMonth(MONTH)}`) }).waitFor()
  await page.getByRole('link', { name: 'Open payroll month' }).focus()
  await press('Enter')
  await page.waitForURL(/\/contributions\/[a-z0-9]+$/)
  await page.getByText('Entered by hand').waitFor()
  const [batch] = await fetchRows(page, `/api/contributions?schemeId=${scheme?.id}&payrollMonth=${MONTH}`)
  expect(batch).toMatchObject({ source: 'MANUAL', status: 'AWAITING_FUNDS', fileName: '' })
  expect(complaints(REFUSED)).toEqual([])
})
