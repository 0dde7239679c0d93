/** Asking the law in a browser: with keys alone, to the very passage, and what happens where there is no answer. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findText, listAuditedActions } from './acts.ts'
import {
  buildUniqueText,
  expectAccessible,
  expectNoSidewaysScroll,
  takeScreenshot,
  useBrowser,
  waitForPage,
} from './people.ts'

const browser = useBrowser()
const LIGHTING = 'When shall the keeper light the harbour lamp?'

const questionBox = (page: Page) => page.getByRole('textbox', { name: 'Your question' })
const hasFocus = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < 60 && !(await hasFocus(page, selector)); i++) await page.keyboard.press('Tab')
  expect(await hasFocus(page, selector), selector).toBe(true)
}
const pressed = (page: Page): Promise<number> => page.locator('main [aria-pressed=true]').count()

async function ask(page: Page, question: string): Promise<void> {
  await page.goto('/assistant')
  await waitForPage(page)
  await questionBox(page).fill(question)
  await page.keyboard.press('Enter')
}

describe('a question about the law', () => {
  test('is chosen from the examples and stays in the question box', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    await page.goto('/assistant')
    await waitForPage(page)
    await page.getByRole('button', { name: 'Can the trustees borrow money?' }).click()
    await page.getByText('Trustees may neither borrow money nor act as guarantor').first().waitFor()
    expect(await questionBox(page).inputValue()).toBe('Can the trustees borrow money?')
    expect(complaints()).toEqual([])
  })

  test('is asked, followed to its source and followed up with the keyboard only', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    await page.goto('/')
    await waitForPage(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('assistant')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/assistant')
    await expect.poll(() => hasFocus(page, 'textarea')).toBe(true)

    await page.keyboard.type('When shall the keeper')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('light the harbour lamp?')
    await page.keyboard.press('Enter')
    await page
      .getByRole('status')
      .getByText(/^Answer complete, \d sources?$/)
      .waitFor()
    await page.getByRole('heading', { name: LIGHTING }).waitFor()
    await page.getByText('The keeper shall light the harbour lamp one hour before sunset').first().waitFor()
    await expect.poll(() => page.getByText('two hours before sunset').count()).toBe(0)
    await page.getByRole('heading', { name: 'Extracts from the sources' }).waitFor()
    await expectAccessible(page)

    // From the sentence to its source, and back.
    await tabTo(page, '[data-number="1"]')
    expect(await pressed(page)).toBe(0)
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(page, 'li[id]')).toBe(true)
    const both = await pressed(page)
    expect(both).toBeGreaterThanOrEqual(2)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(page, '[data-number="1"]')).toBe(true)
    expect(await pressed(page)).toBe(both)
    await waitForPage(page)
    await takeScreenshot(page, 'assistant answer', true)

    // Why it was found, and the passage itself.
    await tabTo(page, 'summary')
    await page.keyboard.press('Enter')
    await page
      .getByText(/of the question matches this passage/)
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/assistant/sources/*#article-1*')
    await page.getByRole('heading', { level: 1, name: 'Harbour Lamps Order' }).waitFor()
    await waitForPage(page)
    const anchor = new URL(page.url()).hash.slice(1)
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(anchor)
    await page.getByRole('article').getByText('one hour before sunset').waitFor()
    await takeScreenshot(page, 'assistant source')

    // The answer is still there, and the box takes the next question.
    await page.goBack()
    await page.getByText('The keeper shall light the harbour lamp one hour before sunset').first().waitFor()
    await questionBox(page).focus()
    await page.keyboard.type('Whom does the keeper tell when the harbour lamp goes out?')
    await page.keyboard.press('Enter')
    await page.getByText('tell the harbour master within 21 minutes').first().waitFor()
    await page
      .getByRole('status')
      .getByText(/^Answer complete/)
      .waitFor()
    // Typing takes the place of what was asked.
    await page.keyboard.type('x')
    expect(await questionBox(page).inputValue()).toBe('x')
    expect(complaints()).toEqual([])
  })

  test('is answered by the law of another date', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    await page.goto('/assistant')
    await questionBox(page).fill(LIGHTING)
    await page.getByLabel('Law as at').fill('soon')
    await page.keyboard.press('Enter')
    await page.getByText('Enter the date as 21/03/2026').waitFor()
    await page.getByLabel('Law as at').fill('1/3/2022')
    await page.keyboard.press('Enter')
    await page.getByText('The keeper shall light the harbour lamp two hours before sunset').first().waitFor()
    await page
      .getByRole('link', { name: /^Open in the source/ })
      .first()
      .click()
    await page.getByText('As in force on 1 Mar 2022').waitFor()
    await page.getByRole('article').getByText('two hours before sunset').waitFor()
    await page.getByRole('button', { name: 'Show the version of today' }).click()
    await page.getByRole('article').getByText('one hour before sunset').waitFor()
    expect(complaints()).toEqual([])
  })

  test('that the sources do not answer gets a message that says so', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    await ask(page, 'How long do I boil potatoes for colcannon?')
    await page.getByRole('region', { name: 'Answer' }).getByText('No answer in the legal sources').waitFor()
    await expect.poll(() => page.getByText('Extracts from the sources').count()).toBe(0)
    await waitForPage(page)
    await expectAccessible(page)
    await takeScreenshot(page, 'assistant refusal')
    await page.getByRole('link', { name: 'Show all sources' }).click()
    await page.getByRole('link', { name: 'Harbour Lamps Order', exact: true }).waitFor()
    expect(complaints()).toEqual([])
  })

  test('with personal data is refused with the kind of data, and stays in the box', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await ask(page, 'May 1234567FA light the harbour lamp?')
    await page.getByRole('alert').getByText('Remove the PPS number').waitFor()
    expect(sent.filter((url) => url.endsWith('/api/ai/ask'))).toEqual([])
    const question = 'May nobody@lamps.example light the harbour lamp?'
    await questionBox(page).fill(question)
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .getByText(/e-mail address/)
      .waitFor()
    expect(await questionBox(page).inputValue()).toBe(question)
    await waitForPage(page)
    await expectAccessible(page)
    expect(complaints(/422/)).toEqual([])
  })

  test('without an answer is kept and can be asked again', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    await page.route('**/api/ai/ask', (route) => route.abort('connectionreset'))
    await ask(page, LIGHTING)
    await page.getByText('No answer yet').waitFor()
    expect(await questionBox(page).inputValue()).toBe(LIGHTING)
    await page.unroute('**/api/ai/ask')
    // Half an answer, as of a service that is stopped while it speaks.
    await page.route('**/api/ai/ask', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: 'event: sources\ndata: {"citations":[]}\n\n' }),
    )
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.getByText('No answer yet').waitFor()
    await page.unroute('**/api/ai/ask')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.getByText('The keeper shall light the harbour lamp one hour before sunset').first().waitFor()
    expect(complaints(/CONNECTION_RESET/)).toEqual([])
  })
})

describe('an earlier question', () => {
  test('is found again, rated, copied with its citations and recorded', async () => {
    const { page, complaints } = await browser.as('brokeradmin', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const question = `When shall the keeper trim the wick of the harbour lamp, ${buildUniqueText()}?`
    await ask(page, question)
    await page.getByText('trim the wick of the harbour lamp at midnight').first().waitFor()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor()
    await page.getByLabel('Asked by').selectOption({ index: 1 })
    await page.waitForURL('**/assistant/answers?askedById=*')
    await page.getByRole('link', { name: question }).click()
    await page.getByRole('heading', { level: 1, name: question }).waitFor()
    await waitForPage(page)
    await page.getByRole('button', { name: 'Not helpful' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Comment').fill('It does not say which midnight')
    await dialog.getByRole('button', { name: 'Not helpful' }).click()
    await page.getByText('Rated as not helpful').waitFor()
    await page.getByText('It does not say which midnight').waitFor()
    await page.getByRole('button', { name: 'Copy with citations' }).click()
    await findText(page, 'Answer copied').waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toContain(question)
    expect(copied).toMatch(/at midnight\. \[1\]/)
    expect(copied).toMatch(/\[1\] Harbour Lamps Order, Article 2; version of 1 Jan 2024/)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect(await listAuditedActions(page, 'assistantAnswer', id)).toEqual(['assistant.rate', 'assistant.ask'])
    await page.getByRole('link', { name: 'Open in the audit log' }).click()
    await page
      .getByText(/asked the assistant/)
      .first()
      .waitFor()
    expect(complaints()).toEqual([])
  })
})

describe('the legal sources', () => {
  test('are searched and read by heading', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    await page.goto('/assistant/sources')
    await waitForPage(page)
    await page.keyboard.press('/')
    await page.keyboard.type('1234567FA')
    await page.getByText('Remove the PPS number').waitFor()
    await page.getByRole('searchbox').fill('wick at midnight')
    await page.getByRole('link', { name: 'Article 2, Harbour Lamps Order' }).click()
    await page.waitForURL('**#article-2')
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('article-2')
    await page
      .getByRole('navigation', { name: 'Headings' })
      .getByRole('link', { name: /^Part 2/ })
      .click()
    await expect
      .poll(() => page.evaluate<string>('document.activeElement.textContent'))
      .toBe('Part 2 — Failure')
    await page.getByText('Written for the journeys.').waitFor()
    expect(await page.getByRole('link', { name: /^Official text/ }).getAttribute('rel')).toBe('noreferrer')
    await page.goto(`${new URL(page.url()).pathname}#article-99`)
    await page.getByText('Passage not in this version').waitFor()
    expect(complaints()).toEqual([])
  })

  test('fit on a phone, and so do the answers', async () => {
    const { page, complaints } = await browser.as('brokeruser', { viewport: { width: 360, height: 740 } })
    await ask(page, LIGHTING)
    // The passages found so far are shown first; the stored answer takes their place.
    await page.getByText(/^Law as at \d/).waitFor()
    await page
      .getByRole('button', { name: /^Source 1:/ })
      .first()
      .click()
    await expect.poll(() => hasFocus(page, 'li[id]')).toBe(true)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await takeScreenshot(page, 'assistant phone', true)
    await page
      .getByRole('link', { name: /^Open in the source/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'Harbour Lamps Order' }).waitFor()
    await page.getByText('Headings', { exact: true }).click()
    await page.getByRole('link', { name: /^Part 2/ }).click()
    await waitForPage(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    expect(complaints()).toEqual([])
  })

  test("are available to broker roles, not to an employer's users", async () => {
    const { page } = await browser.as('employeradmin')
    await page.goto('/')
    await waitForPage(page)
    await expect.poll(() => page.getByRole('link', { name: 'Assistant' }).count()).toBe(0)
    await page.goto('/assistant')
    await page.getByRole('heading', { level: 1, name: 'No access with your role' }).waitFor()
  })
})
