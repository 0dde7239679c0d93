/**
 * What time it is, by the service: its answers say so, and whether something is overdue is for its clock to tell, not for one of
 * a laptop that is a day behind. A development installation moves that clock ahead.
 */
const NEGLIGIBLE_MS = 120_000

let aheadMs = 0

/** Learns from the `Date` of an answer; what is slow on its way is no other time. */
export function setServerTime(date: string | null, at = Date.now()): void {
  const ahead = Date.parse(date ?? '') - at
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < NEGLIGIBLE_MS ? 0 : ahead
}

/** The moment by the service's clock, of one by the browser's. */
export const toServerTime = (at = Date.now()): Date => new Date(at + aheadMs)
