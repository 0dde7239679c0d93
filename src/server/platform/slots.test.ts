import { describe, expect, test } from 'vitest'
import { NamedSlots, Slots, SlotsBusy } from './slots.ts'

const LIMITS = { size: 2, maxWaiting: 2, maxWaitMs: 10_000 }

/** Work that ends on request. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const state = { hasStarted: false }
  return {
    state,
    work: () => {
      state.hasStarted = true
      return promise
    },
    end: resolve,
    fail: () => reject(new Error('failed')),
  }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('slots', () => {
  test('run up to the limit, then waiting work in its order, also after a failure', async () => {
    const slots = new Slots(LIMITS)
    const all = [held(), held(), held(), held()]
    const runs = all.map(({ work }) => slots.run(work).catch(() => 'failed'))
    await turn()
    expect(all.map(({ state }) => state.hasStarted)).toEqual([true, true, false, false])
    all[1]?.fail()
    await turn()
    expect(all.map(({ state }) => state.hasStarted)).toEqual([true, true, true, false])
    for (const one of all) one.end()
    expect(await Promise.all(runs)).toEqual([undefined, 'failed', undefined, undefined])
    expect(slots.isIdle).toBe(true)
  })

  test('refuse at once when too many wait', async () => {
    const slots = new Slots(LIMITS)
    const all = Array.from({ length: 4 }, held)
    const runs = all.map(({ work }) => slots.run(work))
    await expect(slots.run(async () => {})).rejects.toThrow(SlotsBusy)
    for (const one of all) one.end()
    await Promise.all(runs)
    await slots.run(async () => {})
  })

  test('refuse work that has waited too long, and only that', async () => {
    const slots = new Slots({ size: 1, maxWaiting: 5, maxWaitMs: 20 })
    const first = held()
    const running = slots.run(first.work)
    await expect(slots.run(async () => {})).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    first.end()
    await running
    await slots.run(async () => {})
    expect(slots.isIdle).toBe(true)
  })

  test('of different names do not wait for each other', async () => {
    const slots = new NamedSlots({ size: 1, maxWaiting: 0, maxWaitMs: 20 })
    const first = held()
    const running = slots.run('one firm', first.work)
    await expect(slots.run('one firm', async () => {})).rejects.toThrow(SlotsBusy)
    await slots.run('another firm', async () => {})
    first.end()
    await running
    await slots.run('one firm', async () => {})
  })
})
