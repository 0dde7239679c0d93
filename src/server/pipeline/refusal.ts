/**
 * The refusals that a domain may throw, by name. Their texts carry no personal data and never the rejected value:
 * they reach the caller and the log.
 */
import type { CitationId } from '../../contract/citations.ts'
import { TEXT } from '../../contract/problems.ts'

export interface Issue {
  path: (string | number)[]
  code: string
  message: string
}

export class Refusal extends Error {
  readonly status: number
  readonly details: Record<string, unknown> | undefined
  readonly issues: Issue[] | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    message: string,
    more: { details?: Record<string, unknown>; issues?: Issue[]; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.details = more.details
    this.issues = more.issues
    this.headers = more.headers ?? {}
  }
}

/** The body in which a refusal is answered (Spec 7). */
export const toRefusalBody = ({ message, issues, details }: Refusal): Record<string, unknown> => ({
  error: message,
  ...(issues ? { issues } : {}),
  ...(details ? { details } : {}),
})

export const createNoSessionRefusal = (): Refusal => new Refusal(401, TEXT.noSession)
export const createSessionEndedRefusal = (): Refusal => new Refusal(401, TEXT.sessionEnded)
export const createRoleRefusal = (): Refusal => new Refusal(403, TEXT.role)
export const createScopeRefusal = (): Refusal => new Refusal(403, TEXT.reach)
/** 403 with a code: the web application asks for the password or a factor and sends the request again. */
export const createNotRecentRefusal = (): Refusal =>
  new Refusal(403, 'Confirm your identity: the last sign-in was too long ago', {
    details: { code: 'RECENT_SIGN_IN_REQUIRED' },
  })
export const createFactorRefusal = (): Refusal =>
  new Refusal(403, 'Set up a second factor first: your firm requires it', {
    details: { code: 'SECOND_FACTOR_REQUIRED' },
  })
export const createNotFoundRefusal = (): Refusal => new Refusal(404, TEXT.notFound)
export const createInvalidInputRefusal = (...issues: Issue[]): Refusal =>
  new Refusal(400, TEXT.validation, { issues })
export const createInvalidFieldRefusal = (field: string, message: string, code = 'custom'): Refusal =>
  createInvalidInputRefusal({ path: [field], code, message })

/** 409: a duplicate, a stale version, an illegal transition, a clash of idempotency keys. */
export const createConflictRefusal = (message: string, details?: Record<string, unknown>): Refusal =>
  new Refusal(409, message, details ? { details } : {})
export const createStaleVersionRefusal = (currentVersion: number): Refusal =>
  createConflictRefusal('Another user changed this record', { code: 'STALE_VERSION', currentVersion })

/** 422: a business rule, named by a code that programs can rely on. */
export const createBusinessRuleRefusal = (
  code: string,
  message: string,
  more: Record<string, unknown> = {},
): Refusal => new Refusal(422, message, { details: { code, ...more } })

/** 422: a rule of law, in our own words (`passage`), with its reference. */
export const createLegalRuleRefusal = (
  code: string,
  citation: CitationId,
  passage: string,
  more: Record<string, unknown> = {},
): Refusal => createBusinessRuleRefusal(code, passage, { citation, passage, ...more })

export const createRateLimitRefusal = (retryAfterSeconds: number): Refusal =>
  new Refusal(429, TEXT.limited, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  })
/** 429: what a firm may use of something is used up until a day. */
export const createUsedUpRefusal = (
  code: string,
  message: string,
  more: { startsAgainOn: string } & Record<string, unknown>,
): Refusal => new Refusal(429, message, { details: { code, ...more } })
export const createUnavailableRefusal = (retryAfterSeconds = 5): Refusal =>
  new Refusal(503, TEXT.unavailable, { headers: { 'Retry-After': String(retryAfterSeconds) } })

/** Refused before any work, because the process is too far behind. */
export class Overloaded extends Refusal {
  constructor() {
    super(503, TEXT.unavailable, { headers: { 'Retry-After': '5' } })
  }
}
