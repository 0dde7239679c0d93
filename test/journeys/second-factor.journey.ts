/** Signing in with a passkey of a virtual authenticator, with an authenticator app and with recovery codes. */
import { Secret, TOTP } from 'otpauth'
import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { choosePassword, inviteBrokerUser, readMailedLink } from './invitations.ts'
import {
  buildUniqueText,
  expectAccessible,
  expectNoSidewaysScroll,
  type JourneyBrowser,
  signIn,
  signOut,
  takeScreenshot,
  useBrowser,
  waitForPage,
} from './people.ts'

const { url } = inject('application')
/** Passkeys belong to a host name, never to an address. */
const LOCALHOST = { baseURL: url.replace('127.0.0.1', 'localhost') }
const PASSWORD = 'several quiet words of a passkey'
const WRONG = 'This is wrong, has expired or was used before. Try again.'

interface Credential {
  credentialId: string
  isResidentCredential: boolean
  rpId?: string
  privateKey: string
  userHandle?: string
  signCount: number
}

/** A security key with a fingerprint reader that always recognises its owner, plugged into the page's browser. */
async function plugInAuthenticator(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}

/** The administrator invites a user, who accepts; returns the page of the user. */
async function hire(browser: JourneyBrowser, admin: Page): Promise<{ page: Page; email: string }> {
  const email = `factor.${buildUniqueText()}@example.com`
  await inviteBrokerUser(admin, email)
  const { page } = await browser.open(LOCALHOST)
  await page.goto(await readMailedLink(admin, email, '/accept-invitation'))
  await choosePassword(page, PASSWORD)
  return { page, email }
}

const expectToday = (page: Page): Promise<void> =>
  page.getByRole('heading', { level: 1, name: /^Today/ }).waitFor()

/** Starts to set up an authenticator app; returns a function that shows its code `steps` of 30 seconds from now. */
async function startApp(page: Page): Promise<(steps: number) => string> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const key = (await page.getByText(/^Key:/).locator('code').textContent()) ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')), digits: 6, period: 30 })
  return (steps) => app.generate({ timestamp: Date.now() + steps * 30_000 })
}

async function confirmApp(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Confirm the app' }).click()
  await page.getByText('Keep these recovery codes now').waitFor()
}

describe('a user with a second factor', () => {
  const browser = useBrowser()

  async function openAccount(page: Page): Promise<void> {
    await page.goto('/account')
    await page.getByRole('heading', { name: 'Second factor' }).waitFor()
    await waitForPage(page)
  }

  const readRecoveryCodes = (page: Page): Promise<string[]> =>
    page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()

  async function enterPassword(page: Page, email: string): Promise<void> {
    await page.goto('/signin')
    await signIn(page, email, PASSWORD)
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
    await waitForPage(page)
  }

  async function enterRecoveryCode(page: Page, code: string): Promise<void> {
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  test('adds a passkey and signs in with it; a clone is refused, and a recovery code works once', async () => {
    const { page, email } = await hire(browser, (await browser.as('brokeradmin')).page)
    const { session, authenticatorId } = await plugInAuthenticator(page)
    await openAccount(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name of the passkey').fill('Office laptop')
    await page.getByRole('button', { name: 'Create the passkey' }).click()
    await page.getByText('Keep these recovery codes now').waitFor()
    const [code = '', ...others] = await readRecoveryCodes(page)
    expect(others).toHaveLength(9)
    await takeScreenshot(page, 'journey-recovery-codes')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await signOut(page)
    await enterPassword(page, email)
    await takeScreenshot(page, 'journey-second-step')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expectToday(page)

    await signOut(page)
    await enterPassword(page, email)
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
    const [credential] = credentials as Credential[]
    expect(credential?.signCount).toBeGreaterThan(1)
    // A copy of the key that was made before the last sign-in.
    await session.send('WebAuthn.clearCredentials', { authenticatorId })
    await session.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: { ...(credential as Credential), signCount: 0 },
    })
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('alert').getByText(WRONG).waitFor()
    await enterRecoveryCode(page, code)
    await expectToday(page)

    await signOut(page)
    await enterPassword(page, email)
    await enterRecoveryCode(page, code)
    await page.getByRole('alert').getByText(WRONG).waitFor()
    await page.goto('/schemes')
    await page.waitForURL('**/signin?next=*')
  })

  test('sets up an authenticator app and signs in with its codes', async () => {
    const { page, email } = await hire(browser, (await browser.as('brokeradmin')).page)
    await openAccount(page)
    const showCode = await startApp(page)
    await takeScreenshot(page, 'journey-authenticator-app')
    await confirmApp(page, showCode(-1))

    await signOut(page)
    await enterPassword(page, email)
    const wrong = ['000000', '111111', '222222', '333333'].find((one) =>
      [-1, 0, 1, 2].every((steps) => showCode(steps) !== one),
    )
    await page.getByRole('textbox', { name: 'Code' }).fill(wrong ?? '')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText(WRONG).waitFor()
    await page.getByRole('textbox', { name: 'Code' }).fill(showCode(0))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectToday(page)
  })
})

describe('a firm that begins to require a second factor', () => {
  const browser = useBrowser()

  /** Changes the settings of the administrator's firm. Development accounts, such as the administrator, are exempt. */
  async function changeSettings({ request }: Page, change: object): Promise<void> {
    const read = async <T>(address: string): Promise<T> => (await (await request.get(address)).json()) as T
    const { tenantId } = await read<{ tenantId: string }>('/api/me')
    const firm = await read<{ settings: object }>(`/api/tenants/${tenantId}`)
    const { csrfToken } = await read<{ csrfToken: string }>('/api/auth/csrf')
    const response = await request.put(`/api/tenants/${tenantId}`, {
      headers: { 'x-csrf-token': csrfToken },
      data: { ...firm, settings: { ...firm.settings, ...change } },
    })
    expect(response.status(), await response.text()).toBe(200)
  }

  test('reminds its users, who can hide the reminder for the day, and then lets them set one up only', async () => {
    // Of another firm than the other journeys, which invite users too.
    const admin = (await browser.as('brokeradmin2')).page
    const { page } = await hire(browser, admin)
    const reminder = page.getByRole('complementary', { name: 'Second factor' })
    try {
      await changeSettings(admin, { secondFactorRequiredFor: ['BrokerUser'], secondFactorGraceDays: 30 })
      await page.reload()
      await reminder.getByText(/^Set up a second factor by \d+ [A-Z][a-z]+ 20\d\d$/).waitFor()
      await waitForPage(page)
      await takeScreenshot(page, 'journey-factor-reminder')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await reminder.getByRole('button', { name: 'Hide until tomorrow' }).click()
      await reminder.waitFor({ state: 'detached' })
      await page.reload()
      await expectToday(page)
      await waitForPage(page)
      expect(await reminder.count()).toBe(0)

      // The open page learns it from the next request.
      await changeSettings(admin, { secondFactorRequiredFor: ['BrokerUser'], secondFactorGraceDays: 0 })
      await page.getByRole('link', { name: 'Schemes', exact: true }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor()
      await confirmApp(page, (await startApp(page))(0))
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('heading', { level: 1, name: 'Schemes' }).waitFor()
    } finally {
      await changeSettings(admin, { secondFactorRequiredFor: [] })
    }
  })
})
