/** Failures of the network, the rate limit or the service in a browser: the page explains them and loses no work. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectSignIn, takeScreenshot, useBrowser, waitForPage } from './people.ts'

const EXPECTED = [
  /Failed to load resource/,
  /failed: .*(ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED)/,
  // The router logs this for a page that it tried to preload.
  /The service cannot be reached/,
]

/** Refuses requests to a path of the API until the returned function is called. */
async function refuse(page: Page, path: string, status: number, body: object, retryAfter = '1') {
  let isRefusing = true
  await page.route(
    (url) => url.pathname === path,
    (route) =>
      isRefusing
        ? route.fulfill({ status, headers: { 'retry-after': retryAfter }, json: body })
        : route.continue(),
  )
  return () => {
    isRefusing = false
  }
}

describe('failures between the page and the service', () => {
  const browser = useBrowser()

  test('the page reports being offline, keeps its contents, and recovers automatically', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    await page.goto('/employers')
    await waitForPage(page)
    await page.context().setOffline(true)
    await page.getByText('You are offline').waitFor()
    await takeScreenshot(page, 'trouble-offline')
    await expectAccessible(page)
    expect(await page.getByRole('table', { name: 'Employers' }).isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    await page.context().setOffline(false)
    await page.getByText('You are offline').waitFor({ state: 'detached' })
    await page.getByRole('table', { name: 'Members' }).waitFor()
    expect(complaints(...EXPECTED)).toEqual([])
  })

  test.each([
    [503, { error: 'Service unavailable' }, 'The service is busy or restarting'],
    [429, { error: 'Rate limit exceeded' }, 'Too many requests at once'],
  ])('the page explains %i and retries until it passes', async (status, body, words) => {
    const { page, complaints } = await browser.as('brokeruser')
    await page.goto('/')
    await waitForPage(page)
    const stop = await refuse(page, '/api/portfolio/schemes', status, body)
    await page.getByRole('link', { name: 'Schemes', exact: true }).first().click()
    await page.getByText(words).waitFor()
    await takeScreenshot(page, `trouble-${status}`)
    await expectAccessible(page)
    stop()
    await page.getByRole('table', { name: 'Schemes' }).waitFor()
    await page.getByText(words).waitFor({ state: 'detached' })
    expect(complaints(...EXPECTED)).toEqual([])
  })

  test('signing out asks about unsaved work before anything ends', async () => {
    const { page, complaints } = await browser.signIn('brokeruser')
    await page.goto('/employers/new')
    await waitForPage(page)
    await page.getByLabel('Legal name').fill('Still Here Limited')
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()
    await expectAccessible(page)
    await takeScreenshot(page, 'trouble-leave')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Legal name').inputValue()).toBe('Still Here Limited')
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await expectSignIn(page)
    expect(complaints()).toEqual([])
  })

  test('the form of another record contains no values of the previous one', async () => {
    const { page, complaints } = await browser.as('superadmin')
    await page.goto('/firms/demofirmharbourrow')
    await waitForPage(page)
    await page.keyboard.press('e')
    await page.getByLabel('Trading name (optional)').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('slaney')
    await page.getByRole('option', { name: /Slaney Gate Pensions/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /Slaney Gate Pensions/ }).waitFor()
    await waitForPage(page)
    await expect.poll(() => page.getByLabel('Trading name (optional)').count()).toBe(0)
    expect(complaints()).toEqual([])
  })
})
