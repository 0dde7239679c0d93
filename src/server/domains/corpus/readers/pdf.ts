/**
 * Reads a PDF in a thread of its own, so that a hostile one ends that thread and not the service: its heap, its buffers and its time
 * are limited, and it is given nothing but the bytes.
 */
import { Worker } from 'node:worker_threads'
import type { Outline } from '../outline.ts'
import type { PdfMessage } from './pdf-worker.ts'
import { READING_LIMITS, ReadingRefusal } from './refusal.ts'

export interface PdfLimits {
  heapMegabytes: number
  /** What is unpacked lies outside of the heap, and V8 does not limit it. */
  bufferMegabytes: number
  timeMs: number
}

/** Several times what a text of 2,000 pages takes. */
const LIMITS: PdfLimits = { heapMegabytes: 384, bufferMegabytes: 384, timeMs: 90_000 }
const WATCH_MS = 50
const MEBIBYTE = 1024 * 1024

/** One after the other: each costs a core and a heap. */
let last: Promise<unknown> = Promise.resolve()

/** Throws ReadingRefusal. */
export async function readPdf(bytes: Uint8Array, limits: PdfLimits = LIMITS): Promise<Outline> {
  if (bytes.length > READING_LIMITS.bytes) throw new ReadingRefusal('TOO_LARGE')
  const read = last.then(() => readInWorker(bytes, limits))
  last = read.catch(() => {})
  return await read
}

async function readInWorker(bytes: Uint8Array, limits: PdfLimits): Promise<Outline> {
  const copy = new Uint8Array(bytes)
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: { bytes: copy },
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 16 },
    env: {},
    // What the parser has to say of a file may quote it.
    stdout: true,
    stderr: true,
  })
  const timers: NodeJS.Timeout[] = []
  try {
    return await new Promise<Outline>((resolve, reject) => {
      const tooMuch = (): void => reject(new ReadingRefusal('TOO_LARGE'))
      timers.push(setTimeout(tooMuch, limits.timeMs))
      timers.push(setInterval(() => watch(worker, limits, tooMuch), WATCH_MS))
      worker.on('message', (message: PdfMessage) =>
        'outline' in message ? resolve(message.outline) : reject(new ReadingRefusal(message.refusal)),
      )
      worker.on('error', (error: Error & { code?: string }) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reject(error),
      )
      worker.on('exit', () => reject(new Error('The thread of a PDF ended before its time')))
    })
  } finally {
    for (const timer of timers) clearTimeout(timer)
    await worker.terminate()
  }
}

function watch(worker: Worker, { bufferMegabytes }: PdfLimits, tooMuch: () => void): void {
  worker.getHeapStatistics().then(
    ({ external_memory }) => {
      if (external_memory > bufferMegabytes * MEBIBYTE) tooMuch()
    },
    // It has ended.
    () => {},
  )
}
