/**
 * Reads an Excel workbook in a thread of its own, so that a hostile one ends that thread and not the service: its heap
 * and its time are limited, and it is given nothing but the bytes.
 */
import { Worker } from 'node:worker_threads'
import { type Sheet, SheetRefusal, type SheetRow } from './shape.ts'
import type { WorkbookMessage } from './workbook-worker.ts'

export interface WorkbookLimits {
  heapMegabytes: number
  timeMs: number
}

/** Several times what the limits of the parsers let a workbook take; V8 does not always survive an allocation beyond. */
const LIMITS: WorkbookLimits = { heapMegabytes: 96, timeMs: 30_000 }

/** Each costs a core and a heap; further ones wait for their turn. */
const AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

/** Throws SheetRefusal. */
export async function readWorkbook(bytes: Buffer, limits: WorkbookLimits = LIMITS): Promise<Sheet> {
  if (running === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await readInWorker(bytes, limits)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

async function readInWorker(bytes: Buffer, { heapMegabytes, timeMs }: WorkbookLimits): Promise<Sheet> {
  const copy = new Uint8Array(bytes)
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: { bytes: copy },
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 8 },
    env: {},
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Sheet>((resolve, reject) => {
      const rows: SheetRow[] = []
      const tooMuch = (): void =>
        reject(
          new SheetRefusal(
            'F07',
            'The workbook is too large to be read; save the one sheet that is needed as CSV',
          ),
        )
      timer = setTimeout(tooMuch, timeMs)
      worker.on('message', (message: WorkbookMessage) => {
        if ('rows' in message) {
          for (const row of message.rows) rows.push(row)
          // Asked for in a later turn, so that others have theirs.
          setImmediate(() => worker.postMessage('more'))
        } else if ('refusal' in message) {
          const { code, message: text, row } = message.refusal
          reject(new SheetRefusal(code, text, row))
        } else resolve({ format: 'XLSX', encoding: 'UTF-8', delimiter: null, rows, ...message.end })
      })
      worker.on('error', (error: Error & { code?: string }) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reject(error),
      )
      worker.on('exit', () => reject(new Error('The thread of a workbook ended before its time')))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
