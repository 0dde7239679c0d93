/**
 * Checks before a body is read: session (401), limits (429), origin and CSRF (403), role (403), so that a refused request
 * costs little.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOpenToKeys } from '../../contract/api-keys.ts'
import { type Contract, getRateClass, parseRoute, type RateClass } from '../../contract/define.ts'
import { isOfOwnAccount, isOpenToGrant } from '../../contract/grant-operations.ts'
import { TEXT } from '../../contract/problems.ts'
import { requireRole } from '../pipeline/access-scope.ts'
import type { AuthenticatedUser } from '../pipeline/pipeline.ts'
import {
  createNoSessionRefusal,
  createNotFoundRefusal,
  createNotRecentRefusal,
  createRateLimitRefusal,
  Refusal,
} from '../pipeline/refusal.ts'
import { isApiKeyToken } from '../platform/api-key-token.ts'
import type { Clock } from '../platform/clock.ts'
import type { FindApiKeyCaller } from './api-key-caller.ts'
import type { ClientAddress } from './client-address.ts'
import type { Csrf } from './csrf.ts'
import type { DeviceCookie } from './device-cookie.ts'
import { buildUnlimitedHeaders } from './headers.ts'
import type { Limits } from './limits.ts'
import type { Gate, GateTerms } from './mount.ts'
import type { PendingCookie } from './pending-cookie.ts'
import type { RedirectCookie } from './redirect-cookie.ts'
import { parsePath } from './request-path.ts'
import type { ChosenGrant, Session, SessionCookie } from './session-cookie.ts'
import { isPageRequest, sendDocument, type WebApp } from './web-app.ts'

export interface GateOptions {
  cookies: SessionCookie
  devices: DeviceCookie
  pending: PendingCookie
  redirects: RedirectCookie
  csrf: Csrf
  limits: Limits
  address: ClientAddress
  bearerTokens: { cron: string; ingest: string }
  findApiKeyCaller: FindApiKeyCaller
  clock: Clock
  /** Notes the use of a session; returns at once. */
  noteUse(user: AuthenticatedUser): void
}

/** API keys from one address that are looked up and do not exist: the look-up takes a connection to the database, before any user is known. */
const UNKNOWN_KEYS = { limit: 300, windowSeconds: 60 }

/** For operations that change who can sign in. */
const RECENT_SECONDS = 600

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const isHealth = (path: string): boolean => path.startsWith('/api/health/')
const isOpen = (path: string): boolean =>
  path.startsWith('/api/auth/') || isHealth(path) || path === '/api/openapi.json'

const getCookies = (request: FastifyRequest): Record<string, string | undefined> =>
  request.headers.cookie === undefined ? {} : parseCookie(request.headers.cookie)

/** The token of `Authorization: Bearer`; null without one. */
const getBearer = ({ headers }: FastifyRequest): string | null =>
  /^Bearer ([\x21-\x7e]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null

const getCaller = ({ context }: FastifyRequest): AuthenticatedUser | null =>
  context.apiKey?.user ?? context.grantCaller ?? context.session?.user ?? null

/** The user with the grant of the session: the database compares both again, and takes the schemes from the grant. */
const withGrant = ({ user }: Session, { id, capability, tenantId }: ChosenGrant): AuthenticatedUser => ({
  ...user,
  role: 'BrokerUser',
  tenantId,
  employerId: null,
  memberId: null,
  grant: { id, capability },
})

/** The checks of sessions, bearer tokens and limits; each takes a token of the caller's bucket. */
function createChecks({ cookies, limits, address, bearerTokens, findApiKeyCaller }: GateOptions) {
  async function findSession(request: FastifyRequest): Promise<void> {
    request.context.session = await cookies.read(getCookies(request)[cookies.name])
  }

  async function takeToken(
    request: FastifyRequest,
    reply: FastifyReply,
    rateClass: RateClass,
    mayRefuse = true,
  ): Promise<void> {
    if (rateClass === 'unlimited') {
      reply.headers(buildUnlimitedHeaders())
      return
    }
    const { session, apiKey } = request.context
    const byAddress = address.bucketOf(request.context.address)
    const key = apiKey ? `key:${apiKey.id}` : session ? `user:${session.user.id}` : `address:${byAddress}`
    const verdict = await limits.take(rateClass, key)
    reply.headers(verdict.headers)
    if (!verdict.isAllowed && mayRefuse) throw createRateLimitRefusal(verdict.retryAfterSeconds)
    const edge = await limits.takeAtEdge(parsePath(request), byAddress)
    // The headers are those of the bucket that will run out first.
    if (edge && edge.remaining < verdict.remaining) reply.headers(edge.headers)
    if (edge && !edge.isAllowed && mayRefuse) throw createRateLimitRefusal(edge.retryAfterSeconds)
  }

  async function requireSession(
    request: FastifyRequest,
    reply: FastifyReply,
    rateClass: RateClass,
  ): Promise<void> {
    request.context.needsSession = true
    const token = getBearer(request)
    // A request with a key is not that of a browser: its cookies do not count.
    if (token === null) await findSession(request)
    else await findApiKey(request, reply, token)
    if (request.context.session ?? request.context.apiKey) return takeToken(request, reply, rateClass)
    // Counted before the refusal, so that the headers are correct.
    await takeToken(request, reply, rateClass, false)
    throw createNoSessionRefusal()
  }

  async function findApiKey(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> {
    if (!isApiKeyToken(token)) return
    const byAddress = address.bucketOf(request.context.address)
    const count = (cost: number) => limits.takeFailure('unknown-api-key', byAddress, UNKNOWN_KEYS, cost)
    const taken = await count(1)
    if (!taken.isAllowed) {
      reply.headers(taken.headers)
      throw createRateLimitRefusal(taken.retryAfterSeconds)
    }
    request.context.apiKey = await findApiKeyCaller(token)
    if (request.context.apiKey) await count(-1)
  }

  async function requireBearer(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: 'cron' | 'ingest',
    rateClass: RateClass,
  ): Promise<void> {
    const token = getBearer(request) ?? ''
    const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
    const isRight = timingSafeEqual(digest(token), digest(bearerTokens[kind]))
    await takeToken(request, reply, rateClass, isRight)
    if (!isRight) throw createNoSessionRefusal()
  }

  return { takeToken, findSession, requireSession, requireBearer }
}

function refuseForeign(csrf: Csrf, request: FastifyRequest, contract: GateTerms): void {
  if (SAFE_METHODS.has(request.method)) return
  if (!csrf.isOwnOrigin(request.headers)) throw new Refusal(403, TEXT.csrf)
  // Unknown paths require no token (answerUnknown).
  if (contract.kind === 'query') return
  const { session } = request.context
  if (!session || contract.access === 'public') return
  const token = request.headers['x-csrf-token']
  if (!csrf.accepts(typeof token === 'string' ? token : undefined, { sessionId: session.sessionId })) {
    throw new Refusal(403, TEXT.csrf)
  }
}

/** 403 if the sign-in of the session is not recent enough for the operation. */
function requireRecentSignIn(session: Session, contract: GateTerms, clock: Clock): void {
  const isAsked =
    contract.requiresRecentSignIn === 'of everyone' ||
    (contract.requiresRecentSignIn !== undefined && session.user.hasSecondFactor)
  const age = clock.now().getTime() / 1000 - session.confirmedAt
  if (isAsked && age > RECENT_SECONDS) throw createNotRecentRefusal()
}

const createGrantRefusal = (operation: string): Refusal =>
  new Refusal(403, 'Your access as a trustee or an inspector does not include this', {
    details: { code: 'NOT_IN_GRANT', operation },
  })

const createApiKeyRefusal = (operation: string): Refusal =>
  new Refusal(403, `This API key cannot call ${operation}`, {
    details: { code: 'NOT_IN_API_KEY', operation },
  })

/** Replaces the caller by the grant of the session, except for operations on the own account; 403 if the grant does not include it. */
function applyGrant(request: FastifyRequest, contract: GateTerms): void {
  const { session } = request.context
  if (!session?.grant || isOfOwnAccount(contract)) return
  request.context.grantCaller = withGrant(session, session.grant)
  if (!isOpenToGrant(contract, session.grant.capability)) throw createGrantRefusal(contract.name)
}

const createDeviceReader =
  ({ devices }: GateOptions) =>
  (request: FastifyRequest) =>
    devices.read(getCookies(request)[devices.name])

/** Sets the cookies of a session that an operation opens, changes or closes, and of a sign-in that is not complete yet. */
function createSessionChange(options: GateOptions): Gate['changeSession'] {
  const { cookies, devices, pending, redirects } = options
  const deviceOf = createDeviceReader(options)
  function rememberDevice(reply: FastifyReply, userId: string): void {
    const value = devices.remember(deviceOf(reply.request), userId)
    if (value) reply.header('set-cookie', devices.serialize(value))
  }

  return async (reply, change) => {
    if ('close' in change) {
      reply.header('set-cookie', cookies.cleared())
      return
    }
    const { session } = reply.request.context
    if ('confirm' in change || 'choose' in change) {
      if (!session) return
      const value = 'confirm' in change ? cookies.confirm(session) : cookies.choose(session, change.choose)
      reply.header('set-cookie', cookies.serialize(await value))
      return
    }
    if ('redirectState' in change) {
      reply.header('set-cookie', redirects.serialize(change.redirectState))
      return
    }
    const sent = getCookies(reply.request)
    if (sent[redirects.name]) reply.header('set-cookie', redirects.cleared())
    if ('pendingToken' in change) {
      reply.header('set-cookie', pending.serialize(change.pendingToken))
      return
    }
    // Sign-in always makes a new session; a changed password keeps its own, and with it the CSRF token.
    const kept = change.keepsSession ? session : null
    const hasSecondFactor = change.open.hasSecondFactor ?? kept?.user.hasSecondFactor ?? false
    const value = await cookies.start(
      { ...change.open, id: change.open.userId, hasSecondFactor },
      kept?.sessionId ?? change.open.sessionId,
    )
    reply.header('set-cookie', cookies.serialize(value))
    if (change.keepsSession) return
    rememberDevice(reply, change.open.userId)
    if (sent[pending.name]) reply.header('set-cookie', pending.cleared())
  }
}

export function createGate(options: GateOptions): Gate {
  const { cookies, pending, redirects, csrf, clock, noteUse } = options
  const { takeToken, findSession, requireSession, requireBearer } = createChecks(options)

  return {
    async admit(request, reply, contract) {
      const { access } = contract
      const rateClass = getRateClass(contract)
      if (access === 'public') {
        // Limits of the public endpoints are by address, also for signed-in users.
        await takeToken(request, reply, rateClass)
        if (rateClass !== 'unlimited') await findSession(request)
      } else if (access === 'cron' || access === 'ingest') {
        await requireBearer(request, reply, access, rateClass)
      } else {
        await requireSession(request, reply, rateClass)
      }
      refuseForeign(csrf, request, contract)
      const { apiKey, session } = request.context
      if (access !== 'public' && access !== 'cron' && access !== 'ingest') {
        applyGrant(request, contract)
        const caller = getCaller(request)
        if (caller) requireRole(caller, access)
        if (session) requireRecentSignIn(session, contract, clock)
      }
      if (apiKey && !(isOpenToKeys(contract) && apiKey.operations.includes(contract.name)))
        throw createApiKeyRefusal(contract.name)
    },
    admitVisitor: (request, reply) => takeToken(request, reply, 'standard'),
    user: getCaller,
    deviceOf: createDeviceReader(options),
    pendingTokenOf: (request) => pending.read(getCookies(request)[pending.name]),
    redirectStateOf: (request) => redirects.read(getCookies(request)[redirects.name]),
    requireToken(request, token) {
      const { session } = request.context
      const cookie = getCookies(request)[csrf.cookieName]
      const sent = typeof token === 'string' ? token : undefined
      const fits =
        (csrf.isCookie(cookie) && csrf.accepts(sent, { cookie })) ||
        (session !== null && csrf.accepts(sent, { sessionId: session.sessionId }))
      if (!fits) throw new Refusal(403, TEXT.csrf)
    },
    publicCall(request) {
      const { session } = request.context
      const cookie = getCookies(request)[csrf.cookieName]
      return {
        session: session && {
          user: session.user,
          sessionId: session.sessionId,
          expiresAt: new Date(session.expiresAt * 1000),
          grantId: session.grant?.id ?? null,
        },
        csrfCookie: csrf.isCookie(cookie) ? cookie : undefined,
      }
    },
    setCsrfCookie(reply, cookie) {
      reply.header('set-cookie', csrf.serialize(cookie))
    },
    changeSession: createSessionChange(options),
    async renewSession(request, reply) {
      const { session, isConfirmed } = request.context
      const value = session && isConfirmed ? await cookies.renewed(session) : null
      if (!session || !value) return
      reply.header('set-cookie', cookies.serialize(value))
      noteUse(session.user)
    },
  }
}

/**
 * Unknown paths. Without a session they cannot be distinguished from known ones; a wrong method is 405. Decided before the body is
 * read, like all other checks of the gate.
 */
export function answerUnknown(
  app: FastifyInstance,
  gate: Gate,
  contracts: readonly Contract[],
  webApp: WebApp | null,
): void {
  const known = contracts.map((contract) => {
    const { method, path } = parseRoute(contract.route)
    const pattern = new RegExp(`^${path.replace(/[.]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)
    const methods =
      contract.access === 'cron' ? [method, 'GET', 'HEAD'] : method === 'GET' ? ['GET', 'HEAD'] : [method]
    return { pattern, methods, contract }
  })
  app.setNotFoundHandler(async (request, reply) => {
    // A person who follows a dead link reads a page; what the status says is the same.
    if (webApp && isPageRequest(request)) return sendDocument(reply.code(404), webApp)
    throw createNotFoundRefusal()
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const path = parsePath(request)
    if (webApp && isPageRequest(request)) return gate.admitVisitor(request, reply)
    const matching = known.filter(({ pattern }) => pattern.test(path))
    const access = matching[0]?.contract.access ?? getAccessOfUnknownPath(path)
    // No CSRF token is required for a path that does not exist, hence a query.
    await gate.admit(request, reply, {
      name: matching[0]?.contract.name ?? '',
      route: matching[0]?.contract.route ?? 'GET /api/',
      access,
      rateClass: matching[0] ? getRateClass(matching[0].contract) : getRateClassOfUnknownPath(path),
      kind: 'query',
    })
    if (matching.length > 0) {
      throw new Refusal(405, TEXT.method, {
        headers: { allow: [...new Set(matching.flatMap(({ methods }) => methods))].sort().join(', ') },
      })
    }
    throw createNotFoundRefusal()
  })
}

/** Spec 8 limits the family /api/ai/*, what does not exist in it included. */
const getRateClassOfUnknownPath = (path: string): RateClass => {
  if (isHealth(path)) return 'unlimited'
  return path.startsWith('/api/ai/') ? 'ai' : 'standard'
}

const getAccessOfUnknownPath = (path: string): Contract['access'] => {
  if (path.startsWith('/api/cron/')) return 'cron'
  if (path === '/api/rag/ingest') return 'ingest'
  return (path.startsWith('/api/') || path === '/api') && !isOpen(path) ? 'Member' : 'public'
}
