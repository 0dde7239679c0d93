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

test('at 768 and 1280 px the months and the policies of all schemes fit without a scroll inside the page', async () => {
  const { page } = await browser.as('brokeradmin')
  const faults: string[] = []
  for (const address of ['/calendar/month', '/calendar/year', '/policies', '/contributions']) {
    await page.goto(address)
    for (const width of [768, 1280]) {
      await page.setViewportSize({ width, height: 1080 })
      await waitForPage(page)
      const grid = page.getByRole('grid')
      await grid.waitFor()
      const missing = await grid.evaluate(
        ({ scrollWidth, parentElement: box }) =>
          Math.max(scrollWidth, box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0),
      )
      if (missing > 0) faults.push(`${address} at ${width} px lacks ${missing} px`)
    }
  }
  expect(faults).toEqual([])
})

test('the statuses of all groups of Today are below each other', async () => {
  const { page } = await browser.as('brokeradmin', { viewport: { width: 1280, height: 900 } })
  await page.goto('/')
  await waitForPage(page)
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Open/ }) })
  await rows.first().waitFor()
  const lefts = await rows.evaluateAll((items) =>
    items.map((row) => Math.round(row.querySelector('svg')?.getBoundingClientRect().left ?? 0)),
  )
  expect(lefts.length).toBeGreaterThan(3)
  expect(new Set(lefts).size).toBe(1)
})

test('on a phone an entry of the audit log says what was done', async () => {
  const { page } = await browser.as('brokeradmin', { viewport: { width: 360, height: 780 } })
  await page.goto('/audit')
  await waitForPage(page)
  const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await entries.first().waitFor()
  expect(await entries.first().innerText()).toContain('Activity')
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
