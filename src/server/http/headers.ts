/** The headers of every response (Spec 5.15), also of those that Node itself would answer. */
import { randomFillSync } from 'node:crypto'

// Random bytes are fetched in blocks: one system call for 256 nonces.
const pool = Buffer.alloc(16 * 256)
let used = pool.length

/** 128 random bits, fresh for every response. */
export function generateNonce(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 16
  return pool.toString('base64', used - 16, used)
}

/** Where browsers report what the policy blocked. */
export const CSP_REPORTS_PATH = '/csp-reports'

const buildContentSecurityPolicy = (nonce: string): string =>
  `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; report-uri ${CSP_REPORTS_PATH}; report-to csp`

export const buildSecurityHeaders = (nonce: string): Record<string, string> => ({
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'content-security-policy': buildContentSecurityPolicy(nonce),
  'reporting-endpoints': `csp="${CSP_REPORTS_PATH}"`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
})

/** The numbers on health probes, which never run out (Spec 8). */
const UNLIMITED = 2_147_483_647

export const limitHeaders = (
  limit: number,
  remaining: number,
  resetAtSeconds: number,
): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetAtSeconds),
})

export const buildUnlimitedHeaders = (): Record<string, string> =>
  limitHeaders(UNLIMITED, UNLIMITED, Math.ceil(Date.now() / 1000))
