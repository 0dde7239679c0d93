/** Pages in a browser context of their own, signed in as a demo account, and what is checked on any page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { type Account, getAddress, type SharedAccount } from './accounts.ts'
import {
  connectToBrowser,
  openContext,
  type RequestContext,
  SCREENSHOTS,
  waitForQuietNetwork,
} from './browser.ts'

export interface JourneyBrowser {
  /** An empty page without a session. */
  open(options?: BrowserContextOptions): Promise<RequestContext>
  /** An empty page with the account's shared session. A journey that ends sessions signs in itself. */
  as(account: SharedAccount, options?: BrowserContextOptions): Promise<RequestContext>
  /** The page after the sign-in, with a session of its own. */
  signIn(account: Account, options?: BrowserContextOptions): Promise<RequestContext>
}

/**
 * The browser of the run for the tests of a file or a suite. Pages that a test opens are closed after it, pages that
 * beforeAll opens after the last test.
 */
export function useBrowser(): JourneyBrowser {
  const { url, password } = inject('application')
  const sessions = inject('sessions')
  let browser: Browser
  const visits: RequestContext[] = []
  let openedBefore = 0
  beforeAll(async () => {
    browser = await connectToBrowser(inject('browserEndpoint'))
  })
  beforeEach(() => {
    openedBefore = visits.length
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      for (const [index, { page }] of visits.entries())
        await saveScreenshot(page, `failed-${fileName(task.name)}-${index}`, true).catch(() => {})
    await Promise.all(visits.splice(openedBefore).map((one) => one.end()))
  })
  afterAll(() => browser?.close())

  const open = async (options: BrowserContextOptions = {}): Promise<RequestContext> => {
    const one = await openContext(browser, url, { baseURL: url, reducedMotion: 'reduce', ...options })
    visits.push(one)
    return one
  }
  return {
    open,
    as: (account, options) => open({ storageState: sessions[account], ...options }),
    async signIn(account, options) {
      const one = await open(options)
      await one.page.goto('/signin')
      await signIn(one.page, getAddress(account), password)
      return one
    },
  }
}

const fileName = (title: string): string => title.replaceAll(/[^a-zA-Z0-9]+/g, '-').slice(0, 80)

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => address.pathname !== '/signin')
}

const POLL = { interval: 50, timeout: 30_000 }

/** Waits until the page shows its heading and no skeleton, and no request is under way. */
export async function waitForPage(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  // By counting from outside: the policy lets no text be run as a function in the page.
  await expect.poll(() => page.locator('[role=status][aria-label=Loading]').count(), POLL).toBe(0)
  await waitForQuietNetwork(page)
}

/** Saves what is in view, or the whole page. Only a run with SCREENSHOTS=1 does so: it takes a second for each page. */
export async function takeScreenshot(page: Page, name: string, fullPage = false): Promise<void> {
  if (process.env.SCREENSHOTS) await saveScreenshot(page, name, fullPage)
}

const saveScreenshot = (page: Page, name: string, fullPage: boolean): Promise<unknown> =>
  page.screenshot({ path: `${SCREENSHOTS}${name}.png`, fullPage })

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** No rule of these needs the style sheets fetched again (`preload`). */
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The violations of WCAG 2.2 AA, or of the given rules, that axe finds in the current state of the page. */
export async function listAccessibilityFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  const violations = await page.evaluate<string[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(rules ?? STANDARDS)}, resultTypes: ['violations'], preload: false }).then(({ violations }) =>
      violations.map(({ id, help, nodes }) => id + ': ' + help + ' at ' + nodes.map(({ html }) => html.slice(0, 200)).join(' and ')))`,
  )
  return violations.map((violation) => `${pathOf(page)}: ${violation}`)
}

export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  expect(await listAccessibilityFaults(page, rules)).toEqual([])
}

export async function measureSidewaysScroll(page: Page): Promise<string[]> {
  const [content, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  return content > window ? [`${pathOf(page)} scrolls sideways: ${content} of ${window} px`] : []
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await measureSidewaysScroll(page)).toEqual([])
}

const pathOf = (page: Page): string => new URL(page.url()).pathname

/** A random suffix for names: journeys share one database. */
export const buildUniqueText = (): string => Math.random().toString(36).slice(2, 8)

/** The page may be sent there twice, by its own act and by the message of another tab; waitForURL would fail on the first. */
export async function expectSignIn(page: Page): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname).toBe('/signin')
  await page.getByLabel('Password').waitFor()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await expectSignIn(page)
}
