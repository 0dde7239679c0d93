/**
 * Runs work that depends on the size and form of user files (workbooks, texts, PDF and Word files, comparisons) in threads, so that the
 * event loop stays free for other users. A task is limited in time and memory, and its thread is ended at the limit. Each firm has one
 * running task at most and firms take turns, so that no firm waits for the queue of another.
 */
import { Worker } from 'node:worker_threads'

/** A module that calls `serveTasks` (worker-task.ts), with the limits of one task. */
export interface TaskModule {
  url: URL
  heapMegabytes: number
  /** Limit for buffers outside the heap, which V8 does not limit. */
  bufferMegabytes?: number
  /** CPU time: a busy machine does not make a task too large. */
  cpuMs: number
  /** Wall-clock time. */
  wallMs: number
  /** The thread stays for the next task: for modules that parse no files. */
  isKept?: boolean
}

export interface Task {
  module: TaskModule
  /** Copied to the thread. */
  input: unknown
  /** Held in memory while the task waits. */
  bytes?: number
  /**
   * Called with results that the task sends before its end. The task continues once this has returned, in a later turn of the event loop.
   */
  onPart?: (part: never) => void
}

/** For one firm. Rejects with TaskTooLarge at a limit, with WorkersBusy if too much is waiting. */
export type RunTask = <Result>(task: Task) => Promise<Result>

export interface WorkerPool {
  /** By tenant id. */
  forFirm(firm: string): RunTask
  /** Ends all threads; rejects running and waiting tasks. */
  close(): Promise<void>
}

export interface PoolLimits {
  /** Running tasks of all firms. */
  threads: number
  /** Limits for waiting tasks: of all firms, of one firm, and their bytes. */
  waiting: number
  waitingPerFirm: number
  waitingBytes: number
  /** The longest wait for a result. */
  waitMs: number
}

const MEBIBYTE = 1024 * 1024
const LIMITS: PoolLimits = {
  threads: 2,
  waiting: 64,
  waitingPerFirm: 16,
  waitingBytes: 64 * MEBIBYTE,
  waitMs: 45_000,
}
const IDLE_MS = 60_000
const WATCH_MS = 50

/** The task reached a limit of its module. */
export class TaskTooLarge extends Error {}

/** Returned as 503 with Retry-After, by its code. */
class WorkersBusy extends Error {
  readonly code = 'UNAVAILABLE'

  constructor() {
    super('Too many tasks are waiting')
  }
}

interface Waiting extends Task {
  firm: string
  resolve: (result: never) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

export type TaskMessage = { part: unknown } | { result: unknown }

export function createWorkerPool(limits: Partial<PoolLimits> = {}): WorkerPool {
  const { threads, waiting, waitingPerFirm, waitingBytes, waitMs } = { ...LIMITS, ...limits }
  /** In the order of the firms' turns. */
  const queues = new Map<string, Waiting[]>()
  const runningFirms = new Set<string>()
  const threadPool = createThreads()
  let isClosed = false

  const allWaiting = (): Waiting[] => [...queues.values()].flat()

  function enqueue(
    firm: string,
    task: Task,
    resolve: (result: never) => void,
    reject: (error: Error) => void,
  ) {
    const queue = queues.get(firm) ?? []
    const all = allWaiting()
    const bytes = all.reduce((sum, one) => sum + (one.bytes ?? 0), task.bytes ?? 0)
    const startsAtOnce = queue.length === 0 && !runningFirms.has(firm) && runningFirms.size < threads
    if (isClosed) return reject(new WorkersBusy())
    if (
      !startsAtOnce &&
      (all.length >= waiting || queue.length >= waitingPerFirm || (all.length > 0 && bytes > waitingBytes))
    )
      return reject(new WorkersBusy())
    const timer = setTimeout(() => {
      remove(entry)
      reject(new WorkersBusy())
    }, waitMs)
    const entry: Waiting = { ...task, firm, resolve, reject, timer }
    queues.set(firm, [...queue, entry])
    startNext()
  }

  function remove(entry: Waiting): void {
    clearTimeout(entry.timer)
    const rest = (queues.get(entry.firm) ?? []).filter((one) => one !== entry)
    if (rest.length > 0) queues.set(entry.firm, rest)
    else queues.delete(entry.firm)
  }

  function startNext(): void {
    for (const [firm, [entry]] of queues) {
      if (runningFirms.size >= threads) return
      if (!entry || runningFirms.has(firm)) continue
      remove(entry)
      runningFirms.add(firm)
      void threadPool
        .run(entry)
        .then(entry.resolve, entry.reject)
        .finally(() => {
          runningFirms.delete(firm)
          // Behind the firms that have been waiting meanwhile.
          const rest = queues.get(firm)
          if (rest) {
            queues.delete(firm)
            queues.set(firm, rest)
          }
          startNext()
        })
    }
  }

  return {
    forFirm: (firm) => (task) => new Promise((resolve, reject) => enqueue(firm, task, resolve, reject)),
    async close() {
      isClosed = true
      for (const entry of allWaiting()) {
        remove(entry)
        entry.reject(new WorkersBusy())
      }
      await threadPool.close()
    },
  }
}

/** Starts, keeps and ends the threads. */
function createThreads() {
  const workers = new Set<Worker>()
  const idle = new Map<Worker, { url: string; timer: NodeJS.Timeout }>()
  let isClosed = false

  function take({ url, heapMegabytes, isKept = false }: TaskModule): Worker {
    for (const [worker, kept] of idle) {
      if (!isKept || kept.url !== url.href) continue
      clearTimeout(kept.timer)
      idle.delete(worker)
      worker.ref()
      return worker
    }
    const worker = new Worker(url, {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 16 },
      env: {},
      // The output of a parser may quote the file.
      stdout: true,
      stderr: true,
    })
    workers.add(worker)
    // No task waits for an idle thread. It exits, too.
    worker.on('error', () => {})
    worker.once('exit', () => {
      workers.delete(worker)
      idle.delete(worker)
    })
    return worker
  }

  function keep(worker: Worker, { url }: TaskModule): void {
    const timer = setTimeout(() => void worker.terminate(), IDLE_MS).unref()
    idle.set(worker, { url: url.href, timer })
    worker.unref()
  }

  async function run({ module, input, onPart }: Task): Promise<never> {
    const worker = take(module)
    const watch = watchLimits(worker, module)
    const end = new AbortController()
    try {
      const result = await new Promise<never>((resolve, reject) => {
        const on = <Value>(event: string, listener: (value: Value) => void): void => {
          worker.on(event, listener)
          end.signal.addEventListener('abort', () => worker.off(event, listener))
        }
        watch.exceeded.catch(reject)
        on('message', (message: TaskMessage) => {
          if ('result' in message) return resolve(message.result as never)
          onPart?.(message.part as never)
          setImmediate(() => worker.postMessage('next'))
        })
        on('error', (error: Error & { code?: string }) =>
          reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TaskTooLarge('Out of memory') : error),
        )
        on('exit', () => reject(isClosed ? new WorkersBusy() : new Error('The thread ended early')))
        worker.postMessage({ input })
      })
      if (module.isKept && !isClosed) keep(worker, module)
      else await worker.terminate()
      return result
    } catch (error) {
      await worker.terminate()
      throw error
    } finally {
      end.abort()
      watch.end()
    }
  }

  async function close(): Promise<void> {
    isClosed = true
    for (const { timer } of idle.values()) clearTimeout(timer)
    await Promise.all([...workers].map((worker) => worker.terminate()))
  }

  return { run, close }
}

function watchLimits(worker: Worker, { cpuMs, wallMs, bufferMegabytes }: TaskModule) {
  let end = (): void => {}
  const exceeded = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(new TaskTooLarge('Out of time')), wallMs)
    let usedBefore: number | undefined
    const watch = setInterval(() => {
      worker.cpuUsage().then(
        ({ user, system }) => {
          // In a kept thread, earlier tasks do not count.
          usedBefore ??= user + system
          if (user + system - usedBefore > cpuMs * 1_000) reject(new TaskTooLarge('Out of computing time'))
        },
        () => {},
      )
      if (bufferMegabytes === undefined) return
      worker.getHeapStatistics().then(
        ({ external_memory }) => {
          if (external_memory > bufferMegabytes * MEBIBYTE) reject(new TaskTooLarge('Out of memory'))
        },
        () => {},
      )
    }, WATCH_MS)
    end = () => {
      clearTimeout(timer)
      clearInterval(watch)
    }
  })
  exceeded.catch(() => {})
  return { exceeded, end }
}
