import { mkdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { SCREENSHOTS } from './global-setup.ts'
import { useBrowser } from './people.ts'

describe('a developer reads the reference', () => {
  const browser = useBrowser()

  test.for([
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 1280 },
    { colorScheme: 'light', width: 360 },
    { colorScheme: 'dark', width: 360 },
  ] as const)('in $colorScheme at $width px', async ({ colorScheme, width }) => {
    const { page, complaints } = await browser.open({ colorScheme, viewport: { width, height: 800 } })
    const answer = await page.goto('/docs', { waitUntil: 'networkidle' })
    expect(answer?.status()).toBe(200)
    await page.getByText('/api/schemes', { exact: true }).first().waitFor()
    await mkdir(`${SCREENSHOTS}reference`, { recursive: true })
    await page.screenshot({ path: `${SCREENSHOTS}reference/${colorScheme}-${width}.png` })

    const contentWidth = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(contentWidth, 'the page scrolls sideways').toBeLessThanOrEqual(width)
    expect(complaints()).toEqual([])
  })
})
