import { z } from 'zod'
import { command, query, Role } from './define.ts'
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

/** What every command on an account's own session and credentials has in common. */
const OF_ACCOUNT = { bodyBytes: 64 * 1024, isAllowedInClosedFirm: true, changesNoRecord: true } as const

export const getCsrfToken = query('auth.csrf', {
  route: 'GET /api/auth/csrf',
  access: 'public',
  summary: 'A CSRF token: bound to its cookie before sign-in, to the session after it.',
  input: Nothing,
  output: z.object({ csrfToken: z.string() }),
})

export const signIn = command('auth.signin', {
  route: 'POST /api/auth/signin',
  access: 'public',
  body: 'form',
  ...OF_ACCOUNT,
  summary: 'Signs in; sets the session cookie. 302 to callbackUrl, or 200 { url } when JSON is asked for.',
  input: z.object({
    csrfToken: z.string().max(512).default(''),
    email: z.string().min(1).max(254),
    password: z.string().min(1).max(1024),
    callbackUrl: z.string().max(2048).default('/'),
  }),
  failureRedirect: '/signin?error=credentials',
  output: z.object({ url: z.string() }),
})

export const SessionUser = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: Role,
  tenantId: Id,
  tenantName: z.string(),
  employerId: Id.nullable(),
  memberId: Id.nullable(),
})

export const getSession = query('auth.session', {
  route: 'GET /api/auth/session',
  access: 'public',
  summary: 'The signed-in user, or { user: null }.',
  input: Nothing,
  output: z.object({ user: SessionUser.nullable(), expiresAt: Instant.optional() }),
})

export const signOut = command('auth.signout', {
  route: 'POST /api/auth/signout',
  access: 'Member',
  ...OF_ACCOUNT,
  summary: 'Ends this session by clearing its cookie.',
  input: Nothing,
  output: Empty,
  status: 204,
  isReplayable: false,
})

export const signOutEverywhere = command('auth.signout-everywhere', {
  route: 'POST /api/auth/signout-everywhere',
  access: 'Member',
  ...OF_ACCOUNT,
  summary: 'Ends every session of the caller at once.',
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
    'Always 200; a mail with a link is sent only if the address belongs to a user (Spec 3), at most three an hour to one address. A further request sends none, and the latest link keeps working.',
  input: z.object({ email: Email }),
  output: Message,
})

export const resetPassword = command('auth.reset-password', {
  route: 'POST /api/auth/reset-password',
  access: 'public',
  ...OF_ACCOUNT,
  summary:
    'Sets a new password with the token of a reset or invitation mail and signs the person in; each token works once (Spec 3).',
  input: z.object({ token: z.string().min(1).max(512), password: NewPassword }),
  output: Message,
})

export const changePassword = command('auth.change-password', {
  route: 'POST /api/auth/change-password',
  access: 'Member',
  ...OF_ACCOUNT,
  summary: 'Changes the own password; every other session ends, this one is renewed.',
  input: z.object({ currentPassword: z.string().min(1).max(1024), newPassword: NewPassword }),
  output: Message,
  isReplayable: false,
})

export const changeEmail = command('auth.change-email', {
  route: 'POST /api/auth/change-email',
  access: 'Member',
  ...OF_ACCOUNT,
  summary:
    'Requests a change of the own e-mail address: a link is mailed to the new address, which takes effect once it is opened, and the present address is notified.',
  input: z.object({ currentPassword: z.string().min(1).max(1024), newEmail: Email }),
  output: Message,
  isReplayable: false,
})

export const confirmEmail = command('auth.confirm-email', {
  route: 'POST /api/auth/confirm-email',
  access: 'public',
  ...OF_ACCOUNT,
  summary:
    'Makes the new e-mail address of an account its own, with the token that was mailed to that address; every session ends.',
  input: z.object({ token: z.string().min(1).max(512) }),
  output: Message,
})
