/**
 * The only module that calls a provider. It calls one origin, follows no redirect, limits time and size of the response, and keeps
 * the bytes sent, without the headers that contain the key.
 */
import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { createId } from '../ids.ts'
import { ModelUnavailable, toUnavailableReason } from './model-unavailable.ts'
import { retryAfterMs } from './retries.ts'

/** A request that left, and how it was answered. */
export interface Sent {
  /** The same before and after. */
  id: string
  url: string
  /** What was sent, byte for byte in UTF-8. */
  body: string
  /** Of the body, in hexadecimal. */
  sha256: string
  startedAt: Date
  /** Null: no answer. */
  status: number | null
  /** The provider's own name of the request. */
  requestId: string | null
}

export interface ExitOptions {
  /** The only one that is spoken to. */
  origin: string
  /** What an answer comes as; anything else is a page of somebody in between. */
  mediaType: string
  /** From the request, and from one piece of the answer, to the next. */
  idleMs: number
  /** Of the whole answer, unpacked. */
  answerBytes: number
  signal: AbortSignal
  clock: Clock
  /** Waited for before anything leaves; nothing does where it fails. */
  beforeLeaving: (sent: Readonly<Sent>) => Promise<void>
}

/** Good for one request. */
export interface Exit {
  fetch: typeof globalThis.fetch
  sent(): Readonly<Sent> | undefined
  /** Why the request failed: the reader of the response does not know it. */
  failure(): Error | undefined
  /** Leaves no connection behind that is still being answered. */
  close(): void
}

const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-amzn-requestid']

export function openExit({
  origin,
  mediaType,
  idleMs,
  answerBytes,
  signal: given,
  clock,
  beforeLeaving,
}: ExitOptions): Exit {
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
              signal.aborted ? signal.reason : giveUp(new ModelUnavailable('CUT_OFF', causeOf(error))),
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
      const leaving = {
        id: createId(),
        url: url.href,
        body: init.body,
        sha256: createHash('sha256').update(body).digest('hex'),
        startedAt: clock.now(),
        status: null,
        requestId: null,
      }
      await beforeLeaving(leaving).catch((error) => {
        throw giveUp(error)
      })
      signal.throwIfAborted()
      sent = leaving
      const response = await unlessIdle(
        fetch(url, { method: 'POST', headers: init.headers ?? {}, body, redirect: 'manual', signal }),
      ).catch((error) => {
        throw signal.aborted ? signal.reason : giveUp(new ModelUnavailable('NETWORK', causeOf(error)))
      })
      const { status, headers } = response
      sent.status = status
      sent.requestId = REQUEST_ID_HEADERS.map((name) => headers.get(name)).find(Boolean) ?? null
      const reason = toUnavailableReason(status)
      // What it says of the reason may quote the question, and is not read.
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

/** Of a failed connection the code and nothing else: messages may quote what was to be sent. */
function causeOf(error: unknown): { cause?: Error } {
  const { cause } = error as { cause?: { code?: unknown } }
  const code = cause?.code
  return typeof code === 'string'
    ? { cause: Object.assign(new Error('The connection failed'), { code }) }
    : {}
}
