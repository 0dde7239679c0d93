/**
 * Current time by the service's clock, taken from its responses: whether an obligation is overdue must not depend on a laptop clock that is
 * a day behind. A development installation moves the service's clock ahead.
 */
const NEGLIGIBLE_MS = 120_000

let aheadMs = 0

/** Reads the `Date` of a response; a difference that network delay explains is ignored. */
export function setServerTime(date: string | null, at = Date.now()): void {
  const ahead = Date.parse(date ?? '') - at
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < NEGLIGIBLE_MS ? 0 : ahead
}

/** Converts a time of the browser's clock to the service's clock. */
export const toServerTime = (at = Date.now()): Date => new Date(at + aheadMs)
