/**
 * PGlite (PostgreSQL in WebAssembly) in a worker thread behind a private socket, so that the rest of the program knows
 * one driver and its event loop stays free. It survives the death of the process, not a power cut: its fsync is off.
 *
 * PGlite ignores statement_timeout and blocks its thread, hence the watchdog: a worker that has not answered for
 * `hungAfterMs` is ended and opened again on the same files.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

export interface EmbeddedDatabase {
  /** Directory of the Unix socket. Its path is short because such a path is limited to 107 bytes. */
  socketDirectory: string
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
  const socketDirectory = await mkdtemp(join(tmpdir(), 'pcs-'))
  const hungAfterMs = options.hungAfterMs ?? 20_000
  let closing = false
  const starting = startWorker(socketDirectory, options)
  options.whileOpening?.()
  let worker = await starting
  let lastPong = Date.now()

  const watch = (current: Worker): void => {
    lastPong = Date.now()
    current.on('message', (message) => {
      if (message === 'pong') lastPong = Date.now()
    })
    current.on('exit', () => {
      if (!closing && current === worker) void restart('the database worker ended')
    })
  }
  const restart = async (reason: string): Promise<void> => {
    options.onRestart?.(reason)
    const previous = worker
    lastPong = Number.POSITIVE_INFINITY
    previous.removeAllListeners('exit')
    await previous.terminate()
    await rm(join(socketDirectory, '.s.PGSQL.5432'), { force: true })
    worker = await startWorker(socketDirectory, { ...options, unpackFrom: null })
    watch(worker)
  }
  watch(worker)
  const watchdog = setInterval(() => {
    if (Date.now() - lastPong > hungAfterMs) void restart(`no answer for ${hungAfterMs} ms`)
    else worker.postMessage('ping')
  }, 1_000)
  watchdog.unref()

  return {
    socketDirectory,
    async close() {
      closing = true
      clearInterval(watchdog)
      await new Promise<void>((resolve) => {
        worker.once('exit', () => resolve())
        worker.postMessage('close')
      })
      await rm(socketDirectory, { recursive: true, force: true })
    },
  }
}

function startWorker(
  socketDirectory: string,
  { dataDir, unpackFrom, loadFrom }: EmbeddedOptions,
): Promise<Worker> {
  const worker = new Worker(new URL('./embedded-database-worker.ts', import.meta.url), {
    workerData: { socket: join(socketDirectory, '.s.PGSQL.5432'), dataDir, unpackFrom, loadFrom },
  })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (message) => {
      worker.off('error', reject)
      if (message === 'listening') resolve(worker)
      else reject(new Error(String(message)))
    })
  })
}
