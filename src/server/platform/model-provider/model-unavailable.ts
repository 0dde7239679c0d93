/** Why there is no answer, by name. Neither the question nor what the provider said of it is ever in the message. */

export type UnavailableReason =
  /** Nothing came for too long, or the whole took too long. */
  | 'TIMEOUT'
  | 'RATE_LIMITED'
  /** The key, or what it may use. */
  | 'REFUSED_KEY'
  /** The provider finds something wrong with the request. */
  | 'REFUSED'
  | 'SERVER'
  | 'NETWORK'
  /** The answer ended before its end. */
  | 'CUT_OFF'
  | 'MALFORMED'
  /** Nothing was sent: the provider failed too often just before. */
  | 'OPEN_CIRCUIT'
  /** The answer, or a line of it, is larger than any should be. */
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
  /** How long the provider asked to be left alone. */
  retryAfterMs?: number | undefined
  /** What opened the circuit. */
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

/** Undefined for an answer. */
export function toUnavailableReason(status: number): UnavailableReason | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 401 || status === 403) return 'REFUSED_KEY'
  if (status === 429) return 'RATE_LIMITED'
  // 424 is Bedrock's for a model that failed.
  if (status === 408 || status === 409 || status === 424 || status >= 500) return 'SERVER'
  if (status >= 400) return 'REFUSED'
  // A redirect leads to an origin that is not allowed.
  return 'MALFORMED'
}

/** What a library throws quotes the request and the answer: of it only the kind is kept. */
export function toModelUnavailable(error: unknown): ModelUnavailable {
  if (error instanceof ModelUnavailable) return error
  const { name, message, statusCode } = (error ?? {}) as {
    name?: string
    message?: string
    statusCode?: number
  }
  const reason = statusCode === undefined ? undefined : toUnavailableReason(statusCode)
  if (reason) return new ModelUnavailable(reason)
  // The frame of Bedrock that was under way, and a stream of chat completions without its last word.
  if (name === 'AI_InvalidResponseDataError' || message?.startsWith('Incomplete'))
    return new ModelUnavailable('CUT_OFF')
  return new ModelUnavailable(error instanceof Error ? 'MALFORMED' : 'SERVER')
}
