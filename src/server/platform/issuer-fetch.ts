/**
 * Requests to the OpenID Connect provider of a firm, whose address an administrator entered: only public addresses are reached, redirects
 * are refused, and time and size are limited. The host name is resolved once, and the connection goes to the address that was checked.
 */
import { type LookupAddress, lookup as resolveName } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './outbound-addresses.ts'
import { runHttpSpan } from './traces.ts'

export type IssuerProblem =
  | 'NOT_HTTPS'
  | 'ADDRESS_NOT_PUBLIC'
  | 'REDIRECTED'
  | 'TOO_LARGE'
  | 'TIMED_OUT'
  | 'UNREACHABLE'

/** The provider was not reached, or its response was not accepted. */
export class IssuerUnreachable extends Error {
  readonly problem: IssuerProblem
  constructor(problem: IssuerProblem, cause?: unknown) {
    super(`The provider was not reached: ${problem}`, { cause })
    this.problem = problem
  }
}

export interface IssuerFetchOptions {
  /** Outside production a provider on this machine may be used, also without encryption. */
  allowsLoopback: boolean
  /** For the whole request. */
  timeoutMs?: number
  /** Resolves a host name to all of its addresses. */
  resolve?: (host: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void
}

export interface IssuerRequest {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

export type IssuerFetch = (address: string, request?: IssuerRequest) => Promise<Response>

const TIMEOUT_MS = 5_000
/** A discovery document and a set of keys have a few kilobytes. */
const MOST_BYTES = 512 * 1024
const WITHOUT_BODY = new Set([204, 205, 304])

const resolveAll: NonNullable<IssuerFetchOptions['resolve']> = (host, answer) =>
  resolveName(host, { all: true }, (error, addresses) => answer(error, addresses ?? []))

/** Whether requests may go to the address: a public one, or this machine where that is allowed. */
export const isPermittedAddress = (address: string, allowsLoopback: boolean): boolean =>
  isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address))

/** Whether the host of an address is this machine, by name or number. */
const isLoopbackHost = (url: URL): boolean =>
  url.hostname === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(url.hostname) || url.hostname === '[::1]'

/** https:, or http: to this machine where that is allowed. */
export const isPermittedScheme = (url: URL, allowsLoopback: boolean): boolean =>
  url.protocol === 'https:' || (allowsLoopback && url.protocol === 'http:' && isLoopbackHost(url))

export function createIssuerFetch({
  allowsLoopback,
  timeoutMs = TIMEOUT_MS,
  resolve = resolveAll,
}: IssuerFetchOptions): IssuerFetch {
  const refuseUnlessPermitted = (address: string): void => {
    if (!isPermittedAddress(address, allowsLoopback)) throw new IssuerUnreachable('ADDRESS_NOT_PUBLIC')
  }

  /** The connection uses the addresses that are returned here: a name cannot resolve to another one between check and use. */
  const lookup: LookupFunction = (host, { all }, answer) =>
    resolve(host, (error, addresses) => {
      if (error) return answer(error, [])
      try {
        for (const { address } of addresses) refuseUnlessPermitted(address)
      } catch (refusal) {
        return answer(refusal as Error, [])
      }
      const [first] = addresses
      if (!first) return answer(new IssuerUnreachable('UNREACHABLE'), [])
      if (all) answer(null, addresses)
      else answer(null, first.address, first.family)
    })

  return async (address, { method = 'GET', headers = {}, body } = {}) => {
    const url = new URL(address)
    if (!isPermittedScheme(url, allowsLoopback)) throw new IssuerUnreachable('NOT_HTTPS')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // A number is not looked up.
    if (isIP(host)) refuseUnlessPermitted(host)
    const signal = AbortSignal.timeout(timeoutMs)
    const content = body === null || body === undefined ? null : getContent(body)
    const exchange = () =>
      new Promise<Response>((done, fail) => {
        const send = url.protocol === 'https:' ? requestSecure : requestPlain
        const request = send(
          url,
          {
            method,
            headers: {
              ...headers,
              'accept-encoding': 'identity',
              ...(content ? { 'content-length': String(content.length) } : {}),
            },
            lookup,
            signal,
            // A connection of its own: one that is kept open belongs to an earlier check.
            agent: false,
          },
          (response) => {
            const status = response.statusCode ?? 0
            const refuse = (problem: IssuerProblem): void => {
              response.destroy()
              fail(new IssuerUnreachable(problem))
            }
            if (status >= 300 && status < 400) return refuse('REDIRECTED')
            const chunks: Buffer[] = []
            let bytes = 0
            response.on('data', (chunk: Buffer) => {
              bytes += chunk.length
              if (bytes > MOST_BYTES) refuse('TOO_LARGE')
              else chunks.push(chunk)
            })
            response.on('error', (error) => fail(toUnreachable(error, signal)))
            response.on('end', () => {
              const type = response.headers['content-type']
              const init = { status, headers: type === undefined ? {} : { 'content-type': type } }
              if (status < 200) return refuse('UNREACHABLE')
              done(new Response(WITHOUT_BODY.has(status) ? null : Buffer.concat(chunks), init))
            })
          },
        )
        request.on('error', (error) => fail(toUnreachable(error, signal)))
        request.end(content ?? undefined)
      })
    return runHttpSpan(method, url, exchange)
  }
}

const getContent = (body: unknown): Buffer =>
  body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(String(body))

function toUnreachable(error: Error, signal: AbortSignal): IssuerUnreachable {
  if (error instanceof IssuerUnreachable) return error
  return new IssuerUnreachable(signal.aborted ? 'TIMED_OUT' : 'UNREACHABLE', error)
}
