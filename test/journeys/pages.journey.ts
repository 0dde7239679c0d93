/**
 * Every page as it looks: in both themes and on a phone, without an accessibility violation, a report of the policy, an error in
 * the console or a sideways scroll. The screenshots are in test-results/screenshots, to be looked at.
 */
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, screenshot, settled, useBrowser } from './people.ts'
import { addressAt, idsOf, PAGES } from './places.ts'

const LOOKS = [
  { name: 'light', colorScheme: 'light', width: 1280 },
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'phone', colorScheme: 'light', width: 360 },
] as const

const fileName = (page: string): string =>
  page
    .replaceAll(/[{}]/g, '')
    .replaceAll(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-$/, '-home')

describe.each(PAGES)('the pages of %s', (account, pages) => {
  const browser = useBrowser()

  test.for(LOOKS)('in $name', { timeout: 240_000 }, async ({ name, colorScheme, width }) => {
    const { page, complaints } = await browser.as(account, { colorScheme, viewport: { width, height: 900 } })
    await settled(page)
    const ids = await idsOf(page)
    for (const address of pages) {
      await page.goto(addressAt(address, ids))
      await settled(page)
      await screenshot(page, `${account}${fileName(address)}-${name}`, true)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    // The page that is not there says so with its status, too; the ids are asked for by every role.
    expect(complaints(/Failed to load resource.*40[34]/)).toEqual([])
  })
})

describe('the pages before the sign-in', () => {
  const browser = useBrowser()

  test.for(LOOKS)('in $name', async ({ name, colorScheme, width }) => {
    const { page, complaints } = await browser.open({ colorScheme, viewport: { width, height: 900 } })
    for (const path of [
      '/signin',
      '/signin?error=credentials',
      '/forgot-password',
      '/reset-password?token=x',
      '/accept-invitation?token=x',
    ]) {
      await page.goto(path)
      await settled(page)
      await screenshot(page, `open${fileName(path)}-${name}`, true)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    expect(complaints()).toEqual([])
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
