/** File imports in a browser: contributions by a broker and by an employer's user, members, and a very large file. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import {
  buildUniqueText,
  expectAccessible,
  expectNoSidewaysScroll,
  takeScreenshot,
  useBrowser,
  waitForPage,
} from './people.ts'

const POLL = { interval: 50, timeout: 30_000 }
/** Responses that the journeys cause on purpose: the wizard shows the refusals. */
const REFUSED = /status of 4(09|22)/

interface Person {
  worksNumber: string
  firstName: string
  lastName: string
  status: string
}

const read = async <T>(page: Page, path: string): Promise<T> =>
  (await (await page.request.get(path)).json()) as T

async function schemeCalled(page: Page, name: string): Promise<{ id: string; people: Person[] }> {
  const { data } = await read<{ data: { id: string; name: string }[] }>(
    page,
    `/api/schemes?limit=10&q=${encodeURIComponent(name)}`,
  )
  const id = data[0]?.id
  if (!id) throw new Error(`The demo has no scheme called ${name}`)
  const members = await read<{ data: Person[] }>(page, `/api/members?schemeId=${id}&limit=100`)
  return { id, people: members.data.filter(({ status }) => status === 'ACTIVE') }
}

/** A month before the months of the demo; each test uses a different one. */
function monthBack(months: number): string {
  const date = new Date()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date.toISOString().slice(0, 7)
}
const payDay = (month: string): string => `27/${month.slice(5)}/${month.slice(0, 4)}`

const csv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((row) => row.join(',')).join('\r\n'))

/** Builds a payroll with the same amounts for every member; the tests put errors into its rows. */
const payroll = (people: readonly Person[], month: string, worksHeader = 'Works No'): string[][] => [
  [worksHeader, 'First Name', 'Surname', 'Pay Date', 'EE', 'ER'],
  ...people.map(({ worksNumber, firstName, lastName }) => [
    worksNumber,
    firstName,
    lastName,
    payDay(month),
    '150.00',
    '180.00',
  ]),
]
const put = (rows: string[][], row: number, column: number, text: string): string[][] =>
  rows.map((cells, index) =>
    index === row ? cells.map((cell, position) => (position === column ? text : cell)) : cells,
  )

const choose = (page: Page, name: string, bytes: Buffer): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes })

/** Waits until the check of the rows on the page has ended, also a check that begins shortly after a change. */
async function checked(page: Page): Promise<void> {
  await page.getByRole('grid').waitFor()
  await expect.poll(() => page.getByText(/^Checked [\d,]+ rows?:/).count(), POLL).toBe(1)
}
const rowsIn = (page: Page, state: string): Promise<string> =>
  page.getByRole('group', { name: 'Rows to show' }).getByRole('button', { name: state }).innerText()
const countOf = async (page: Page, state: string): Promise<number> =>
  Number((await rowsIn(page, state)).replace(/\D/g, ''))

async function confirmWarnings(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox', { name: /^Confirm/ }).all()) await box.check()
}

/** Returns the row and the column of the focused cell. */
const focusInGrid = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>(
    `(() => {
      const cell = document.activeElement?.closest('[role=grid] [data-place]')
      return cell ? cell.closest('[data-row]').dataset.row + ':' + cell.dataset.place : null
    })()`,
  )

async function look(page: Page, name: string): Promise<void> {
  await takeScreenshot(page, `imports-${name}`, true)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await takeScreenshot(page, `imports-${name}-dark`, true)
  await expectAccessible(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  const before = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await takeScreenshot(page, `imports-${name}-360`, true)
  if (before) await page.setViewportSize(before)
}

describe('contributions', () => {
  const browser = useBrowser()

  test('a broker by mouse: columns, a correction, a skipped row, warnings, the import, the same file again', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const month = monthBack(20)
    const scheme = await schemeCalled(page, 'Corrib Precision Engineering DC')
    await page.goto(`/contributions/upload?schemeId=${scheme.id}`)
    await waitForPage(page)
    await look(page, 'contributions-empty')
    const rows = put(
      put(payroll(scheme.people, month, 'Their own word'), 2, 4, 'abc'),
      3,
      0,
      'nobody has this',
    )
    await choose(page, 'october.csv', csv(rows))
    await page.getByText('Choose the payroll month', { exact: true }).waitFor()
    await page.getByLabel('Payroll month').selectOption(month)

    await page.getByText('Required column not found').waitFor()
    await look(page, 'contributions-columns')
    await page.getByLabel('Their own word').selectOption({ label: 'Works number' })
    await checked(page)
    expect(await countOf(page, 'Rejected')).toBe(2)
    await look(page, 'contributions-checked')

    await page.getByRole('gridcell', { name: 'abc' }).dblclick()
    await page.getByRole('textbox', { name: 'EE, row 3' }).fill('150.00')
    await page.keyboard.press('Enter')
    await expect.poll(() => countOf(page, 'Rejected'), POLL).toBe(1)
    await checked(page)
    await page.getByRole('button', { name: 'Skip rejected row' }).click()
    await expect.poll(() => countOf(page, 'Skipped'), POLL).toBe(1)
    await checked(page)

    const ready = scheme.people.length - 1
    const button = page.getByRole('button', { name: `Import ${ready} rows` })
    await button.click()
    const alert = page.getByRole('alert').filter({ hasText: 'The file is not imported yet' })
    await alert.waitFor()
    await look(page, 'contributions-stopped')
    await confirmWarnings(page)
    await button.click()
    await page.getByRole('heading', { name: new RegExp(`^${ready} rows imported for `) }).waitFor()
    await look(page, 'contributions-done')
    await expect
      .poll(() => page.evaluate('document.activeElement.textContent'), POLL)
      .toContain('rows imported')

    await page.getByRole('button', { name: 'Upload another file' }).click()
    await choose(page, 'october.csv', csv(rows))
    await page.getByText('This file is already imported').waitFor()
    await look(page, 'contributions-again')
    // The link to the earlier import leaves the page, which asks first because its contents are not saved.
    await page.getByRole('link', { name: 'Open the earlier import' }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.waitForURL(/\/contributions\/[a-z0-9]+$/)
    expect(complaints(REFUSED)).toEqual([])
  })

  test('a broker by keyboard: to the cell with the error, a new value, a skipped row, the import', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const month = monthBack(21)
    const scheme = await schemeCalled(page, 'Corrib Precision Engineering DC')
    await page.goto(`/contributions/upload?schemeId=${scheme.id}&payrollMonth=${month}`)
    await waitForPage(page)
    const rows = put(put(payroll(scheme.people, month), 2, 5, '180 euro or so'), 4, 4, 'much')
    await choose(page, 'keys.csv', csv(rows))
    await checked(page)

    await page.getByRole('button', { name: 'Skip to content' }).focus()
    await press('Enter')
    for (let i = 0; i < 40 && (await focusInGrid(page)) === null; i++) await press('Tab')
    expect(await focusInGrid(page), 'the first rejected row').toBe('3:1')
    // Enter moves the focus from the row's message to the cell with the error.
    await press('Enter')
    await expect.poll(() => focusInGrid(page), POLL).toBe('3:7')
    await press('Enter')
    await page.getByRole('textbox', { name: 'ER, row 3' }).waitFor()
    await page.keyboard.type('99.00')
    await press('Escape')
    await expect.poll(() => page.getByText('changed from').count(), POLL).toBe(0)
    await press('Enter')
    await page.getByRole('textbox', { name: 'ER, row 3' }).waitFor()
    await page.keyboard.type('180.00')
    await press('Enter')
    await page.getByText('ER changed from 180 euro or so to 180.00').waitFor()
    await press('u')
    await expect.poll(() => page.getByText('changed from').count(), POLL).toBe(0)
    await press('Enter')
    await page.getByRole('textbox', { name: 'ER, row 3' }).waitFor()
    await page.keyboard.type('180.00')
    await press('Enter')
    // The row is correct and no longer in the list of rejected rows: the next one has the focus.
    await expect.poll(() => focusInGrid(page), POLL).toBe('5:7')
    await checked(page)
    await press('x')
    await expect.poll(() => countOf(page, 'Skipped'), POLL).toBe(1)
    await checked(page)

    const isOn = (words: string): Promise<boolean> =>
      page.evaluate<boolean>(
        `(document.activeElement.labels?.[0] ?? document.activeElement).textContent.startsWith(${JSON.stringify(words)})`,
      )
    for (let i = 0; i < 60 && !(await isOn('Import ')); i++) {
      if (await isOn('Confirm')) await press('Space')
      await press('Tab')
    }
    await press('Enter')
    await page.getByRole('heading', { name: /rows imported for / }).waitFor()
    expect(complaints(REFUSED)).toEqual([])
  })

  test('a broker records a file as rejected and downloads its problems', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const month = monthBack(22)
    const scheme = await schemeCalled(page, 'Corrib Precision Engineering DC')
    await page.goto(`/contributions/upload?schemeId=${scheme.id}&payrollMonth=${month}`)
    await waitForPage(page)
    await choose(page, 'rejected.csv', csv(put(payroll(scheme.people, month), 1, 4, '=1+1')))
    await checked(page)
    await page.getByRole('button', { name: 'Record as rejected' }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Record as rejected' }).click()
    await page.getByRole('heading', { name: 'Recorded as rejected' }).waitFor()
    await look(page, 'contributions-rejected')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download problems' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    expect(complaints(REFUSED)).toEqual([])
  })

  test('a lost response: after a second click the rows are imported once', async () => {
    const { page } = await browser.as('brokeruser')
    const month = monthBack(19)
    const scheme = await schemeCalled(page, 'Corrib Precision Engineering DC')
    await page.goto(`/contributions/upload?schemeId=${scheme.id}&payrollMonth=${month}`)
    await waitForPage(page)
    await choose(page, 'lost.csv', csv(payroll(scheme.people, month)))
    await checked(page)
    await confirmWarnings(page)
    const wire = await page.context().newCDPSession(page)
    await wire.send('Fetch.enable', {
      patterns: [{ urlPattern: '*/api/contributions', requestStage: 'Response' }],
    })
    const keys: string[] = []
    wire.on('Fetch.requestPaused', ({ requestId, request: { method, headers } }) => {
      const key = new Headers(headers as Record<string, string>).get('idempotency-key')
      if (method === 'POST' && key) keys.push(key)
      // The service has imported the rows and sent the response, but the response does not arrive.
      void (key && keys.length === 1
        ? wire.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
        : wire.send('Fetch.continueRequest', { requestId }))
    })
    const button = page.getByRole('button', { name: `Import ${scheme.people.length} rows` })
    await button.click()
    await page.getByText('No response: import not confirmed').waitFor()
    await button.click()
    await page.getByRole('heading', { name: /rows imported for / }).waitFor()
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
    const { data } = await read<{ data: object[] }>(
      page,
      `/api/contributions?schemeId=${scheme.id}&payrollMonth=${month}`,
    )
    expect(data).toHaveLength(1)
  })

  test("an employer's user uploads for their own employer", async () => {
    const { page, complaints } = await browser.as('employeruser')
    const month = monthBack(23)
    const scheme = await schemeCalled(page, 'Ballycotton Foods DC')
    await page.goto(`/contributions/upload?schemeId=${scheme.id}&payrollMonth=${month}`)
    await waitForPage(page)
    await expect.poll(() => page.getByLabel('Employer', { exact: true }).count()).toBe(0)
    await choose(page, 'payroll.csv', csv(payroll(scheme.people, month)))
    await checked(page)
    await look(page, 'contributions-employer')
    await confirmWarnings(page)
    await page.getByRole('button', { name: /^Import \d+ rows?$/ }).click()
    await page.getByRole('heading', { name: /rows? imported for / }).waitFor()
    await page.getByRole('link', { name: 'Open payroll month' }).click()
    await page.waitForURL(/\/contributions\/[a-z0-9]+$/)
    await waitForPage(page)
    expect(complaints(REFUSED)).toEqual([])
  })
})

describe('members', () => {
  const browser = useBrowser()

  test('a broker imports two, after a correction', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const scheme = await schemeCalled(page, 'Ballycotton Foods DC')
    const tail = buildUniqueText()
    await page.goto(`/members/import?schemeId=${scheme.id}`)
    await waitForPage(page)
    await look(page, 'members-empty')
    await choose(
      page,
      'members.csv',
      csv([
        ['PPS number to follow', 'Works No', 'First Name', 'Surname', 'Date of Birth', 'Date Joined Scheme'],
        ['Y', `A${tail}`, 'Nuala', `Import ${tail}`, '14/05/1984', '01/01/2020'],
        ['Y', `B${tail}`, 'Ruairí', `Import ${tail}`, '32/01/1990', '01/02/2021'],
      ]),
    )
    await page.getByText('Required column not found').waitFor()
    await page.getByLabel('PPS number to follow', { exact: true }).selectOption('ppsn_pending')
    await checked(page)
    expect(await countOf(page, 'Rejected')).toBe(1)
    await look(page, 'members-checked')
    await page.getByRole('gridcell', { name: '32/01/1990' }).click()
    await page.getByRole('button', { name: 'Correct Date of Birth' }).click()
    await page.getByRole('textbox', { name: 'Date of Birth, row 3' }).fill('31/01/1990')
    await page.keyboard.press('Enter')
    await expect.poll(() => countOf(page, 'Rejected'), POLL).toBe(0)
    await checked(page)
    await confirmWarnings(page)
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByRole('heading', { name: '2 members added, 0 changed' }).waitFor()
    await look(page, 'members-done')
    await page.getByRole('link', { name: 'Open members' }).click()
    await page.waitForURL(`**/schemes/${scheme.id}/members`)
    await waitForPage(page)
    await page.goto(`/members?q=${encodeURIComponent(`Import ${tail}`)}`)
    await expect.poll(() => page.getByRole('link', { name: tail }).count(), POLL).toBe(2)
    expect(complaints(REFUSED)).toEqual([])
  })

  test('a broker imports members without PPS numbers, and replaces a value in all rows', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const scheme = await schemeCalled(page, 'Ballycotton Foods DC')
    const tail = buildUniqueText()
    await page.goto(`/members/import?schemeId=${scheme.id}`)
    await waitForPage(page)
    await choose(
      page,
      'members.csv',
      csv([
        ['works_number', 'first_name', 'last_name', 'date_of_birth', 'date_joined_scheme', 'status'],
        ...['A', 'B', 'C'].map((letter) => [
          `${letter}${tail}`,
          'Nuala',
          `Pending ${tail}${letter}`,
          '14/05/1984',
          '01/01/2020',
          letter === 'A' ? 'Active' : 'In post',
        ]),
      ]),
    )
    await page.getByRole('button', { name: 'Mark all PPS numbers as pending' }).click()
    await checked(page)
    expect(await countOf(page, 'Rejected')).toBe(2)
    await look(page, 'members-pending')
    await page.getByRole('button', { name: 'Replace in all 2 rows' }).click()
    await page.getByLabel('New value').fill('Active')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Replace in 2 rows' }).click()
    await expect.poll(() => countOf(page, 'Rejected'), POLL).toBe(0)
    await checked(page)
    await confirmWarnings(page)
    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await page.getByRole('heading', { name: '3 members added, 0 changed' }).waitFor()
    expect(complaints(REFUSED)).toEqual([])
  })

  test('a typed PPS number is not shown again', async () => {
    const { page } = await browser.as('brokeruser')
    const scheme = await schemeCalled(page, 'Ballycotton Foods DC')
    await page.goto(`/members/import?schemeId=${scheme.id}`)
    await waitForPage(page)
    const tail = buildUniqueText()
    await choose(
      page,
      'pps.csv',
      csv([
        ['PPSN', 'Works No', 'First Name', 'Surname', 'Date of Birth', 'Date Joined Scheme'],
        ['6433435E', `C${tail}`, 'Orla', `Import ${tail}`, '14/05/1984', '01/01/2020'],
      ]),
    )
    await checked(page)
    await page.getByRole('gridcell', { name: '*******E' }).dblclick()
    const field = page.getByRole('textbox', { name: 'PPSN, row 2' })
    expect(await field.inputValue()).toBe('')
    await field.fill('6433435F')
    await page.keyboard.press('Enter')
    await page.getByText('changed from *******E to *******F').waitFor()
    await checked(page)
    expect(await page.content()).not.toContain('6433435')
    expect(page.url()).not.toContain('6433435')
  })
})

describe('a file of 20,000 rows', () => {
  const browser = useBrowser()
  const ROWS = 20_000
  const messages: string[] = []
  afterAll(() => process.stdout.write(`${messages.join('\n')}\n`))

  test('the user reaches and edits the last row', { timeout: 180_000 }, async () => {
    const { page } = await browser.as('brokeruser')
    const month = monthBack(20)
    const scheme = await schemeCalled(page, 'Ballycotton Foods DC')
    await page.goto(`/contributions/upload?schemeId=${scheme.id}&payrollMonth=${month}`)
    await waitForPage(page)
    await page.evaluate(`
      window.longTasks = []
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.longTasks.push(Math.round(duration))
      }).observe({ entryTypes: ['longtask'] })`)
    const tellLongTasks = async (name: string): Promise<void> => {
      const tasks = await page.evaluate<number[]>('window.longTasks.splice(0)')
      messages.push(`${name}: ${tasks.length} long tasks, the longest ${Math.max(0, ...tasks)} ms`)
    }
    const people = Array.from({ length: ROWS }, (_, index) => ({
      worksNumber: `X${index}`,
      firstName: 'Person',
      lastName: `Number ${index}`,
      status: 'ACTIVE',
    }))
    await choose(page, 'large.csv', csv(payroll(people, month)))
    await expect.poll(() => page.getByRole('grid').count(), { ...POLL, timeout: 90_000 }).toBe(1)
    await tellLongTasks('the check')
    await page.getByRole('gridcell').first().click()
    await page.getByRole('grid').hover()
    for (let i = 0; i < 60; i++) await page.mouse.wheel(0, 900)
    await tellLongTasks('scrolling')
    for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowDown')
    await tellLongTasks('thirty rows down')
    await page.keyboard.press('Control+End')
    await expect.poll(() => focusInGrid(page), POLL).toBe(`${ROWS + 1}:7`)
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: `ER, row ${ROWS + 1}` }).waitFor()
    await page.keyboard.type('181.00')
    await page.keyboard.press('Enter')
    await page.getByText('ER changed from 180.00 to 181.00').waitFor()
    await takeScreenshot(page, 'imports-large')
  })
})
