/** A trustee and an inspector, whom an administrator gives access to a scheme: what they read, decide and add. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { act, type Found, fetchJson, fetchRows, findText, formatTypedDay } from './acts.ts'
import type { RequestContext } from './browser.ts'
import { readMailedLink } from './invitations.ts'
import {
  buildUniqueText,
  expectAccessible,
  expectNoSidewaysScroll,
  type JourneyBrowser,
  takeScreenshot,
  useBrowser,
  waitForPage,
} from './people.ts'

const PASSWORD = 'lantern quarry seventeen maple'

/** A trustee in office of a scheme with a policy in force and minutes of a meeting. */
async function findTrustee(page: Page): Promise<{ trustee: Found; policy: Found; meeting: Found }> {
  const meetings = await fetchRows(page, '/api/trustee-meetings?status=HELD&limit=50')
  const policies = await fetchRows(page, '/api/policies?status=IN_FORCE&limit=50')
  for (const meeting of meetings) {
    const policy = policies.find(({ schemeId }) => schemeId === meeting.schemeId)
    const [trustee] = policy
      ? await fetchRows(page, `/api/schemes/${meeting.schemeId}/trustees?status=APPOINTED&limit=1`)
      : []
    if (policy && trustee) return { trustee, policy, meeting }
  }
  throw new Error('The demo has no such scheme')
}

/** Follows the mailed link, chooses a password and opens the access in a browser of its own. */
async function openAccess(browser: JourneyBrowser, admin: Page, email: string): Promise<RequestContext> {
  const guest = await browser.open()
  await guest.page.goto(await readMailedLink(admin, email, '/accept-invitation'))
  await guest.page.locator('input[autocomplete="new-password"]').fill(PASSWORD)
  await guest.page.locator('form button[type=submit]').click()
  await guest.page.getByRole('button', { name: 'Open', exact: true }).click()
  await guest.page.getByRole('heading', { name: 'Next obligations' }).waitFor()
  await waitForPage(guest.page)
  return guest
}

/** Opens the pages of a scheme; the pages ask for nothing that the access refuses. */
async function readScheme(page: Page, schemeId: string): Promise<void> {
  const tabs = ['', '/details', '/trustees', '/members', '/obligations', '/contributions', '/documents']
  for (const tab of [...tabs, '/policies', '/meetings', '/register', '/events', '/key-functions']) {
    await page.goto(`/schemes/${schemeId}${tab}`)
    await waitForPage(page)
    await expectNoSidewaysScroll(page)
  }
}

describe('a trustee with access', () => {
  const browser = useBrowser()

  test('reads the scheme, confirms a policy, adds a certificate and approves a paper', async () => {
    const { page: admin } = await browser.as('brokeradmin')
    await admin.goto('/')
    const { trustee, policy } = await findTrustee(admin)
    const email = `trustee.${buildUniqueText()}@example.com`
    await admin.goto(`/trustees/${trustee.id}`)
    await admin.getByRole('link', { name: 'Give access' }).click()
    await admin.getByLabel('E-mail address').fill(email)
    await admin.getByRole('button', { name: 'Give access' }).click()
    await findText(admin, `A mail with a link is sent to ${email}`).waitFor()

    const guest = await openAccess(browser, admin, email)
    const { page } = guest
    await takeScreenshot(page, 'journey-grants-home', true)
    await expectAccessible(page)
    await readScheme(page, trustee.schemeId)

    await page.goto(`/policies/${policy.id}`)
    await act(page, 'Confirm I have read this')
    await findText(page, 'Acknowledgement recorded').waitFor()
    await admin.goto(`/policies/${policy.id}`)
    const readers = admin.getByRole('list', { name: 'Readers' })
    const own = readers.getByRole('listitem').filter({ hasText: trustee.personName })
    expect(await own.innerText()).toMatch(/Trustee[\s\S]*Read /)

    await addCertificate(page, trustee.id)
    await decidePaper(admin, page, trustee.schemeId)
    expect(guest.complaints()).toEqual([])
  })
})

async function addCertificate(page: Page, trusteeId: string): Promise<void> {
  await page.goto(`/trustees/${trusteeId}`)
  await act(page, 'Add training', async (dialog) => {
    await dialog.getByLabel('Completed').fill(formatTypedDay(-3))
    await dialog.getByLabel('Topic').fill('Conflicts of interest in DC schemes')
    await dialog.getByRole('button', { name: 'Upload a file for certificate' }).click()
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'certificate.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Certificate of completion'),
    })
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await dialog.getByText('certificate uploaded and selected').waitFor()
  })
  await page.getByText('Conflicts of interest in DC schemes').waitFor()
}

async function decidePaper(admin: Page, page: Page, schemeId: string): Promise<void> {
  const documents = await fetchRows(admin, `/api/documents?schemeId=${schemeId}&limit=50`)
  const document = documents.find(({ status, memberId }) => status !== 'SUPERSEDED' && memberId === null)
  await admin.goto(`/documents/${document?.id}`)
  await admin.getByRole('link', { name: 'Put to the trustees' }).click()
  await admin.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => admin.url()).toMatch(/papers\/(?!new)\w+$/)
  const id = admin.url().split('/').at(-1)
  const { title } = await fetchJson(admin, `/api/trustee-reviews/${id}`)
  await page.goto('/')
  const waiting = page.getByRole('list', { name: 'Papers that wait for your decision' })
  await waiting.getByRole('link', { name: title }).click()
  await waitForPage(page)
  await expectAccessible(page)
  await takeScreenshot(page, 'journey-grants-paper', true)
  await act(page, 'Approve')
  const { responses } = await fetchJson(admin, `/api/trustee-reviews/${id}`)
  expect(responses.filter(({ decision }: Found) => decision === 'APPROVED')).toHaveLength(1)
}

describe('an inspector', () => {
  const browser = useBrowser()

  test('reads one scheme with a mark on each page, until the access is revoked', async () => {
    const { page: admin } = await browser.as('brokeradmin')
    await admin.goto('/')
    const { trustee, meeting } = await findTrustee(admin)
    const email = `inspector.${buildUniqueText()}@example.com`
    await admin.goto('/settings/grants/new')
    await admin.getByRole('combobox', { name: 'Scheme' }).fill(meeting.schemeName)
    await admin.getByRole('listbox').getByRole('option').first().click()
    await admin.getByLabel('Name', { exact: true }).fill('Nuala Inspector')
    await admin.getByLabel('E-mail address').fill(email)
    await admin.getByRole('button', { name: 'Give access' }).click()
    await findText(admin, 'A mail with a link').waitFor()
    const grantPage = admin.url()

    const guest = await openAccess(browser, admin, email)
    const { page } = guest
    await readScheme(page, trustee.schemeId)
    expect(await page.getByText('Nuala Inspector').count()).toBeGreaterThan(0)
    await takeScreenshot(page, 'journey-grants-inspector', true)
    expect(guest.complaints()).toEqual([])

    await admin.goto(grantPage)
    await act(admin, 'Revoke')
    await page.goto(`/schemes/${trustee.schemeId}`)
    await page
      .getByText(/sign in|access/i)
      .first()
      .waitFor()
    expect((await page.request.get(`/api/schemes/${trustee.schemeId}`)).status()).toBe(401)
  })
})
