/** Whether and when a provider is asked again. */
import type { ModelUnavailable, UnavailableReason } from './model-unavailable.ts'

const RETRIES = 2
const FIRST_PAUSE_MS = 500
/** Longest wait for a user; a longer Retry-After fails immediately. */
const LONGEST_PAUSE_MS = 10_000

const PASSING: ReadonlySet<UnavailableReason> = new Set(['RATE_LIMITED', 'SERVER', 'NETWORK', 'CUT_OFF'])

/**
 * Delay before the next attempt; null after the last. Drawn at random from zero up, so that callers who failed together do not
 * return together; never shorter than the provider asked for.
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
