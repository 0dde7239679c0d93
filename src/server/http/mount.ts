/**
 * Operation -> Fastify route. The only module that turns requests into calls; a hook refuses, at startup, any API route that was not
 * created here, any contract without an operation and any operation created twice.
 */
import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { acceptsIdempotencyKey, type Contract, parseRoute } from '../../contract/define.ts'
import { hasPpsNumber } from '../../contract/pps-number.ts'
import { TEXT } from '../../contract/problems.ts'
import { findSummaries, Id } from '../../contract/values.ts'
import { type CursorKeys, decryptCursor, withEncryptedCursor } from '../operation/cursor.ts'
import type { Origin } from '../pipeline/audit-log.ts'
import type {
  Answered,
  KnownDevice,
  Operation,
  PublicReply,
  SessionChange,
  Upload,
} from '../pipeline/define-operation.ts'
import type { AuthenticatedUser, Call, Pipeline } from '../pipeline/pipeline.ts'
import {
  createInvalidFieldRefusal,
  createInvalidInputRefusal,
  createNotFoundRefusal,
  createSessionEndedRefusal,
  type Issue,
  Refusal,
} from '../pipeline/refusal.ts'
import { isEventStreamAccepted, sendEventStream } from './event-stream.ts'
import { createMultipartReceiver, type Fields, type ReadMultipart } from './receive-multipart.ts'
import { sendAttachment } from './send-attachment.ts'

/** Properties of an operation that the gate checks. */
export type GateTerms = Pick<
  Contract,
  'name' | 'route' | 'access' | 'rateClass' | 'kind' | 'requiresRecentSignIn'
>

/** The checks before an operation, and the cookies it sets. Implemented in http/gate.ts. */
export interface Gate {
  /** Checks made before the body is read: 401, 429, 403. */
  admit(request: FastifyRequest, reply: FastifyReply, terms: GateTerms): Promise<void>
  /** For pages: counts the visit, without other checks. */
  admitVisitor(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** The caller that `admit` found. */
  user(request: FastifyRequest): AuthenticatedUser | null
  /** The browser, if an account signed in on it before. */
  deviceOf(request: FastifyRequest): KnownDevice | null
  /** The token of a sign-in that waits for the second step. */
  pendingTokenOf(request: FastifyRequest): string | null
  /** The cookie of a single sign-on that waits for the response of the provider. */
  redirectStateOf(request: FastifyRequest): string | null
  /** For requests without a session that need a CSRF token: the form of the sign-in, and its second step. */
  requireToken(request: FastifyRequest, token: unknown): void
  publicCall(request: FastifyRequest): {
    session: { user: AuthenticatedUser; sessionId: string; expiresAt: Date; grantId: string | null } | null
    csrfCookie: string | undefined
  }
  setCsrfCookie(reply: FastifyReply, cookie: string): void
  changeSession(reply: FastifyReply, change: SessionChange): Promise<void>
  renewSession(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export interface MountOptions {
  /** Keys for list cursors: the first seals, all open. */
  cursorKeys: CursorKeys
  app: FastifyInstance
  readMultipart: ReadMultipart
  contracts: readonly Contract[]
  operations: readonly Operation[]
  pipeline: Pipeline
  gate: Gate
  /** Key of the fingerprint of a body stored with an Idempotency-Key: a body may hold a PPS number. */
  idempotencySecret: Buffer
  /** A response broke off after its first part: only the log gets the reason. */
  onStreamFailure: (operation: string, error: unknown) => void
  /** Tests validate every response against its contract; in production the check would cost more than it finds. */
  verifiesOutput: boolean
}

const JSON_TYPE = 'application/json; charset=utf-8'
const FORM_TYPE = /^application\/x-www-form-urlencoded(;|$)/i
const MULTIPART_TYPE = /^multipart\/form-data(;|$)/i

export function mountOperations(options: MountOptions): void {
  const { app, contracts, operations } = options
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.madeBy !== 'operation' && config?.madeBy !== 'page')
      throw new Error(`Route ${url} was not made from a contract`)
    if (config.madeBy === 'page' && url.startsWith('/api')) throw new Error(`Page ${url} is part of the API`)
  })
  const byName = new Map(operations.map((operation) => [operation.contract.name, operation]))
  if (byName.size !== operations.length) throw new Error('An operation was made twice')
  for (const contract of contracts) {
    const operation = byName.get(contract.name)
    if (!operation) throw new Error(`Contract ${contract.name} has no operation`)
    mountOne(options, operation)
    byName.delete(contract.name)
  }
  if (byName.size > 0) throw new Error(`No contract for ${[...byName.keys()].join(', ')}`)
}

function mountOne(options: MountOptions, operation: Operation): void {
  const { app, gate } = options
  const { contract } = operation
  const { method, path, parameters } = parseRoute(contract.route)
  const parse = createInputParser(contract, parameters, options.cursorKeys)
  const call = createCaller(options, operation, (request) => {
    const issues = listPathIssues(contract, parameters, request)
    if (issues.length > 0) throw createInvalidInputRefusal(...issues)
  })
  app.route({
    // Schedulers that can only GET may run jobs too.
    method: contract.access === 'cron' ? [method, 'GET'] : method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: { madeBy: 'operation' },
    ...(contract.bodyBytes ? { bodyLimit: contract.bodyBytes } : {}),
    onRequest: (request, reply) => {
      request.context.operation = contract.name
      return gate.admit(request, reply, contract)
    },
    async handler(request, reply) {
      refuseOtherType(request, contract)
      // A body that is no object is refused by the schema.
      if (contract.body === 'form' && typeof request.body === 'object')
        gate.requireToken(request, (request.body as { csrfToken?: unknown } | null)?.csrfToken)
      const answered = await prepareReply(contract, request, reply, () => call(request, reply, parse))
      if (answered === null) return reply
      if (answered.session) await gate.changeSession(reply, answered.session)
      else await gate.renewSession(request, reply)
      return send(options, contract, reply, answered)
    },
  })
}

/** Responds to a browser's form with redirects, to everything else with JSON. */
async function prepareReply(
  { failureRedirect }: Contract,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<Answered | null>,
): Promise<Answered | null> {
  try {
    return await work()
  } catch (error) {
    const isForm = failureRedirect !== undefined && /text\/html/.test(request.headers.accept ?? '')
    if (!isForm || !(error instanceof Refusal) || error.status !== 401) throw error
    void reply.code(303).header('location', failureRedirect).send()
    return null
  }
}

function createCaller(
  { pipeline, gate, readMultipart, idempotencySecret, onStreamFailure }: MountOptions,
  operation: Operation,
  requirePath: (request: FastifyRequest) => void,
) {
  const { contract } = operation
  const receive = createMultipartReceiver({ pipeline, findUser: gate.user, readMultipart })
  const callOf = (request: FastifyRequest, input: never, upload?: Upload<unknown>): Call => ({
    input,
    origin: getOrigin(request),
    device: gate.deviceOf(request),
    pendingToken: contract.usesPendingSignIn ? requirePendingToken(request) : null,
    redirectState: contract.usesPendingSignIn ? gate.redirectStateOf(request) : null,
    ifMatch: getIfMatch(request),
    idempotency:
      acceptsIdempotencyKey(contract) && !isDryRun(input)
        ? getIdempotency(
            request,
            contract,
            { input, file: upload && [upload.fileName, upload.sha256] },
            idempotencySecret,
          )
        : null,
    ...(upload ? { upload } : {}),
  })

  /** Browsers send the cookie of a pending sign-in with every request, like that of a session: a CSRF token is required too. */
  function requirePendingToken(request: FastifyRequest): string | null {
    gate.requireToken(request, request.headers['x-csrf-token'])
    return gate.pendingTokenOf(request)
  }

  async function run(
    operation: Exclude<Operation, { kind: 'public' }>,
    request: FastifyRequest,
    input: never,
    call: Call,
  ): Promise<Answered> {
    if (operation.kind === 'account') return pipeline.accountCommand(operation, input, call)
    const user = gate.user(request)
    if (!user) throw createSessionEndedRefusal()
    const answered =
      operation.kind === 'command'
        ? await pipeline.command(operation, user, input, call)
        : await pipeline.query(operation, user, input)
    request.context.isConfirmed = true
    return answered
  }

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    parse: (request: FastifyRequest, fields?: Fields) => never,
  ): Promise<Answered | null> => {
    if (isMultipart(request) && 'file' in operation && operation.file) {
      requirePath(request)
      return receive(operation, request, (fields, upload) => {
        const input = parse(request, fields)
        const { storedFileField } = operation.contract
        if (!upload && !(storedFileField && fields[storedFileField]))
          throw createInvalidFieldRefusal('file', 'Choose a file')
        return run(operation, request, input, callOf(request, input, upload ?? undefined))
      })
    }
    const input = parse(request)
    if (operation.kind === 'public') {
      const { session, csrfCookie } = gate.publicCall(request)
      const replied: PublicReply<unknown> = await operation.respond({
        input,
        csrfCookie,
        session: session && {
          ...session,
          userId: session.user.id,
          runQuery: pipeline.runQueryAs({
            ...session.user,
            mayLackFactor: contract.isAllowedWithoutFactor ?? false,
          }),
        },
      })
      if (replied.csrfCookie) gate.setCsrfCookie(reply, replied.csrfCookie)
      return {
        status: replied.status ?? 200,
        body: replied.attachment ?? replied.text ?? JSON.stringify(replied.body),
      }
    }
    const call = callOf(request, input)
    if (contract.streams && isEventStreamAccepted(request.headers.accept))
      return sendEventStream(
        reply,
        (emit) => run(operation, request, input, { ...call, emit }),
        (error) => onStreamFailure(contract.name, error),
      )
    return run(operation, request, input, call)
  }
}

function send(
  { verifiesOutput, cursorKeys }: MountOptions,
  contract: Contract,
  reply: FastifyReply,
  answered: Answered,
): FastifyReply {
  const { status, body, version, location, isReplayed } = answered
  if (version !== undefined) reply.header('etag', `"${version}"`)
  if (location) reply.header('location', location)
  if (isReplayed) reply.header('idempotency-replayed', 'true')
  if (body !== null && typeof body === 'object') return sendAttachment(reply, body)
  if (verifiesOutput && body !== null && status < 400)
    verifyOutput(contract, body, (reply.request.query as { fields?: unknown }).fields)
  if (
    contract.body === 'form' &&
    body !== null &&
    !/application\/json/.test(reply.request.headers.accept ?? '')
  ) {
    return reply
      .code(302)
      .header('location', (JSON.parse(body) as { url: string }).url)
      .send()
  }
  reply.code(status)
  if (body === null) return reply.send()
  return reply.type(JSON_TYPE).send(isList(contract) ? withEncryptedCursor(cursorKeys, body) : body)
}

/** Throws an error that names the fields, without their values, if the body does not have the shape that the contract states. */
function verifyOutput({ name, output }: Contract, body: string, requested: unknown): void {
  const schema = (requested === 'summary' && findSummaries(output)) || output
  const { error } = schema.safeParse(JSON.parse(body))
  if (!error) return
  const fields = error.issues.map(({ path, code }) => `${path.join('.')} (${code})`)
  throw new Error(`The response of ${name} is not as its contract states: ${fields.join(', ')}`)
}

const isList = ({ output }: Contract): boolean =>
  output instanceof z.ZodObject && 'nextCursor' in output.shape

/** A dry run stores nothing, including a response for repeats. */
const isDryRun = (input: { dryRun?: unknown; isDryRun?: unknown }): boolean =>
  input.dryRun === true || input.isDryRun === true

/** Path ids, then the query or the body: reports all issues at once, without their values. */
function createInputParser(
  contract: Contract,
  parameters: readonly string[],
  cursorKeys: CursorKeys,
): (request: FastifyRequest, fields?: Fields) => never {
  const isQuery = contract.kind === 'query'
  const defaults = isQuery ? contract.input.safeParse({}) : null
  return (request, fields) => {
    const issues = listPathIssues(contract, parameters, request)
    const source = fields ?? (isQuery ? readQuery(request, cursorKeys) : getBody(request))
    const parsed = source === NOTHING && defaults?.success ? defaults : contract.input.safeParse(source)
    if (!parsed.success) issues.push(...parsed.error.issues.slice(0, MOST_ISSUES).map(toPlainIssue))
    if (issues.length > 0) throw createInvalidInputRefusal(...issues)
    return { ...(parsed.data as object), ...(request.params as object) } as never
  }
}

/** Issues of the path values; an empty value is 404. */
function listPathIssues(
  contract: Contract,
  parameters: readonly string[],
  { params }: FastifyRequest,
): Issue[] {
  const values = params as Record<string, string>
  return parameters.flatMap((name) => {
    if (values[name] === '') throw createNotFoundRefusal()
    const schema = contract.path?.[name]
    if ((schema ?? Id).safeParse(values[name]).success) return []
    const message = schema ? 'Not a valid value' : 'Not a valid id'
    return [{ path: [name], code: 'invalid_format', message }]
  })
}

/** A limit, because a body with hundreds of issues is not read in full. */
const MOST_ISSUES = 100
const NOTHING: Record<string, never> = Object.freeze({})

/** Parameters that begin with an underscore belong to proxies and caches and mean nothing here (docs/decisions/0005). */
function readQuery({ query }: FastifyRequest, cursorKeys: CursorKeys): Record<string, unknown> {
  const entries = Object.entries(query as Record<string, unknown>)
    .filter(([name]) => !name.startsWith('_'))
    .map(([name, value]) =>
      name === 'cursor' && typeof value === 'string'
        ? [name, decryptCursor(cursorKeys, value) ?? NO_CURSOR]
        : [name, value],
    )
  return entries.length === 0 ? NOTHING : Object.fromEntries(entries)
}

/** A cursor that every list refuses. */
const NO_CURSOR = '-'

/** Accepts only the announced content type: a form sent across sites must not pass for JSON, nor the reverse. */
function refuseOtherType({ headers }: FastifyRequest, contract: Contract): void {
  if (contract.kind !== 'command') return
  const type = headers['content-type'] ?? ''
  const sent = FORM_TYPE.test(type) ? 'form' : MULTIPART_TYPE.test(type) ? 'multipart' : 'json'
  const taken = contract.body ?? 'json'
  if (sent !== taken && !(taken === 'json or multipart' && sent !== 'form'))
    throw new Refusal(415, TEXT.mediaType)
}

const isMultipart = ({ headers }: FastifyRequest): boolean =>
  MULTIPART_TYPE.test(headers['content-type'] ?? '')

const getBody = ({ body }: FastifyRequest): unknown => (body === undefined ? {} : body)

const toPlainIssue = ({ path, code, message }: z.core.$ZodIssue): Issue => ({
  path: path.map((part) => (typeof part === 'number' ? part : String(part))),
  code,
  message,
})

/** The audit log names the API key beside the program that sent the request. */
const getOrigin = ({ id, context, headers }: FastifyRequest): Origin => {
  const userAgent = getUserAgent(headers)
  return {
    requestId: id,
    ipAddress: context.address,
    userAgent: context.apiKey
      ? [`API key ${context.apiKey.prefix}`, userAgent].filter(Boolean).join('; ')
      : userAgent,
  }
}

/** As sent, without characters that PostgreSQL cannot store, at most a line long, and without the digits of a PPS number. */
function getUserAgent(headers: FastifyRequest['headers']): string | null {
  const sent = headers['user-agent']?.replaceAll('\u0000', '').toWellFormed().slice(0, 500)
  return sent && hasPpsNumber(sent) ? sent.replaceAll(/\d/g, 'x') : (sent ?? null)
}

/** A tag of another format matches no version. */
function getIfMatch({ headers }: FastifyRequest): number | null {
  const tag = headers['if-match']
  if (tag === undefined || tag === '*') return null
  const [, quoted, bare] = /^(?:W\/)?(?:"(\d{1,9})"|(\d{1,9}))$/.exec(tag) ?? []
  const version = quoted ?? bare
  return version === undefined ? -1 : Number(version)
}

/** The fingerprint is of the parsed input: parts that were dropped may be nested too deeply to serialise. */
function getIdempotency(
  request: FastifyRequest,
  contract: Contract,
  understood: object,
  secret: Buffer,
): Call['idempotency'] {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw createInvalidFieldRefusal('Idempotency-Key', 'Use 1 to 255 printable characters')
  }
  const hash = (text: string): string => createHmac('sha256', secret).update(text).digest('hex')
  return {
    // A key that holds a PPS number is stored only as its hash (Spec 2.7). Not refused, because random keys may look like one.
    key: hasPpsNumber(key) ? hash(key) : key,
    fingerprint: hash(`${contract.name}\n${request.url}\n${JSON.stringify(understood)}`),
  }
}
