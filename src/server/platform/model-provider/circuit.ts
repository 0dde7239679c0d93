/** A circuit breaker for a provider that keeps failing: calls fail at once while it recovers. */
import type { Clock } from '../clock.ts'
import { ModelUnavailable, type UnavailableReason } from './model-unavailable.ts'

/** How a call ended; null where that says nothing of the provider, because the caller left. */
export type CallEnding = 'ANSWERED' | ModelUnavailable | null

export interface Circuit {
  /** ModelUnavailable while it is open. After 30 seconds one call is let through, to try. */
  enter(): void
  leave(ending: CallEnding): void
}

const FAILURES = 5
const OPEN_MS = 30_000

export function createCircuit(clock: Clock): Circuit {
  let failures = 0
  let openUntil = 0
  let because: UnavailableReason | undefined

  return {
    enter() {
      if (because === undefined) return
      const now = clock.now().getTime()
      if (now < openUntil) throw new ModelUnavailable('OPEN_CIRCUIT', { because })
      // Allows the next trial, in case the result of this one never arrives.
      openUntil = now + OPEN_MS
    },
    leave(ending) {
      if (ending === null) return
      // A refused request is our error; the provider is reachable.
      if (ending === 'ANSWERED' || ending.reason === 'REFUSED') {
        failures = 0
        because = undefined
        return
      }
      failures += 1
      // The trial that reopened the circuit is newer than calls that were still running.
      if (because === 'REFUSED_KEY' && ending.reason !== 'REFUSED_KEY') return
      if (failures < FAILURES && ending.reason !== 'REFUSED_KEY') return
      because = ending.reason
      openUntil = clock.now().getTime() + OPEN_MS
    },
  }
}
