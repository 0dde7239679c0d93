/** Single sign-on through a certified provider on another host: configured in the settings, used by an invited user, removed again. */
import { afterAll, expect, inject, test } from 'vitest'
import { type CertifiedProvider, CLIENT, startCertifiedProvider } from '../harness/open-id-providers.ts'
import { choosePassword, inviteBrokerUser, readMailedLink } from './invitations.ts'
import {
  buildUniqueText,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSignIn,
  signOut,
  useBrowser,
  waitForPage,
} from './people.ts'

const { url } = inject('application')
/** The redirect address of a development installation has this host; the provider has another one. */
const LOCALHOST = { baseURL: url.replace('127.0.0.1', 'localhost') }
const PASSWORD = 'several quiet words of a colleague'

const browser = useBrowser()
let provider: CertifiedProvider | undefined
afterAll(() => provider?.close())

test('an administrator configures it, an invited user signs in through it and out, and it is removed', async () => {
  const domain = `sso-${buildUniqueText()}.example`
  const { page: admin, complaints } = await browser.signIn('brokeradmin')
  // The firm shows by an active user that it receives mail of the domain.
  const colleague = `colleague@${domain}`
  await inviteBrokerUser(admin, colleague)
  const { page: other } = await browser.open()
  await other.goto(await readMailedLink(admin, colleague, '/accept-invitation'))
  await choosePassword(other, PASSWORD)
  const email = `invited@${domain}`
  await inviteBrokerUser(admin, email)

  await admin.goto('/settings')
  await admin.getByRole('link', { name: 'Single sign-on' }).click()
  await admin.getByRole('heading', { level: 1, name: 'Single sign-on' }).waitFor()
  await waitForPage(admin)
  const redirectAddress = (await admin.getByText('/signin/return/').textContent()) ?? ''
  provider = await startCertifiedProvider([redirectAddress], { hasPage: true })
  await admin.getByLabel('Issuer').fill(`${provider.issuer}/elsewhere`)
  await admin.getByRole('button', { name: 'Test connection' }).click()
  await admin.getByText(/There is no discovery document/).waitFor()
  await admin.getByLabel('Issuer').fill(provider.issuer)
  await admin.getByRole('button', { name: 'Test connection' }).click()
  await admin.getByText('The discovery document and the keys of the provider can be read.').waitFor()
  await admin.getByLabel('Client ID').fill(CLIENT.clientId)
  await admin.getByLabel('Client secret').fill(CLIENT.clientSecret)
  await admin.getByLabel('E-mail domains').fill(domain)
  await admin.getByLabel('Users of these domains can sign in through the provider').check()
  await expectAccessible(admin)
  await expectNoSidewaysScroll(admin)
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await admin.getByText('Single sign-on saved').waitFor()
  await expect.poll(() => admin.getByLabel('Client secret').inputValue()).toBe('')

  provider.signsIn({ subject: 'person-1', email, isEmailVerified: true })
  const { page, complaints: complaintsOfUser } = await browser.open(LOCALHOST)
  await page.goto('/schemes?status=ACTIVE')
  await expectSignIn(page)
  await page.getByLabel('E-mail address').fill(email)
  const go = page.getByRole('button', { name: /^Continue with .+'s sign-in$/ })
  await go.waitFor()
  await expectAccessible(page)
  await go.click()
  await page.getByRole('link', { name: 'Continue as the person of the test' }).click()
  await page.getByRole('link', { name: 'Continue as the person of the test' }).click()
  await page.getByRole('heading', { level: 1, name: 'Schemes' }).waitFor()
  expect(new URL(page.url()).search).toBe('?status=ACTIVE')
  await page.goto('/account')
  await page.getByText(/with your firm's sign-in/).waitFor()
  await signOut(page)
  await expectSignIn(page)

  // Another person of that address at the provider.
  provider.signsIn({ subject: 'person-2', email, isEmailVerified: true })
  const stranger = await browser.open(LOCALHOST)
  await stranger.page.goto('/signin')
  await stranger.page.getByLabel('E-mail address').fill(email)
  await stranger.page.getByRole('button', { name: /^Continue with / }).click()
  await stranger.page.getByRole('link', { name: 'Continue as the person of the test' }).click()
  await stranger.page.getByRole('link', { name: 'Continue as the person of the test' }).click()
  await stranger.page.getByRole('heading', { level: 1, name: 'Not signed in' }).waitFor()
  await stranger.page.getByText('Reason code: NO_ACCOUNT').waitFor()
  expect(new URL(stranger.page.url()).search).toBe('')
  await expectAccessible(stranger.page)

  await admin.goto('/settings/single-sign-on')
  await admin.getByRole('button', { name: 'Remove' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await admin.getByText('Not configured').waitFor()
  await page.goto('/signin')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).focus()
  await page.waitForResponse((response) => response.url().includes('/api/auth/single-sign-on?'))
  expect(await page.getByRole('button', { name: /^Continue with / }).count()).toBe(0)
  // The user's pages are on the host of the redirect address; the provider has no icon.
  expect([...complaints(), ...complaintsOfUser(/request to another origin|\/interaction\//)]).toEqual([])
})
