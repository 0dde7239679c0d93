/** The logo of a firm: uploaded in its settings, seen by its employers, gone once it is removed. */
import { expect, test } from 'vitest'
import { A_LOGO } from '../fixtures/logos.ts'
import { useBrowser, waitForPage } from './people.ts'

const browser = useBrowser()

test('an administrator uploads the logo, an employer sees it, and it is removed', async () => {
  const { page, complaints } = await browser.as('brokeradmin')
  await page.goto('/settings')
  await page
    .getByLabel('Logo file')
    .setInputFiles({ name: A_LOGO.name, mimeType: 'image/png', buffer: A_LOGO.bytes })
  const image = page.getByRole('navigation', { name: 'Main' }).locator('img')
  await image.waitFor()
  // A picture that cannot be shown has no width.
  expect((await image.boundingBox())?.width).toBeGreaterThan(40)

  const employer = await browser.as('employeradmin')
  await employer.page.goto('/')
  await waitForPage(employer.page)
  await employer.page.getByRole('navigation', { name: 'Main' }).locator('img').waitFor()

  await page.getByRole('button', { name: 'Remove logo' }).click()
  await page.getByLabel('Logo file').waitFor()
  await image.waitFor({ state: 'detached' })
  expect(complaints()).toEqual([])
})
