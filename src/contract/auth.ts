import { z } from 'zod'
import { command, query, Role } from './define.ts'
import { CAPABILITIES } from './grant-operations.ts'
import { Email, Empty, Id, Instant, Nothing } from './values.ts'

/**
 * 12 to 128 characters and at most 72 bytes in UTF-8: bcrypt reads no further, and a password is refused
 * rather than cut. No composition rule; common ones are refused on the server.
 */
export const NewPassword = z
  .string()
  .min(12, 'Use at least 12 characters')
  .max(128, 'Use at most 128 characters')
  .refine(
    (text) => !text.includes('\u0000') && text.isWellFormed(),
    'Contains characters that cannot be used',
  )
  .refine(
    (text) => new TextEncoder().encode(text).length <= 72,
    'Use at most 72 bytes: accented letters count double',
  )
  .describe('12 to 128 characters, at most 72 bytes in UTF-8, not a common password, not the e-mail address')

const Message = z.object({ message: z.string() })

export const needsSecondStep = z
  .literal(true)
  .optional()
  .describe('The user has a second factor: there is no session until `auth.second-step` succeeds')

/** Terms common to all commands on an account's own session and credentials. */
export const OF_ACCOUNT = {
  bodyBytes: 64 * 1024,
  isAllowedInClosedFirm: true,
  changesNoRecord: true,
} as const

export const getCsrfToken = query('auth.csrf', {
  route: 'GET /api/auth/csrf',
  access: 'public',
  summary:
    'Returns a CSRF token. Before sign-in it belongs to the CSRF cookie, after sign-in to the session.',
  input: Nothing,
  output: z.object({ csrfToken: z.string() }),
})

export const signIn = command('auth.signin', {
  route: 'POST /api/auth/signin',
  access: 'public',
  body: 'form',
  ...OF_ACCOUNT,
  summary:
    'Signs in and sets the session cookie. Returns 302 to `callbackUrl`, or 200 `{ url }` if the client accepts JSON. A user with a second factor gets no session yet, but a cookie for the second step, and `url` is its page.',
  input: z.object({
    csrfToken: z.string().max(512).default(''),
    email: z.string().min(1).max(254),
    password: z.string().min(1).max(1024),
    callbackUrl: z.string().max(2048).default('/'),
  }),
  failureRedirect: '/signin?error=credentials',
  output: z.object({
    url: z.string(),
    needsSecondStep,
  }),
})

export const SessionUser = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: Role,
  tenantId: Id,
  tenantName: z.string(),
  tenantLogoVersion: z
    .string()
    .nullable()
    .describe('`sha256` of the logo of the firm; null if the firm has none'),
  employerId: Id.nullable(),
  memberId: Id.nullable(),
  grant: z
    .object({ id: Id, capability: z.enum(CAPABILITIES) })
    .optional()
    .describe(
      'Access as a trustee or an inspector that the user chose: role and firm are then those of the access',
    ),
})

export const getSession = query('auth.session', {
  route: 'GET /api/auth/session',
  access: 'public',
  isAllowedWithoutFactor: true,
  summary: 'Returns the signed-in user, or `{ user: null }`.',
  input: Nothing,
  output: z.object({
    user: SessionUser.nullable(),
    expiresAt: Instant.optional(),
    mustSetUpSecondFactor: z
      .literal(true)
      .optional()
      .describe('The session can only set up the second factor that the firm requires'),
    secondFactorDueAt: Instant.optional().describe(
      'End of the days of grace, if the firm requires a second factor of the user, who has none. From then on the session can only set one up',
    ),
  }),
})

export const signOut = command('auth.signout', {
  route: 'POST /api/auth/signout',
  access: 'Member',
  ...OF_ACCOUNT,
  isAllowedWithoutFactor: true,
  summary: 'Signs out: ends this session and clears its cookie.',
  input: Nothing,
  output: Empty,
  status: 204,
  isReplayable: false,
})

export const signOutEverywhere = command('auth.signout-everywhere', {
  route: 'POST /api/auth/signout-everywhere',
  access: 'Member',
  ...OF_ACCOUNT,
  isAllowedWithoutFactor: true,
  summary: 'Ends every session of the caller.',
  input: Nothing,
  output: Empty,
  status: 204,
  isReplayable: false,
})

export const forgotPassword = command('auth.forgot-password', {
  route: 'POST /api/auth/forgot-password',
  access: 'public',
  ...OF_ACCOUNT,
  summary:
    'Requests a link to reset the password. The response is always 200; a mail is sent only if the address belongs to a user (Spec 3), at most three in an hour to one address. A further request sends no mail, and the latest link keeps working.',
  input: z.object({ email: Email }),
  output: Message,
})

export const resetPassword = command('auth.reset-password', {
  route: 'POST /api/auth/reset-password',
  access: 'public',
  ...OF_ACCOUNT,
  summary:
    'Sets a new password with the token of a reset or invitation mail and signs the user in. Each token works once (Spec 3).',
  input: z.object({ token: z.string().min(1).max(512), password: NewPassword }),
  output: Message.extend({ needsSecondStep }),
})

export const changePassword = command('auth.change-password', {
  route: 'POST /api/auth/change-password',
  access: 'Member',
  ...OF_ACCOUNT,
  requiresRecentSignIn: 'of users with a second factor',
  summary: "Changes the caller's password. All other sessions end; this session continues with a new cookie.",
  input: z.object({ currentPassword: z.string().min(1).max(1024), newPassword: NewPassword }),
  output: Message,
  isReplayable: false,
})

export const changeEmail = command('auth.change-email', {
  route: 'POST /api/auth/change-email',
  access: 'Member',
  ...OF_ACCOUNT,
  requiresRecentSignIn: 'of users with a second factor',
  summary:
    "Requests a change of the caller's e-mail address. The service mails a link to the new address and notifies the present address. The new address takes effect when the link is opened.",
  input: z.object({ currentPassword: z.string().min(1).max(1024), newEmail: Email }),
  output: Message,
  isReplayable: false,
})

export const confirmEmail = command('auth.confirm-email', {
  route: 'POST /api/auth/confirm-email',
  access: 'public',
  ...OF_ACCOUNT,
  summary:
    'Confirms a new e-mail address with the token that was mailed to it. All sessions of the user end.',
  input: z.object({ token: z.string().min(1).max(512) }),
  output: Message,
})
