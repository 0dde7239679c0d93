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
  /** What went wrong so far, as sentences; empty when nothing did. */
  complaints(): Promise<string[]>
  end(): Promise<void>
}

/** Runs in every document before its own scripts: what the policy blocks is not always said in the console. */
const WATCH_POLICY = `
  window.policyViolations = []
  document.addEventListener('securitypolicyviolation', (event) => {
    window.policyViolations.push(event.violatedDirective + ' blocked ' + event.blockedURI)
  })`

export async function visit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
): Promise<Visit> {
  const context = await browser.newContext(options)
  await context.addInitScript({ content: WATCH_POLICY })
  const page = await context.newPage()
  const seen: string[] = []
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
  page.on('requestfailed', (request) => seen.push(`failed: ${request.url()} ${request.failure()?.errorText}`))

  return {
    page,
    async complaints() {
      const violations = await page.evaluate<string[]>('window.policyViolations')
      return [...seen, ...violations.map((violation) => `policy: ${violation}`)]
    },
    end: () => context.close(),
  }
}
