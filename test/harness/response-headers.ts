/** Expected headers of every response of the service. */
import { expect } from 'vitest'

export const CSP =
  /^default-src 'self'; script-src 'self' 'nonce-([\w+/]{22}==)'; style-src 'self' 'nonce-\1'; img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; report-uri \/csp-reports; report-to csp$/

export type ResponseHeaders = Record<string, string | string[] | number | undefined>

export const readNonce = (headers: ResponseHeaders): string =>
  CSP.exec(String(headers['content-security-policy']))?.[1] as string

/** Expects the headers of every response, whichever layer sent it (Spec 5.15 and 8). Returns the nonce of its policy. */
export function expectHeadersOfEvery(headers: ResponseHeaders): string {
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'content-security-policy': expect.stringMatching(CSP),
    'reporting-endpoints': 'csp="/csp-reports"',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-ratelimit-limit': expect.stringMatching(/^\d+$/),
    'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
    'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
    'x-request-id': expect.stringMatching(/^[\w.:-]{8,64}$/),
  })
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  return readNonce(headers)
}
