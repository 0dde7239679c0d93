/**
 * Token buckets: `limit` tokens a window flow in, at most `burst` wait. In memory, or in Redis so that all instances
 * share them; when Redis is away each instance goes on with its own.
 */
import { LRUCache } from 'lru-cache'
import { runSpan } from './traces.ts'

export interface BucketRule {
  /** Tokens that flow in per window. */
  limit: number
  /** Tokens that fit: how many requests may come at once. */
  burst: number
  windowSeconds: number
}
export interface TakeResult {
  isAllowed: boolean
  /** Tokens left, fractional. */
  tokens: number
}

export interface TokenBuckets {
  /** Takes `cost` tokens if there are as many; a refused request costs nothing. A cost of 0 only looks, a negative one gives back. */
  take(key: string, rule: BucketRule, cost: number): Promise<TakeResult> | TakeResult
  /** Whether the shared store is away. */
  isDegraded(): boolean
  close(): Promise<void>
}

/** Keys have addresses and ids of users, so a span has only the command. */
const EVAL = { name: 'EVAL', kind: 'client', databaseSystem: 'redis' } as const

const calculateRate = ({ limit, windowSeconds }: BucketRule): number => limit / windowSeconds

export function createMemoryBuckets(now: () => number = () => performance.now() / 1000): TokenBuckets {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: 200_000 })
  return {
    take(key, rule, cost) {
      const at = now()
      const bucket = buckets.get(key)
      // A clock that steps back must neither refill nor freeze a bucket.
      const filled = bucket
        ? Math.min(rule.burst, bucket.tokens + Math.max(0, at - bucket.at) * calculateRate(rule))
        : rule.burst
      const isAllowed = filled >= cost
      const tokens = isAllowed ? Math.min(rule.burst, filled - cost) : filled
      if (bucket) {
        bucket.tokens = tokens
        bucket.at = at
      } else {
        buckets.set(key, { tokens, at })
      }
      return { isAllowed, tokens }
    },
    isDegraded: () => false,
    close: async () => {},
  }
}

// The clock is Redis's own, so that instances with different clocks agree.
const SCRIPT = `
local time = redis.call('TIME')
local at = tonumber(time[1]) + tonumber(time[2]) / 1000000
local rate, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = burst
if kept[1] then tokens = math.min(burst, tonumber(kept[1]) + math.max(0, at - tonumber(kept[2])) * rate) end
local allowed = 0
if tokens >= cost then tokens = math.min(burst, tokens - cost); allowed = 1 end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', tostring(at))
redis.call('EXPIRE', KEYS[1], math.ceil(burst / rate) + 1)
return { allowed, tostring(tokens) }`

/** A limiter that takes longer than this is worse than one that is not shared. */
const PATIENCE_MS = 250
/** How long requests do not wait at all once Redis has been silent. */
const PAUSE_MS = 5_000
/**
 * A connection without traffic for SILENT_MS is replaced: after a failover it stays open on this side and is never answered. Shorter than
 * the pause, because each attempt counts as traffic. The pings keep an idle connection of a Redis that answers.
 */
const SILENT_MS = 4_000
const PING_EVERY_MS = 2_000

export async function createRedisBuckets(
  url: string,
  onDegraded: (error: Error) => void,
): Promise<TokenBuckets> {
  const { createClient } = await import('redis')
  const local = createMemoryBuckets()
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_EVERY_MS,
    socket: {
      connectTimeout: 1_000,
      socketTimeout: SILENT_MS,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 5_000),
    },
  })
  let degraded = false
  let pausedUntil = 0
  const degrade = (error: Error): void => {
    if (!degraded) onDegraded(error)
    degraded = true
  }
  client.on('error', degrade)
  client.on('ready', () => {
    degraded = false
    pausedUntil = 0
  })
  client.connect().catch(() => {})
  await new Promise<void>((resolve) => {
    client.once('ready', resolve)
    setTimeout(resolve, 1_500).unref()
  })

  async function takeShared(key: string, rule: BucketRule, cost: number): Promise<TakeResult> {
    const reply = client.eval(SCRIPT, {
      keys: [`bucket:${key}`],
      arguments: [String(calculateRate(rule)), String(rule.burst), String(cost)],
    }) as Promise<[number, string]>
    const [taken, tokens] = await limitTime(reply)
    return { isAllowed: taken === 1, tokens: Number(tokens) }
  }

  return {
    async take(key, rule, cost) {
      if (!client.isReady) degrade(new Error('Redis is not connected'))
      if (!client.isReady || performance.now() < pausedUntil) return local.take(key, rule, cost)
      try {
        const taken = await runSpan(EVAL, () => takeShared(key, rule, cost))
        degraded = false
        return taken
      } catch (error) {
        pausedUntil = performance.now() + PAUSE_MS
        degrade(error as Error)
        return local.take(key, rule, cost)
      }
    },
    isDegraded: () => degraded,
    async close() {
      client.destroy()
    },
  }
}

async function limitTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not answer in time')), PATIENCE_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
