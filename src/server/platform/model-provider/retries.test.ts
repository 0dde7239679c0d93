import { expect, test } from 'vitest'
import { ModelUnavailable, type UnavailableReason } from './model-unavailable.ts'
import { calculateRetryDelay, retryAfterMs } from './retries.ts'

test.each<[UnavailableReason, number | undefined, number, number, number | null]>([
  ['SERVER', undefined, 1, 0, 0],
  ['SERVER', undefined, 1, 0.5, 250],
  ['SERVER', undefined, 1, 0.999, 499],
  ['SERVER', undefined, 2, 0.5, 500],
  ['SERVER', undefined, 3, 0.5, null],
  ['NETWORK', undefined, 1, 0, 0],
  ['CUT_OFF', undefined, 1, 0, 0],
  ['RATE_LIMITED', undefined, 2, 0, 0],
  ['RATE_LIMITED', 3_000, 1, 0, 3_000],
  ['RATE_LIMITED', 3_000, 1, 0.5, 3_250],
  ['RATE_LIMITED', 10_000, 1, 0, 10_000],
  ['RATE_LIMITED', 10_001, 1, 0, null],
  ['SERVER', 0, 1, 0.5, 250],
  ['TIMEOUT', undefined, 1, 0, null],
  ['REFUSED', undefined, 1, 0, null],
  ['REFUSED_KEY', undefined, 1, 0, null],
  ['MALFORMED', undefined, 1, 0, null],
  ['TOO_LONG', undefined, 1, 0, null],
  ['OPEN_CIRCUIT', undefined, 1, 0, null],
])('%s, asked to wait %s, failed %i times, chance %s: pause %s', (reason, asked, count, chance, pause) => {
  const failure = new ModelUnavailable(reason, { retryAfterMs: asked })
  expect(calculateRetryDelay(failure, count, () => chance)).toBe(pause)
})

test.each<[string | null, number | undefined]>([
  [null, undefined],
  ['0', 0],
  ['7', 7_000],
  [' 7 ', 7_000],
  ['Mon, 02 Mar 2026 09:00:05 GMT', 5_000],
  ['Mon, 02 Mar 2026 08:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  ['99999999999999999999', undefined],
])('Retry-After %j is %s ms', (header, ms) => {
  expect(retryAfterMs(header, new Date('2026-03-02T09:00:00Z'))).toBe(ms)
})
