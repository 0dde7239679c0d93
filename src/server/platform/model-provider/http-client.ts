/**
 * The only module that calls a provider. It calls one origin, follows no redirect, limits time and size of the response, and keeps
 * the bytes sent, without the headers that contain the key.
 */
import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { createId } from '../ids.ts'
import { runHttpSpan } from '../traces.ts'
import { ModelUnavailable, toUnavailableReason } from './model-unavailable.ts'
import { retryAfterMs } from './retries.ts'

/** A request that was sent, and its response. */
export interface Sent {
  /** The same before and after sending. */
  id: string
  url: string
  /** Body as sent, byte for byte in UTF-8. */
  body: string
  /** SHA-256 of the body, in hexadecimal. */
  sha256: string
  startedAt: Date
  /** Null: no response. */
  status: number | null
  /** Id that the provider gave the request. */
  requestId: string | null
}

export interface HttpClientOptions {
  /** The only origin that is called. */
  origin: string
  /** Expected type of the response; any other comes from a proxy in between. */
  mediaType: string
  /** Maximum time from the request, and from one part of the response, to the next. */
  idleMs: number
  /** Maximum size of the whole response, uncompressed. */
  answerBytes: number
  signal: AbortSignal
  clock: Clock
  /** Awaited before sending; if it fails, nothing is sent. */
  beforeLeaving: (sent: Readonly<Sent>) => Promise<void>
}

/** For one request only. */
export interface HttpClient {
  fetch: typeof globalThis.fetch
  sent(): Readonly<Sent> | undefined
  /** Reason why the request failed: the reader of the response does not know it. */
  failure(): Error | undefined
  /** Leaves no connection open with a pending response. */
  close(): void
}

const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-amzn-requestid']

export function createHttpClient({
  origin,
  mediaType,
  idleMs,
  answerBytes,
  signal: given,
  clock,
  beforeLeaving,
}: HttpClientOptions): HttpClient {
  const stop = new AbortController()
  const signal = AbortSignal.any([given, stop.signal])
  let sent: Sent | undefined
  let failure: Error | undefined

  const giveUp = (reason: Error): Error => {
    failure ??= reason
    stop.abort(failure)
    return failure
  }

  async function unlessIdle<T>(promise: Promise<T>): Promise<T> {
    const timer = setTimeout(() => giveUp(new ModelUnavailable('TIMEOUT')), idleMs)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** The response as a stream; an early end is a failure of the request. */
  function watched(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    let read = 0
    return new ReadableStream(
      {
        async pull(controller) {
          try {
            const { done, value } = await unlessIdle(reader.read())
            if (done) return controller.close()
            read += value.length
            if (read > answerBytes) throw giveUp(new ModelUnavailable('TOO_LONG'))
            controller.enqueue(value)
          } catch (error) {
            controller.error(
              signal.aborted ? signal.reason : giveUp(new ModelUnavailable('CUT_OFF', getCause(error))),
            )
          }
        },
        cancel: () => stop.abort(),
      },
      { highWaterMark: 0 },
    )
  }

  return {
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input)
      if (url.origin !== origin) throw giveUp(new Error('A request to another host than the configured one'))
      if (sent) throw giveUp(new Error('A second request through an exit for one'))
      if (typeof init?.body !== 'string') throw giveUp(new Error('A request whose bytes are not known'))
      const body = Buffer.from(init.body)
      const leaving = buildSent(url, init.body, clock)
      await beforeLeaving(leaving).catch((error) => {
        throw giveUp(error)
      })
      signal.throwIfAborted()
      sent = leaving
      const response = await runHttpSpan('POST', url, () =>
        unlessIdle(
          fetch(url, { method: 'POST', headers: init.headers ?? {}, body, redirect: 'manual', signal }),
        ),
      ).catch((error) => {
        throw signal.aborted ? signal.reason : giveUp(new ModelUnavailable('NETWORK', getCause(error)))
      })
      const { status, headers } = response
      sent.status = status
      sent.requestId = REQUEST_ID_HEADERS.map((name) => headers.get(name)).find(Boolean) ?? null
      const reason = toUnavailableReason(status)
      // The body may quote the question, and is not read.
      if (reason)
        throw giveUp(
          new ModelUnavailable(reason, {
            retryAfterMs: retryAfterMs(headers.get('retry-after'), clock.now()),
          }),
        )
      if (!headers.get('content-type')?.toLowerCase().startsWith(mediaType) || response.body === null)
        throw giveUp(new ModelUnavailable('MALFORMED'))
      return new Response(watched(response.body), { status, headers })
    },
    sent: () => sent,
    failure: () => failure,
    close: () => stop.abort(),
  }
}

const buildSent = (url: URL, body: string, clock: Clock): Sent => ({
  id: createId(),
  url: url.href,
  body,
  sha256: createHash('sha256').update(body).digest('hex'),
  startedAt: clock.now(),
  status: null,
  requestId: null,
})

/** Only the code of a failed connection: messages may quote the request. */
function getCause(error: unknown): { cause?: Error } {
  const { cause } = error as { cause?: { code?: unknown } }
  const code = cause?.code
  return typeof code === 'string'
    ? { cause: Object.assign(new Error('The connection failed'), { code }) }
    : {}
}
