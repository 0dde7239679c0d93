/**
 * Opens every page of an area and checks it in light, in dark and on a phone: no accessibility violation, console error,
 * policy violation or sideways scroll; every control is reached by Tab and shows its focus.
 */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { RequestContext } from './browser.ts'
import { type Area, fillAddress, PAGES } from './page-addresses.ts'
import {
  listAccessibilityFaults,
  measureSidewaysScroll,
  takeScreenshot,
  useBrowser,
  waitForPage,
} from './people.ts'
import { listTabFaults } from './tab-order.ts'

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 360, height: 900 }

const LOOKS = [
  { look: 'light', colorScheme: 'light', viewport: DESKTOP, rules: undefined },
  // The same layout in other colours.
  { look: 'dark', colorScheme: 'dark', viewport: DESKTOP, rules: ['color-contrast'] },
  { look: 'phone', colorScheme: 'light', viewport: PHONE, rules: undefined },
] as const

/** The browser reports the status of a missing page, and of a page that the role may not open. */
const MISSING = /Failed to load resource.*40[34]/

export const buildScreenshotName = (account: string, address: string): string =>
  account +
  address
    .replaceAll(/[{}]/g, '')
    .replaceAll(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-$/, '-home')

/** Shows the loaded page in every look; returns what is wrong, with the look in front. */
async function lookFaults(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const { look, colorScheme, viewport, rules } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await waitForPage(page)
    await takeScreenshot(page, `${name}-${look}`, true)
    const found = [...(await listAccessibilityFaults(page, rules)), ...(await measureSidewaysScroll(page))]
    faults.push(...found.map((fault) => `${look}: ${fault}`))
  }
  return faults
}

export async function listPageFaults(page: Page, name: string): Promise<string[]> {
  const faults = await lookFaults(page, name)
  await page.setViewportSize(DESKTOP)
  return [...faults, ...(await listTabFaults(page))]
}

/** A test for each page of the area; each account goes from address to address in one page. */
export function describePages(area: Area): void {
  for (const { account, addresses } of PAGES[area])
    describe(`${area}, as ${account}`, () => {
      const browser = useBrowser()
      const records = inject('demoRecords')[account]
      let context: RequestContext
      beforeAll(async () => {
        context = await browser.as(account)
      })

      test.for<string>(addresses)('%s', async (address) => {
        const { page, complaints } = context
        const earlier = complaints(MISSING).length
        await page.emulateMedia({ colorScheme: 'light' })
        await page.setViewportSize(DESKTOP)
        await page.goto(fillAddress(address, records))
        const faults = await listPageFaults(page, buildScreenshotName(account, address))
        faults.push(...complaints(MISSING).slice(earlier))
        expect(faults.join('\n')).toBe('')
      })
    })
}
