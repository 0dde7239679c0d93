import { Refused, Unreachable } from './client.ts'

export type TransientErrorKind = 'unreachable' | 'busy' | 'limited'

/** What may pass by itself, and is worth another try: no network, too many requests, a service that restarts. */
export function getTransientErrorKind(error: unknown): TransientErrorKind | null {
  if (error instanceof Unreachable) return 'unreachable'
  if (!(error instanceof Refused)) return null
  if (error.status === 429) return 'limited'
  // 502 and 504 come from what stands before the service.
  return [502, 503, 504].includes(error.status) ? 'busy' : null
}
