/** Typed API client; the only module that calls fetch. Refusals are returned as values. */
import { getCsrfToken, getSession } from '../contract/auth.ts'
import type { Operation, Output, Sent } from '../contract/define.ts'
import { TEXT } from '../contract/problems.ts'
import { buildRequest } from '../contract/request.ts'
import { setServerTime } from './now.ts'

interface Issue {
  path: (string | number)[]
  code: string
  message: string
}

/** The service answered with a refusal. */
export class Refused extends Error {
  readonly status: number
  readonly details: Record<string, unknown>
  readonly issues: readonly Issue[]
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    body: { error?: string; details?: Record<string, unknown>; issues?: Issue[] },
    retryAfterSeconds: number | null,
  ) {
    super(body.error ?? `The service answered ${status}`)
    this.status = status
    this.details = body.details ?? {}
    this.issues = body.issues ?? []
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No response: the network or the service is down. */
export class Unreachable extends Error {}

export interface CallOptions {
  /** The version that the caller saw; a stale one is refused with 409 instead of overwriting. */
  version?: number | undefined
  /** Identifies one intended creation, so that sending it twice creates one record. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** The file of a multipart contract. */
  file?: Blob & { name?: string }
  /** Share of the file that was sent, from 0 to 1. */
  onProgress?: (share: number) => void
}

let callerId: string | null = null
/** User that this page belongs to. The page never sends a request on behalf of another user. */
export const setCurrentUser = (id: string | null): void => {
  callerId = id
}
/** The user that this page was loaded for, once known. */
export const getCurrentUser = (): string | null => callerId

const sessionListeners = new Set<() => void>()
/** Notifies the listener when the session has ended, or belongs to another user. */
export function subscribeToSessionEnd(listener: () => void): () => void {
  sessionListeners.add(listener)
  return () => sessionListeners.delete(listener)
}
export function notifySessionEnded(): void {
  for (const listener of sessionListeners) listener()
}

const factorListeners = new Set<() => void>()
/** Notifies the listener when the service refuses a request until the user sets up the required second factor. */
export function subscribeToFactorRequired(listener: () => void): () => void {
  factorListeners.add(listener)
  return () => factorListeners.delete(listener)
}

let csrfToken: Promise<string> | null = null
/** After signing in or out: the token belongs to a session. */
export const forgetCsrfToken = (): void => {
  csrfToken = null
}
/** A token belongs to the user of the browser's current session, who need not be the user of this page. */
async function fetchCsrfToken(): Promise<string> {
  const answer = await attempt(getCsrfToken, {}, {})
  await requireSameCaller()
  return answer.csrfToken
}
function ensureCsrfToken(): Promise<string> {
  csrfToken ??= fetchCsrfToken()
  // A token that was never fetched must not be remembered as one.
  csrfToken.catch(forgetCsrfToken)
  return csrfToken
}

export const sendRequest = <C extends Operation>(
  contract: C,
  sent: Sent<C>,
  options: CallOptions = {},
): Promise<Output<C>> => withFreshToken(() => attempt(contract, sent, options))

const EVENTS = 'text/event-stream'
/** A response that is read as a stream: events, or a file that a command creates. */
const STREAMED = /event-stream|\/zip/
/** The same for a contract with a streamed response: events, which event-stream.ts reads, or a file. */
export const streamRequest = <C extends Operation>(
  contract: C,
  sent: Sent<C>,
  options: CallOptions = {},
  accept = EVENTS,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> =>
  withFreshToken(() => attempt(contract, sent, options, accept)) as never

let askToConfirm: (() => Promise<boolean>) | null = null
/** Asks the user to confirm their identity before a sensitive change; resolves to false if the user does not. */
export const setIdentityQuestion = (ask: () => Promise<boolean>): void => {
  askToConfirm = ask
}

async function withFreshToken<T>(attempted: () => Promise<T>): Promise<T> {
  try {
    return await attempted()
  } catch (error) {
    const isTooOld = error instanceof Refused && error.details.code === 'RECENT_SIGN_IN_REQUIRED'
    if (isTooOld && (await askToConfirm?.())) return attempted()
    const isStaleToken = error instanceof Refused && error.status === 403 && error.message === TEXT.csrf
    if (!isStaleToken) throw error
    forgetCsrfToken()
    return attempted()
  }
}

/** Another user may have signed in from another tab: no request is sent on their behalf. */
async function requireSameCaller(): Promise<void> {
  if (callerId === null) return
  const { user } = await attempt(getSession, {}, {})
  if (user?.id === callerId) return
  notifySessionEnded()
  throw new Refused(401, { error: TEXT.sessionEnded }, null)
}

async function attempt<C extends Operation>(
  contract: C,
  sent: Sent<C>,
  { version, idempotencyKey, signal, file, onProgress }: CallOptions,
  accept = 'application/json',
): Promise<Output<C>> {
  const isCommand = contract.kind === 'command'
  const token = isCommand ? await ensureCsrfToken() : null
  const { method, url, body } = buildRequest(contract, sent)
  const headers = new Headers({ accept })
  if (version !== undefined) headers.set('if-match', `"${version}"`)
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  if (token) headers.set('x-csrf-token', token)
  const isForm = contract.body === 'form'
  const isMultipart = contract.body === 'multipart'
  if (body && !isForm && !isMultipart) headers.set('content-type', 'application/json')
  const { ok, status, answer, retryAfter } = isMultipart
    ? await sendFile(url, headers, getMultipart(body ?? {}, file), signal, onProgress)
    : await fetchReached(url, {
        method,
        headers,
        ...(body ? { body: isForm ? getForm({ ...body, csrfToken: token }) : JSON.stringify(body) } : {}),
        ...(signal ? { signal } : {}),
      })
  if (ok) return answer as Output<C>
  if (status === 401 && contract.access !== 'public') notifySessionEnded()
  const refused = new Refused(status, answer as object, getSeconds(retryAfter))
  if (refused.details.code === 'SECOND_FACTOR_REQUIRED') for (const listener of factorListeners) listener()
  throw refused
}

/** Address for downloading a file from the service: the browser saves it, and sends the session cookie. */
export const buildRequestUrl = <C extends Operation>(contract: C, sent: Sent<C>): string =>
  buildRequest(contract, sent).url

interface ReceivedAnswer {
  ok: boolean
  status: number
  answer: unknown
  retryAfter: string | null
}

async function fetchReached(url: string, init: RequestInit): Promise<ReceivedAnswer> {
  try {
    const response = await fetch(url, init)
    setServerTime(response.headers.get('date'))
    const { ok, status } = response
    const retryAfter = response.headers.get('retry-after')
    if (status === 204) return { ok, status, answer: null, retryAfter }
    if (ok && STREAMED.test(response.headers.get('content-type') ?? ''))
      return { ok, status, answer: response.body, retryAfter }
    // A refusal by a proxy need not be JSON; an incomplete response counts as none.
    const answer = ok ? await response.json() : await response.json().catch(() => ({}))
    return { ok, status, answer, retryAfter }
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new Unreachable('The service cannot be reached', { cause })
  }
}

/** `fetch` does not report upload progress. */
function sendFile(
  url: string,
  headers: Headers,
  body: FormData,
  signal: AbortSignal | undefined,
  onProgress: ((share: number) => void) | undefined,
): Promise<ReceivedAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const unreachable = (): void => reject(new Unreachable('The service cannot be reached'))
    request.open('POST', url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && onProgress?.(loaded / total)
    request.onload = () => {
      const { status, response } = request
      const ok = status >= 200 && status < 300
      // A response that is incomplete or is not JSON counts as none.
      if (ok && response === null) unreachable()
      else
        resolve({ ok, status, answer: response ?? {}, retryAfter: request.getResponseHeader('retry-after') })
    }
    request.onerror = unreachable
    request.ontimeout = unreachable
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    if (signal?.aborted) request.abort()
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

/** Values other than text are sent as JSON (contract/values.ts defineFormField); null and undefined are left out. */
function getMultipart(fields: Record<string, unknown>, file: CallOptions['file']): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (file) form.append('file', file, file.name)
  return form
}

const getForm = (fields: Record<string, unknown>): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))

const getSeconds = (text: string | null): number | null => (text === null ? null : Number(text) || null)
