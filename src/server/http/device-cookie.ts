/**
 * Recognises a browser on which an account signed in before, so that guesses made elsewhere do not use up the attempts of the
 * account's owner. The cookie opens nothing: it only names the bucket that attempts count against.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KnownDevice } from '../pipeline/define-operation.ts'
import type { Clock } from '../platform/clock.ts'

const DAY_SECONDS = 86_400
/** Browsers keep no cookie for longer. */
const LIFETIME_SECONDS = 400 * DAY_SECONDS
const RENEW_AFTER_SECONDS = 30 * DAY_SECONDS
/** Accounts of one browser; the one that signed in longest ago is dropped. */
const MAX_ACCOUNTS = 5
/** Device id (22 characters), time in seconds, marks of accounts (16 characters each), signature (43 characters). */
const FORMAT = /^([\w-]{22})\.(\d{10})\.([\w-]{16}(?:~[\w-]{16}){0,4})\.([\w-]{43})$/

interface Device extends KnownDevice {
  accounts: string[]
  issuedAt: number
}

export interface DeviceCookie {
  name: string
  read(value: string | undefined): Device | null
  /** The cookie after this account signed in, or null where the present one says so already. */
  remember(device: Device | null, userId: string): string | null
  serialize(value: string): string
}

export function createDeviceCookie({
  isProduction,
  secrets,
  clock,
}: {
  isProduction: boolean
  /** The current secret, then those that are still accepted. */
  secrets: readonly [string, ...string[]]
  clock: Clock
}): DeviceCookie {
  const name = isProduction ? '__Host-app.device' : 'app.device'
  const hmac = (secret: string, text: string): string =>
    createHmac('sha256', secret).update(`device:${text}`).digest('base64url')
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000)
  const markOf = (secret: string, id: string, userId: string): string =>
    hmac(secret, `account:${id}:${userId}`).slice(0, 16)

  return {
    name,
    read(value) {
      const [, id, issued, marks, signature] = FORMAT.exec(value ?? '') ?? []
      if (!id || !issued || !marks || !signature) return null
      const signed = `${id}.${issued}.${marks}`
      const secret = secrets.find((one) =>
        timingSafeEqual(Buffer.from(hmac(one, signed)), Buffer.from(signature)),
      )
      const issuedAt = Number(issued)
      if (!secret || nowSeconds() - issuedAt > LIFETIME_SECONDS) return null
      const accounts = marks.split('~')
      return { id, issuedAt, accounts, recognises: (userId) => accounts.includes(markOf(secret, id, userId)) }
    },
    remember(device, userId) {
      const isFresh = device !== null && nowSeconds() - device.issuedAt < RENEW_AFTER_SECONDS
      if (isFresh && device.recognises(userId)) return null
      const id = device?.id ?? randomBytes(16).toString('base64url')
      const mark = markOf(secrets[0], id, userId)
      const others = (device?.accounts ?? []).filter((account) => account !== mark)
      const signed = `${id}.${nowSeconds()}.${[mark, ...others].slice(0, MAX_ACCOUNTS).join('~')}`
      return `${signed}.${hmac(secrets[0], signed)}`
    },
    serialize: (value) =>
      `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${LIFETIME_SECONDS}${isProduction ? '; Secure' : ''}`,
  }
}
