/**
 * OpenID Connect providers on loopback: a certified one (`oidc-provider`), and one that misbehaves as a test says. Both sign in the person
 * whom the test names, without a page unless the test wants one.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

export interface Person {
  subject: string
  email?: string
  isEmailVerified?: boolean
}

/** At the provider, known to the firm. */
export const CLIENT = { clientId: 'pension-compliance', clientSecret: 'a secret of the provider of a test' }

interface Loopback {
  issuer: string
  handle(listener: RequestListener): void
  close(): Promise<void>
}

async function listen(): Promise<Loopback> {
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end()
  const server = createServer((request, response) => listener(request, response))
  server.listen(0, '127.0.0.1')
  // A test that forgets it does not keep the process.
  server.unref()
  await once(server, 'listening')
  return {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handle: (next) => {
      listener = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function generateKey(
  alg = 'RS256',
): Promise<{ kid: string; alg: string; privateKey: CryptoKey; jwk: JWK; secretJwk: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const named = { kid: randomUUID(), alg, use: 'sig' }
  return {
    kid: named.kid,
    alg,
    privateKey,
    jwk: { ...(await exportJWK(publicKey)), ...named },
    secretJwk: { ...(await exportJWK(privateKey)), ...named },
  }
}

export interface CertifiedProvider {
  issuer: string
  /** The person at the browser; the next sign-in is theirs. */
  signsIn(person: Person): void
  /** The provider signs with another key from now on. */
  rotateKeys(): Promise<void>
  close(): Promise<void>
}

/** `oidc-provider`, which requires PKCE and sends the address only with the access token, as OpenID Connect says. */
export async function startCertifiedProvider(
  redirectAddresses: readonly string[],
  { hasPage = false } = {},
): Promise<CertifiedProvider> {
  const loopback = await listen()
  let person: Person = { subject: 'nobody' }
  const people = new Map<string, Person>()

  async function start(): Promise<void> {
    const provider = new Provider(loopback.issuer, {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.clientSecret,
          redirect_uris: [...redirectAddresses],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      jwks: { keys: [(await generateKey()).secretJwk] },
      cookies: { keys: [randomUUID()] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_context: unknown, subject: string) => ({
        accountId: subject,
        claims: () => {
          const { email, isEmailVerified } = people.get(subject) ?? {}
          return { sub: subject, email, email_verified: isEmailVerified }
        },
      }),
    })
    const answer = provider.callback()
    loopback.handle((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', loopback.issuer)
      if (!pathname.startsWith('/interaction/')) return answer(request, response)
      if (hasPage && !searchParams.has('continue')) return sendPage(response, pathname)
      finish(provider, request, response).catch((error: unknown) =>
        response.writeHead(500).end(String(error)),
      )
    })
  }

  async function finish(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: person.subject } })
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: params.client_id })
    grant.addOIDCScope('openid email')
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }

  await start()
  return {
    issuer: loopback.issuer,
    signsIn(next) {
      person = next
      people.set(next.subject, next)
    },
    rotateKeys: start,
    close: loopback.close,
  }
}

const sendPage = (response: ServerResponse, pathname: string): void =>
  void response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><title>Sign-in of the firm</title><a href="${pathname}?continue=1">Continue as the person of the test</a></html>`,
    )

type Claims = Record<string, unknown>
type Key = Awaited<ReturnType<typeof generateKey>>

/** Differences from a correct provider. */
export interface Misbehaviour {
  discovery?: (document: Claims) => Claims
  /** Answers the discovery by hand. */
  answerDiscovery?: RequestListener
  claims?: (claims: Claims) => Claims
  /** The ID token, instead of one that is signed with the key of the provider. */
  sign?: (claims: Claims, key: Key) => Promise<string> | string
  keys?: (keys: JWK[]) => JWK[]
  /** Query of the redirect, beside code and state. */
  redirect?: (query: URLSearchParams) => void
}

export interface MisbehavingProvider {
  issuer: string
  signsIn(person: Person): void
  misbehaves(how: Misbehaviour): void
  /** Requests that it received, as paths. */
  received: string[]
  /** Codes that it accepted at its token endpoint, with the verifier and the authentication that came with them. */
  tokenRequests: { authorization: string | undefined; body: URLSearchParams }[]
  close(): Promise<void>
}

export async function startMisbehavingProvider(): Promise<MisbehavingProvider> {
  const loopback = await listen()
  const { issuer } = loopback
  const key = await generateKey()
  let person: Person = { subject: 'nobody' }
  let how: Misbehaviour = {}
  const received: string[] = []
  const tokenRequests: MisbehavingProvider['tokenRequests'] = []
  /** Each code once, with the nonce of its request. */
  const codes = new Map<string, string>()

  const endpoints: Record<string, (request: IncomingMessage, response: ServerResponse, url: URL) => unknown> =
    {
      '/.well-known/openid-configuration'(request, response) {
        if (how.answerDiscovery) return how.answerDiscovery(request, response)
        const document: Claims = {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
          token_endpoint_auth_methods_supported: ['client_secret_post'],
        }
        return sendJson(response, how.discovery ? how.discovery(document) : document)
      },
      '/keys': (_request, response) =>
        sendJson(response, { keys: how.keys ? how.keys([key.jwk]) : [key.jwk] }),
      '/authorize'(_request, response, { searchParams }) {
        const code = randomUUID()
        codes.set(code, searchParams.get('nonce') ?? '')
        const query = new URLSearchParams({ code, state: searchParams.get('state') ?? '' })
        how.redirect?.(query)
        response.writeHead(302, { location: `${searchParams.get('redirect_uri')}?${query}` }).end()
      },
      async '/token'(request, response) {
        const body = new URLSearchParams(await readText(request))
        tokenRequests.push({ authorization: request.headers.authorization, body })
        const nonce = codes.get(body.get('code') ?? '')
        codes.delete(body.get('code') ?? '')
        if (nonce === undefined) return sendJson(response, { error: 'invalid_grant' }, 400)
        const now = Math.floor(Date.now() / 1000)
        const rightful: Claims = {
          iss: issuer,
          aud: CLIENT.clientId,
          sub: person.subject,
          email: person.email,
          email_verified: person.isEmailVerified,
          nonce,
          iat: now,
          exp: now + 300,
        }
        const claims = how.claims ? how.claims(rightful) : rightful
        const token = how.sign ? await how.sign(claims, key) : await signToken(claims, key)
        return sendJson(response, { access_token: 'an access token', token_type: 'Bearer', id_token: token })
      },
    }

  loopback.handle((request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    received.push(url.pathname)
    const endpoint = endpoints[url.pathname]
    if (!endpoint) return void response.writeHead(404).end()
    Promise.resolve(endpoint(request, response, url)).catch(() => response.destroy())
  })
  return {
    issuer,
    signsIn(next) {
      person = next
    },
    misbehaves(next) {
      how = next
    },
    received,
    tokenRequests,
    close: loopback.close,
  }
}

export const signToken = (claims: Claims, { privateKey, kid, alg }: Key): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey)

/** A key that the provider does not publish. */
export const generateForeignKey = (kid: string): Promise<Key> =>
  generateKey().then((key) => ({ ...key, kid, jwk: { ...key.jwk, kid } }))

const sendJson = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Follows the redirects of a provider with a browser's cookies, up to the address of the service; returns that address. */
export async function followToService(
  start: string,
  service: string,
  cookies = new Map<string, string>(),
): Promise<URL> {
  let address = new URL(start)
  for (let step = 0; step < 20; step++) {
    if (address.href.startsWith(service)) return address
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    address = new URL(location, address)
  }
  throw new Error('The provider redirects without end')
}
