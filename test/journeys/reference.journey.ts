import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningProgram, startService } from '../service-process.ts'
import { openBrowser, visit } from './browser.ts'

const SCREENSHOTS = fileURLToPath(new URL('../../test-results/reference/', import.meta.url))

describe('a developer reads the reference', () => {
  let service: RunningProgram
  let browser: Browser

  beforeAll(async () => {
    await mkdir(SCREENSHOTS, { recursive: true })
    service = await startService()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })

  test.for([
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 1280 },
    { colorScheme: 'light', width: 360 },
    { colorScheme: 'dark', width: 360 },
  ] as const)('in $colorScheme at $width px', async ({ colorScheme, width }) => {
    const { page, complaints, end } = await visit(browser, service.url, {
      colorScheme,
      viewport: { width, height: 800 },
    })
    const answer = await page.goto(`${service.url}/docs`, { waitUntil: 'networkidle' })
    expect(answer?.status()).toBe(200)
    await page.getByText('/api/schemes', { exact: true }).first().waitFor()
    await page.screenshot({ path: `${SCREENSHOTS}${colorScheme}-${width}.png` })

    const contentWidth = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(contentWidth, 'the page scrolls sideways').toBeLessThanOrEqual(width)
    expect(await complaints()).toEqual([])
    await end()
  })
})
