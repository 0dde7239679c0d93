/** Second factor of an account: authenticator app (TOTP, RFC 6238), passkeys (WebAuthn) and recovery codes. */
import { z } from 'zod'
import { command, query } from './define.ts'
import { Empty, Instant, line, NoParameters, Nothing } from './values.ts'

/** Six digits of an authenticator app; spaces between them are dropped. */
export const AppCode = z
  .string()
  .max(20)
  .transform((text) => text.replaceAll(' ', ''))
  .refine((text) => /^\d{6}$/.test(text), 'Enter the six digits that the app shows')
  .describe('Six digits that the authenticator app shows')

/** Base64url, as WebAuthn writes bytes in JSON. */
const defineBytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/, 'Must be base64url')
const ofCredential = { id: defineBytes(1400), rawId: defineBytes(1400), type: z.literal('public-key') }

/** How a browser reaches an authenticator (WebAuthn, 5.8.4). */
const Transport = z
  .string()
  .max(20)
  .regex(/^[a-z-]+$/, 'Must be a transport, such as internal')

export const NewCredential = z
  .object({
    ...ofCredential,
    response: z.object({
      clientDataJSON: defineBytes(4000),
      attestationObject: defineBytes(20_000),
      transports: z.array(Transport).max(10).default([]),
    }),
  })
  .describe('Response of `navigator.credentials.create()` in its JSON form')

export const PasskeyResponse = z
  .object({
    ...ofCredential,
    response: z.object({
      clientDataJSON: defineBytes(4000),
      authenticatorData: defineBytes(4000),
      signature: defineBytes(4000),
      userHandle: defineBytes(200).optional(),
    }),
  })
  .describe('Response of `navigator.credentials.get()` in its JSON form')

/** Options of WebAuthn in their JSON form, for `navigator.credentials`. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })

const CreationOptions = PasskeyOptions.extend({
  rp: z.looseObject({ name: z.string() }),
  user: z.looseObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.looseObject({ alg: z.int(), type: z.literal('public-key') })),
})

const PasskeyName = line(1, 60).describe('Name of the passkey, unique for the user')

export const SecondFactor = z.object({
  isRequired: z.boolean().describe('Whether the firm requires a second factor for the role of the user'),
  dueAt: Instant.nullable().describe(
    'End of the days of grace. From then on a user without a second factor can only set one up, also in a session that was opened before',
  ),
  app: z
    .object({ createdAt: Instant, lastUsedAt: Instant.nullable() })
    .nullable()
    .describe('Authenticator app; null if none is set up'),
  passkeys: z.array(z.object({ name: z.string(), createdAt: Instant, lastUsedAt: Instant.nullable() })),
  recoveryCodesLeft: z.int().describe('Unused recovery codes'),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const RecoveryCodes = z.object({
  recoveryCodes: z
    .array(z.string())
    .describe('Ten recovery codes, shown only here. Empty if the user has recovery codes already'),
})

/** A sign-in without the required factor may use these. Secrets are in no stored answer. */
const OF_FACTOR = {
  access: 'Member',
  bodyBytes: 64 * 1024,
  isAllowedInClosedFirm: true,
  changesNoRecord: true,
  isAllowedWithoutFactor: true,
  isReplayable: false,
} as const
/** A stolen session must neither add nor remove a factor. */
const CHANGES_FACTORS = { ...OF_FACTOR, requiresRecentSignIn: 'of everyone' } as const

export const getSecondFactor = query('second-factor.get', {
  route: 'GET /api/me/second-factor',
  access: 'Member',
  isAllowedWithoutFactor: true,
  summary: 'Returns the second factors of the caller, and whether their firm requires one.',
  input: NoParameters,
  output: SecondFactor,
})
export const startApp = command('second-factor.start-app', {
  route: 'POST /api/me/second-factor/app',
  ...CHANGES_FACTORS,
  summary:
    'Begins to set up an authenticator app: returns its secret. The app is in use once `second-factor.confirm-app` received a code. An app that is in use must be removed first.',
  input: Nothing,
  output: z.object({
    secret: z.string().describe('Base32, to type into the app'),
    uri: z.string().describe('Address `otpauth://` to show as a QR code'),
  }),
})
export const confirmApp = command('second-factor.confirm-app', {
  route: 'POST /api/me/second-factor/app/confirm',
  ...CHANGES_FACTORS,
  summary:
    'Confirms an authenticator app with a code. All other sessions of the caller end. Returns recovery codes with the first factor.',
  input: z.object({ code: AppCode }),
  output: RecoveryCodes,
})
export const removeApp = command('second-factor.remove-app', {
  route: 'POST /api/me/second-factor/app/remove',
  ...CHANGES_FACTORS,
  summary: 'Removes the authenticator app. Refused for the last factor if the firm requires one.',
  input: Nothing,
  output: Empty,
  status: 204,
})
export const startPasskey = command('second-factor.start-passkey', {
  route: 'POST /api/me/passkeys/start',
  ...CHANGES_FACTORS,
  summary:
    'Begins to add a passkey: returns the options for `navigator.credentials.create()`, valid for 5 minutes.',
  input: Nothing,
  output: CreationOptions,
})
export const addPasskey = command('second-factor.add-passkey', {
  route: 'POST /api/me/passkeys',
  ...CHANGES_FACTORS,
  summary:
    'Adds a passkey. The key is checked against the challenge of `second-factor.start-passkey`. All other sessions of the caller end. Returns recovery codes with the first factor.',
  input: z.object({ name: PasskeyName, response: NewCredential }),
  output: RecoveryCodes,
})
export const renamePasskey = command('second-factor.rename-passkey', {
  route: 'POST /api/me/passkeys/rename',
  ...CHANGES_FACTORS,
  summary: 'Renames a passkey of the caller.',
  input: z.object({ name: PasskeyName, newName: PasskeyName }),
  output: Empty,
  status: 204,
})
export const removePasskey = command('second-factor.remove-passkey', {
  route: 'POST /api/me/passkeys/remove',
  ...CHANGES_FACTORS,
  summary: 'Removes a passkey of the caller. Refused for the last factor if the firm requires one.',
  input: z.object({ name: PasskeyName }),
  output: Empty,
  status: 204,
})
export const renewRecoveryCodes = command('second-factor.renew-recovery-codes', {
  route: 'POST /api/me/recovery-codes',
  ...CHANGES_FACTORS,
  summary: 'Replaces the recovery codes of the caller with ten new ones. The earlier codes stop working.',
  input: Nothing,
  output: RecoveryCodes,
})
