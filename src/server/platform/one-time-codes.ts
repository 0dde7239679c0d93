/** Codes of authenticator apps (TOTP, RFC 6238): SHA-1, six digits, 30 seconds, which every app supports. */
import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
/** Clocks of phones differ: the steps before and after the present one are accepted too. */
const WINDOW_STEPS = 1
const ISSUER = 'Pension Compliance Service'

const buildCodes = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  })

/** A new secret of 160 bits (RFC 4226, section 4), in base32. */
export const generateCodeSecret = (): string => new Secret({ size: 20 }).base32

/** The address that an app reads from a QR code; `label` names the account in the app. */
export const buildCodeUri = (secret: string, label: string): string => buildCodes(secret, label).toString()

/** The 30-second step to which a code belongs, counted from 1970; null if the code is wrong. A caller accepts each step once. */
export function findCodeStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const difference = buildCodes(secret).validate({ token: code, timestamp, window: WINDOW_STEPS })
  return difference === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + difference
}
