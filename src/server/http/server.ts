/**
 * The HTTP server: every response has the security headers, the limiter's headers, a request id and the error format. Fastify's hooks do
 * not see undecodable paths, garbage request lines, unknown Expect and the like; those are answered here by hand in the same format.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import formbody from '@fastify/formbody'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { hasPpsNumber } from '../../contract/pps-number.ts'
import { TEXT } from '../../contract/problems.ts'
import type { AuthenticatedUser } from '../pipeline/pipeline.ts'
import { createSessionEndedRefusal, Overloaded, Refusal, toRefusalBody } from '../pipeline/refusal.ts'
import { getSqlState, toDatabaseFailure } from '../platform/database-errors.ts'
import type { Log } from '../platform/log.ts'
import type { MetricsSink } from '../platform/metrics.ts'
import { enterSpan, type Tracing } from '../platform/traces.ts'
import type { ApiKeyCaller } from './api-key-caller.ts'
import { readTlsOptions } from './certificate-reload.ts'
import type { ClientAddress } from './client-address.ts'
import { type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { buildSecurityHeaders, buildUnlimitedHeaders, generateNonce } from './headers.ts'
import { acceptMultipart } from './multipart.ts'
import {
  answerMalformedRequest,
  answerUnsupportedRequests,
  buildRawHeaders,
  JSON_TYPE,
} from './raw-responses.ts'
import { toOriginForm, toPlainPath } from './request-path.ts'
import { addRequestSpans } from './request-spans.ts'
import type { Session } from './session-cookie.ts'

/** Facts about a request before its body is read. */
export interface RequestContext {
  startedAt: number
  nonce: string
  address: string
  session: Session | null
  /** The API key that the request was sent with, instead of a session cookie. */
  apiKey: ApiKeyCaller | null
  /** The user with the grant of the session; null if the operation runs with the account's own role. */
  grantCaller: AuthenticatedUser | null
  /** The operation is for signed-in users only. */
  needsSession: boolean
  /** The session was checked against the user's row, so a refusal may be sent. */
  isConfirmed: boolean
  operation: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext
  }
  interface FastifyContextConfig {
    /** Set by mount.ts and pages.ts only; a route without it does not start. */
    madeBy?: 'operation' | 'page'
  }
}

export interface ServerOptions {
  log: Log
  address: ClientAddress
  tls: { certFile: string; keyFile: string } | null
  /** In production a plain HTTP request is redirected; health probes come from inside. */
  redirectsToHttps: boolean
  /** Host of redirects, from configuration and never from the request. */
  publicHost: string
  /** In production other hosts get 421; health probes may use any. */
  refusesOtherHosts: boolean
  /** A refusal is sent only to a live session; an ended one gets 401, and its cookie is cleared. */
  sessions: { isLive(session: Session): Promise<boolean>; cookieName: string; clearedCookie: string } | null
  /** The event loop is too far behind for new work. */
  isOverloaded?: () => boolean
  /** Each response then ends its connection, so that a proxy opens the next one to another instance. */
  isDraining?: () => boolean
  connectionLimits?: Partial<ConnectionLimits>
  metrics?: MetricsSink | undefined
  tracing?: Tracing | undefined
  /** The header traceparent of a trusted proxy is used. */
  trustsTraceparent?: boolean
}

const MAX_URL_BYTES = 8_192
const LIVENESS = '/api/health/live'
const REQUEST_ID = /^[\w.:-]{8,64}$/

/** The id is logged and returned, so a client must not choose its content freely. */
const isRequestId = (text: string): boolean => REQUEST_ID.test(text) && !hasPpsNumber(text)

/** No route has a schema of Fastify: the contracts are checked by Zod. Its own compilers are a hundred modules of each start. */
function refuseSchema(): never {
  throw new Error('Routes have no Fastify schema')
}

export function createServer(options: ServerOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    ...(options.tls
      ? {
          https: {
            ...readTlsOptions(options.tls),
            ...protocolLimits,
          },
        }
      : { http: protocolLimits }),
    bodyLimit: 1024 * 1024,
    // A large file takes a while on a slow connection; any other body has less time (bodyDeadline).
    requestTimeout: 180_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // The schema of the path refuses an overlong id as malformed (400).
    routerOptions: { maxParamLength: MAX_URL_BYTES },
    genReqId: (request: IncomingMessage) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && isRequestId(given) ? given : randomUUID()
    },
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      answerError(options, error, request, reply),
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) =>
      answerMalformedRequest(error, socket),
  } as object) as unknown as FastifyInstance

  acceptContentTypes(app)
  answerUnsupportedRequests(app.server as Server)
  limitConnections(app, options.connectionLimits)

  addRequestSpans(app, {
    tracing: options.tracing,
    mayContinueTrace: (request) =>
      (options.trustsTraceparent ?? false) && options.address.isFromProxy(request),
  })
  addRequestContext(app, options)
  enforceBodyDeadline(app)
  app.addHook('onSend', (request, reply, payload, done) => {
    // Responses without a bucket (framework errors, pages) have the same three headers.
    if (!reply.hasHeader('x-ratelimit-limit')) reply.headers(buildUnlimitedHeaders())
    if (options.isDraining?.()) reply.header('connection', 'close')
    const isCacheable = reply.statusCode < 300 && !toPlainPath(request.url).startsWith('/api/')
    if (!reply.hasHeader('cache-control') && !isCacheable) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  logResponses(app, options)
  app.setErrorHandler((error, request, reply) =>
    enterSpan(request.span, async () => {
      answerError(
        options,
        (await hasEndedMeanwhile(options, request, error)) ? createSessionEndedRefusal() : error,
        request,
        reply,
      )
      return reply
    }),
  )

  return app
}

function acceptContentTypes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body as string, done)
  })
  void app.register(formbody, { bodyLimit: 64 * 1024 })
  acceptMultipart(app)
}

/** Adds the request's context and the security headers, and refuses requests that no route may handle. */
function addRequestContext(app: FastifyInstance, options: ServerOptions): void {
  const { address } = options
  app.decorateRequest('context', null as unknown as RequestContext)
  app.addHook('onRequest', (request, reply, done) => {
    const nonce = generateNonce()
    request.context = {
      startedAt: performance.now(),
      nonce,
      address: address.of(request.raw),
      session: null,
      apiKey: null,
      grantCaller: null,
      needsSession: false,
      isConfirmed: false,
      operation: undefined,
    }
    reply.headers(buildSecurityHeaders(nonce))
    reply.header('x-request-id', request.id)
    // Liveness still responds, so that a busy process is not restarted.
    if (options.isOverloaded?.() && toPlainPath(request.url) !== LIVENESS) {
      options.metrics?.countOverload()
      return done(new Overloaded())
    }
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      return done(new Refusal(400, 'The Host header is missing'))
    }
    if (request.raw.url && request.raw.url.length > MAX_URL_BYTES)
      return done(new Refusal(414, 'The address is too long'))
    if (
      options.redirectsToHttps &&
      !request.url.startsWith('/api/health/') &&
      !address.isSecure(request.raw)
    ) {
      reply.headers(buildUnlimitedHeaders())
      void reply
        .code(301)
        .header('location', `https://${options.publicHost}${toOriginForm(request.url)}`)
        .send()
      return
    }
    if (
      options.refusesOtherHosts &&
      !request.url.startsWith('/api/health/') &&
      !isSameHost(address.hostOf(request.raw), options.publicHost)
    )
      return done(new Refusal(421, 'This service does not serve this host name: check the address'))
    done()
  })
}

function logResponses(app: FastifyInstance, { log, metrics }: ServerOptions): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { context } = request
    const durationMs = Math.round((performance.now() - context.startedAt) * 10) / 10
    metrics?.observeRequest({ operation: context.operation, status: reply.statusCode, durationMs })
    const user = context.apiKey?.user ?? context.grantCaller ?? context.session?.user
    log.info('request', {
      requestId: request.id,
      traceId: request.span?.traceId,
      operation: context.operation,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      durationMs,
      userId: user?.id,
      tenantId: user?.tenantId,
    })
    done()
  })
}

function answerError(
  { log, sessions }: ServerOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (request.raw.destroyed && !request.raw.complete) {
    // The client disconnected while sending the body; no response is possible, and it is not an error of the service.
    log.debug('client went away', { requestId: request.id })
    reply.hijack()
    return
  }
  const { status, body, headers } = toProblemAnswer(error as FastifyError, request.id)
  const sqlState = getSqlState(error)
  if (sqlState !== undefined && status < 500)
    log.warn('the database refused a statement', {
      requestId: request.id,
      operation: request.context?.operation,
      status,
      code: sqlState,
    })
  // Overload is logged when it begins and ends.
  if (status >= 500 && !(error instanceof Overloaded))
    log.error('request failed', {
      requestId: request.id,
      operation: request.context?.operation,
      status,
      error,
    })
  if (!request.context) reply.headers({ ...buildRawHeaders(), 'x-request-id': request.id })
  else if (
    status === 401 &&
    request.context.needsSession &&
    request.headers.cookie?.includes(sessions?.cookieName ?? '\n')
  ) {
    reply.header('set-cookie', sessions?.clearedCookie)
  }
  void reply.code(status).headers(headers).type(JSON_TYPE).send(JSON.stringify(body))
}
async function hasEndedMeanwhile(
  { sessions }: ServerOptions,
  { context }: FastifyRequest,
  error: unknown,
): Promise<boolean> {
  const status = error instanceof Refusal ? error.status : ((error as FastifyError).statusCode ?? 500)
  if (!sessions || !context?.session || !context.needsSession || context.isConfirmed) return false
  if (status === 401 || status === 429 || status >= 500) return false
  try {
    return !(await sessions.isLive(context.session))
  } catch {
    return false // the database is not available: the refusal is sent unchanged
  }
}

/** With or without the HTTPS port. */
const isSameHost = (requestedHost: string | undefined, publicHost: string): boolean =>
  requestedHost?.toLowerCase().replace(/:443$/, '') === publicHost.toLowerCase()

const BODY_WITHIN_MS = 20_000

/** A slowly sent body holds a connection: only a file upload has more time than this. */
function enforceBodyDeadline(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!request.headers['content-type']?.startsWith('multipart/')) {
      const late = Object.assign(new Error('The body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      timers.set(
        request,
        setTimeout(() => answerMalformedRequest(late, request.raw.socket), BODY_WITHIN_MS).unref(),
      )
    }
    done(null, payload)
  })
  const inTime = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    clearTimeout(timers.get(request))
    done()
  }
  app.addHook('preValidation', inTime)
  app.addHook('onResponse', inTime)
  app.addHook('onRequestAbort', (request, done) => inTime(request, null as never, done))
}

const protocolLimits = {
  maxHeaderSize: 16 * 1024,
  // Checked by hand: Node's own response has an empty body and none of the headers.
  requireHostHeader: false,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
}

interface Answer {
  status: number
  body: object
  headers: Record<string, string>
}

/** Same response as for a schema violation: the affected field is not known. */
const createUnreadableRefusal = (message: string, code = 'custom'): Answer => ({
  status: 400,
  body: { error: TEXT.validation, issues: [{ path: [], code, message }] },
  headers: {},
})

function toProblemAnswer(error: FastifyError, requestId: string): Answer {
  if (error instanceof Refusal) {
    return { status: error.status, body: toRefusalBody(error), headers: error.headers }
  }
  const plain = (status: number, text: string, headers: Record<string, string> = {}): Answer => ({
    status,
    body: { error: text },
    headers,
  })
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return plain(413, TEXT.tooLarge)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_TYPE':
      return plain(415, TEXT.mediaType)
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return plain(415, TEXT.mediaType)
    case 'FST_PARTS_LIMIT':
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PROTO_VIOLATION':
    case 'FST_INVALID_JSON_FIELD_ERROR':
    case 'FST_MP_PREMATURE_CLOSE':
      return createUnreadableRefusal('The form cannot be read: send it as multipart/form-data')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return plain(400, 'The Content-Length does not fit the body', { connection: 'close' })
    case 'FST_ERR_BAD_URL':
      return plain(400, 'The address cannot be decoded')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return plain(414, 'The address is too long')
    default:
  }
  if (error instanceof SyntaxError || error.code === 'FST_ERR_CTP_INVALID_JSON_BODY')
    return createUnreadableRefusal('The body is not valid JSON', 'invalid_json')
  const failure = toDatabaseFailure(error)
  if (failure?.status === 400) return createUnreadableRefusal('A value cannot be stored')
  if (failure?.status === 409) return plain(409, TEXT.changedMeanwhile)
  if (failure) return plain(503, TEXT.unavailable, { 'retry-after': String(failure.retryAfter) })
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return plain(error.statusCode, 'The request cannot be read')
  return { status: 500, body: { error: TEXT.internal, details: { requestId } }, headers: {} }
}
