/**
 * Holds what the response of a provider is compared with, sealed by areas/firm/auth, from the beginning of a single sign-on to its end.
 * Strict although the provider redirects back: the page that it leads to sends the response from this origin.
 */
const LIFETIME_SECONDS = 600
const FORMAT = /^[\w-]{1,3000}$/

export interface RedirectCookie {
  name: string
  read(value: string | undefined): string | null
  serialize(sealed: string): string
  cleared(): string
}

export function createRedirectCookie({ isProduction }: { isProduction: boolean }): RedirectCookie {
  const name = isProduction ? '__Host-app.single-sign-on' : 'app.single-sign-on'
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isProduction ? '; Secure' : ''}`
  return {
    name,
    read: (value) => (value !== undefined && FORMAT.test(value) ? value : null),
    serialize: (sealed) => `${name}=${sealed}; ${attributes}; Max-Age=${LIFETIME_SECONDS}`,
    cleared: () => `${name}=; ${attributes}; Max-Age=0`,
  }
}
