import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import fc from 'fast-check'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openFaultProxy } from '../../../test/harness/fault-proxy.ts'
import {
  type BucketRule,
  createMemoryBuckets,
  createRedisBuckets,
  type TakeResult,
  type TokenBuckets,
} from './token-buckets.ts'

const STANDARD: BucketRule = { limit: 120, burst: 200, windowSeconds: 60 }

function atSeconds(start = 0) {
  const clock = { seconds: start }
  return { clock, buckets: createMemoryBuckets(() => clock.seconds) }
}

test('a new bucket contains exactly the burst', () => {
  const { buckets } = atSeconds()
  for (let left = 199; left >= 0; left--)
    expect(buckets.take('a', STANDARD, 1)).toEqual({ isAllowed: true, tokens: left })
  expect(buckets.take('a', STANDARD, 1)).toEqual({ isAllowed: false, tokens: 0 })
})

test('tokens are refilled at the sustained rate, up to the burst', () => {
  const { clock, buckets } = atSeconds(1_000)
  buckets.take('a', STANDARD, 200)
  clock.seconds += 0.25
  expect(buckets.take('a', STANDARD, 1)).toEqual({ isAllowed: false, tokens: 0.5 })
  clock.seconds += 0.25
  expect(buckets.take('a', STANDARD, 1)).toEqual({ isAllowed: true, tokens: 0 })
  clock.seconds += 60
  expect(buckets.take('a', STANDARD, 0)).toEqual({ isAllowed: true, tokens: 120 })
  clock.seconds += 3_600
  expect(buckets.take('a', STANDARD, 0)).toEqual({ isAllowed: true, tokens: 200 })
})

test('a refused request costs no token, however often it is repeated', () => {
  const { clock, buckets } = atSeconds()
  buckets.take('a', STANDARD, 200)
  for (let i = 0; i < 50; i++) {
    clock.seconds += 0.001
    expect(buckets.take('a', STANDARD, 1)).toMatchObject({ isAllowed: false })
  }
  clock.seconds += 0.45
  expect(buckets.take('a', STANDARD, 1)).toMatchObject({ isAllowed: true })
})

test('reading a bucket costs no token', () => {
  const { buckets } = atSeconds()
  buckets.take('a', STANDARD, 200)
  for (let i = 0; i < 3; i++) expect(buckets.take('a', STANDARD, 0)).toEqual({ isAllowed: true, tokens: 0 })
})

test('buckets are independent', () => {
  const { buckets } = atSeconds()
  buckets.take('a', STANDARD, 200)
  expect(buckets.take('a', STANDARD, 1)).toMatchObject({ isAllowed: false })
  expect(buckets.take('b', STANDARD, 1)).toEqual({ isAllowed: true, tokens: 199 })
})

test('a clock that moves back neither fills nor freezes a bucket', () => {
  const { clock, buckets } = atSeconds(10_000)
  buckets.take('a', STANDARD, 200)
  clock.seconds -= 3_600
  expect(buckets.take('a', STANDARD, 1)).toEqual({ isAllowed: false, tokens: 0 })
  clock.seconds += 1
  expect(buckets.take('a', STANDARD, 1)).toEqual({ isAllowed: true, tokens: 1 })
})

test('the bucket agrees with a simple model for any requests', () => {
  const rules = fc.record({
    limit: fc.integer({ min: 1, max: 300 }),
    burst: fc.integer({ min: 1, max: 500 }),
    windowSeconds: fc.constantFrom(1, 60, 900, 3_600),
  })
  const steps = fc.array(
    fc.record({
      waits: fc.oneof(
        fc.constant(0),
        fc.integer({ min: -5_000, max: 120_000 }).map((ms) => ms / 1_000),
      ),
      cost: fc.constantFrom(0, 1, 1, 1, 2, 7),
    }),
    { maxLength: 200 },
  )
  fc.assert(
    fc.property(rules, steps, (rule, asked) => {
      const { clock, buckets } = atSeconds(50_000)
      let level = rule.burst
      let grantedSinceStart = 0
      let elapsed = 0
      for (const { waits, cost } of asked) {
        clock.seconds += waits
        if (waits > 0) {
          level = Math.min(rule.burst, level + (waits * rule.limit) / rule.windowSeconds)
          elapsed += waits
        }
        // Within the rounding of floating point both answers are right.
        if (Math.abs(level - cost) < 1e-6) return
        const { isAllowed, tokens } = buckets.take('a', rule, cost) as TakeResult
        expect(isAllowed).toBe(level > cost)
        if (isAllowed) {
          level -= cost
          grantedSinceStart += cost
        }
        expect(tokens).toBeCloseTo(level, 5)
        expect(grantedSinceStart).toBeLessThanOrEqual(
          rule.burst + (elapsed * rule.limit) / rule.windowSeconds + 1e-6,
        )
      }
    }),
  )
})

const redisUrl = inject('redisUrl')
const testWithRedis = test.runIf(redisUrl !== null)

async function shared(url = redisUrl ?? '') {
  const failures: Error[] = []
  const buckets = await createRedisBuckets(url, (error) => failures.push(error))
  onTestFinished(() => buckets.close())
  return { buckets, failures }
}

testWithRedis('two instances share a bucket in Redis', async () => {
  const [one, other] = [await shared(), await shared()]
  const key = `test:${randomUUID()}`
  // Slow enough that nothing flows back while the test runs.
  const rule = { limit: 1, burst: 10, windowSeconds: 86_400 }
  const taken = await Promise.all(
    Array.from({ length: 30 }, (_, i) => (i % 2 ? one : other).buckets.take(key, rule, 1)),
  )
  expect(taken.filter(({ isAllowed }) => isAllowed)).toHaveLength(10)
  expect((await one.buckets.take(key, rule, 1)).isAllowed).toBe(false)
  expect((await other.buckets.take(`${key}:another`, rule, 1)).tokens).toBe(9)
  expect([one.buckets.isDegraded(), other.buckets.isDegraded()]).toEqual([false, false])
  expect([...one.failures, ...other.failures]).toEqual([])
})

testWithRedis(
  'a bucket in Redis fills at the sustained rate, refuses for nothing and is looked at for nothing',
  async () => {
    const { buckets } = await shared()
    const key = `test:${randomUUID()}`
    const quick = { limit: 1_000, burst: 2, windowSeconds: 1 }
    expect((await buckets.take(key, quick, 2)).isAllowed).toBe(true)
    await expect.poll(async () => (await buckets.take(key, quick, 0)).tokens).toBe(2)
    const slow = { limit: 1, burst: 2, windowSeconds: 86_400 }
    const other = `${key}:slow`
    expect(await buckets.take(other, slow, 2)).toEqual({ isAllowed: true, tokens: 0 })
    for (let i = 0; i < 5; i++) {
      const { isAllowed, tokens } = await buckets.take(other, slow, 1)
      expect(isAllowed).toBe(false)
      expect(tokens).toBeCloseTo(0, 2)
      expect((await buckets.take(other, slow, 0)).isAllowed).toBe(true)
    }
  },
)

/** A door in front of Redis that can be shut, or go silent. */
async function doorTo(url: string) {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const state = { silent: false }
  const door = createServer((client) => {
    const redis = dial(Number(port || 6379), hostname)
    for (const socket of [client, redis]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        redis.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (!state.silent) redis.write(bytes)
    })
    redis.on('data', (bytes) => client.write(bytes))
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  const { port: own } = door.address() as AddressInfo
  const shut = async (): Promise<void> => {
    const closed = once(door, 'close')
    door.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  onTestFinished(async () => {
    if (door.listening) await shut()
  })
  return { url: `redis://127.0.0.1:${own}`, state, shut, reopen: () => door.listen(own, '127.0.0.1') }
}

const rule = { limit: 1, burst: 3, windowSeconds: 86_400 }
const askFor = async (buckets: TokenBuckets, key: string, times: number): Promise<boolean[]> => {
  const allowed: boolean[] = []
  for (let i = 0; i < times; i++) allowed.push((await buckets.take(key, rule, 1)).isAllowed)
  return allowed
}

test('without Redis at the start each instance has its own buckets, and logs it once', async () => {
  const unused = createServer().listen(0, '127.0.0.1')
  await once(unused, 'listening')
  const { port } = unused.address() as AddressInfo
  unused.close()
  await once(unused, 'close')
  const { buckets, failures } = await shared(`redis://127.0.0.1:${port}`)
  expect(buckets.isDegraded()).toBe(true)
  expect(await askFor(buckets, 'a', 4)).toEqual([true, true, true, false])
  expect(failures).toHaveLength(1)
})

testWithRedis(
  'when Redis goes away the limits go on in the instance, and when it is back they are shared again',
  async () => {
    const door = await doorTo(redisUrl ?? '')
    const { buckets, failures } = await shared(door.url)
    const key = `test:${randomUUID()}`
    expect(await askFor(buckets, key, 2)).toEqual([true, true])
    await door.shut()
    await expect.poll(() => buckets.isDegraded()).toBe(true)
    expect(await askFor(buckets, key, 4)).toEqual([true, true, true, false])
    expect(failures).toHaveLength(1)
    door.reopen()
    await expect.poll(() => buckets.isDegraded(), { timeout: 10_000 }).toBe(false)
    expect(await askFor(buckets, key, 2)).toEqual([true, false])
  },
)

testWithRedis('when Redis does not answer, requests do not wait for it', async () => {
  const door = await doorTo(redisUrl ?? '')
  const { buckets, failures } = await shared(door.url)
  const key = `test:${randomUUID()}`
  expect(await askFor(buckets, key, 1)).toEqual([true])
  door.state.silent = true
  expect(await askFor(buckets, key, 4)).toEqual([true, true, true, false])
  expect(buckets.isDegraded()).toBe(true)
  expect(failures).toHaveLength(1)
})

testWithRedis('a connection that is never answered again is replaced', async () => {
  const proxy = await openFaultProxy(redisUrl ?? '')
  onTestFinished(() => proxy.close())
  const { buckets } = await shared(proxy.url)
  const key = `test:${randomUUID()}`
  expect(await askFor(buckets, key, 1)).toEqual([true])
  proxy.fallSilent()
  await askFor(buckets, key, 1)
  expect(buckets.isDegraded()).toBe(true)
  await proxy.passAgain()
  await expect
    .poll(
      async () => {
        await askFor(buckets, key, 1)
        return buckets.isDegraded()
      },
      { timeout: 20_000 },
    )
    .toBe(false)
})
