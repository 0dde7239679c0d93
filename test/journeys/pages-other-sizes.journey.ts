/** A few pages on a tablet, on a wide screen and on paper. */
import { expect, inject, test } from 'vitest'
import { fillAddress } from './page-addresses.ts'
import { buildScreenshotName } from './page-checks.ts'
import { measureSidewaysScroll, takeScreenshot, useBrowser, waitForPage } from './people.ts'

const browser = useBrowser()
const records = inject('demoRecords').brokeradmin

test('at 768 and 1920 px no page scrolls sideways', async () => {
  const { page } = await browser.as('brokeradmin')
  const faults: string[] = []
  for (const address of ['/', '/schemes', '/schemes/{schemeId}', '/members', '/audit', '/calendar/year']) {
    await page.goto(fillAddress(address, records))
    for (const width of [768, 1920]) {
      await page.setViewportSize({ width, height: 1080 })
      await waitForPage(page)
      await takeScreenshot(page, `${buildScreenshotName('brokeradmin', address)}-${width}`, true)
      faults.push(...(await measureSidewaysScroll(page)))
    }
  }
  expect(faults).toEqual([])
})

test('a scheme, printed', async () => {
  const { page } = await browser.as('brokeradmin', { viewport: { width: 794, height: 1123 } })
  await page.goto(fillAddress('/schemes/{schemeId}', records))
  await waitForPage(page)
  await page.emulateMedia({ media: 'print' })
  await takeScreenshot(page, 'brokeradmin-scheme-print', true)
  expect(await measureSidewaysScroll(page)).toEqual([])
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
})
