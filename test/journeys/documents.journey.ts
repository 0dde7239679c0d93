/** Documents in a browser: adding, refusals, access by role, versions, and removal. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { act, download } from './acts.ts'
import {
  buildUniqueText,
  expectAccessible,
  type JourneyBrowser,
  takeScreenshot,
  useBrowser,
  waitForPage,
} from './people.ts'

const saved = (page: Page, words: string | RegExp) => page.getByLabel('Messages').getByText(words)

const file = (name: string, content: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})
const pdf = (name: string, words = '') =>
  file(name, `%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%${words}\ntrailer\n<<>>\n%%EOF\n`)
const PAGE = '<!doctype html><script>alert(1)</script>'

type Handed = ReturnType<typeof file>

/** Adds one file with this title and opens its page. */
async function add(
  page: Page,
  address: string,
  handed: Handed,
  title: string,
  visibility?: string,
): Promise<string> {
  await page.goto(address)
  await waitForPage(page)
  await page.getByLabel('Files', { exact: true }).setInputFiles(handed)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Kind').selectOption('Other')
  if (visibility) await page.getByLabel(new RegExp(`^${visibility}`)).check()
  await page.getByRole('button', { name: 'Add document' }).click()
  await saved(page, `${title} added`).waitFor()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function downloadText(page: Page, link: Locator): Promise<{ name: string; text: string }> {
  const { name, bytes } = await download(page, link)
  return { name, text: bytes.toString() }
}

const memberIdOf = async (browser: JourneyBrowser): Promise<string> => {
  const { page } = await browser.as('member')
  const { user } = await (await page.request.get('/api/auth/session')).json()
  return user.memberId
}

describe('a broker', () => {
  const browser = useBrowser()

  test('adds several files at once, and sees why one is refused', async () => {
    const { page, complaints } = await browser.as('brokeradmin')
    const tail = buildUniqueText()
    await page.goto('/schemes')
    await page.getByRole('link', { name: /^Ballycotton Foods DC Pension Scheme/ }).click()
    await page
      .getByRole('navigation', { name: 'Parts of the scheme' })
      .getByRole('link', { name: 'Files' })
      .click()
    await page.waitForURL('**/schemes/*/documents')
    await page.getByRole('link', { name: 'Add documents' }).first().click()
    await waitForPage(page)

    await page.getByRole('button', { name: 'Add document' }).click()
    await page.getByRole('alert').getByText('Choose a file first').first().waitFor()
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles([
        file('page.html', PAGE),
        pdf(`deed_of-amendment ${tail}.pdf`),
        file(`disguised ${tail}.pdf`, PAGE),
        file(`members ${tail}.csv`, 'name\r\nNobody\r\n'),
      ])
    // The page refuses the file by its name and does not send it.
    await page.getByText('page.html was rejected: files of type .html are not accepted').waitFor()
    await page.getByRole('button', { name: 'Add 3 documents' }).click()
    await page.getByRole('alert').getByText('Enter the kind').first().waitFor()
    await takeScreenshot(page, 'journey-documents-kind-missing', true)
    // The page applies the first kind to the files without one.
    await page.getByLabel('Kind').first().selectOption('Deed of amendment')
    expect(await page.getByLabel('Kind').last().inputValue()).toBe('DEED_OF_AMENDMENT')
    await page.getByLabel('Kind').last().selectOption('Other')
    await page
      .getByText('Harbour Row Financial Brokers and the people of Ballycotton Foods Limited')
      .waitFor()
    await page.getByLabel(/^Shared with employer/).check()
    await page.getByRole('button', { name: 'Add 3 documents' }).click()

    const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
    await files
      .nth(1)
      .getByText(/^Not added: This file type is not accepted/)
      .waitFor()
    await page.getByText('1 file not added').waitFor()
    expect(await files.nth(0).innerText()).toContain('Added')
    expect(await files.nth(2).innerText()).toContain('Added')
    await takeScreenshot(page, 'journey-documents-refused', true)
    await expectAccessible(page)

    await page.getByRole('button', { name: `Leave out disguised ${tail}.pdf` }).click()
    await files.getByRole('link', { name: `Deed of amendment ${tail}` }).click()
    await page.getByRole('heading', { level: 1, name: `Deed of amendment ${tail}` }).waitFor()
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Documents' })
      .click()
    await page.getByRole('link', { name: `Members ${tail}`, exact: true }).waitFor()
    await expect.poll(() => page.getByText(`disguised ${tail}`).count()).toBe(0)
    expect(complaints(/422/)).toEqual([])
  })

  test('adds a version, makes it final, records who signed, and adds its successor', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const title = `Annual report ${buildUniqueText()}`
    await page.goto('/schemes')
    await page.getByRole('link', { name: /^Ballycotton Foods DC Pension Scheme/ }).click()
    await page.waitForURL('**/schemes/*')
    const schemeId = new URL(page.url()).pathname.split('/')[2]
    const id = await add(page, `/documents/new?schemeId=${schemeId}`, pdf('first.pdf', 'one'), title)

    await page.getByRole('button', { name: 'Add a version' }).click()
    const dialog = page.getByRole('dialog')
    // Waits first: the page behind the dialog is still loading, and would replace the field and lose the chosen file.
    await dialog.getByRole('heading').waitFor()
    await waitForPage(page)
    await dialog.getByLabel('File', { exact: true }).setInputFiles(file('second.pdf', PAGE))
    await dialog.getByRole('button', { name: 'Add version 2' }).click()
    await dialog.getByText(/This file type is not accepted/).waitFor()
    await dialog.getByLabel('File', { exact: true }).setInputFiles(pdf('second.pdf', 'two'))
    await dialog.getByRole('button', { name: 'Add version 2' }).click()
    await saved(page, 'Version 2 added').waitFor()
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
    await versions.nth(1).waitFor()
    const current = await downloadText(page, versions.nth(0).getByRole('link'))
    expect(current).toEqual({ name: 'second.pdf', text: expect.stringContaining('%two') })
    const before = await downloadText(page, versions.nth(1).getByRole('link'))
    expect(before).toEqual({ name: 'first.pdf', text: expect.stringContaining('%one') })
    const { headers } = { headers: (await page.request.get(`/api/documents/${id}/content`)).headers() }
    expect(headers['content-disposition']).toBe('attachment; filename=second.pdf')
    expect(headers['x-content-type-options']).toBe('nosniff')

    await act(page, 'Make final')
    await act(page, 'Record signatures', (open) =>
      open.getByLabel('Signed by').fill('Nuala Prendergast\nMiriam Casserly'),
    )
    await page.getByText('Nuala Prendergast, Miriam Casserly').waitFor()
    // A signed document cannot be changed.
    await expect.poll(() => page.getByRole('button', { name: 'Add a version' }).count()).toBe(0)
    await page.getByText('Cannot be removed before this date').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect.poll(() => page.getByRole('menuitem', { name: 'Remove …' }).count()).toBe(0)
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Add replacement' }).click()
    await waitForPage(page)
    const successor = `${title}, corrected`
    await page.getByLabel('Files', { exact: true }).setInputFiles(pdf('third.pdf'))
    await page.getByLabel('Title').fill(successor)
    await page.getByLabel('Kind').selectOption('Other')
    await page.getByRole('button', { name: 'Add document' }).click()
    await page.getByRole('heading', { level: 1, name: successor }).waitFor()
    await page.goto(`/documents/${id}`)
    await page.getByText('This document is out of date').waitFor()
    await page.getByRole('link', { name: 'Open the replacement' }).click()
    await page.getByRole('heading', { level: 1, name: successor }).waitFor()

    // A draft can be removed, and then it is in no list.
    await act(page, 'Remove')
    await page.waitForURL('**/documents')
    await saved(page, 'Document removed').waitFor()
    await waitForPage(page)
    await expect.poll(() => page.getByRole('link', { name: successor }).count()).toBe(0)
    // The 404 is a last request of the page for the removed document.
    expect(complaints(/422/, /404/)).toEqual([])
  })
})

describe('an employer', () => {
  const browser = useBrowser()

  test('adds a document that the broker sees, and adds versions to this one only', async () => {
    const { page, complaints } = await browser.as('employeruser')
    const title = `Payroll certificate ${buildUniqueText()}`
    await page.goto('/documents')
    await page.getByRole('link', { name: 'Add documents' }).first().click()
    await waitForPage(page)
    // An employer's user cannot choose the audience, and the form says so.
    await expect.poll(() => page.getByRole('radio').count()).toBe(0)
    await page.getByText('Ballycotton Foods Limited and Harbour Row Financial Brokers see it').waitFor()
    await takeScreenshot(page, 'journey-documents-employer', true)
    const id = await add(page, '/documents/new', file('certificate.txt', 'All is well.'), title)
    await page.getByRole('button', { name: 'Add a version' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Make final' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: 'Edit' }).count()).toBe(0)

    const desk = await browser.as('brokeruser')
    await desk.page.goto(`/documents?q=${encodeURIComponent(title)}`)
    await desk.page.getByRole('link', { name: title, exact: true }).click()
    await desk.page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(new URL(desk.page.url()).pathname).toBe(`/documents/${id}`)

    await page.goto('/documents?kind=ANNUAL_REPORT')
    await page.getByRole('link', { name: 'Annual report 2025', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Annual report 2025' }).waitFor()
    await waitForPage(page)
    await expect.poll(() => page.getByRole('button', { name: 'Add a version' }).count()).toBe(0)
    expect([...complaints(), ...desk.complaints()]).toEqual([])
  })
})

describe('a member', () => {
  const browser = useBrowser()

  test('reads only documents addressed to them', async () => {
    const memberId = await memberIdOf(browser)
    const desk = await browser.as('brokeruser')
    const tail = buildUniqueText()
    const of = `/documents/new?memberId=${memberId}`
    await add(desk.page, of, pdf('statement.pdf', 'yours'), `Statement ${tail}`, 'Shared with members')
    const hidden = [
      await add(desk.page, of, pdf('note.pdf'), `Note ${tail}`, 'Firm only'),
      await add(desk.page, of, pdf('letter.pdf'), `Letter ${tail}`, 'Shared with employer'),
    ]

    const { page, complaints } = await browser.as('member')
    await page.goto('/')
    await waitForPage(page)
    const mine = page.getByRole('list', { name: 'Your documents' })
    await mine.getByRole('link', { name: `Statement ${tail}` }).waitFor()
    expect(await mine.innerText()).not.toMatch(new RegExp(`(Note|Letter) ${tail}`))
    await takeScreenshot(page, 'journey-documents-member', true)
    const statement = mine.getByRole('listitem').filter({ hasText: `Statement ${tail}` })
    expect(await downloadText(page, statement.getByRole('link', { name: /^Download/ }))).toEqual({
      name: 'statement.pdf',
      text: expect.stringContaining('%yours'),
    })
    for (const id of hidden) {
      expect((await page.request.get(`/api/documents/${id}/content`)).status()).toBe(403)
      await page.goto(`/documents/${id}`)
      await page.getByText('This record belongs to another organisation').waitFor()
    }
    await page.goto('/documents')
    await page.getByRole('link', { name: `Statement ${tail}` }).click()
    await page.getByRole('heading', { level: 1, name: `Statement ${tail}` }).waitFor()
    // A member may only read: the page has no action buttons.
    await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBe(0)
    expect(complaints(/403/, /does not belong to your organisation/)).toEqual([])
    expect(desk.complaints()).toEqual([])
  })
})
