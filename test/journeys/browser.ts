/** A browser that reports what a page did wrong: errors in its console, broken policy, strangers it called. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

export interface Visit {
  page: Page
  /** What went wrong so far, as sentences, without what the journey provokes on purpose; empty when nothing did. */
  complaints(...expected: RegExp[]): string[]
  end(): Promise<void>
}

/** Runs in every document before its own scripts: what the policy blocks is not always said in the console. */
const WATCH_POLICY = `
  document.addEventListener('securitypolicyviolation', (event) => {
    window.reportViolation(event.violatedDirective + ' blocked ' + event.blockedURI)
  })`

export async function visit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
): Promise<Visit> {
  const context = await browser.newContext(options)
  await context.addInitScript({ content: WATCH_POLICY })
  const seen: string[] = []
  await context.exposeFunction('reportViolation', (words: string) => seen.push(`policy: ${words}`))
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      seen.push(`console ${message.type()}: ${message.text()}`)
    }
  })
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const address = new URL(request.url())
    if (address.protocol !== 'data:' && address.origin !== origin)
      seen.push(`left the house: ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // A page that is left, or a search that goes on, gives up what it asked.
    if (reason !== 'net::ERR_ABORTED') seen.push(`failed: ${request.url()} ${reason}`)
  })

  return {
    page,
    complaints: (...expected) =>
      seen.filter((complaint) => !expected.some((pattern) => pattern.test(complaint))),
    end: () => context.close(),
  }
}
