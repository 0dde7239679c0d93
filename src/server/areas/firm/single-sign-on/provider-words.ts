/** Problems of a provider, in words for the administrator who configures it. */
import type { ProviderProblem } from '../../../platform/open-id.ts'

export const PROVIDER_WORDS: Record<ProviderProblem, string> = {
  NOT_HTTPS: 'The provider must use https:// for all of its addresses',
  ADDRESS_NOT_PUBLIC: 'The provider is at a private address. It must be reachable from the internet',
  REDIRECTED:
    'The provider redirects to another address. Enter the issuer exactly as the provider states it in its discovery document',
  TOO_LARGE: 'The response of the provider is too large. Check the issuer',
  TIMED_OUT: 'The provider did not respond within 5 seconds',
  UNREACHABLE: 'The provider cannot be reached: check the host name, and that its certificate is valid',
  DISCOVERY_INVALID:
    'There is no discovery document at the issuer followed by /.well-known/openid-configuration, or it is not complete. Check the issuer',
  ISSUER_DIFFERS:
    'The discovery document names another issuer. Enter the issuer exactly as the document states it, with or without the last slash',
  SHARED_ISSUER:
    'This issuer accepts users of any organisation. Enter the issuer of your own organisation, which contains its tenant ID',
  NO_CODE_FLOW: 'The provider does not support the authorization code flow',
  NO_PKCE: 'The provider does not support PKCE with S256',
  NO_SIGNATURE: 'The provider does not sign ID tokens with a public key, such as RS256 or ES256',
  KEYS_INVALID: 'The keys of the provider (jwks_uri) cannot be read',
}
