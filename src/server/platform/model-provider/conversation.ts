/**
 * A call to a provider from its beginning to its end: the circuit, the deadline, the attempts and the record of each.
 * The retries of the libraries know neither chance nor which pieces were given out, so they are not used.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '../clock.ts'
import { type Circuit, createCircuit, type Ending } from './circuit.ts'
import { type Exit, openExit, type Sent } from './exit.ts'
import { ModelUnavailable, toModelUnavailable } from './model-unavailable.ts'
import { getBaseUrl } from './models.ts'
import { calculateRetryDelay } from './retries.ts'
import type { ModelSettings } from './settings.ts'

export interface Usage {
  inputTokens: number
  outputTokens: number
}

/** One attempt that is about to be made. */
export type Departure = Pick<Sent, 'id' | 'url' | 'body' | 'sha256' | 'startedAt'> & { model: string }

/** One attempt, as the ledger keeps it. Of the headers, where the key is, nothing is in it. */
export interface ModelCall extends Sent {
  model: string
  ms: number
  /** Null: the provider did not say. */
  usage: Usage | null
  /** Cents of a US dollar, with their fractions; null: no prices, or no usage. */
  costCents: number | null
}

/** Waited for before the bytes leave. What it throws is the outcome of the call, and then nothing leaves. */
export type BeforeCall = (call: Departure) => void | Promise<void>

/** Waited for once an attempt has ended. What it throws is the outcome of the call. */
export type OnCall = (call: ModelCall) => void | Promise<void>

export interface ProviderOptions {
  clock?: Clock
  /** From 0 to 1, for the pauses between attempts. */
  random?: () => number
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called for every attempt of any caller. */
  beforeCall?: BeforeCall
  /** Called for every attempt that was sent, for any caller. */
  onCall?: OnCall
  /** The longest silence: before the answer and within it. */
  idleMs?: number
  /** The largest answer, as it comes over the wire. */
  answerBytes?: number
}

/** Who asks may leave, and may keep records of their own. */
export interface Asked {
  signal?: AbortSignal
  beforeCall?: BeforeCall
  onCall?: OnCall
}

/** Where calls to one provider start; the circuit is common to all of them. */
export interface Connection extends Required<ProviderOptions> {
  settings: ModelSettings
  circuit: Circuit
}

/** What came of an attempt. */
export interface Answered<Result> {
  result: Result
  usage: Usage | null
}

/** What came of a call. */
interface Concluded<Result> extends Answered<Result>, Pick<ModelCall, 'costCents' | 'requestId'> {}

const IDLE_MS = 20_000
const ANSWER_BYTES = 8 * 1024 * 1024

export function connect(settings: ModelSettings, options: ProviderOptions): Connection {
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
 * Hands on what an attempt gives, and asks again where it failed before its first piece. ModelUnavailable where no
 * attempt succeeds; the reason of the signal where the caller leaves.
 */
export async function* openConversation<Piece, Result>(
  connection: Connection,
  mediaType: string,
  { signal, beforeCall, onCall }: Asked,
  attempt: (exit: Exit) => AsyncGenerator<Piece, Answered<Result>>,
): AsyncGenerator<Piece, Concluded<Result>> {
  const { settings, circuit, clock, random, pause, idleMs, answerBytes } = connection
  const { origin } = new URL(getBaseUrl(settings))
  signal?.throwIfAborted()
  circuit.enter()
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new ModelUnavailable('TIMEOUT')), settings.timeoutMs)
  const over = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal
  let ending: Ending = null

  async function announce({ id, url, body, sha256, startedAt }: Sent): Promise<void> {
    const departure = { id, url, body, sha256, startedAt, model: settings.model }
    await connection.beforeCall(departure)
    await beforeCall?.(departure)
  }

  async function record(exit: Exit, usage: Usage | null): Promise<void> {
    const sent = exit.sent()
    if (!sent) return
    const ms = clock.now().getTime() - sent.startedAt.getTime()
    const call = { ...sent, model: settings.model, ms, usage, costCents: costCents(settings, usage) }
    await connection.onCall(call)
    await onCall?.(call)
  }

  try {
    for (let failed = 1; ; failed++) {
      const exit = openExit({
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
        const pieces = attempt(exit)
        for (;;) {
          const next = await pieces.next()
          if (next.done) {
            usage = next.value.usage
            ending = 'ANSWERED'
            const requestId = exit.sent()?.requestId ?? null
            return { ...next.value, costCents: costCents(settings, usage), requestId }
          }
          isGivenOut = true
          yield next.value
        }
      } catch (error) {
        failure = over.aborted ? over.reason : (exit.failure() ?? toModelUnavailable(error))
      } finally {
        exit.close()
        await record(exit, usage)
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

const costCents = ({ prices }: ModelSettings, usage: Usage | null): number | null =>
  prices && usage ? (usage.inputTokens * prices.input + usage.outputTokens * prices.output) / 1_000_000 : null
