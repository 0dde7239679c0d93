/** Writes pages as a PDF in a thread: how long that takes follows from what people wrote. */
import type { RunTask, TaskModule } from '../worker-pool.ts'
import type { Pages } from './pages.ts'

const WRITE_PDF: TaskModule = {
  url: new URL('./pdf-worker.ts', import.meta.url),
  heapMegabytes: 256,
  cpuMs: 20_000,
  wallMs: 60_000,
  isKept: true,
}

/** Rejects with TaskTooLarge. */
export const renderPdf = (pages: Pages, runTask: RunTask): Promise<Uint8Array> =>
  runTask({ module: WRITE_PDF, input: pages, bytes: 0 })
