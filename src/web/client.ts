/** The one door to the API. Nothing is called that the contract does not type; every refusal comes back as a value to show. */
import { getCsrfToken, getSession } from '../contract/auth.ts'
import type { Contract, Output, Sent } from '../contract/define.ts'
import { TEXT } from '../contract/problems.ts'
import { requestFor } from '../contract/request.ts'

interface Issue {
  path: (string | number)[]
  code: string
  message: string
}

/** The service answered, and the answer is no. */
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

/** No answer at all: the network is away, or the service is. */
export class Unreachable extends Error {}

export interface CallOptions {
  /** The version that the caller saw; a stale one is refused with 409 instead of overwriting. */
  version?: number | undefined
  /** Names one intended creation, so that sending it twice creates one record. */
  idempotencyKey?: string
  signal?: AbortSignal
}

let callerId: string | null = null
/** Whose application this page is. What is done here is never done in the name of anybody else. */
export const knowCaller = (id: string | null): void => {
  callerId = id
}
/** The person this page was made for, once it is known. */
export const knownCaller = (): string | null => callerId

const sessionListeners = new Set<() => void>()
/** Calls back when the session is over, or is another person's. */
export function onSessionEnded(listener: () => void): () => void {
  sessionListeners.add(listener)
  return () => sessionListeners.delete(listener)
}
export function endSession(): void {
  for (const listener of sessionListeners) listener()
}

let csrfToken: Promise<string> | null = null
/** After signing in or out: the token belongs to a session. */
export const forgetCsrfToken = (): void => {
  csrfToken = null
}
/** A token belongs to whoever has the browser's session now, which need not be the person of this page. */
async function freshCsrfToken(): Promise<string> {
  const answer = await attempt(getCsrfToken, {}, {})
  await requireSameCaller()
  return answer.csrfToken
}
function currentCsrfToken(): Promise<string> {
  csrfToken ??= freshCsrfToken()
  // A token that was never fetched must not be remembered as one.
  csrfToken.catch(forgetCsrfToken)
  return csrfToken
}

export async function call<C extends Contract>(
  contract: C,
  sent: Sent<C>,
  options: CallOptions = {},
): Promise<Output<C>> {
  try {
    return await attempt(contract, sent, options)
  } catch (error) {
    const isStaleToken = error instanceof Refused && error.status === 403 && error.message === TEXT.csrf
    if (!isStaleToken) throw error
    forgetCsrfToken()
    return attempt(contract, sent, options)
  }
}

/** Somebody else may have signed in beside this page: nothing is done in their name. */
async function requireSameCaller(): Promise<void> {
  if (callerId === null) return
  const { user } = await attempt(getSession, {}, {})
  if (user?.id === callerId) return
  endSession()
  throw new Refused(401, { error: TEXT.sessionEnded }, null)
}

async function attempt<C extends Contract>(
  contract: C,
  sent: Sent<C>,
  { version, idempotencyKey, signal }: CallOptions,
): Promise<Output<C>> {
  const isCommand = contract.kind === 'command'
  const token = isCommand ? await currentCsrfToken() : null
  const { method, url, body } = requestFor(contract, sent)
  const headers = new Headers({ accept: 'application/json' })
  if (version !== undefined) headers.set('if-match', `"${version}"`)
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  if (token) headers.set('x-csrf-token', token)
  const isForm = contract.body === 'form'
  if (body && !isForm) headers.set('content-type', 'application/json')
  const { response, answer } = await reach(url, {
    method,
    headers,
    ...(body ? { body: isForm ? formOf({ ...body, csrfToken: token }) : JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  })
  if (response.ok) return answer as Output<C>
  if (response.status === 401 && contract.access !== 'public') endSession()
  throw new Refused(response.status, answer as object, secondsOf(response.headers.get('retry-after')))
}

async function reach(url: string, init: RequestInit): Promise<{ response: Response; answer: unknown }> {
  try {
    const response = await fetch(url, init)
    if (response.status === 204) return { response, answer: null }
    // A refusal by something in between need not be JSON; an answer that breaks off is none.
    return { response, answer: response.ok ? await response.json() : await response.json().catch(() => ({})) }
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new Unreachable('The service cannot be reached', { cause })
  }
}

const formOf = (fields: Record<string, unknown>): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))

const secondsOf = (text: string | null): number | null => (text === null ? null : Number(text) || null)
