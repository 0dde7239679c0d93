/**
 * OpenID Connect as a client of the provider of a firm: authorization code with PKCE (S256), state and nonce. The only module that uses
 * `openid-client`, which checks issuer, audience, times, nonce and the signature of the ID token by the keys of the provider.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as client from 'openid-client'
import { type IssuerFetch, type IssuerProblem, IssuerUnreachable, isPermittedScheme } from './issuer-fetch.ts'

export interface Provider {
  issuer: string
  clientId: string
  clientSecret: string
}

/** Values that the response of the provider must fit. */
export interface SignInChecks {
  state: string
  nonce: string
  verifier: string
}

export interface Identity {
  issuer: string
  /** Identifies the person at the provider, permanently. */
  subject: string
  email: string | null
  /** Null if the provider does not say. */
  isEmailVerified: boolean | null
  /** Domain of the organisation, which only Google sends. */
  hostedDomain: string | null
}

export type ProviderProblem =
  | IssuerProblem
  | 'DISCOVERY_INVALID'
  | 'ISSUER_DIFFERS'
  | 'SHARED_ISSUER'
  | 'NO_CODE_FLOW'
  | 'NO_PKCE'
  | 'NO_SIGNATURE'
  | 'KEYS_INVALID'

/** The provider cannot be used as it is. */
export class ProviderUnusable extends Error {
  readonly problem: ProviderProblem
  constructor(problem: ProviderProblem, cause?: unknown) {
    super(`The provider cannot be used: ${problem}`, { cause })
    this.problem = problem
  }
}

export type ResponseProblem = 'DENIED' | 'CLIENT_REFUSED' | 'CODE_REFUSED' | 'TOKEN_REFUSED'

/** The response of the provider was not accepted. */
export class ResponseRefused extends Error {
  readonly problem: ResponseProblem
  constructor(problem: ResponseProblem, cause?: unknown) {
    super(`The response of the provider was refused: ${problem}`, { cause })
    this.problem = problem
  }
}

const CLOCKS_DIFFER_BY_SECONDS = 60
/** A sign-in that fails reads the discovery document again. */
const DISCOVERY_KEPT_MS = 600_000
/** Signatures by keys that only the provider has. HS256 would be one by the client secret, `none` is no signature. */
const SIGNATURES = /^(?:RS|PS|ES)(?:256|384|512)$|^(?:EdDSA|Ed25519)$/

export type OpenId = ReturnType<typeof createOpenId>

interface OpenIdOptions {
  fetchFromIssuer: IssuerFetch
  allowsLoopback: boolean
}

const isInsecure = (issuer: string): boolean => issuer.startsWith('http:')
const toClientFetch = (fetchFromIssuer: IssuerFetch): client.CustomFetch =>
  fetchFromIssuer as unknown as client.CustomFetch

/** Reads and checks the discovery documents of providers, and keeps them for a while. */
function createDiscovery({ fetchFromIssuer, allowsLoopback }: OpenIdOptions) {
  const known = new LRUCache<string, client.ServerMetadata>({ max: 500, ttl: DISCOVERY_KEPT_MS })

  async function discover(issuer: string): Promise<client.ServerMetadata> {
    const kept = known.get(issuer)
    if (kept) return kept
    const metadata = await readDiscovery(issuer)
    requireUsable(metadata, issuer, allowsLoopback)
    known.set(issuer, metadata)
    return metadata
  }

  async function readDiscovery(issuer: string): Promise<client.ServerMetadata> {
    if (!isPermittedScheme(new URL(issuer), allowsLoopback)) throw new ProviderUnusable('NOT_HTTPS')
    try {
      const found = await client.discovery(new URL(issuer), 'none', undefined, client.None(), {
        [client.customFetch]: toClientFetch(fetchFromIssuer),
        ...(isInsecure(issuer) ? { execute: [client.allowInsecureRequests] } : {}),
      })
      return found.serverMetadata()
    } catch (error) {
      throw toUnusable(error)
    }
  }

  return { discover, forget: (issuer: string) => void known.delete(issuer) }
}

export function createOpenId(options: OpenIdOptions) {
  const { fetchFromIssuer } = options
  const { discover, forget } = createDiscovery(options)

  /** Each configuration has its own copy of the keys: a sign-in uses the present keys of the provider, also just after they changed. */
  function configure(metadata: client.ServerMetadata, provider: Provider): client.Configuration {
    const { issuer, clientId, clientSecret } = provider
    const config = new client.Configuration(
      { ...metadata },
      clientId,
      { [client.clockTolerance]: CLOCKS_DIFFER_BY_SECONDS },
      isBasicAccepted(metadata)
        ? client.ClientSecretBasic(clientSecret)
        : client.ClientSecretPost(clientSecret),
    )
    config[client.customFetch] = toClientFetch(fetchFromIssuer)
    client.enableNonRepudiationChecks(config)
    if (isInsecure(issuer)) client.allowInsecureRequests(config)
    return config
  }

  return {
    /** Reads the discovery document and the keys; throws ProviderUnusable. */
    async test(issuer: string): Promise<void> {
      forget(issuer)
      const metadata = await discover(issuer)
      try {
        const response = await fetchFromIssuer(metadata.jwks_uri ?? '')
        const { keys } = (await response.json()) as { keys?: unknown }
        if (!response.ok || !Array.isArray(keys) || keys.length === 0)
          throw new ProviderUnusable('KEYS_INVALID')
      } catch (error) {
        if (error instanceof SyntaxError) throw new ProviderUnusable('KEYS_INVALID')
        throw toUnusable(error)
      }
    },

    /** The address of the provider to open, and what its response must fit; throws ProviderUnusable. */
    async start(
      provider: Provider,
      redirectAddress: string,
      email: string,
    ): Promise<{ url: string; checks: SignInChecks }> {
      const config = configure(await discover(provider.issuer), provider)
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectAddress,
        scope: 'openid email',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        login_hint: email,
      })
      return { url: url.href, checks }
    },

    /** Exchanges the code of a response and returns who signed in; throws ProviderUnusable or ResponseRefused. */
    async complete(
      provider: Provider,
      redirectAddress: string,
      response: string,
      checks: SignInChecks,
    ): Promise<Identity> {
      const config = configure(await discover(provider.issuer), provider)
      const url = new URL(redirectAddress)
      url.search = response
      try {
        return await exchangeCode(config, url, checks, provider.issuer)
      } catch (error) {
        forget(provider.issuer)
        throw toRefused(error)
      }
    },
  }
}

async function exchangeCode(
  config: client.Configuration,
  response: URL,
  checks: SignInChecks,
  issuer: string,
): Promise<Identity> {
  const tokens = await client.authorizationCodeGrant(config, response, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  const metadata = config.serverMetadata()
  if (!claims || claims.iss !== metadata.issuer) throw new ResponseRefused('TOKEN_REFUSED')
  // Providers may send the address only where the access token is used.
  const hasDetails = claims.email !== undefined || metadata.userinfo_endpoint === undefined
  const details: Record<string, unknown> = hasDetails
    ? claims
    : { ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)) }
  return toIdentity(issuer, claims, details)
}

/** Compares the state of a response with that of the cookie in constant time. */
export function isSameState(response: string, state: string): boolean {
  const sent = new URLSearchParams(response).getAll('state')
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return sent.length === 1 && timingSafeEqual(digest(sent[0] ?? ''), digest(state))
}

function requireUsable(metadata: client.ServerMetadata, issuer: string, allowsLoopback: boolean): void {
  // Entra ID writes `{tenantid}` for `common`: anyone with an account at any organisation could sign in.
  if (/[{}]/.test(metadata.issuer)) throw new ProviderUnusable('SHARED_ISSUER')
  if (new URL(metadata.issuer).href !== new URL(issuer).href) throw new ProviderUnusable('ISSUER_DIFFERS')
  const { authorization_endpoint: page, token_endpoint: tokens, jwks_uri: keys } = metadata
  if (!page || !tokens || !keys) throw new ProviderUnusable('DISCOVERY_INVALID')
  for (const address of [page, tokens, keys, metadata.userinfo_endpoint ?? tokens]) {
    if (!URL.canParse(address)) throw new ProviderUnusable('DISCOVERY_INVALID')
    // The browser of the user opens the first one.
    if (!isPermittedScheme(new URL(address), allowsLoopback)) throw new ProviderUnusable('NOT_HTTPS')
  }
  const { response_types_supported: types } = metadata
  if (types && !types.includes('code')) throw new ProviderUnusable('NO_CODE_FLOW')
  // Entra ID supports PKCE without saying so.
  const { code_challenge_methods_supported: methods } = metadata
  if (methods && !methods.includes('S256')) throw new ProviderUnusable('NO_PKCE')
  const { id_token_signing_alg_values_supported: signatures } = metadata
  if (signatures && !signatures.some((name) => SIGNATURES.test(name)))
    throw new ProviderUnusable('NO_SIGNATURE')
}

/** OpenID Connect Discovery: without a list the provider takes `client_secret_basic`. */
const isBasicAccepted = ({
  token_endpoint_auth_methods_supported: methods,
}: client.ServerMetadata): boolean => methods === undefined || methods.includes('client_secret_basic')

function toIdentity(issuer: string, { sub, hd }: client.IDToken, details: Record<string, unknown>): Identity {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  const { email, email_verified: verified } = details
  return {
    issuer,
    subject: sub,
    email: text(email),
    // Some providers send the text "true".
    isEmailVerified: verified === undefined ? null : verified === true || verified === 'true',
    hostedDomain: text(hd),
  }
}

/** The first cause in the chain that says more than the library. */
function findUnreachable(error: unknown): IssuerUnreachable | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof IssuerUnreachable) return cause
  return null
}

function toUnusable(error: unknown): Error {
  if (error instanceof ProviderUnusable) return error
  const unreachable = findUnreachable(error)
  if (unreachable) return new ProviderUnusable(unreachable.problem, error)
  const { code } = error as { code?: string }
  return new ProviderUnusable(
    code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' ? 'ISSUER_DIFFERS' : 'DISCOVERY_INVALID',
    error,
  )
}

function toRefused(error: unknown): Error {
  if (error instanceof ResponseRefused || error instanceof ProviderUnusable) return error
  if (findUnreachable(error)) return toUnusable(error)
  if (error instanceof client.AuthorizationResponseError) return new ResponseRefused('DENIED', error)
  if (error instanceof client.ResponseBodyError)
    return new ResponseRefused(error.error === 'invalid_client' ? 'CLIENT_REFUSED' : 'CODE_REFUSED', error)
  return new ResponseRefused('TOKEN_REFUSED', error)
}
