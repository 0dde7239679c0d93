/** Starts Chromium with pages that report problems: console errors, policy violations and requests to other origins. */
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

/** Debian's package `chromium-headless-shell` is the same browser without a window and uses a fifth less CPU time. */
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

/** Starts a Chromium for the caller only. */
export const openBrowser = (): Promise<Browser> => chromium.launch(LAUNCH)

/** Starts a Chromium that several processes can connect to. */
export const startBrowserServer = (): Promise<BrowserServer> => chromium.launchServer(LAUNCH)

export const connectToBrowser = (endpoint: string): Promise<Browser> => chromium.connect(endpoint)

export interface RequestContext {
  page: Page
  /** Problems so far, one sentence each, without the errors that the journey expects. */
  complaints(...expected: RegExp[]): string[]
  end(): Promise<void>
}

/** Runs in every document before its own scripts: the console does not list every policy violation. */
const WATCH_POLICY = `
  document.addEventListener('securitypolicyviolation', (event) => {
    window.reportViolation(event.violatedDirective + ' blocked ' + event.blockedURI)
  })`

export async function openContext(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
): Promise<RequestContext> {
  const openContext = await browser.newContext({ ignoreHTTPSErrors: true, ...options })
  await openContext.addInitScript({ content: WATCH_POLICY })
  const problems: string[] = []
  await openContext.exposeFunction('reportViolation', (words: string) => problems.push(`policy: ${words}`))
  const page = await openContext.newPage()
  watchRequests(page)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      problems.push(`console ${message.type()}: ${message.text()} (at ${page.url().slice(origin.length)})`)
    }
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const address = new URL(request.url())
    if (address.protocol !== 'data:' && address.origin !== origin)
      problems.push(`request to another origin: ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // The browser cancels requests when the user leaves a page or types on in a search.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} ${reason}`)
  })

  return {
    page,
    complaints: (...expected) =>
      problems.filter((complaint) => !expected.some((pattern) => pattern.test(complaint))),
    end: () => openContext.close(),
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

/** Waits until no request was in progress for 80 ms; Playwright's `networkidle` would take 500 ms. */
export async function waitForQuietNetwork(page: Page): Promise<void> {
  for (let since = performance.now(); performance.now() - since < QUIET_MS; ) {
    await pause(10)
    if ((underWay.get(page)?.size ?? 0) > 0) since = performance.now()
  }
}
