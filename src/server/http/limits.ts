/** Rate limits of Spec 8: one bucket for each rate class and caller, and the headers of each response. */
import type { RateClass } from '../../contract/define.ts'
import type { BucketRule, TokenBuckets } from '../platform/token-buckets.ts'
import { limitHeaders } from './headers.ts'

const PER_MINUTE = 60
/** Rate classes with a bucket; health probes have none. */
type CountedClass = Exclude<RateClass, 'unlimited'>
const RULES: Record<CountedClass | 'edge' | 'edgeAuth', { limit: number; burst: number }> = {
  standard: { limit: 120, burst: 200 },
  ai: { limit: 20, burst: 30 },
  upload: { limit: 10, burst: 15 },
  heavy: { limit: 10, burst: 15 },
  // Where no edge proxy limits (Spec 8): per address, no reserve.
  edge: { limit: 100, burst: 100 },
  edgeAuth: { limit: 10, burst: 10 },
}

export interface Verdict {
  isAllowed: boolean
  remaining: number
  headers: Record<string, string>
  retryAfterSeconds: number
}

export interface Limits {
  /** Takes a token of the caller's bucket of this class. */
  take(rateClass: CountedClass, key: string): Promise<Verdict>
  /** The per-address limits of production; null where they do not apply. */
  takeAtEdge(path: string, address: string): Promise<Verdict | null>
  /**
   * Attempts at one account (sign-ins, reset mails): `limit` per window, independent of the scale of the other limits. An attempt is
   * counted before it is made, so that concurrent ones count, and returned (-1) after a success.
   */
  takeFailure(
    kind: string,
    account: string,
    rule: { limit: number; windowSeconds: number },
    cost: number,
  ): Promise<Verdict>
}

export function createLimits(
  buckets: TokenBuckets,
  options: { scale: number; hasEdgeLimits: boolean },
): Limits {
  const scaled = ({ limit, burst }: { limit: number; burst: number }): BucketRule => ({
    limit: limit * options.scale,
    burst: Math.max(1, burst * options.scale),
    windowSeconds: PER_MINUTE,
  })

  async function take(key: string, rule: BucketRule, cost: number): Promise<Verdict> {
    const taken = buckets.take(key, rule, cost)
    const { isAllowed, tokens } = taken instanceof Promise ? await taken : taken
    const perSecond = rule.limit / rule.windowSeconds
    // A client that respects Remaining never gets a 429: the burst reserve still passes at 0.
    const remaining = Math.max(0, Math.floor(tokens) - (rule.burst - rule.limit))
    return {
      isAllowed,
      remaining,
      headers: limitHeaders(
        Math.round(rule.limit),
        Math.round(remaining),
        Math.ceil(Date.now() / 1000 + (rule.burst - tokens) / perSecond),
      ),
      retryAfterSeconds: (1 - tokens) / perSecond,
    }
  }

  return {
    take: (rateClass, key) => take(`${rateClass}:${key}`, scaled(RULES[rateClass]), 1),
    async takeAtEdge(path, address) {
      if (!options.hasEdgeLimits || !path.startsWith('/api/') || path.startsWith('/api/health/')) return null
      const name = path.startsWith('/api/auth/') ? 'edgeAuth' : 'edge'
      return take(`${name}:${address}`, scaled(RULES[name]), 1)
    },
    takeFailure: (kind, account, { limit, windowSeconds }, cost) =>
      take(`${kind}:${account}`, { limit, burst: limit, windowSeconds }, cost),
  }
}
