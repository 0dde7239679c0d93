/**
 * Signed double submit. Before sign-in the token is bound to a random cookie, after it to the session, so that a cookie planted by an
 * attacker is useless. A foreign Origin is refused on every mutating request as well.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface Csrf {
  cookieName: string
  newCookie(): string
  serialize(cookie: string): string
  isCookie(value: string | undefined): value is string
  tokenFor(binding: { sessionId: string } | { cookie: string }): string
  accepts(token: string | undefined, binding: { sessionId: string } | { cookie: string } | null): boolean
  /** Whether the request was made by a page of this origin, or without a page. */
  isOwnOrigin(headers: IncomingHttpHeaders): boolean
}

export function createCsrf({
  isProduction,
  secret,
  appUrl,
}: {
  isProduction: boolean
  secret: string
  appUrl: string
}): Csrf {
  const cookieName = isProduction ? '__Host-app.csrf-token' : 'app.csrf-token'
  const ownOrigin = new URL(appUrl).origin
  const mac = (text: string): Buffer => createHmac('sha256', secret).update(text).digest()
  const tokenFor: Csrf['tokenFor'] = (binding) =>
    mac('sessionId' in binding ? `session:${binding.sessionId}` : `cookie:${binding.cookie}`).toString(
      'base64url',
    )

  return {
    cookieName,
    newCookie: () => randomBytes(24).toString('base64url'),
    serialize: (cookie) =>
      `${cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Lax${isProduction ? '; Secure' : ''}`,
    isCookie: (value): value is string => value !== undefined && /^[\w-]{32}$/.test(value),
    tokenFor,
    accepts(token, binding) {
      if (!token || !binding) return false
      // Hashed on both sides: equal lengths, and the comparison leaks nothing about the token.
      return timingSafeEqual(mac(token), mac(tokenFor(binding)))
    },
    isOwnOrigin(headers) {
      if (headers['sec-fetch-site'] === 'cross-site') return false
      const { origin, host } = headers
      if (origin === undefined) return true
      if (origin === ownOrigin) return true
      // In development the page may be opened by 127.0.0.1, localhost or a forwarded port.
      return (
        !isProduction && host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
      )
    },
  }
}
