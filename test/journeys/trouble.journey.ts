/** What a person sees when the network, the limits or the service stand in the way: words, and no work lost. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectSignIn, screenshot, settled, useBrowser } from './people.ts'

const EXPECTED = [
  /Failed to load resource/,
  /failed: .*(ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED)/,
  // The router says so of a page that it tried to fetch ahead.
  /The service cannot be reached/,
]

/** Answers a path of the API with a refusal until it is stopped. */
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

describe('trouble between the page and the service', () => {
  const browser = useBrowser()

  test('offline is said, what was read stays, and the page goes on by itself', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    await page.goto('/employers')
    await settled(page)
    await page.context().setOffline(true)
    await page.getByText('You are offline').waitFor()
    await screenshot(page, 'trouble-offline')
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
  ])('%i is said in words and asked again until it passes', async (status, body, words) => {
    const { page, complaints } = await browser.as('brokeruser')
    await page.goto('/')
    await settled(page)
    const stop = await refuse(page, '/api/portfolio/schemes', status, body)
    await page.getByRole('link', { name: 'Schemes', exact: true }).first().click()
    await page.getByText(words).waitFor()
    await screenshot(page, `trouble-${status}`)
    await expectAccessible(page)
    stop()
    await page.getByRole('table', { name: 'Schemes' }).waitFor()
    await page.getByText(words).waitFor({ state: 'detached' })
    expect(complaints(...EXPECTED)).toEqual([])
  })

  test('signing out asks about unsaved work before anything ends', async () => {
    const { page, complaints } = await browser.signIn('brokeruser')
    await page.goto('/employers/new')
    await settled(page)
    await page.getByLabel('Legal name').fill('Still Here Limited')
    page.once('dialog', (dialog) => void dialog.dismiss())
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    expect(await page.getByLabel('Legal name').inputValue()).toBe('Still Here Limited')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await expectSignIn(page)
    expect(complaints()).toEqual([])
  })

  test('another record is another page: nothing of the form before it is left', async () => {
    const { page, complaints } = await browser.as('superadmin')
    await page.goto('/firms/demofirmharbourrow')
    await settled(page)
    await page.keyboard.press('e')
    await page.getByLabel('Trading name (optional)').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('slaney')
    await page.getByRole('option', { name: /Slaney Gate Pensions/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /Slaney Gate Pensions/ }).waitFor()
    await settled(page)
    await expect.poll(() => page.getByLabel('Trading name (optional)').count()).toBe(0)
    expect(complaints()).toEqual([])
  })
})
