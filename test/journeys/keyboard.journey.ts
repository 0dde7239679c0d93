/** A broker's work without a mouse. That every control is reached by Tab is checked page by page (page-checks.ts). */
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { getAddress } from './accounts.ts'
import { buildUniqueText, expectSignIn, useBrowser, waitForPage } from './people.ts'

const { password } = inject('application')

describe("a broker's work by keyboard only", () => {
  const browser = useBrowser()

  test('sign in, find a scheme, go through a list, create an employer, edit it, sign out', async () => {
    const { page, complaints } = await browser.open()
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.goto('/signin')
    await waitForPage(page)
    // The first field has the focus already, or is a Tab away.
    for (let i = 0; i < 5 && !(await hasFocus(page, 'E-mail address')); i++) await press('Tab')
    await page.keyboard.type(getAddress('brokeruser'))
    await press('Tab')
    await page.keyboard.type(password)
    await press('Enter')
    await page.waitForURL((address) => address.pathname === '/')
    await waitForPage(page)

    await press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('ballycotton foods dc')
    await page.getByRole('option', { name: /^Scheme ?Ballycotton Foods DC Pension Scheme/ }).waitFor()
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Ballycotton Foods DC Pension Scheme' }).waitFor()

    await press('Control+k')
    await page.keyboard.type('employers')
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Employers' }).waitFor()
    await waitForPage(page)
    await press('j', 'j', 'k')
    await expect
      .poll(() => page.evaluate('document.activeElement.textContent'))
      .toBe('Ballycotton Foods Limited')
    await press('/')
    await page.keyboard.type('moyle')
    await page.waitForURL('**/employers?q=moyle')
    await press('Escape')

    await press('c')
    await page.getByRole('heading', { level: 1, name: 'New employer' }).waitFor()
    const name = `Keys Only Limited ${buildUniqueText()}`
    for (let i = 0; i < 30 && !(await hasFocus(page, 'Legal name')); i++) await press('Tab')
    await page.keyboard.type(name)
    await press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await waitForPage(page)

    await press('e')
    await page.getByRole('heading', { level: 1, name: `Edit ${name}` }).waitFor()
    for (let i = 0; i < 30 && !(await hasFocus(page, 'Trading name (optional)')); i++) await press('Tab')
    await page.keyboard.type('Keys')
    await press('Enter')
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

    for (let i = 0; i < 40 && !(await isAccountMenu(page)); i++) await press('Tab')
    await press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).waitFor()
    // A menu goes to what is typed.
    await page.keyboard.type('sign')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Sign out')
    await press('Enter')
    await expectSignIn(page)
    expect(complaints()).toEqual([])
  })
})

describe('a component opened before it was loaded', () => {
  const browser = useBrowser()
  const FETCHED_LATER = /\/assets\/(palette|menu-parts|dialog-parts)-/

  test('opens as soon as it is loaded, and receives the keys typed meanwhile', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const gate = Promise.withResolvers<void>()
    await page.route(FETCHED_LATER, async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto('/employers')
    await page.getByRole('heading', { level: 1, name: 'Employers' }).waitFor()
    for (let i = 0; i < 40 && !(await isAccountMenu(page)); i++) await page.keyboard.press('Tab')
    expect(await isAccountMenu(page)).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+k')
    // Would create an employer.
    await page.keyboard.press('c')
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    gate.resolve()
    await page.getByRole('combobox', { name: /^Find/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('[role=dialog], [role=menu]').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/employers')
    expect(complaints()).toEqual([])
  })

  test('a menu returns the focus to its button, which was replaced meanwhile', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const gate = Promise.withResolvers<void>()
    await page.route(FETCHED_LATER, async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto('/employers')
    await page.getByRole('heading', { level: 1, name: 'Employers' }).waitFor()
    for (let i = 0; i < 40 && !(await isAccountMenu(page)); i++) await page.keyboard.press('Tab')
    expect(await isAccountMenu(page)).toBe(true)
    await page.keyboard.press('Enter')
    gate.resolve()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => isAccountMenu(page)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts', exact: true }).waitFor()
    expect(complaints()).toEqual([])
  })

  test('reports a failed load, and loads when it is opened again', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    await page.route(FETCHED_LATER, (route) => route.abort('connectionreset'))
    await page.goto('/')
    await waitForPage(page)
    await page.keyboard.press('Control+k')
    await page.getByText('The dialog could not be opened.').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.unroute(FETCHED_LATER)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Find/ }).waitFor()
    expect(complaints(/CONNECTION_RESET/)).toEqual([])
  })
})

/** The label of what has the focus. */
const hasFocus = async (page: Page, label: string): Promise<boolean> =>
  (await page.evaluate<string>('document.activeElement.labels?.[0]?.textContent ?? ""')) === label
const isAccountMenu = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(
    'document.activeElement.getAttribute("aria-label")?.startsWith("Account of") ?? false',
  )
