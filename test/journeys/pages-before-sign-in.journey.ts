/** The pages that need no session. */
import { beforeAll, expect, test } from 'vitest'
import type { RequestContext } from './browser.ts'
import { buildScreenshotName, listPageFaults } from './page-checks.ts'
import { useBrowser } from './people.ts'

const browser = useBrowser()
let context: RequestContext
beforeAll(async () => {
  context = await browser.open()
})

test.for([
  '/signin',
  '/signin?error=credentials',
  '/forgot-password',
  '/confirm-email?token=x',
  '/reset-password?token=x',
  '/accept-invitation?token=x',
])('%s', async (address) => {
  const { page, complaints } = context
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(address)
  expect(await listPageFaults(page, buildScreenshotName('open', address))).toEqual([])
  expect(complaints()).toEqual([])
})

test('/signin/second-step, without a sign-in that waits for it', async () => {
  const { page, complaints } = context
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/signin/second-step')
  await page.getByRole('button', { name: 'Enter the password again' }).waitFor()
  expect(await listPageFaults(page, buildScreenshotName('open', '/signin/second-step'))).toEqual([])
  // The browser reports the refused request.
  expect(complaints(/401/)).toEqual([])
})

test('/signin/return, without a sign-in that began in this browser', async () => {
  const { page, complaints } = context
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/signin/return/nofirm?code=none&state=none')
  await page.getByText('Reason code: STATE').waitFor()
  expect(page.url()).toMatch(/\/signin\/return\/nofirm$/)
  expect(await listPageFaults(page, buildScreenshotName('open', '/signin/return'))).toEqual([])
  // The browser reports the refused request.
  expect(complaints(/401/)).toEqual([])
})
