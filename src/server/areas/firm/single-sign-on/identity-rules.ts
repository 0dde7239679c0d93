/** Which address of a provider is accepted for which firm. */
import type { Identity } from '../../../platform/open-id.ts'

export type IdentityProblem = 'NO_ADDRESS' | 'ADDRESS_NOT_VERIFIED' | 'OTHER_DOMAIN' | 'OTHER_ORGANISATION'

/** Serves everyone; its claim `hd` names the organisation that manages the account. */
const GOOGLE = 'accounts.google.com'
/** The tenant of all personal Microsoft accounts. */
const PERSONAL_MICROSOFT = '9188040d-6c67-4c5b-b112-36a304b66dad'
const HOSTS_FOR_EVERYONE: ReadonlySet<string> = new Set([
  GOOGLE,
  'appleid.apple.com',
  'www.facebook.com',
  'limited.facebook.com',
  'www.linkedin.com',
  'gitlab.com',
  'login.yahoo.com',
  'api.login.yahoo.com',
  'www.paypal.com',
])
/** Entra ID: these accept users of any organisation. */
const ANY_ORGANISATION = /^\/(?:common|organizations|consumers)(?:\/|$)/i

/** Anyone can have an account there, so that an unverified address says nothing. */
export function isForEveryone(issuer: string): boolean {
  const { hostname, pathname } = new URL(issuer)
  return HOSTS_FOR_EVERYONE.has(hostname) || pathname.includes(PERSONAL_MICROSOFT)
}

/** The issuer of no single organisation, which the discovery would refuse too. */
export function isOfAnyOrganisation(issuer: string): boolean {
  const { hostname, pathname } = new URL(issuer)
  return /^login\.(?:microsoftonline|windows)\./.test(hostname) && ANY_ORGANISATION.test(pathname)
}

/**
 * Why the address of an identity is not accepted, or null. An address that the provider calls unverified is always refused; one about which
 * it says nothing is accepted only if the firm trusts its provider.
 */
export function findIdentityProblem(
  { issuer, email, isEmailVerified, hostedDomain }: Identity,
  { domains, trustsAddresses }: { domains: readonly string[]; trustsAddresses: boolean },
): IdentityProblem | null {
  if (!email?.includes('@')) return 'NO_ADDRESS'
  const isTrusted = isEmailVerified ?? (trustsAddresses && !isForEveryone(issuer))
  if (!isTrusted) return 'ADDRESS_NOT_VERIFIED'
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
  if (!domains.includes(domain)) return 'OTHER_DOMAIN'
  const isManaged = new URL(issuer).hostname !== GOOGLE || domains.includes(hostedDomain?.toLowerCase() ?? '')
  return isManaged ? null : 'OTHER_ORGANISATION'
}
