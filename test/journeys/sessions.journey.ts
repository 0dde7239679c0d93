/** One browser, several tabs and several users: no user sees or signs another's records. */
import { describe, expect, inject, test } from 'vitest'
import { getAddress } from './accounts.ts'
import {
  buildUniqueText,
  expectSignIn,
  signIn,
  signOut,
  takeScreenshot,
  useBrowser,
  waitForPage,
} from './people.ts'

const { password } = inject('application')

describe('the tabs of one browser', () => {
  const browser = useBrowser()

  test('signing out in one hides all data in the others', async () => {
    const { page } = await browser.signIn('brokeruser')
    await page.goto('/members')
    await waitForPage(page)
    const other = await page.context().newPage()
    await other.goto('/')
    await waitForPage(other)
    await signOut(other)
    await expectSignIn(page)
    await expect.poll(() => page.getByRole('table').count()).toBe(0)
  })

  test('unsaved work is kept behind the sign-in dialog, and discarded when another user signs in', async () => {
    const { page } = await browser.signIn('brokeradmin')
    await page.goto('/employers/new')
    await waitForPage(page)
    await page.getByLabel('Legal name').fill('Half Typed Limited')
    const other = await page.context().newPage()
    await other.goto('/')
    await waitForPage(other)
    await signOut(other)
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    await takeScreenshot(page, 'journey-signed-out-in-another-tab')
    // The page is still there, with what was typed, and cannot be read.
    expect(await page.getByLabel('Legal name').isVisible()).toBe(false)

    await signIn(other, getAddress('brokeruser'), password)
    await page.waitForURL((address) => address.pathname === '/')
    await page.getByRole('button', { name: 'Account of Maeve Tuohy' }).waitFor()
  })

  test('text typed by one user is never saved by another', async () => {
    const { page } = await browser.as('brokeradmin')
    await page.goto('/employers/new')
    await waitForPage(page)
    const name = `Not Mine Limited ${buildUniqueText()}`
    await page.getByLabel('Legal name').fill(name)
    // Without a word to this tab: the cookie is another person's.
    await page.context().clearCookies()
    const { csrfToken } = (await (await page.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
    await page.request.post('/api/auth/signin', {
      headers: { accept: 'application/json' },
      form: { csrfToken, email: getAddress('brokeruser'), password },
    })
    await page.getByRole('button', { name: 'Add employer' }).click()
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    const found = await page.request.get(`/api/employers?q=${encodeURIComponent(name)}`)
    expect(((await found.json()) as { data: unknown[] }).data).toEqual([])
  })

  test('a dialog belongs to the record it was opened for', async () => {
    const { page } = await browser.as('brokeruser')
    const answer = await page.request.get('/api/schemes?status=ACTIVE&limit=2')
    const { data } = (await answer.json()) as { data: { id: string; name: string }[] }
    const [first, second] = data
    await page.goto(`/schemes/${first?.id}`)
    await waitForPage(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type(second?.name ?? '')
    await page
      .getByRole('option', { name: second?.name ?? '' })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: second?.name ?? '' }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem').first().click()
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await page
      .getByRole('heading', { level: 1, name: first?.name ?? '', includeHidden: true })
      .waitFor({ state: 'attached' })
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})

describe('two devices', () => {
  const browser = useBrowser()

  test('signing out everywhere ends the session on the other one, too', async () => {
    // No other journey uses this account: all of its sessions end here.
    const here = await browser.signIn('employeruser2')
    const there = await browser.signIn('employeruser2')
    await waitForPage(here.page)
    await waitForPage(there.page)
    await here.page.getByRole('button', { name: /Account of/ }).click()
    await here.page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
    await here.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expectSignIn(here.page)

    await there.page.getByRole('link', { name: 'Schemes', exact: true }).first().click()
    await there.page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    expect(there.complaints(/401/)).toEqual([])
  })
})
