/**
 * Operation -> Fastify route. The one place where requests become calls; a hook refuses, at boot, any route of the API
 * that was not made here, any contract without an operation and any operation made twice.
 */
import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { create as dispositionOf } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { acceptsIdempotencyKey, type Contract, parseRoute } from '../../contract/define.ts'
import { hasPpsNumber } from '../../contract/pps-number.ts'
import { TEXT } from '../../contract/problems.ts'
import { Id } from '../../contract/values.ts'
import { type CursorKeys, openCursor, withSealedCursor } from './cursor.ts'
import { acceptsEvents, createEventStream, EVENT_STREAM } from './event-stream.ts'
import {
  type Emit,
  type KnownDevice,
  type Operation,
  type PublicReply,
  type SessionChange,
  type Streamed,
  unchanged,
} from './perform.ts'
import { type Answered, type AuthenticatedUser, type Call, type Pipeline, SYSTEM } from './pipeline.ts'
import type { InBookkeepingTransaction } from './reach.ts'
import type { Origin } from './record.ts'
import { type Issue, invalid, invalidField, notFound, Refusal, sessionEnded } from './refusal.ts'
import { receiveUpload, type Upload, type UploadContext, type UploadHandler } from './upload.ts'

/** What stands before an operation, and what it leaves in the browser. Implemented in http/gate.ts. */
export interface Gate {
  /** Everything that is decided before the body is read: 401, 429, 403. */
  admit(request: FastifyRequest, reply: FastifyReply, contract: Contract): Promise<void>
  /** For pages: counts the visit, and asks nothing else. */
  admitVisitor(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** The caller that `admit` found. */
  claimant(request: FastifyRequest): AuthenticatedUser | null
  /** The browser, where an account signed in on it before. */
  deviceOf(request: FastifyRequest): KnownDevice | null
  /** For the one form: its CSRF token travels in the body. */
  acceptFormToken(request: FastifyRequest, token: unknown): void
  publicCall(request: FastifyRequest): {
    session: { claimant: AuthenticatedUser; sessionId: string; expiresAt: Date } | null
    csrfCookie: string | undefined
  }
  setCsrfCookie(reply: FastifyReply, cookie: string): void
  changeSession(reply: FastifyReply, change: SessionChange): Promise<void>
  renewSession(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/** Text fields of a form, by name. */
export type Fields = Record<string, unknown>
/** Reads a multipart body: fields and the one file, in whatever order they come. Implemented in http/multipart.ts. */
export type ReadMultipart = (
  request: FastifyRequest,
  takeFile: (name: string | undefined, source: AsyncIterable<Uint8Array>) => Promise<void>,
) => Promise<Fields>

export interface MountOptions {
  /** Keys of the cursors of lists: the first seals, all open. */
  cursorKeys: CursorKeys
  app: FastifyInstance
  readMultipart: ReadMultipart
  contracts: readonly Contract[]
  operations: readonly Operation[]
  pipeline: Pipeline
  gate: Gate
  /** Keys the fingerprint of a body kept with an Idempotency-Key: a body may hold a PPS number. */
  idempotencySecret: Buffer
  /** An answer broke off after its first piece: nobody but the log is told what it was. */
  onStreamFailure: (operation: string, error: unknown) => void
  /** In tests every answer is held against its contract; in production that would cost more than it finds. */
  verifiesOutput: boolean
}

const JSON_TYPE = 'application/json; charset=utf-8'
const FORM_TYPE = /^application\/x-www-form-urlencoded(;|$)/i
const MULTIPART_TYPE = /^multipart\/form-data(;|$)/i
const AUTH_BODY_LIMIT = 64 * 1024

export function mount(options: MountOptions): void {
  const { app, contracts, operations } = options
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.madeBy !== 'operation' && config?.madeBy !== 'page')
      throw new Error(`Route ${url} was not made from a contract`)
    if (config.madeBy === 'page' && url.startsWith('/api')) throw new Error(`Page ${url} stands in the API`)
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
  const parse = inputParser(contract, parameters, options.cursorKeys)
  const call = caller(options, operation, (request) => {
    const issues = pathIssues(contract, parameters, request)
    if (issues.length > 0) throw invalid(...issues)
  })
  app.route({
    // Schedulers that can only GET may run jobs too.
    method: contract.access === 'cron' ? [method, 'GET'] : method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: { madeBy: 'operation' },
    ...(path.startsWith('/api/auth/') ? { bodyLimit: AUTH_BODY_LIMIT } : {}),
    ...(contract.bodyBytes ? { bodyLimit: contract.bodyBytes } : {}),
    onRequest: (request, reply) => {
      request.visit.operation = contract.name
      return gate.admit(request, reply, contract)
    },
    async handler(request, reply) {
      refuseOtherType(request, contract)
      if (contract.body === 'form')
        gate.acceptFormToken(request, (request.body as { csrfToken?: unknown })?.csrfToken)
      const answered = await answering(contract, request, reply, () => call(request, reply, parse))
      if (answered === null) return reply
      if (answered.session) await gate.changeSession(reply, answered.session)
      else await gate.renewSession(request, reply)
      return send(options, contract, reply, answered)
    },
  })
}

/** The HTML form of sign-in is answered with redirects, everything else as JSON. */
async function answering(
  contract: Contract,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<Answered | null>,
): Promise<Answered | null> {
  const isBrowserForm = contract.body === 'form' && /text\/html/.test(request.headers.accept ?? '')
  if (!isBrowserForm) return work()
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error
    void reply.code(303).header('location', '/signin?error=credentials').send()
    return null
  }
}

function caller(
  { pipeline, gate, readMultipart, idempotencySecret, onStreamFailure }: MountOptions,
  operation: Operation,
  requirePath: (request: FastifyRequest) => void,
) {
  const { contract } = operation
  const callOf = (request: FastifyRequest, input: never, upload?: Upload<unknown>): Call => ({
    input,
    origin: originOf(request),
    device: gate.deviceOf(request),
    ifMatch: ifMatchOf(request),
    idempotency:
      acceptsIdempotencyKey(contract) && !isDryRun(input)
        ? idempotencyOf(
            request,
            contract,
            { input, file: upload && [upload.fileName, upload.sha256] },
            idempotencySecret,
          )
        : null,
    ...(upload ? { upload } : {}),
  })

  /** The file is stored before it is known whether the fields are valid, because they may come after it; the path comes first. */
  async function uploading(
    operation: Operation & { style: 'command' | 'account' },
    { actor, note }: Pick<UploadContext, 'actor' | 'note'>,
    request: FastifyRequest,
    parse: (request: FastifyRequest, fields?: Fields) => never,
    act: (input: never, call: Call) => Promise<Answered>,
  ): Promise<Answered> {
    const { file } = operation
    if (!file) throw new Error(`${contract.name} takes a file and does nothing with it`)
    requirePath(request)
    let upload: Upload<unknown> | null = null
    let isClaimed = false
    try {
      const fields = await readMultipart(request, async (name, source) => {
        upload = await receiveUpload(file, { fileName: name, source }, contract.fileBytes ?? 0, {
          actor,
          note,
        })
      })
      // What the field is called is in the contract; a body without it is refused like one that lacks another field.
      const input = parse(request, (contract.fromForm?.(fields) as Fields | undefined) ?? fields)
      if (!upload) throw invalidField('file', 'Choose a file')
      const answered = await act(input, callOf(request, input, upload))
      isClaimed = !answered.replayed && answered.status < 300
      return answered
    } finally {
      if (upload && !isClaimed) await discard(file, upload, note)
    }
  }

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    parse: (request: FastifyRequest, fields?: Fields) => never,
  ): Promise<Answered | null> => {
    if (isMultipart(request) && operation.style === 'command') {
      const claimant = gate.claimant(request)
      if (!claimant) throw sessionEnded()
      const by = { actor: claimant, note: pipeline.noteAs(claimant) }
      const answered = await uploading(operation, by, request, parse, (input, call) =>
        pipeline.command(operation, claimant, input, call),
      )
      request.visit.isConfirmed = true
      return answered
    }
    if (isMultipart(request) && operation.style === 'account') {
      const note: UploadContext['note'] = (work) =>
        pipeline.actAs(SYSTEM, contract.name, async (tx) => unchanged(await work(tx)))
      return uploading(operation, { actor: SYSTEM, note }, request, parse, (input, call) =>
        pipeline.accountCommand(operation, input, call),
      )
    }
    const input = parse(request)
    if (operation.style === 'public') {
      const { session, csrfCookie } = gate.publicCall(request)
      const replied: PublicReply<unknown> = await operation.respond({
        input,
        csrfCookie,
        session: session && {
          ...session,
          userId: session.claimant.id,
          ask: pipeline.askAs(session.claimant),
        },
      })
      if (replied.csrfCookie) gate.setCsrfCookie(reply, replied.csrfCookie)
      return {
        status: replied.status ?? 200,
        body: replied.attachment ?? replied.text ?? JSON.stringify(replied.body),
      }
    }
    const call = callOf(request, input)
    if (operation.style === 'account') return pipeline.accountCommand(operation, input, call)
    const claimant = gate.claimant(request)
    if (!claimant) throw sessionEnded()
    if (operation.style === 'command' && contract.streams && acceptsEvents(request.headers.accept))
      return streaming(
        request,
        reply,
        (tell) => pipeline.command(operation, claimant, input, { ...call, tell }),
        (error) => onStreamFailure(contract.name, error),
      )
    const answered =
      operation.style === 'command'
        ? await pipeline.command(operation, claimant, input, call)
        : await pipeline.query(operation, claimant, input)
    request.visit.isConfirmed = true
    return answered
  }
}

/** What goes wrong before the first piece is refused as ever; after it, the stream says so and ends. */
async function streaming(
  request: FastifyRequest,
  reply: FastifyReply,
  act: (tell: Emit) => Promise<Answered>,
  onFailure: (error: unknown) => void,
): Promise<null> {
  const events = createEventStream((stream) => {
    // A proxy must not gather what is meant to arrive at once.
    void reply.type(EVENT_STREAM).header('x-accel-buffering', 'no').send(stream)
  })
  try {
    const { body } = await act(events.tell)
    request.visit.isConfirmed = true
    events.done(body as string)
  } catch (error) {
    if (!events.isOpen()) throw error
    events.fail(error)
    if (!(error instanceof Refusal)) onFailure(error)
  }
  return null
}

function send(
  { verifiesOutput, cursorKeys }: MountOptions,
  contract: Contract,
  reply: FastifyReply,
  answered: Answered,
): FastifyReply {
  const { status, body, version, location, replayed } = answered
  if (version !== undefined) reply.header('etag', `"${version}"`)
  if (location) reply.header('location', location)
  if (replayed) reply.header('idempotency-replayed', 'true')
  if (body !== null && typeof body === 'object') return sendAttachment(reply, body)
  if (verifiesOutput && body !== null && status < 400) contract.output.parse(JSON.parse(body))
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
  return reply.type(JSON_TYPE).send(isList(contract) ? withSealedCursor(cursorKeys, body) : body)
}

const isList = ({ output }: Contract): boolean =>
  output instanceof z.ZodObject && 'nextCursor' in output.shape

/** Whatever it is, a browser keeps it and never shows it here: a file of somebody's must not act in this origin. */
function sendAttachment(
  reply: FastifyReply,
  { content, contentType, fileName, sizeBytes }: Streamed,
): FastifyReply {
  reply
    .type(contentType)
    .header('content-disposition', dispositionOf(fileName))
    .header('content-security-policy', `${reply.getHeader('content-security-policy')}; sandbox`)
  if (sizeBytes !== undefined) reply.header('content-length', sizeBytes)
  return reply.send(
    typeof content === 'string' ? content : Readable.from(bytesOf(content), { objectMode: false }),
  )
}

async function* bytesOf(content: Exclude<Streamed['content'], string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of content) yield typeof piece === 'string' ? encoder.encode(piece) : piece
}

/** What was not claimed must not stay; where even that fails, housekeeping finds it. */
async function discard(
  file: UploadHandler<unknown>,
  { content }: Upload<unknown>,
  note: InBookkeepingTransaction,
): Promise<void> {
  try {
    await file.discard?.(content, { note })
  } catch {
    // The refusal or failure that led here is what the caller has to know.
  }
}

/** A dry run stores nothing, and no answer for a repeat. */
const isDryRun = (input: { dryRun?: unknown; isDryRun?: unknown }): boolean =>
  input.dryRun === true || input.isDryRun === true

/** Path ids, then the query or the body: everything that is wrong is told at once, and nothing of its value. */
function inputParser(
  contract: Contract,
  parameters: readonly string[],
  cursorKeys: CursorKeys,
): (request: FastifyRequest, fields?: Fields) => never {
  const isQuery = contract.kind === 'query'
  const defaults = isQuery ? contract.input.safeParse({}) : null
  return (request, fields) => {
    const issues = pathIssues(contract, parameters, request)
    const source = fields ?? (isQuery ? queryOf(request, cursorKeys) : bodyOf(request))
    const parsed = source === NOTHING && defaults?.success ? defaults : contract.input.safeParse(source)
    if (!parsed.success) issues.push(...parsed.error.issues.slice(0, MOST_ISSUES).map(plainIssue))
    if (issues.length > 0) throw invalid(...issues)
    return { ...(parsed.data as object), ...(request.params as object) } as never
  }
}

/** What is wrong with the values in the path; an empty one addresses nothing. */
function pathIssues(contract: Contract, parameters: readonly string[], { params }: FastifyRequest): Issue[] {
  const values = params as Record<string, string>
  return parameters.flatMap((name) => {
    if (values[name] === '') throw notFound()
    const schema = contract.path?.[name]
    if ((schema ?? Id).safeParse(values[name]).success) return []
    const message = schema ? 'Not a value of this place' : 'Not a valid id'
    return [{ path: [name], code: 'invalid_format', message }]
  })
}

/** Of a body that is wrong in a hundred places nobody reads more. */
const MOST_ISSUES = 100
const NOTHING: Record<string, never> = Object.freeze({})

/** Parameters that begin with an underscore belong to proxies and caches and mean nothing here (docs/decisions/0005). */
function queryOf({ query }: FastifyRequest, cursorKeys: CursorKeys): Record<string, unknown> {
  const entries = Object.entries(query as Record<string, unknown>)
    .filter(([name]) => !name.startsWith('_'))
    .map(([name, value]) =>
      name === 'cursor' && typeof value === 'string'
        ? [name, openCursor(cursorKeys, value) ?? NO_CURSOR]
        : [name, value],
    )
  return entries.length === 0 ? NOTHING : Object.fromEntries(entries)
}

/** Refused by every list. */
const NO_CURSOR = '-'

/** A body of the announced type only: what a form can send across sites must not pass for JSON, nor the other way. */
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

const bodyOf = ({ body }: FastifyRequest): unknown => (body === undefined ? {} : body)

const plainIssue = ({ path, code, message }: z.core.$ZodIssue): Issue => ({
  path: path.map((part) => (typeof part === 'number' ? part : String(part))),
  code,
  message,
})

const originOf = ({ id, visit, headers }: FastifyRequest): Origin => ({
  requestId: id,
  ipAddress: visit.address,
  userAgent: userAgentOf(headers),
})

/** As it came but for what PostgreSQL cannot store, never longer than a line, and without the digits of a PPS number. */
function userAgentOf(headers: FastifyRequest['headers']): string | null {
  const sent = headers['user-agent']?.replaceAll('\u0000', '').toWellFormed().slice(0, 500)
  return sent && hasPpsNumber(sent) ? sent.replaceAll(/\d/g, 'x') : (sent ?? null)
}

/** A tag that is none of ours matches no version. */
function ifMatchOf({ headers }: FastifyRequest): number | null {
  const tag = headers['if-match']
  if (tag === undefined || tag === '*') return null
  const [, quoted, bare] = /^(?:W\/)?(?:"(\d{1,9})"|(\d{1,9}))$/.exec(tag) ?? []
  const version = quoted ?? bare
  return version === undefined ? -1 : Number(version)
}

/** The fingerprint is of what was understood: what was dropped of a body may be nested too deeply to be written out. */
function idempotencyOf(
  request: FastifyRequest,
  contract: Contract,
  understood: object,
  secret: Buffer,
): Call['idempotency'] {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalidField('Idempotency-Key', 'Use 1 to 255 printable characters')
  }
  const fingerprint = createHmac('sha256', secret)
    .update(`${contract.name}\n${request.url}\n${JSON.stringify(understood)}`)
    .digest('hex')
  return { key, fingerprint }
}
