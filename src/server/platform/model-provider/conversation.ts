/**
 * A complete call to a provider: the circuit breaker, the deadline, the attempts and the record of each. The retries of the libraries have
 * no jitter and do not know which parts were already returned, so they are not used.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '../clock.ts'
import { type CallEnding, type Circuit, createCircuit } from './circuit.ts'
import { createHttpClient, type HttpClient, type Sent } from './http-client.ts'
import { ModelUnavailable, toModelUnavailable } from './model-unavailable.ts'
import { getBaseUrl } from './models.ts'
import { calculateRetryDelay } from './retries.ts'
import type { ModelSettings } from './settings.ts'

export interface Usage {
  inputTokens: number
  outputTokens: number
}

/** An attempt before it is sent. */
export type Departure = Pick<Sent, 'id' | 'url' | 'body' | 'sha256' | 'startedAt'> & { model: string }

/** One attempt, as the usage log stores it. Excludes the headers, which contain the key. */
export interface ModelCall extends Sent {
  model: string
  ms: number
  /** Null: the provider did not report it. */
  usage: Usage | null
  /** US cents, with fractions; null: no prices, or no usage. */
  costCents: number | null
}

/** Awaited before any byte is sent. If it throws, the call fails with that error, and nothing is sent. */
export type BeforeCall = (call: Departure) => void | Promise<void>

/** Awaited once an attempt has ended. If it throws, the call fails with that error. */
export type OnCall = (call: ModelCall) => void | Promise<void>

export interface ProviderOptions {
  clock?: Clock
  /** From 0 to 1, for the pauses between attempts. */
  random?: () => number
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called for every attempt of every caller. */
  beforeCall?: BeforeCall
  /** Called for every attempt that was sent, for every caller. */
  onCall?: OnCall
  /** Maximum silence, before the response and within it. */
  idleMs?: number
  /** Maximum size of a response, as received. */
  answerBytes?: number
}

/** The caller may abort the call, and may keep records of its own. */
export interface CallOptions {
  signal?: AbortSignal
  beforeCall?: BeforeCall
  onCall?: OnCall
}

/** Shared by all calls to one provider, with a common circuit breaker. */
export interface Connection extends Required<ProviderOptions> {
  settings: ModelSettings
  circuit: Circuit
}

/** Result of an attempt. */
export interface Answered<Result> {
  result: Result
  usage: Usage | null
}

/** Result of a call. */
interface CallResult<Result> extends Answered<Result>, Pick<ModelCall, 'costCents' | 'requestId'> {}

const IDLE_MS = 20_000
const ANSWER_BYTES = 8 * 1024 * 1024

export function openConnection(settings: ModelSettings, options: ProviderOptions): Connection {
  const { clock = systemClock } = options
  return {
    settings,
    circuit: createCircuit(clock),
    clock,
    random: options.random ?? Math.random,
    pause: options.pause ?? (async (ms, signal) => void (await sleep(ms, undefined, { signal }))),
    beforeCall: options.beforeCall ?? (() => {}),
    onCall: options.onCall ?? (() => {}),
    idleMs: options.idleMs ?? IDLE_MS,
    answerBytes: options.answerBytes ?? ANSWER_BYTES,
  }
}

/**
 * Yields the parts of an attempt, and retries if it failed before its first part. ModelUnavailable if no attempt succeeds; the reason of
 * the signal if the caller aborts.
 */
export async function* openConversation<Piece, Result>(
  connection: Connection,
  mediaType: string,
  { signal, beforeCall, onCall }: CallOptions,
  attempt: (client: HttpClient) => AsyncGenerator<Piece, Answered<Result>>,
): AsyncGenerator<Piece, CallResult<Result>> {
  const { settings, circuit, clock, random, pause, idleMs, answerBytes } = connection
  const { origin } = new URL(getBaseUrl(settings))
  signal?.throwIfAborted()
  circuit.enter()
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new ModelUnavailable('TIMEOUT')), settings.timeoutMs)
  const over = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal
  let ending: CallEnding = null

  async function announce({ id, url, body, sha256, startedAt }: Sent): Promise<void> {
    const departure = { id, url, body, sha256, startedAt, model: settings.model }
    await connection.beforeCall(departure)
    await beforeCall?.(departure)
  }

  async function record(client: HttpClient, usage: Usage | null): Promise<void> {
    const sent = client.sent()
    if (!sent) return
    const ms = clock.now().getTime() - sent.startedAt.getTime()
    const call = { ...sent, model: settings.model, ms, usage, costCents: calculateCostCents(settings, usage) }
    await connection.onCall(call)
    await onCall?.(call)
  }

  try {
    for (let failed = 1; ; failed++) {
      const client = createHttpClient({
        origin,
        mediaType,
        idleMs,
        answerBytes,
        signal: over,
        clock,
        beforeLeaving: announce,
      })
      let isGivenOut = false
      let usage: Usage | null = null
      let failure: unknown
      try {
        const pieces = attempt(client)
        for (;;) {
          const next = await pieces.next()
          if (next.done) {
            usage = next.value.usage
            ending = 'ANSWERED'
            const requestId = client.sent()?.requestId ?? null
            return { ...next.value, costCents: calculateCostCents(settings, usage), requestId }
          }
          isGivenOut = true
          yield next.value
        }
      } catch (error) {
        failure = over.aborted ? over.reason : (client.failure() ?? toModelUnavailable(error))
      } finally {
        client.close()
        await record(client, usage)
      }
      if (!(failure instanceof ModelUnavailable)) throw failure
      const pauseMs = isGivenOut ? null : calculateRetryDelay(failure, failed, random)
      if (pauseMs === null) throw failure
      await pause(pauseMs, over).catch(() => {})
      over.throwIfAborted()
    }
  } catch (error) {
    if (error instanceof ModelUnavailable) ending = error
    throw error
  } finally {
    clearTimeout(timer)
    circuit.leave(ending)
  }
}

const calculateCostCents = ({ prices }: ModelSettings, usage: Usage | null): number | null =>
  prices && usage ? (usage.inputTokens * prices.input + usage.outputTokens * prices.output) / 1_000_000 : null
