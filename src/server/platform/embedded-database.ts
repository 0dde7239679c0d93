/**
 * PGlite (PostgreSQL in WebAssembly) in a worker thread, which the driver `pg` reaches through message ports: the rest of the program knows
 * one driver, and its event loop stays free. It survives the death of the process, not a power cut: its fsync is off.
 *
 * PGlite ignores statement_timeout and blocks its thread, hence the watchdog: a worker that has not answered for
 * `hungAfterMs` is ended and opened again on the same files.
 */
import type { Duplex } from 'node:stream'
import { MessageChannel, Worker } from 'node:worker_threads'
import { PortStream } from './embedded-sessions.ts'

export interface EmbeddedDatabase {
  /** Opens a connection; after a restart of the thread, a new one is needed. */
  openStream: () => Duplex
  close(): Promise<void>
}

export interface EmbeddedOptions {
  /** Where the files are; absent: in memory. */
  dataDir?: string
  /** Template that the thread unpacks as the files of a new database: the caller's thread loads modules meanwhile. */
  unpackFrom?: string | null
  /** File of a dump to start from (tests clone one migrated database). */
  loadFrom?: string
  hungAfterMs?: number
  /** Called when the thread has begun to open it: what the caller does now takes no time of its own. */
  whileOpening?: () => void
  onRestart?: (reason: string) => void
}

export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const hungAfterMs = options.hungAfterMs ?? 20_000
  let isClosing = false
  let starting = startWorker(options)
  options.whileOpening?.()
  let worker = await starting
  let lastPong = Date.now()

  const watch = (current: Worker): void => {
    lastPong = Date.now()
    current.on('message', (message) => {
      if (message === 'pong') lastPong = Date.now()
    })
    current.on('exit', () => {
      if (!isClosing && current === worker) void restart('the database worker ended')
    })
  }
  const restart = async (reason: string): Promise<void> => {
    options.onRestart?.(reason)
    const previous = worker
    lastPong = Number.POSITIVE_INFINITY
    previous.removeAllListeners('exit')
    // At once, for the connections that are opened as soon as those of the thread end.
    starting = previous.terminate().then(() => startWorker({ ...options, unpackFrom: null }))
    worker = await starting
    watch(worker)
  }
  watch(worker)
  const watchdog = setInterval(() => {
    if (Date.now() - lastPong > hungAfterMs) void restart(`no answer for ${hungAfterMs} ms`)
    else worker.postMessage('ping')
  }, 1_000)
  watchdog.unref()

  return {
    openStream() {
      const { port1, port2 } = new MessageChannel()
      // A worker that does not start is reported by who started it; the caller has a time limit for its connection.
      starting.then(
        (current) => current.postMessage(port2, [port2]),
        () => port2.close(),
      )
      return new PortStream(port1)
    },
    async close() {
      isClosing = true
      clearInterval(watchdog)
      await new Promise<void>((resolve) => {
        worker.once('exit', () => resolve())
        worker.postMessage('close')
      })
    },
  }
}

function startWorker({ dataDir, unpackFrom, loadFrom }: EmbeddedOptions): Promise<Worker> {
  const worker = new Worker(new URL('./embedded-database-worker.ts', import.meta.url), {
    workerData: { dataDir, unpackFrom, loadFrom },
  })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (message) => {
      worker.off('error', reject)
      if (message === 'open') resolve(worker)
      else reject(new Error(String(message)))
    })
  })
}
