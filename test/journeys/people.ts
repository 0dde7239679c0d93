/** People at their browsers: signed in as a demo account, each in a context of their own. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { openBrowser, quiet, type Visit, visit } from './browser.ts'
import { SCREENSHOTS } from './global-setup.ts'

export type Account =
  | 'superadmin'
  | 'brokeradmin'
  | 'approver'
  | 'brokeruser'
  | 'employeradmin'
  | 'employeruser'
  | 'member'
  | 'brokeradmin2'

export const addressOf = (account: string): string => `${account}@dev.local`

export interface AtBrowser {
  /** Somebody at the door, not signed in. */
  open(options?: BrowserContextOptions): Promise<Visit>
  as(account: Account, options?: BrowserContextOptions): Promise<Visit>
}

/** One browser for the tests of a file; every visit ends with it. */
export function useBrowser(): AtBrowser {
  const { url, password } = inject('application')
  let browser: Browser
  const visits: Visit[] = []
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(async () => {
    for (const one of visits) await one.end()
    await browser?.close()
  })
  const open = async (options: BrowserContextOptions = {}): Promise<Visit> => {
    const one = await visit(browser, url, { baseURL: url, reducedMotion: 'reduce', ...options })
    visits.push(one)
    return one
  }
  return {
    open,
    async as(account, options) {
      const one = await open(options)
      await one.page.goto('/signin')
      await signIn(one.page, addressOf(account), password)
      return one
    },
  }
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => address.pathname !== '/signin')
}

const POLL = { interval: 50, timeout: 15_000 }

/** The page has come to rest: its heading is there, nothing is a skeleton, and no request is under way. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  // By counting from outside: the policy lets no text be run as a function in the page.
  await expect.poll(() => page.locator('[role=status][aria-label=Loading]').count(), POLL).toBe(0)
  await quiet(page)
}

/** What one sees; the whole page where asked for. */
export const screenshot = (page: Page, name: string, fullPage = false): Promise<Buffer> =>
  page.screenshot({ path: `${SCREENSHOTS}${name}.png`, fullPage })

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Where the page fails WCAG 2.2 AA, or these rules of it, as far as a program can tell, with what it shows at this moment. */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  const violations = await page.evaluate<string[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(rules ?? STANDARDS)} }).then(({ violations }) =>
      violations.map(({ id, help, nodes }) => id + ': ' + help + ' at ' + nodes.map(({ html }) => html.slice(0, 200)).join(' and ')))`,
  )
  return violations.map((violation) => `${pathOf(page)}: ${violation}`)
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([])
}

export async function sidewaysScroll(page: Page): Promise<string[]> {
  const [content, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  return content > window ? [`${pathOf(page)} scrolls sideways: ${content} of ${window} px`] : []
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await sidewaysScroll(page)).toEqual([])
}

const pathOf = (page: Page): string => new URL(page.url()).pathname

/** A short random tail, so that a journey can be made twice on one database. */
export const unique = (): string => Math.random().toString(36).slice(2, 8)
