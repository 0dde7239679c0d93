/** Single sign-on: users of a firm sign in through its OpenID Connect provider, such as Microsoft Entra ID or Google Workspace. */
import { z } from 'zod'
import { needsSecondStep, OF_ACCOUNT } from './auth.ts'
import { command, query } from './define.ts'
import { codeLine, Email, Empty, Instant, NoParameters, Nothing, optional } from './values.ts'

const MOST_DOMAINS = 20

/** The exact text of the provider: it is compared with that of each token. */
const Issuer = codeLine(1, 500)
  .refine((text) => {
    if (!URL.canParse(text)) return false
    const { protocol, search, hash, username, password } = new URL(text)
    return /^https?:$/.test(protocol) && !search && !hash && !username && !password && !/[?#\s]/.test(text)
  }, 'Enter the address of the provider, which begins with https://')
  .describe('Issuer of the provider: an https:// address, exactly as its discovery document states it')

const Domain = codeLine(3, 253)
  .transform((text) => text.toLowerCase())
  .refine(
    (text) => /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/.test(text) && !/(?:^|\.)-|-(?:\.|$)/.test(text),
    'Enter a domain such as example.ie',
  )

const settings = {
  issuer: Issuer,
  clientId: codeLine(1, 200).describe('Client ID that the provider gave to this service'),
  domains: z
    .array(Domain)
    .min(1)
    .max(MOST_DOMAINS)
    .describe(
      'E-mail domains of the users who sign in through the provider. Each needs an active user of the firm with an address of the domain; a domain belongs to one firm; public mail services are refused',
    ),
  isOn: z.boolean().describe('Whether users can sign in through the provider'),
  isRequired: z
    .boolean()
    .default(false)
    .describe(
      'Passwords of users of the domains are refused. BrokerAdmins with a second factor keep theirs as emergency access; the firm must have one',
    ),
  trustsAddresses: z
    .boolean()
    .default(false)
    .describe(
      'Accepts an address without the claim `email_verified`, because the provider serves only this firm (Microsoft Entra ID does not send the claim). Not possible for a provider that serves everyone, such as Google',
    ),
  trustsFactor: z
    .boolean()
    .default(false)
    .describe(
      'The provider checks a second factor: users who have none in this service need none to sign in through the provider. Users who have one are still asked for it',
    ),
}

export const EditableSingleSignOn = z.object({
  ...settings,
  clientSecret: optional(codeLine(1, 500)).describe(
    'Client secret of the provider. Stored encrypted and never returned. Empty: the stored secret stays',
  ),
})

export const SingleSignOnSettings = z.object({
  ...settings,
  domains: z.array(z.string()),
  updatedAt: Instant,
})
export type SingleSignOnSettings = z.infer<typeof SingleSignOnSettings>

export const SingleSignOn = z.object({
  redirectAddress: z.string().describe('Redirect address to register at the provider'),
  settings: SingleSignOnSettings.nullable().describe('Null if the firm has not configured single sign-on'),
})
export type SingleSignOn = z.infer<typeof SingleSignOn>

export const PAGES = { singleSignOn: '/settings/single-sign-on' }

/** No obligation depends on who can sign in. */
const OF_SIGN_IN = { access: 'BrokerAdmin', changesNoRecord: true } as const

export const getSingleSignOn = query('single-sign-on.get', {
  route: 'GET /api/tenants/{id}/single-sign-on',
  access: 'BrokerAdmin',
  summary: 'Returns the single sign-on settings of a firm, without the client secret.',
  input: NoParameters,
  output: SingleSignOn,
})
export const setSingleSignOn = command('single-sign-on.set', {
  route: 'PUT /api/tenants/{id}/single-sign-on',
  ...OF_SIGN_IN,
  summary:
    'Sets the single sign-on of a firm. All BrokerAdmins of the firm get a mail. SuperAdmins cannot set it: 403.',
  input: EditableSingleSignOn,
  output: SingleSignOn,
  isReplayable: false,
  requiresRecentSignIn: 'of everyone',
})
export const removeSingleSignOn = command('single-sign-on.remove', {
  route: 'DELETE /api/tenants/{id}/single-sign-on',
  ...OF_SIGN_IN,
  summary:
    'Removes the single sign-on of a firm: its users sign in with their passwords again. 404 if it has none. A SuperAdmin can remove it for a firm that is locked out.',
  input: Nothing,
  output: Empty,
  status: 204,
  requiresRecentSignIn: 'of everyone',
})
export const testSingleSignOn = command('single-sign-on.test', {
  route: 'POST /api/tenants/{id}/single-sign-on/test',
  ...OF_SIGN_IN,
  rateClass: 'heavy',
  summary:
    'Reads the discovery document and the keys of a provider and says what is wrong with them. The settings are not changed. SuperAdmins cannot test: 403.',
  input: z.object({ issuer: Issuer }),
  output: z.object({
    isUsable: z.boolean(),
    problem: z.string().nullable().describe('Problem in words; null if the provider can be used'),
  }),
})
export const unlinkSingleSignOn = command('user.unlink-single-sign-on', {
  route: 'POST /api/users/{id}/unlink-single-sign-on',
  ...OF_SIGN_IN,
  summary:
    'Removes the link between a user and the person at the provider, because the account there was created again. The next sign-in through the provider links the user anew. All sessions of the user end.',
  input: Nothing,
  output: Empty,
  status: 204,
  requiresRecentSignIn: 'of everyone',
})

export const findSingleSignOn = query('auth.find-single-sign-on', {
  route: 'GET /api/auth/single-sign-on',
  access: 'public',
  summary:
    'Returns the firm whose provider signs in users of an e-mail domain. The request contains no address, so that the response cannot disclose whether one belongs to a user.',
  input: z.strictObject({ domain: Domain }),
  output: z.object({
    firmName: z.string().nullable().describe('Null if users of the domain sign in with a password'),
    isRequired: z.boolean().describe('Passwords are refused, except for emergency access'),
  }),
})
export const startSingleSignOn = command('auth.start-single-sign-on', {
  route: 'POST /api/auth/single-sign-on/start',
  access: 'public',
  ...OF_ACCOUNT,
  summary:
    'Begins a sign-in through the provider of the firm: sets a cookie and returns the address of the provider to open. 404 if the domain has no single sign-on; 422 if the provider cannot be used.',
  input: z.object({ email: Email, callbackUrl: codeLine(1, 512).default('/') }),
  output: z.object({ url: z.string() }),
})
export const completeSingleSignOn = command('auth.single-sign-on', {
  route: 'POST /api/auth/single-sign-on',
  access: 'public',
  ...OF_ACCOUNT,
  usesPendingSignIn: true,
  summary:
    'Completes a sign-in with the response of the provider and sets the session cookie. Needs the cookie of `auth.start-single-sign-on` and the CSRF token. 401 with a code in `details` if the provider did not confirm an active or invited user of the firm. Each response is accepted once.',
  input: z.object({
    firm: codeLine(1, 64).describe('Last part of the redirect address'),
    response: codeLine(1, 4096).describe('Query of the address that the provider redirected to'),
  }),
  output: z.object({ url: z.string().describe('Address of the page to open'), needsSecondStep }),
})
