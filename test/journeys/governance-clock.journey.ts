/**
 * Two weeks later, in a development installation: deadlines pass, the jobs detect late obligations and contributions, and the pages
 * count days by the clock of the service. Runs its own service, because a moved clock applies to all users.
 */

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addDays } from '../../src/contract/civil-dates.ts'
import { formatDate } from '../../src/contract/value-format.ts'
import { getTodayInDublin } from '../../src/web/format.ts'
import { type RunningProgram, startService } from '../service-process.ts'
import { type Account, getAddress, signInOverApi } from './accounts.ts'
import { act, type Found, fetchJson, fetchRows } from './acts.ts'
import { connectToBrowser, openContext } from './browser.ts'
import { takeScreenshot, waitForPage } from './people.ts'

const [PASSWORD, CRON_TOKEN] = ['a-password-of-this-journey', 'a-token-of-this-journey-and-no-other']
let service: RunningProgram
let browser: Browser

beforeAll(async () => {
  ;[service, browser] = await Promise.all([
    startService({ DEV_ACCOUNTS_PASSWORD: PASSWORD, CRON_TOKEN, RATE_LIMIT_SCALE: '100' }),
    connectToBrowser(inject('browserEndpoint')),
  ])
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

async function as(account: Account): Promise<Page> {
  const client = await signInOverApi(service.url, account, PASSWORD)
  const storageState = await client.storageState()
  await client.dispose()
  const { page } = await openContext(browser, service.url, {
    baseURL: service.url,
    reducedMotion: 'reduce',
    storageState,
  })
  return page
}

async function run(page: Page, job: string): Promise<Found> {
  const answer = await page.request.post(`/api/cron/${job}`, {
    headers: { authorization: `Bearer ${CRON_TOKEN}` },
  })
  expect(answer.status(), job).toBe(200)
  return answer.json()
}

test('a deadline passes, late money is detected and assessed, and a user who opted out gets no mail', async () => {
  const page = await as('brokeradmin')
  const today = getTodayInDublin()
  const later = addDays(today, 14)
  const [obligation] = (
    await fetchRows(page, `/api/obligations?status=DUE_SOON&dueTo=${addDays(later, -1)}&limit=200`)
  ).filter(({ ruleId }) => ruleId === 'KFH-03' || ruleId === 'GOV-02')
  expect(obligation).toBeDefined()
  const overdueBefore = (await fetchJson(page, '/api/dashboard')).duties.overdue
  await page.goto(`/calendar/${obligation?.id}`)
  await page
    .getByText(`Due on ${formatDate(obligation?.dueOn)}, in `, { exact: false })
    .first()
    .waitFor()

  const other = await as('brokeruser')
  await other.goto('/account')
  await other.getByLabel(/^Send me a daily e-mail/).uncheck()
  await other.getByRole('button', { name: 'Save reminders' }).click()
  await other.getByText('You will no longer receive the daily e-mail').waitFor()

  await page.goto('/clock')
  await page.getByRole('heading', { name: `It is ${today}` }).waitFor()
  for (const _ of [1, 2]) await page.getByRole('button', { name: '7 days on' }).click()
  await page.getByRole('heading', { name: `It is ${later}` }).waitFor()
  for (const job of ['obligations', 'contributions', 'reminders']) await run(page, job)

  // The page counts days by the clock of the service, not of the browser.
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: `Today, ${formatDate(later)}` }).waitFor()
  await waitForPage(page)
  expect((await fetchJson(page, '/api/dashboard')).duties.overdue).toBeGreaterThan(overdueBefore)
  await page.goto(`/calendar/${obligation?.id}`)
  await page.getByText(/^(\d|1\d) days? overdue: due on/).waitFor()
  expect(await fetchJson(page, `/api/obligations/${obligation?.id}`)).toMatchObject({ status: 'OVERDUE' })

  // The view as at today's date shows the same obligation, not late yet.
  await page.goto(`/schemes/${obligation?.schemeId}/obligations`)
  await page.getByLabel('As at').fill(formatDate(today))
  await page.getByLabel('As at').press('Enter')
  await page.getByText(`Status at the end of ${formatDate(today)}`).waitFor()
  const row = page
    .getByRole('table', { name: `Obligations as at ${formatDate(today)}` })
    .getByRole('row')
    .filter({ hasText: obligation?.ruleId })
  await row
    .getByText(/^Due in \d+ days?$/)
    .first()
    .waitFor()
  await waitForPage(page)
  await takeScreenshot(page, 'journey-clock-as-at', true)

  // The breach register has each detected breach once, also after several runs of the job.
  const found = () => fetchRows(page, '/api/breaches?source=CONTRIBUTION&limit=200')
  const entries = await found()
  expect(entries.length).toBeGreaterThan(0)
  await run(page, 'contributions')
  expect((await found()).length).toBe(entries.length)
  await page.goto('/breaches?source=CONTRIBUTION&status=OPEN')
  await page.getByRole('table').getByRole('link', { name: entries[0]?.title }).first().click()
  await page.getByText('Automatically').waitFor()
  await act(page, 'Assess', async (dialog) => {
    await dialog.getByLabel('Report').selectOption('Voluntary report')
    await dialog.getByLabel('Reason').fill('The third month in a row')
  })
  await page.getByText('Next: Voluntary report').waitFor()
  await act(page, 'Record report')
  await page
    .getByText(`Reported on ${formatDate(later)}`, { exact: false })
    .first()
    .waitFor()
  await takeScreenshot(page, 'journey-clock-breach', true)

  const mails = await (await page.request.get('/outbox')).text()
  expect(mails).toMatch(new RegExp(`^To: .*${getAddress('brokeradmin')}`, 'm'))
  expect(mails).not.toMatch(new RegExp(`^To: .*${getAddress('brokeruser')}`, 'm'))

  await page.goto('/clock')
  await page.getByRole('button', { name: 'Back to this machine' }).click()
  await page.getByRole('heading', { name: `It is ${today}` }).waitFor()
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: `Today, ${formatDate(today)}` }).waitFor()
})
