/** Whether and when a provider is asked again. */
import type { ModelUnavailable, UnavailableReason } from './model-unavailable.ts'

const RETRIES = 2
const FIRST_PAUSE_MS = 500
/** Longer than a person waits: who is asked to wait longer gives up at once. */
const LONGEST_PAUSE_MS = 10_000

const PASSING: ReadonlySet<UnavailableReason> = new Set(['RATE_LIMITED', 'SERVER', 'NETWORK', 'CUT_OFF'])

/**
 * The pause before the next attempt, after so many that failed; null: no further one. Drawn at random from zero up, so
 * that callers who failed together do not come back together; never shorter than the provider asked for.
 */
export function calculateRetryDelay(
  failure: ModelUnavailable,
  failed: number,
  random: () => number,
): number | null {
  if (failed > RETRIES || !PASSING.has(failure.reason)) return null
  const requestedMs = failure.retryAfterMs ?? 0
  if (requestedMs > LONGEST_PAUSE_MS) return null
  return requestedMs + Math.floor(random() * FIRST_PAUSE_MS * 2 ** (failed - 1))
}

/** Milliseconds of a Retry-After, which is seconds or a date; undefined for what is neither. */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
