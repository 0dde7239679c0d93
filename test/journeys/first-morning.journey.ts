/** The first morning of a broker firm in a browser, from the sign-in to the audit log. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { calculatePpsCheckLetter } from '../../src/contract/pps-number.ts'
import { getAddress } from './accounts.ts'
import { openAct } from './acts.ts'
import { choosePassword, inviteBrokerUser, readMailedLink } from './invitations.ts'
import { buildUniqueText, signIn, takeScreenshot, useBrowser, waitForPage } from './people.ts'

const { password } = inject('application')
const saved = (page: Page, words: string | RegExp) => page.getByLabel('Messages').getByText(words)

describe('signing in', () => {
  const browser = useBrowser()

  test('with a wrong password, then with the right one', async () => {
    const { page, complaints } = await browser.open()
    await page.goto('/schemes?status=ACTIVE')
    await page.waitForURL('**/signin?next=*')
    await page.getByLabel('E-mail address').fill(getAddress('brokeruser'))
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor()
    await takeScreenshot(page, 'journey-wrong-password')

    await signIn(page, getAddress('brokeruser'), password)
    // The sign-in leads to the page that the user had opened.
    await page.waitForURL('**/schemes?status=ACTIVE')
    await page.getByRole('heading', { level: 1, name: 'Schemes' }).waitFor()
    expect(complaints(/401/)).toEqual([])
  })

  test('after a reset by mail, which ends the session in another browser and keeps the text typed there', async () => {
    const email = `reset.${buildUniqueText()}@example.com`
    const admin = await browser.as('brokeradmin')
    const invited = await browser.open()
    await inviteBrokerUser(admin.page, email)
    await invited.page.goto(await readMailedLink(admin.page, email, '/accept-invitation'))
    await choosePassword(invited.page, 'a first password of mine')
    await invited.page.goto('/employers/new')
    await invited.page.getByLabel('Legal name').fill('Half typed Limited')

    const elsewhere = await browser.open()
    await elsewhere.page.goto('/signin')
    await elsewhere.page.getByRole('link', { name: 'Forgot your password?' }).click()
    // Waits for the page: until then the sign-in page is visible, which also has a field for the address.
    await elsewhere.page.getByRole('heading', { name: 'Reset your password' }).waitFor()
    await elsewhere.page.getByLabel('E-mail address').fill(email)
    await elsewhere.page.getByRole('button', { name: 'Send link' }).click()
    await elsewhere.page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    await elsewhere.page.goto(await readMailedLink(elsewhere.page, email, '/reset-password'))
    await choosePassword(elsewhere.page, 'a second password of mine')

    await invited.page.getByRole('button', { name: 'Add employer' }).click()
    const dialog = invited.page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    await takeScreenshot(invited.page, 'journey-session-ended')
    await dialog.getByLabel('Password').fill('a second password of mine')
    await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await invited.page.getByLabel('Legal name').inputValue()).toBe('Half typed Limited')
    await invited.page.getByRole('button', { name: 'Add employer' }).click()
    await saved(invited.page, 'Half typed Limited added').waitFor()
    expect(invited.complaints(/401/)).toEqual([])
  })
})

describe('from an employer to an approved scheme with members', () => {
  const browser = useBrowser()
  const tail = buildUniqueText()
  const employer = `Tidewater Bakery ${tail}`
  const scheme = `Tidewater Pension Scheme ${tail}`
  const digits = String(1_000_000 + Math.floor(Math.random() * 8_000_000))
  const ppsNumber = `${digits}${calculatePpsCheckLetter(digits, 'A')}A`

  test('a broker adds them and may not approve, and an administrator approves', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    await page.goto('/employers')
    await page.getByRole('link', { name: 'New employer' }).click()
    await page.getByRole('button', { name: 'Add employer' }).click()
    await page.getByRole('alert').getByText('Enter the legal name').waitFor()

    // The employer is created in the form of its first scheme.
    await page.goto('/schemes')
    await page.getByRole('link', { name: 'New scheme' }).click()
    await page.getByLabel('Name', { exact: true }).first().fill(scheme)
    await page.getByRole('button', { name: 'New employer' }).click()
    const creation = page.getByRole('dialog', { name: 'New employer' })
    await creation.getByLabel('Legal name').fill(employer)
    await takeScreenshot(page, 'journey-employer-in-form-of-scheme')
    await creation.getByRole('button', { name: 'Add employer' }).click()
    await creation.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('combobox', { name: 'Employer' }).inputValue()).toBe(employer)
    await page.getByLabel('Type', { exact: true }).selectOption('DC')
    await page.getByRole('button', { name: 'Add scheme' }).click()
    await page.getByRole('heading', { level: 1, name: scheme }).waitFor()

    // Information required by law is missing: the dialog lists it with links, and the scheme is not submitted.
    const schemeId = new URL(page.url()).pathname.split('/')[2] ?? ''
    await waitForPage(page)
    const dialog = await openAct(page, 'Submit for approval')
    await takeScreenshot(page, 'journey-gaps-before-approval')
    await dialog.getByRole('link', { name: 'Enter the scheme year end' }).click()
    await page.getByLabel('PB number').fill(`PB${digits}`)
    await page
      .getByLabel('Registered administrator', { exact: false })
      .first()
      .fill('Lee Valley Administrators')
    await page.getByLabel('Day').fill('31')
    await page.getByLabel('Month').selectOption({ label: 'December' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { level: 1, name: scheme }).waitFor()

    // A broker assesses the trustees, and an administrator appoints them.
    const { page: desk } = await browser.as('approver')
    for (const name of ['Nuala Prendergast', 'Tadhg Ó Loingsigh'])
      await appointTrustee(page, desk, schemeId, name)

    await page.goto(`/schemes/${schemeId}`)
    await act(page, 'Submit for approval')
    await page.getByText('Waiting for approval').first().waitFor()
    // A BrokerUser may submit but not approve: the page has no approve button, and the API refuses the request.
    await expect.poll(() => page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    expect(await statusOfApproval(page, schemeId)).toBe(403)
    await takeScreenshot(page, 'journey-waiting-for-approval')
    await act(page, 'Withdraw submission')
    await page.getByText('Draft').first().waitFor()
    await act(page, 'Submit for approval')
    await desk.goto('/')
    await waitForPage(desk)
    await desk.getByRole('link', { name: scheme }).first().click()
    await desk.getByRole('heading', { level: 1, name: scheme }).waitFor()
    await act(desk, 'Reject', { reason: 'Enter the first member before' })
    await desk.getByText('Draft').first().waitFor()

    await page.goto(`/members/new?schemeId=${schemeId}`)
    await page.getByLabel('First name').fill('Róisín')
    await page.getByLabel('Last name').fill(`Ní Bhriain ${tail}`)
    await page.getByLabel('PPS number (optional)', { exact: true }).fill(ppsNumber)
    await page.getByRole('button', { name: 'Add member' }).click()
    await page.getByRole('heading', { level: 1, name: /Ní Bhriain/ }).waitFor()
    expect(await page.content()).not.toContain(ppsNumber)

    await page.goto(`/schemes/${schemeId}`)
    await act(page, 'Submit for approval')
    await desk.goto('/')
    await waitForPage(desk)
    await desk.getByRole('link', { name: scheme }).first().click()
    await act(desk, 'Approve')
    await desk.getByText('Active').first().waitFor()
    await takeScreenshot(desk, 'journey-approved')
    expect(complaints(/403/)).toEqual([])
  })

  test('a PPS number is revealed with a reason, hides itself, and is in the audit log', async () => {
    const { page, complaints } = await browser.as('brokeradmin')
    await page.clock.install()
    await page.goto(`/members?q=${encodeURIComponent(tail)}`)
    await page.getByRole('link', { name: /Ní Bhriain/ }).click()
    await page.getByRole('heading', { level: 1, name: /Ní Bhriain/ }).waitFor()
    await page
      .getByRole('button', { name: /reveal/i })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const reason = `Asked by Revenue, call ${tail}`
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: /reveal/i }).click()
    await page.getByText(ppsNumber).waitFor()
    await takeScreenshot(page, 'journey-pps-number-revealed')
    await page.clock.fastForward(20_000)
    expect(await page.getByText(ppsNumber).count()).toBe(1)
    await page.clock.fastForward(15_000)
    await page.getByText(ppsNumber).waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(ppsNumber)

    await page.goto('/audit?action=member.reveal-pps')
    await waitForPage(page)
    await page
      .getByRole('row', { name: /You revealed the PPS number/ })
      .first()
      .click()
    await page.getByRole('cell', { name: reason }).waitFor()
    await takeScreenshot(page, 'journey-audit-of-the-reveal')
    const log = await page.request.get('/api/audit-log?action=member.reveal-pps&limit=1')
    expect(JSON.stringify(await log.json())).toContain(reason)
    expect(complaints()).toEqual([])
  })
})

describe('the only administrator of an empty firm', () => {
  const browser = useBrowser()
  const MOST_CLICKS = 15

  test('enters a first scheme with trustees and members, and approves it, by links and buttons only', async () => {
    const platform = await browser.as('superadmin')
    const email = `alone.${buildUniqueText()}@example.com`
    await platform.page.goto('/firms/new')
    await platform.page.getByLabel('Name of the firm').fill(`Skellig Brokers ${buildUniqueText()}`)
    await platform.page.getByLabel('E-mail address of the administrator').fill(email)
    await platform.page.getByLabel('Name of the administrator').fill('Orla Keane')
    await platform.page.getByRole('button', { name: 'Create firm and send invitation' }).click()
    await saved(platform.page, /Skellig Brokers/).waitFor()
    const { page, complaints } = await browser.open()
    await page.goto(await readMailedLink(platform.page, email, '/accept-invitation'))
    await choosePassword(page, 'a first password of mine')

    let clicks = 0
    const click = async (control: Locator): Promise<void> => {
      await control.click()
      clicks++
    }
    const press = (name: string) => click(page.getByRole('button', { name, exact: true }))
    const follow = (name: string) => click(page.getByRole('main').getByRole('link', { name, exact: true }))
    await follow('Add an employer by hand')
    await page.getByLabel('Legal name').fill('Fenit Foods Limited')
    await press('Save and add scheme')
    await page.getByLabel('Name', { exact: true }).first().fill('Fenit Pension Scheme')
    await page.getByLabel('Type', { exact: true }).selectOption('DC')
    await page.getByLabel('PB number').fill('PB123456')
    await page.getByLabel('Registered administrator').first().fill('Lee Valley Administrators')
    await page.getByLabel('Day').fill('31')
    await page.getByLabel('Month').selectOption({ label: 'December' })
    await press('Add scheme')
    await follow('Add trustee')
    for (const [name, button] of [
      ['Nuala Prendergast', 'Save and add another'],
      ['Tadhg Ó Loingsigh', 'Add trustee'],
    ] as const) {
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
      await page.getByLabel(/^Assessed as fit and proper/).fill('01/02/2020')
      await page.getByLabel(/^Appointed/).fill('01/03/2020')
      await press(button)
      await saved(page, `${name} appointed`).waitFor()
    }
    await page.getByText('Ready to be submitted for approval').waitFor()
    await takeScreenshot(page, 'journey-ready-for-approval')
    await follow('Import members')
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'members.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'works_number,first_name,last_name,date_of_birth,ppsn_pending,date_joined_scheme,status\n1,Aoife,Sample,14/05/1984,Y,01/01/2016,ACTIVE\n',
      ),
    })
    // The file dialog of the browser, which a test does not open.
    clicks++
    await press('Import 1 row')
    await follow('Open members')
    for (const verb of ['Submit for approval', 'Approve']) {
      await click(page.getByRole('main').getByRole('button', { name: verb, exact: true }))
      await click(page.getByRole('dialog').getByRole('button', { name: verb, exact: true }))
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    await page.getByText('Active').first().waitFor()
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
    expect(complaints()).toEqual([])
  })
})

describe("the platform's administrator", () => {
  const browser = useBrowser()

  test('adds an employer after choosing its firm', async () => {
    const { page, complaints } = await browser.as('superadmin')
    await page.goto('/employers/new')
    await waitForPage(page)
    const name = `Platform Made Limited ${buildUniqueText()}`
    await page.getByLabel('Legal name').fill(name)
    await page.getByRole('button', { name: 'Add employer' }).click()
    await page.getByRole('alert').getByText('Enter the firm').waitFor()
    await page.getByRole('combobox', { name: /Firm/ }).fill('slaney')
    await page.getByRole('option', { name: /Slaney Gate Pensions/ }).click()
    await page.getByRole('button', { name: 'Add employer' }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(complaints()).toEqual([])
  })
})

/** Presses an action button of the page and confirms its dialog. */
async function act(page: Page, verb: string, { reason }: { reason?: string } = {}): Promise<void> {
  await waitForPage(page)
  const dialog = await openAct(page, verb)
  if (reason) await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function appointTrustee(page: Page, desk: Page, schemeId: string, name: string): Promise<void> {
  await page.goto(`/schemes/${schemeId}/trustees/new`)
  await page.getByLabel('Name', { exact: false }).first().fill(name)
  await page.locator('form button[type=submit]').click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await act(page, 'Record assessment')
  await desk.goto(new URL(page.url()).pathname)
  await act(desk, 'Appoint')
}

/** Returns the API's response status to an approval by this user. */
async function statusOfApproval(page: Page, schemeId: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
    const answer = await fetch('/api/schemes/${schemeId}/approve', { method: 'POST', headers: { 'x-csrf-token': csrfToken } })
    await answer.text()
    return answer.status
  })()`)
}
