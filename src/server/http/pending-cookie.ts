/**
 * Holds the token of a sign-in whose password was correct while the second step is made. It opens nothing: two operations read it
 * (`usesPendingSignIn`), and its sign-in ends after five minutes (areas/firm/second-factor/challenges.ts).
 */
const LIFETIME_SECONDS = 300
/** 32 random bytes. */
const FORMAT = /^[\w-]{43}$/

export interface PendingCookie {
  name: string
  read(value: string | undefined): string | null
  serialize(token: string): string
  cleared(): string
}

export function createPendingCookie({ isProduction }: { isProduction: boolean }): PendingCookie {
  const name = isProduction ? '__Host-app.sign-in' : 'app.sign-in'
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isProduction ? '; Secure' : ''}`
  return {
    name,
    read: (value) => (value !== undefined && FORMAT.test(value) ? value : null),
    serialize: (token) => `${name}=${token}; ${attributes}; Max-Age=${LIFETIME_SECONDS}`,
    cleared: () => `${name}=; ${attributes}; Max-Age=0`,
  }
}
