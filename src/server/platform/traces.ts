/**
 * Spans of requests, jobs and the calls that they make. The OpenTelemetry SDK is a package of its own (deploy/tracing), which only a
 * service with a collector loads. A span contains the fields named here: no parameter of a statement, no key of Redis, no path or query of
 * an address, no recipient and no message of an error.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type SpanKind = 'server' | 'client' | 'internal'

export interface SpanFields {
  method?: string | undefined
  /** Template of the route, such as /api/schemes/:id. */
  route?: string | undefined
  status?: number | undefined
  operation?: string | undefined
  requestId?: string | undefined
  databaseSystem?: 'postgresql' | 'redis' | undefined
  /** Text of a statement with placeholders, as `maskLiterals` returns it. */
  statement?: string | undefined
  /** Number of statements in one round trip. */
  statements?: number | undefined
  /** Host name of another server, without the path. */
  host?: string | undefined
  failedFirms?: number | undefined
}

export interface SpanDescription extends SpanFields {
  name: string
  kind: SpanKind
}

/** Class of an error and its code, such as an SQLSTATE. */
export interface SpanFailure {
  type: string
  code?: string | undefined
}

export interface Span {
  readonly traceId: string
  startChild(description: SpanDescription): Span
  set(fields: SpanFields): void
  end(failure?: SpanFailure | null): void
}

/** Parent of a request in a trace that another program began. */
export interface RemoteParent {
  traceId: string
  spanId: string
  isSampled: boolean
}

export interface Tracing {
  /** Null: the trace is not sampled. */
  startTrace(description: SpanDescription, parent?: RemoteParent | null): Span | null
  /** Sends the spans that wait, for a short time only. */
  close(): Promise<void>
}

const active = new AsyncLocalStorage<Span | null>()

/** The trace of the work that runs now, for the log. */
export const getTraceId = (): string | undefined => active.getStore()?.traceId

/** Work of the request or job whose span this is. */
export const enterSpan = <T>(span: Span | null, work: () => T): T => active.run(span, work)

/** A span of the work, if it belongs to a request or job that is traced. */
export function runSpan<T>(
  description: SpanDescription,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const parent = active.getStore()
  return parent ? runToEnd(parent.startChild(description), work) : work(null)
}

/** A trace of the work, or a span of the request that began it. */
export function runTrace<T>(
  tracing: Tracing | undefined,
  description: SpanDescription,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (!tracing) return work(null)
  if (active.getStore()) return runSpan(description, work)
  const span = tracing.startTrace(description)
  return span ? runToEnd(span, work) : work(null)
}

/** Work that a request has begun and that goes on for others, such as sending all due mails. */
export const runOutsideSpan = <T>(work: () => T): T => (active.getStore() ? active.run(null, work) : work())

async function runToEnd<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    const result = await active.run(span, () => work(span))
    span.end()
    return result
  } catch (error) {
    span.end(describeFailure(error))
    throw error
  }
}

/** Messages quote values, so only the class and the code are used. */
export function describeFailure(error: unknown): SpanFailure {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code } = error as { code?: unknown }
  return { type: error.constructor.name, code: typeof code === 'string' ? code : undefined }
}

/** The span of a call to another server by HTTP. `work` returns the status of the response. */
export const runHttpSpan = <T extends { status: number }>(
  method: string,
  url: URL,
  work: () => Promise<T>,
): Promise<T> =>
  runSpan({ name: method, kind: 'client', method, host: url.hostname }, async (span) => {
    const response = await work()
    span?.set({ status: response.status })
    return response
  })

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/
const SAMPLED_FLAG = 1

/** The header `traceparent` (W3C Trace Context); null if it is malformed. The header `tracestate` is not read: it may hold any text. */
export function parseTraceparent(header: string | string[] | undefined): RemoteParent | null {
  if (typeof header !== 'string' || header.startsWith('ff')) return null
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(header) ?? []
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED_FLAG) === SAMPLED_FLAG }
}

const MOST_STATEMENT_CHARACTERS = 4_000

/**
 * The text of a statement with each literal replaced by `?`. Values are parameters ($1); a value that the code would write into a
 * statement is removed here as well. A quote that is not closed removes the rest.
 */
export function maskLiterals(text: string): string {
  const shown = text.slice(0, MOST_STATEMENT_CHARACTERS)
  let masked = ''
  for (let at = 0; at < shown.length; ) {
    const end = findLiteralEnd(shown, at)
    const commentEndsAt = findCommentEnd(shown, at)
    if (end > at) {
      masked += '?'
      at = end
    } else if (commentEndsAt > at) {
      masked += ' '
      at = commentEndsAt
    } else {
      const next = findTokenEnd(shown, at)
      masked += shown.slice(at, next)
      at = next
    }
  }
  return masked.replaceAll(/\s+/g, ' ').trim()
}

const WORD_CHARACTER = /[\w\u0080-\uffff]/
const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && WORD_CHARACTER.test(character)

/** End of the literal that begins here; the same position if none does. */
function findLiteralEnd(text: string, at: number): number {
  const character = text[at] as string
  if (character === "'") return findQuoteEnd(text, at + 1, isEscapeString(text, at))
  if (character >= '0' && character <= '9') return findWordEnd(text, at)
  if (character === '$') return findDollarQuoteEnd(text, at)
  return at
}

/** End of the comment that begins here; the same position if none does. */
function findCommentEnd(text: string, at: number): number {
  const isLine = text.startsWith('--', at)
  if (!isLine && !text.startsWith('/*', at)) return at
  const end = text.indexOf(isLine ? '\n' : '*/', at + 2)
  return end < 0 ? text.length : end + (isLine ? 1 : 2)
}

/** E'…', in which a backslash escapes a quote. */
const isEscapeString = (text: string, at: number): boolean =>
  /[eE]/.test(text[at - 1] ?? '') && !isWordCharacter(text[at - 2])

function findQuoteEnd(text: string, from: number, hasBackslashes: boolean): number {
  for (let at = from; at < text.length; at++) {
    if (hasBackslashes && text[at] === '\\') at += 1
    else if (text[at] === "'" && text[at + 1] === "'") at += 1
    else if (text[at] === "'") return at + 1
  }
  return text.length
}

/** $tag$…$tag$; a placeholder ($1) is no literal. */
function findDollarQuoteEnd(text: string, at: number): number {
  const tagEnd = text.indexOf('$', at + 1)
  const tag = tagEnd < 0 ? '' : text.slice(at, tagEnd + 1)
  if (!/^\$(?:[A-Za-z_]\w*)?\$$/.test(tag)) return at
  const end = text.indexOf(tag, tagEnd + 1)
  return end < 0 ? text.length : end + tag.length
}

function findWordEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && (isWordCharacter(text[at]) || text[at] === '.')) at++
  return at
}

/** A word, a placeholder, a quoted name, or one other character. */
function findTokenEnd(text: string, at: number): number {
  const character = text[at] as string
  if (character === '"') {
    const end = text.indexOf('"', at + 1)
    return end < 0 ? text.length : end + 1
  }
  if (character === '$') return Math.max(at + 1, findWordEnd(text, at + 1))
  return isWordCharacter(character) ? findWordEnd(text, at) : at + 1
}

/** First word of a statement, such as SELECT. */
const buildCommand = (text: string): string => (/^\s*([a-z]+)/i.exec(text)?.[1] ?? 'statement').toUpperCase()

export const describeStatement = (text: string): SpanDescription => ({
  name: buildCommand(text),
  kind: 'client',
  databaseSystem: 'postgresql',
  statement: maskLiterals(text),
})

/** Several statements in one round trip. */
export const describeBatch = (statements: readonly { text: string }[]): SpanDescription => ({
  name: 'batch',
  kind: 'client',
  databaseSystem: 'postgresql',
  statements: statements.length,
  statement: maskLiterals(statements.map(({ text }) => text).join(';\n')),
})

export const isTraced = (): boolean => Boolean(active.getStore())
