import { setImmediate } from 'node:timers/promises'

const HELD_AT_MOST_MS = 4

let lastYieldAt = 0

/**
 * Lets go of the event loop where it has been held for more than 4 ms; every loop over rows awaits it. One mark for the whole
 * process is enough: nothing else runs between two calls of one loop unless that loop has waited.
 */
export function yieldToEventLoop(): Promise<void> | undefined {
  return performance.now() - lastYieldAt > HELD_AT_MOST_MS ? yieldNow() : undefined
}

async function yieldNow(): Promise<void> {
  await setImmediate()
  lastYieldAt = performance.now()
}

/** Like `Array.map`, for work of seconds that other requests must not wait for. */
export async function mapWithPauses<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = []
  for (const item of items) {
    await yieldToEventLoop()
    mapped.push(map(item))
  }
  return mapped
}
