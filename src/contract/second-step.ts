/** The second step of a sign-in, and the confirmation that the person at the keyboard is the person who signed in. */
import { z } from 'zod'
import { command } from './define.ts'
import { AppCode, PasskeyOptions, PasskeyResponse } from './second-factor.ts'
import { Empty, Nothing } from './values.ts'

/** How a person proves a second factor. */
export const FACTOR_METHODS = ['APP', 'PASSKEY', 'RECOVERY_CODE'] as const
export type FactorMethod = (typeof FACTOR_METHODS)[number]

const Factors = {
  code: AppCode.optional(),
  passkey: PasskeyResponse.optional(),
  recoveryCode: z.string().min(1).max(60).optional().describe('One of the recovery codes; each works once'),
}
const countValues = (values: object): number =>
  Object.values(values).filter((value) => value !== undefined).length

const Options = z.object({
  methods: z.array(z.enum(FACTOR_METHODS)).describe('Factors that the user has'),
  passkeyOptions: PasskeyOptions.nullable().describe(
    'Options for `navigator.credentials.get()`, valid once; null if the user has no passkey',
  ),
})

/** Callers have no session: they hold the cookie of a sign-in whose password was correct. */
const OF_PENDING_SIGN_IN = {
  access: 'public',
  bodyBytes: 64 * 1024,
  isAllowedInClosedFirm: true,
  changesNoRecord: true,
  usesPendingSignIn: true,
} as const

export const startSecondStep = command('auth.start-second-step', {
  route: 'POST /api/auth/second-step/start',
  ...OF_PENDING_SIGN_IN,
  summary:
    'Returns the factors for the second step of a sign-in. Needs the cookie that `auth.signin` set, and the CSRF token.',
  input: Nothing,
  output: Options,
})
export const completeSecondStep = command('auth.second-step', {
  route: 'POST /api/auth/second-step',
  ...OF_PENDING_SIGN_IN,
  summary:
    'Completes a sign-in with one second factor and sets the session cookie. 401 for a wrong, expired or used one. After five refusals the password must be entered again.',
  input: z
    .object(Factors)
    .refine((sent) => countValues(sent) === 1, 'Send exactly one of code, passkey and recoveryCode'),
  output: z.object({ url: z.string().describe('Address of the first page') }),
})

const Password = z
  .string()
  .min(1)
  .max(1024)
  .refine(
    (text) => !text.includes('\u0000') && text.isWellFormed(),
    'Contains characters that cannot be used',
  )

const OF_IDENTITY = {
  access: 'Member',
  bodyBytes: 64 * 1024,
  isAllowedInClosedFirm: true,
  changesNoRecord: true,
  isAllowedWithoutFactor: true,
  isReplayable: false,
} as const

export const startConfirmation = command('auth.start-confirmation', {
  route: 'POST /api/auth/confirmation/start',
  ...OF_IDENTITY,
  summary: 'Returns the factors with which the caller can confirm their identity, besides the password.',
  input: Nothing,
  output: Options,
})
export const confirmIdentity = command('auth.confirm-identity', {
  route: 'POST /api/auth/confirmation',
  ...OF_IDENTITY,
  summary:
    'Confirms the identity of the caller with the password or a second factor. For 10 minutes, operations that require a recent sign-in are then allowed in this session.',
  input: z
    .object({ password: Password.optional(), ...Factors })
    .refine(
      (sent) => countValues(sent) === 1,
      'Send exactly one of password, code, passkey and recoveryCode',
    ),
  output: Empty,
  status: 204,
})
