import { afterEach, describe, expect, test } from 'vitest'
import { watchEventLoop } from './event-loop-load.ts'

const NEVER_MS = 2 ** 30
const changes: { isOverloaded: boolean; delayMs: number }[] = []
let stop = (): void => {}
afterEach(() => {
  stop()
  changes.length = 0
})

function watched(delays: number[]) {
  const load = watchEventLoop(
    (change) => changes.push(change),
    { readMeanMs: () => delays.shift() ?? 0, stop() {} },
    NEVER_MS,
  )
  stop = () => load.stop()
  return load
}

describe('the load of the event loop', () => {
  test('is too high above 500 ms, until it is down to 250 ms', () => {
    const delays = [0, 499, 501, 300, 251, 250, 400]
    const load = watched([...delays])
    const states = delays.map(() => {
      load.readWindow()
      return load.isOverloaded()
    })
    expect(states).toEqual([false, false, true, true, true, false, false])
    expect(changes).toEqual([
      { isOverloaded: true, delayMs: 501 },
      { isOverloaded: false, delayMs: 250 },
    ])
  })

  test('is measured: a blocked loop is overloaded', async () => {
    const load = watchEventLoop((change) => changes.push(change))
    stop = () => load.stop()
    // Each turn is held for longer than the limit.
    for (let turn = 0; turn < 5; turn++) {
      const until = performance.now() + 800
      while (performance.now() < until);
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    expect(changes.at(0)).toMatchObject({ isOverloaded: true })
  })
})
