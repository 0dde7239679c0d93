/** Chromium, and pages that report what went wrong: console errors, policy violations and requests to other origins. */
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type Browser,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core'

export const SCREENSHOTS = fileURLToPath(new URL('../../test-results/screenshots/', import.meta.url))

/** Debian's package `chromium-headless-shell` is the same browser without its window: a fifth less CPU time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

const LAUNCH: LaunchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? BROWSERS.find(existsSync) ?? BROWSERS[1],
  headless: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** A Chromium of the caller's own. */
export const openBrowser = (): Promise<Browser> => chromium.launch(LAUNCH)

/** A Chromium that several processes connect to. */
export const startBrowserServer = (): Promise<BrowserServer> => chromium.launchServer(LAUNCH)

export const connectToBrowser = (endpoint: string): Promise<Browser> => chromium.connect(endpoint)

export interface RequestContext {
  page: Page
  /** What went wrong so far, one sentence each, without the errors that the journey expects. */
  complaints(...expected: RegExp[]): string[]
  end(): Promise<void>
}

/** Runs in every document before its own scripts: the console does not list every policy violation. */
const WATCH_POLICY = `
  document.addEventListener('securitypolicyviolation', (event) => {
    window.reportViolation(event.violatedDirective + ' blocked ' + event.blockedURI)
  })`

export async function context(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
): Promise<RequestContext> {
  const context = await browser.newContext(options)
  await context.addInitScript({ content: WATCH_POLICY })
  const seen: string[] = []
  await context.exposeFunction('reportViolation', (words: string) => seen.push(`policy: ${words}`))
  const page = await context.newPage()
  watchRequests(page)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      seen.push(`console ${message.type()}: ${message.text()} (at ${page.url().slice(origin.length)})`)
    }
  })
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const address = new URL(request.url())
    if (address.protocol !== 'data:' && address.origin !== origin)
      seen.push(`request to another origin: ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // A page that is left, or a search that is typed on, cancels its requests.
    if (reason !== 'net::ERR_ABORTED') seen.push(`failed: ${request.url()} ${reason}`)
  })

  return {
    page,
    complaints: (...expected) =>
      seen.filter((complaint) => !expected.some((pattern) => pattern.test(complaint))),
    end: () => context.close(),
  }
}

const underWay = new WeakMap<Page, Set<unknown>>()
function watchRequests(page: Page): void {
  const requests = new Set<unknown>()
  underWay.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

const QUIET_MS = 80

/** Waits until no request was under way for 80 ms; Playwright's `networkidle` would take 500 ms. */
export async function quiet(page: Page): Promise<void> {
  for (let since = performance.now(); performance.now() - since < QUIET_MS; ) {
    await pause(10)
    if ((underWay.get(page)?.size ?? 0) > 0) since = performance.now()
  }
}
