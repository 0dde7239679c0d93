/**
 * Fake service for component tests: answers by method and path in the API's own shapes. Input and output are checked with
 * the contract's schemas, refusals have the bodies of the real service, and a request without an answer fails the test.
 */
import { afterEach, beforeEach, expect } from 'vitest'
import type { z } from 'zod'
import { getCsrfToken, getSession, type SessionUser } from '../../src/contract/auth.ts'
import { type Contract, type Input, type Output, parseRoute, type Role } from '../../src/contract/define.ts'
import { TEXT } from '../../src/contract/problems.ts'
import { findSummaries } from '../../src/contract/values.ts'
import {
  createInvalidInputRefusal,
  createNotFoundRefusal,
  Refusal,
  toRefusalBody,
} from '../../src/server/pipeline/refusal.ts'

const CSRF_TOKEN = 'csrf-token-of-this-session'
const ORIGIN = 'http://localhost:3000'

export interface ReceivedRequest<C extends Contract = Contract> {
  /** The input as the contract's schema parses it, with the ids of the path. */
  input: Input<C>
  /** The JSON body, the query or the form fields before parsing. */
  sent: Record<string, unknown>
  /** The version that the `If-Match` header names. */
  version: number | null
  idempotencyKey: string | null
  file: File | null
}

type Handler<C extends Contract> = (request: ReceivedRequest<C>) => Output<C> | Promise<Output<C>>

interface Route {
  contract: Contract
  pattern: RegExp
  handle: Handler<Contract>
}

interface Exchange {
  status: number
  /** Null for 204. */
  body: unknown
}

/** The connection breaks before an answer arrives. */
export class ConnectionLost extends Error {}

export class FakeApi {
  /** Errors of the test itself: a request without an answer, or an answer that breaks its contract. */
  faults: string[] = []
  private routes: Route[] = []
  private received: { name: string; request: ReceivedRequest }[] = []

  reset(): void {
    this.faults = []
    this.routes = []
    this.received = []
    this.answer(getCsrfToken, () => ({ csrfToken: CSRF_TOKEN }))
    this.signIn('BrokerUser')
  }

  /** Replaces an earlier answer. The handler may throw a `Refusal`, which becomes the body of the real service. */
  answer<C extends Contract>(contract: C, handle: Handler<C>): void {
    const { path } = parseRoute(contract.route)
    const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    this.routes.unshift({ contract, pattern, handle: handle as unknown as Handler<Contract> })
  }

  signIn(role: Role): void {
    this.answer(getSession, () => ({ user: buildUser(role) }))
  }

  /** The requests to an operation so far, oldest first. */
  requestsTo<C extends Contract>(contract: C): ReceivedRequest<C>[] {
    return this.received
      .filter(({ name }) => name === contract.name)
      .map(({ request }) => request as unknown as ReceivedRequest<C>)
  }

  async exchange(method: string, address: string, headers: Headers, body: unknown): Promise<Exchange> {
    const url = new URL(address, ORIGIN)
    try {
      return await this.respond(method, url, headers, body)
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: toRefusalBody(error) }
      if (error instanceof ConnectionLost) throw error
      this.faults.push(`${method} ${url.pathname}: ${String(error)}`)
      return { status: 500, body: { error: TEXT.internal, details: { requestId: 'component-test' } } }
    }
  }

  private async respond(method: string, url: URL, headers: Headers, body: unknown): Promise<Exchange> {
    const route = this.routes.find(
      ({ contract, pattern }) => parseRoute(contract.route).method === method && pattern.test(url.pathname),
    )
    if (!route) {
      this.faults.push(`No answer for ${method} ${url.pathname}${url.search}`)
      throw createNotFoundRefusal()
    }
    const { contract, pattern, handle } = route
    if (contract.kind === 'command' && headers.get('x-csrf-token') !== CSRF_TOKEN)
      throw new Refusal(403, TEXT.csrf)
    const { fields, file } = readFields(contract, url, body)
    const parsed = contract.input.safeParse(fields)
    const request: ReceivedRequest = {
      input: {
        ...(parsed.success ? (parsed.data as object) : {}),
        ...pattern.exec(url.pathname)?.groups,
      } as ReceivedRequest['input'],
      sent: fields,
      version: parseVersion(headers.get('if-match')),
      idempotencyKey: headers.get('idempotency-key'),
      file,
    }
    this.received.push({ name: contract.name, request })
    if (!parsed.success) throw createInvalidInputRefusal(...parsed.error.issues.map(toIssue))
    const output = await handle(request)
    const checked = contract.output.safeParse(output)
    if (!checked.success)
      throw new Error(`the answer breaks the contract ${contract.name}: ${checked.error.message}`)
    const summaries =
      (request.input as { fields?: unknown }).fields === 'summary' && findSummaries(contract.output)
    return { status: contract.status ?? 200, body: summaries ? summaries.parse(output) : output }
  }
}

function buildUser(role: Role): z.output<typeof SessionUser> {
  const isOfEmployer = role === 'EmployerAdmin' || role === 'EmployerUser'
  return {
    id: 'user1',
    email: 'niamh.byrne@example.ie',
    name: 'Niamh Byrne',
    role,
    tenantId: 'firm1',
    tenantName: 'Liffey Pensions',
    tenantLogoVersion: null,
    employerId: isOfEmployer ? 'employer1' : null,
    memberId: role === 'Member' ? 'member1' : null,
  }
}

function readFields(
  contract: Contract,
  url: URL,
  body: unknown,
): { fields: Record<string, unknown>; file: File | null } {
  if (contract.kind === 'query') return { fields: Object.fromEntries(url.searchParams), file: null }
  if (!(body instanceof FormData)) return { fields: JSON.parse(String(body ?? '{}')), file: null }
  const { file = null, ...fields } = Object.fromEntries(body)
  return { fields, file: file instanceof File ? file : null }
}

const parseVersion = (tag: string | null): number | null => {
  const [, version] = /^"(\d+)"$/.exec(tag ?? '') ?? []
  return version === undefined ? null : Number(version)
}

const toIssue = ({ path, code, message }: z.core.$ZodIssue) => ({
  path: path.map((part) => (typeof part === 'number' ? part : String(part))),
  code,
  message,
})

/** Replaces `XMLHttpRequest`, which the client uses for uploads. */
const createUploadClass = (api: FakeApi) =>
  class {
    responseType = ''
    status = 0
    response: unknown = null
    readonly upload: { onprogress: ((event: unknown) => void) | null } = { onprogress: null }
    onload: (() => void) | null = null
    onerror: (() => void) | null = null
    ontimeout: (() => void) | null = null
    onabort: (() => void) | null = null
    private readonly headers = new Headers()
    private method = ''
    private address = ''
    private isAborted = false

    open(method: string, address: string): void {
      this.method = method
      this.address = address
    }
    setRequestHeader(name: string, value: string): void {
      this.headers.set(name, value)
    }
    getResponseHeader(): null {
      return null
    }
    abort(): void {
      this.isAborted = true
      this.onabort?.()
    }
    async send(body: unknown): Promise<void> {
      if (this.isAborted) return
      try {
        const { status, body: answer } = await api.exchange(this.method, this.address, this.headers, body)
        if (this.isAborted) return
        this.status = status
        // The page gets a copy, as over the network.
        this.response = structuredClone(answer)
        this.onload?.()
      } catch {
        if (!this.isAborted) this.onerror?.()
      }
    }
  }

/** Installs the fake service in a test file. Each test begins with the session of a BrokerUser and no other answer. */
export function setUpFakeApi(): FakeApi {
  const api = new FakeApi()
  const { fetch: realFetch, XMLHttpRequest: RealRequest } = globalThis
  beforeEach(() => {
    api.reset()
    globalThis.fetch = async (address, { method = 'GET', headers, body, signal } = {}) => {
      const { status, body: answer } = await api.exchange(method, String(address), new Headers(headers), body)
      signal?.throwIfAborted()
      return new Response(answer === null ? null : JSON.stringify(answer), {
        status,
        headers: { 'content-type': 'application/json' },
      })
    }
    globalThis.XMLHttpRequest = createUploadClass(api) as unknown as typeof XMLHttpRequest
  })
  afterEach(() => {
    globalThis.fetch = realFetch
    globalThis.XMLHttpRequest = RealRequest
    expect(api.faults).toEqual([])
  })
  return api
}

/** A handler that waits until the test lets it answer. */
export function holdAnswer<T>(answer: T): { handle: () => Promise<T>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { handle: () => promise.then(() => answer), release: resolve }
}

/** One page of a list. */
export const toPage = <T>(data: T[], nextCursor: string | null = null) => ({ data, nextCursor })
