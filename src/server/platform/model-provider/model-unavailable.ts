/** Reason why there is no response, by name. The message never contains the question or the provider's text. */

export type UnavailableReason =
  /** No data for too long, or the whole took too long. */
  | 'TIMEOUT'
  | 'RATE_LIMITED'
  /** The key, or its permissions. */
  | 'REFUSED_KEY'
  /** The provider rejects the request. */
  | 'REFUSED'
  | 'SERVER'
  | 'NETWORK'
  /** The response was incomplete. */
  | 'CUT_OFF'
  | 'MALFORMED'
  /** Nothing was sent: the provider had failed too often just before. */
  | 'OPEN_CIRCUIT'
  /** The response, or a line of it, exceeds the limit. */
  | 'TOO_LONG'

const WORDS: Record<UnavailableReason, string> = {
  TIMEOUT: 'it took too long',
  RATE_LIMITED: 'it has had too many requests',
  REFUSED_KEY: 'it refuses the key',
  REFUSED: 'it refuses the request',
  SERVER: 'it has a fault of its own',
  NETWORK: 'it cannot be reached',
  CUT_OFF: 'its answer was cut off',
  MALFORMED: 'its answer is not understood',
  OPEN_CIRCUIT: 'it is not asked for a while',
  TOO_LONG: 'its answer is too long',
}

interface Circumstances {
  /** Time after which the provider allows a retry. */
  retryAfterMs?: number | undefined
  /** Reason that opened the circuit. */
  because?: UnavailableReason | undefined
  cause?: Error | undefined
}

export class ModelUnavailable extends Error {
  readonly code = 'UNAVAILABLE'
  readonly reason: UnavailableReason
  readonly retryAfterMs: number | undefined
  readonly because: UnavailableReason | undefined

  constructor(reason: UnavailableReason, { retryAfterMs, because, cause }: Circumstances = {}) {
    const last = because === undefined ? '' : `: ${WORDS[because]}`
    super(`The AI provider gives no answer: ${WORDS[reason]}${last}`, { cause })
    this.reason = reason
    this.retryAfterMs = retryAfterMs
    this.because = because
  }
}

/** Undefined for a success. */
export function toUnavailableReason(status: number): UnavailableReason | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 401 || status === 403) return 'REFUSED_KEY'
  if (status === 429) return 'RATE_LIMITED'
  // Bedrock returns 424 for a model that failed.
  if (status === 408 || status === 409 || status === 424 || status >= 500) return 'SERVER'
  if (status >= 400) return 'REFUSED'
  // A redirect leads to an origin that is not allowed.
  return 'MALFORMED'
}

/** An error of a library quotes the request and the response: only its kind is kept. */
export function toModelUnavailable(error: unknown): ModelUnavailable {
  if (error instanceof ModelUnavailable) return error
  const { name, message, statusCode } = (error ?? {}) as {
    name?: string
    message?: string
    statusCode?: number
  }
  const reason = statusCode === undefined ? undefined : toUnavailableReason(statusCode)
  if (reason) return new ModelUnavailable(reason)
  // An unfinished Bedrock frame, and a stream of chat completions without its final message.
  if (name === 'AI_InvalidResponseDataError' || message?.startsWith('Incomplete'))
    return new ModelUnavailable('CUT_OFF')
  return new ModelUnavailable(error instanceof Error ? 'MALFORMED' : 'SERVER')
}
