/** The compliance calendar in a browser: overdue obligations and reasons, completion, views, and exports. */

import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { addDays } from '../../src/contract/civil-dates.ts'
import { formatDate } from '../../src/contract/value-format.ts'
import { getTodayInDublin } from '../../src/web/format.ts'
import { act, choose, download, fetchJson, fetchRows, findText, listAuditedActions, refused } from './acts.ts'
import { buildUniqueText, expectAccessible, takeScreenshot, useBrowser, waitForPage } from './people.ts'

const schemeOf = async (page: Page, name = 'ballycotton foods dc'): Promise<string> =>
  (await fetchRows(page, `/api/schemes?q=${encodeURIComponent(name)}&limit=1`))[0]?.id

async function addDocument(page: Page, schemeId: string, title: string): Promise<void> {
  const { csrfToken } = await fetchJson(page, '/api/auth/csrf')
  const response = await page.request.post('/api/documents', {
    headers: { 'x-csrf-token': csrfToken, origin: inject('application').url },
    multipart: {
      schemeId,
      kind: 'OTHER',
      title,
      file: { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('The plan was tested.') },
    },
  })
  expect(response.status(), await response.text()).toBe(201)
}

describe('Monday', () => {
  const browser = useBrowser()

  test('from an overdue obligation to its reason, its completion with evidence, and a better status', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    // No other journey changes this scheme: its obligations are counted.
    const schemeId = await schemeOf(page, 'ballycotton foods executive')
    const overdueOf = () => fetchRows(page, `/api/obligations?schemeId=${schemeId}&status=OVERDUE&limit=200`)

    // Due before the scheme was added: overdue once a user records that it was not done.
    const [unanswered] = await fetchRows(
      page,
      `/api/obligations?schemeId=${schemeId}&ruleId=GOV-15&status=TO_CONFIRM`,
    )
    await page.goto(`/calendar/${unanswered?.id}`)
    await act(page, 'Record as not done')
    await page.getByText(/overdue: due on/).waitFor()

    // The number on the dashboard links to the list of the counted obligations.
    const dashboard = page.waitForResponse('**/api/dashboard')
    await page.goto('/')
    const { duties: obligations } = await (await dashboard).json()
    await page
      .getByRole('link', { name: new RegExp(`^All ${obligations.overdue} in \\d+ schemes?$`) })
      .click()
    await page.waitForURL('**/calendar?status=OVERDUE')
    const agenda = page.getByRole('table', { name: 'Agenda' })
    await agenda.getByText('Test the business continuity plan').first().waitFor()
    await waitForPage(page)
    await expectAccessible(page)

    const document = `Continuity plan ${buildUniqueText()}`
    await addDocument(page, schemeId, document)
    const before = await overdueOf()
    const obligation = before.find(({ ruleId }) => ruleId === 'GOV-15')
    await page.goto(`/schemes/${schemeId}/obligations`)
    await page.getByText(`${before.length} overdue`, { exact: false }).first().waitFor()
    await page
      .getByRole('list', { name: 'Reasons' })
      .getByRole('link', { name: /^Test the business continuity plan/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Test the business continuity plan' }).waitFor()
    // The page shows the rule, the calculation of the date, and the legal source.
    await page.getByRole('link', { name: 'Rule GOV-15' }).waitFor()
    await page.getByText(/^Never recorded: .+ from going live/).waitFor()
    await page.getByRole('heading', { name: 'Legal source' }).waitFor()
    await waitForPage(page)
    await expectAccessible(page)

    expect(await refused(page, 'Mark complete')).toContain('Choose a document or enter a note')
    await act(page, 'Mark complete', async (dialog) => {
      await choose(dialog, /^Evidence document/, document)
      await dialog.getByLabel(/^Note/).fill('Tested with the administrator')
    })
    await page
      .getByText(`Completed on ${formatDate(getTodayInDublin())}`, { exact: false })
      .first()
      .waitFor()
    await page.getByRole('link', { name: document }).waitFor()
    await takeScreenshot(page, 'journey-duty-met', true)
    expect(await fetchJson(page, `/api/obligations/${obligation?.id}`)).toMatchObject({
      status: 'DONE_LATE',
      isByHand: true,
      evidenceDocumentIds: [expect.any(String)],
    })
    expect((await overdueOf()).length).toBe(before.length - 1)

    // The page of the scheme shows one overdue obligation fewer, and the obligation of the next period exists.
    await page.goto(`/schemes/${schemeId}/obligations`)
    await page.getByText('1 overdue', { exact: false }).waitFor({ state: 'hidden' })
    const [next] = await fetchRows(page, `/api/obligations?schemeId=${schemeId}&ruleId=GOV-15&isOpen=true`)
    expect(next).toMatchObject({ status: 'UPCOMING', anchorOn: getTodayInDublin() })

    const { page: admin } = await browser.as('brokeradmin')
    expect((await listAuditedActions(admin, 'obligation', obligation?.id))[0]).toBe('obligation.complete')
    // The user reopens an obligation that was completed by mistake: it is overdue again.
    await page.goto(`/calendar/${obligation?.id}`)
    await act(page, 'Reopen', (dialog) => dialog.getByLabel('Reason').fill('It was another plan'))
    await page.getByText(/overdue: due on/).waitFor()
    expect((await overdueOf()).length).toBe(before.length)
    expect(complaints(/422/)).toEqual([])
  })

  test('the month links to a day and its obligations, and a day before the records says so', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const schemeId = await schemeOf(page)
    // The demo has obligations of the scheme that are due in ten days: near the end of a month, in the next one.
    const month = addDays(getTodayInDublin(), 10).slice(0, 7)
    await page.goto(`/calendar/month?schemeId=${schemeId}&dueFrom=${month}-01`)
    await page.getByText(/^\d+ obligations? in /).waitFor()
    const day = page
      .getByRole('grid', { name: 'Obligations by day' })
      .getByRole('link')
      .filter({ hasText: /due soon/ })
      .first()
    await day.click()
    await page
      .getByRole('table', { name: /^Due on / })
      .getByRole('link')
      .first()
      .waitFor()
    await waitForPage(page)
    await expectAccessible(page)
    await takeScreenshot(page, 'journey-calendar-month', true)
    await page.goto(`/schemes/${schemeId}/obligations?on=2020-01-31`)
    await page.getByText('The scheme was not in the records on 31 Jan 2020').waitFor()
    await page.getByRole('button', { name: 'Back to today' }).click()
    await page.getByRole('list', { name: 'Reasons' }).waitFor()
    expect(complaints(/404/)).toEqual([])
  })
})

describe('exports of the calendar', () => {
  const browser = useBrowser()

  test('an address for a calendar program, until it is revoked', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const read = (address: string) => page.request.get(address)
    await page.goto('/account')
    await page.getByRole('link', { name: 'subscribe to the calendar' }).click()
    const subscribe = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Subscribe' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Create (new )?address$/ })
        .click()
      const address = await page.getByLabel('Address of your calendar').inputValue()
      await waitForPage(page)
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
      return new URL(address).pathname + new URL(address).search
    }
    const first = await subscribe()
    const calendar = await (await read(first)).text()
    expect(calendar).toMatch(/^BEGIN:VCALENDAR/)
    expect(calendar).toContain('BEGIN:VEVENT')

    // The address is shown only once; a new address revokes it.
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText(/^You have an address since/).waitFor()
    await expect.poll(() => page.getByLabel('Address of your calendar').count()).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    const second = await subscribe()
    expect([(await read(first)).status(), (await read(second)).status()]).toEqual([401, 200])
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('button', { name: 'Revoke address' }).click()
    await page.getByText('You have no address yet.').waitFor()
    expect((await read(second)).status()).toBe(401)
    expect(await fetchJson(page, '/api/me/calendar-feed')).toEqual({ feed: null })
    expect(complaints()).toEqual([])
  })

  test('the daily e-mail, which a user can turn off', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const wants = async (): Promise<boolean> => (await fetchJson(page, '/api/me')).wantsDigest
    await page.goto('/account')
    const choice = page.getByLabel(/^Send me a daily e-mail/)
    expect(await choice.isChecked()).toBe(true)
    await choice.uncheck()
    await page.getByRole('button', { name: 'Save reminders' }).click()
    await findText(page, 'You will no longer receive the daily e-mail').waitFor()
    expect(await wants()).toBe(false)
    await page.reload()
    await waitForPage(page)
    expect(await choice.isChecked()).toBe(false)
    await choice.check()
    await page.getByRole('button', { name: 'Save reminders' }).click()
    await findText(page, 'You will receive the daily e-mail').waitFor()
    expect(await wants()).toBe(true)
    // A member gets no daily e-mail and sees no setting for it.
    const { page: member } = await browser.as('member')
    await member.goto('/account')
    await waitForPage(member)
    await expect.poll(() => member.getByRole('heading', { name: 'Reminders' }).count()).toBe(0)
    expect(complaints()).toEqual([])
  })

  test('the packs of a scheme, as files', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    await page.goto(`/schemes/${await schemeOf(page)}/obligations`)
    await waitForPage(page)
    await page.getByRole('button', { name: 'Reports' }).click()
    const board = await download(page, page.getByRole('menuitem', { name: 'Board pack (PDF)' }))
    expect(board.name).toMatch(/^.*ballycotton.*\.pdf$/i)
    expect(board.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    await page.getByRole('button', { name: 'Reports' }).click()
    await page.getByRole('menuitem', { name: 'Supervisory pack (ZIP) …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Documents from/).fill('01/02/2026')
    await dialog.getByLabel(/^Documents to/).fill('01/01/2026')
    await dialog.getByRole('button', { name: 'Download' }).click()
    await dialog.getByText('The last day cannot be before the first day').first().waitFor()
    await dialog.getByLabel(/^Documents to/).fill('01/03/2026')
    const pack = await download(page, dialog.getByRole('button', { name: 'Download' }))
    expect(pack.name).toMatch(/^.*ballycotton.*\.zip$/i)
    expect(pack.bytes.subarray(0, 2).toString()).toBe('PK')
    expect(complaints()).toEqual([])
  })
})
