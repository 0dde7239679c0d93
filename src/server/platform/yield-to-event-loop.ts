import { setImmediate, setTimeout } from 'node:timers/promises'

const HELD_AT_MOST_MS = 4
const REST_MS = 12

/** Long work awaits it between two pieces. */
export type Pause = () => Promise<void> | undefined

let lastYieldAt = 0

/**
 * Lets go of the event loop where it has been held for more than 4 ms; every loop over rows awaits it. One mark for the whole
 * process is enough: nothing else runs between two calls of one loop unless that loop has waited.
 */
export function yieldToEventLoop(): Promise<void> | undefined {
  return isHeldTooLong() ? yieldNow() : undefined
}

const isHeldTooLong = (): boolean => performance.now() - lastYieldAt > HELD_AT_MOST_MS

async function yieldNow(): Promise<void> {
  await setImmediate()
  lastYieldAt = performance.now()
}

/** For background work: pauses for 12 ms after each 4 ms of work, so that requests get most of the processor time. */
export const pauseAfterWork: Pause = () => (isHeldTooLong() ? yieldTurn() : undefined)

async function yieldTurn(): Promise<void> {
  await setTimeout(REST_MS)
  lastYieldAt = performance.now()
}

/** Like `Array.map`, for work of seconds that other requests must not wait for. */
export async function mapWithPauses<T, R>(
  items: readonly T[],
  map: (item: T) => R,
  pause: Pause = yieldToEventLoop,
): Promise<R[]> {
  const mapped: R[] = []
  for (const item of items) {
    await pause()
    mapped.push(map(item))
  }
  return mapped
}
