/**
 * Every page as it looks: in both themes and on a phone, without an accessibility violation, a report of the policy, an error in
 * the console or a sideways scroll. The screenshots are in test-results/screenshots, to be looked at.
 */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  accessibilityFaults,
  expectNoSidewaysScroll,
  screenshot,
  settled,
  sidewaysScroll,
  useBrowser,
} from './people.ts'
import { addressAt, idsOf, PAGES } from './places.ts'

const LOOKS = [
  { look: 'light', colorScheme: 'light', width: 1280, rules: undefined },
  { look: 'phone', colorScheme: 'light', width: 360, rules: undefined },
  // The same page but for its colours.
  { look: 'dark', colorScheme: 'dark', width: 1280, rules: ['color-contrast'] },
] as const

const fileName = (page: string): string =>
  page
    .replaceAll(/[{}]/g, '')
    .replaceAll(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-$/, '-home')

/** The page in every look, one after the other on one load; answers what is wrong, with the look in front. */
async function lookAt(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const { look, colorScheme, width, rules } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    await screenshot(page, `${name}-${look}`, true)
    const found = [...(await accessibilityFaults(page, rules)), ...(await sidewaysScroll(page))]
    faults.push(...found.map((fault) => `${look}: ${fault}`))
  }
  return faults
}

describe.each(PAGES)('the pages of %s', (account, pages) => {
  const browser = useBrowser()

  test('in light, on a phone, and in dark', { timeout: 60_000 + pages.length * 15_000 }, async () => {
    const { page, complaints } = await browser.as(account)
    await settled(page)
    const ids = await idsOf(page)
    const faults: string[] = []
    for (const address of pages) {
      await page.goto(addressAt(address, ids))
      faults.push(...(await lookAt(page, `${account}${fileName(address)}`)))
    }
    expect(faults.join('\n')).toBe('')
    // The page that is not there says so with its status, too; the ids are asked for by every role.
    expect(complaints(/Failed to load resource.*40[34]/).join('\n')).toBe('')
  })
})

describe('the pages before the sign-in', () => {
  const browser = useBrowser()

  test('in light, on a phone, and in dark', async () => {
    const { page, complaints } = await browser.open()
    const faults: string[] = []
    for (const path of [
      '/signin',
      '/signin?error=credentials',
      '/forgot-password',
      '/reset-password?token=x',
      '/accept-invitation?token=x',
    ]) {
      await page.goto(path)
      faults.push(...(await lookAt(page, `open${fileName(path)}`)))
    }
    expect(faults.join('\n')).toBe('')
    expect(complaints().join('\n')).toBe('')
  })
})

describe('other widths and paper', () => {
  const browser = useBrowser()

  test.for([768, 1920])('at %i px', async (width) => {
    const { page } = await browser.as('brokeradmin', { viewport: { width, height: 1080 } })
    const ids = await idsOf(page)
    for (const path of ['/', '/schemes', `/schemes/${ids.schemeId}`, '/members', '/audit']) {
      await page.goto(path)
      await settled(page)
      await screenshot(
        page,
        `brokeradmin${fileName(path.replace(ids.schemeId ?? '', 'schemeId'))}-${width}`,
        true,
      )
      await expectNoSidewaysScroll(page)
    }
  })

  test('a scheme, printed', async () => {
    const { page } = await browser.as('brokeradmin', { viewport: { width: 794, height: 1123 } })
    const { schemeId } = await idsOf(page)
    await page.goto(`/schemes/${schemeId}`)
    await settled(page)
    await page.emulateMedia({ media: 'print' })
    await screenshot(page, 'brokeradmin-scheme-print', true)
    await expectNoSidewaysScroll(page)
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
  })
})
