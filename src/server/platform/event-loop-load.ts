/**
 * Tells when the event loop is so far behind that new requests should be refused: a request that waits for seconds is given up by its
 * caller, and the work for it is lost. The mean delay of a second counts, so that one slow turn refuses no requests.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface EventLoopLoad {
  isOverloaded(): boolean
  stop(): void
}

/** Delays since the last reading. */
export interface DelayReader {
  readMeanMs(): number
  stop(): void
}

const WINDOW_MS = 1_000
const OVERLOADED_ABOVE_MS = 500
/** Lower than the other limit, so that the state does not change with each window. */
const NORMAL_BELOW_MS = 250

export function watchEventLoop(
  onChange: (change: { isOverloaded: boolean; delayMs: number }) => void,
  reader: DelayReader = delayReader(),
  windowMs = WINDOW_MS,
): EventLoopLoad & { readWindow(): void } {
  let isOverloaded = false
  const readWindow = (): void => {
    const delayMs = Math.round(reader.readMeanMs())
    const isNow = delayMs > (isOverloaded ? NORMAL_BELOW_MS : OVERLOADED_ABOVE_MS)
    if (isNow === isOverloaded) return
    isOverloaded = isNow
    onChange({ isOverloaded, delayMs })
  }
  const timer = setInterval(readWindow, windowMs).unref()
  return {
    isOverloaded: () => isOverloaded,
    readWindow,
    stop() {
      clearInterval(timer)
      reader.stop()
    },
  }
}

const RESOLUTION_MS = 20

function delayReader(): DelayReader {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  return {
    readMeanMs() {
      // Measured from one sample to the next. Without a sample the mean is not a number.
      const delayMs = histogram.count === 0 ? 0 : histogram.mean / 1e6 - RESOLUTION_MS
      histogram.reset()
      return Math.max(0, delayMs)
    },
    stop: () => histogram.disable(),
  }
}
