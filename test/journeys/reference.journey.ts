/** A developer reads the reference of the API. */
import { expect, test } from 'vitest'
import { measureSidewaysScroll, takeScreenshot, useBrowser } from './people.ts'

const browser = useBrowser()

test('the reference lists the operations in light and dark mode and on a phone', async () => {
  const { page, complaints } = await browser.open()
  const response = await page.goto('/docs', { waitUntil: 'networkidle' })
  expect(response?.status()).toBe(200)
  for (const width of [1280, 360])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.getByText('/api/schemes', { exact: true }).first().waitFor()
      await takeScreenshot(page, `reference-${colorScheme}-${width}`)
      expect(await measureSidewaysScroll(page)).toEqual([])
    }
  expect(complaints()).toEqual([])
})
