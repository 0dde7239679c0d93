import { Refused, Unreachable } from './client.ts'

export type TransientErrorKind = 'unreachable' | 'busy' | 'limited'

/** Errors that may pass and are worth a retry: no network, too many requests, a restarting service. */
export function getTransientErrorKind(error: unknown): TransientErrorKind | null {
  if (error instanceof Unreachable) return 'unreachable'
  if (!(error instanceof Refused)) return null
  if (error.status === 429) return 'limited'
  // 502 and 504 come from a proxy in front of the service.
  return [502, 503, 504].includes(error.status) ? 'busy' : null
}
