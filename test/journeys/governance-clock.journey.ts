/**
 * Two weeks on, in a development installation: deadlines come up, the jobs find what is late, and the pages count the days by
 * the clock of the service. Its own service: a clock that is moved is moved for everybody.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addDays } from '../../src/contract/civil-dates.ts'
import { formatDate, getTodayInDublin } from '../../src/web/format.ts'
import { type RunningProgram, startService } from '../service-process.ts'
import { type Account, addressOf, signInOverApi } from './accounts.ts'
import { act, type Found, fetched, rowsAt } from './acts.ts'
import { connectToBrowser, context } from './browser.ts'
import { screenshot, settled } from './people.ts'

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
  const { page } = await context(browser, service.url, {
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

test('a deadline passes, late money is found and decided, and who wants no mail gets none', async () => {
  const page = await as('brokeradmin')
  const today = getTodayInDublin()
  const later = addDays(today, 14)
  const [obligation] = (
    await rowsAt(page, `/api/obligations?status=DUE_SOON&dueTo=${addDays(later, -1)}&limit=200`)
  ).filter(({ ruleId }) => ruleId === 'KFH-03' || ruleId === 'GOV-02')
  expect(obligation).toBeDefined()
  const overdueBefore = (await fetched(page, '/api/dashboard')).duties.overdue
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

  // The days are counted by the clock of the service, not by this browser's.
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: `Today, ${formatDate(later)}` }).waitFor()
  await settled(page)
  expect((await fetched(page, '/api/dashboard')).duties.overdue).toBeGreaterThan(overdueBefore)
  await page.goto(`/calendar/${obligation?.id}`)
  await page.getByText(/^(\d|1\d) days? overdue: due on/).waitFor()
  expect(await fetched(page, `/api/obligations/${obligation?.id}`)).toMatchObject({ status: 'OVERDUE' })

  // As it stood before: the same duty, not late yet.
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
  await settled(page)
  await screenshot(page, 'journey-clock-as-at', true)

  // What the job found is in the register, once however often it runs.
  const found = () => rowsAt(page, '/api/breaches?source=CONTRIBUTION&limit=200')
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
  await screenshot(page, 'journey-clock-breach', true)

  const mails = await (await page.request.get('/outbox')).text()
  expect(mails).toMatch(new RegExp(`^To: .*${addressOf('brokeradmin')}`, 'm'))
  expect(mails).not.toMatch(new RegExp(`^To: .*${addressOf('brokeruser')}`, 'm'))

  await page.goto('/clock')
  await page.getByRole('button', { name: 'Back to this machine' }).click()
  await page.getByRole('heading', { name: `It is ${today}` }).waitFor()
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: `Today, ${formatDate(today)}` }).waitFor()
})
