/** Input and result of the worker thread read-source-worker.ts. */
import type { PersonalDataKind } from '../../../platform/personal-data.ts'
import { type RunTask, type TaskModule, TaskTooLarge } from '../../../platform/worker-pool.ts'
import { READING_LIMITS, ReadingRefusal, type ReadingRefusalCode } from './readers/refusal.ts'
import type { Chunk } from './split-into-chunks.ts'

export interface SourceToRead {
  bytes: Uint8Array
  title: string
}
export type ReadSource =
  | { chunks: Chunk[] }
  | { refusal: ReadingRefusalCode }
  /** Personal data found in one of the units. */
  | { personalData: PersonalDataKind[] }

/** Several times the resources that a text of 2,000 pages needs. */
const READ_SOURCE: TaskModule = {
  url: new URL('./read-source-worker.ts', import.meta.url),
  heapMegabytes: 384,
  // A PDF is unpacked into buffers outside the heap.
  bufferMegabytes: 384,
  cpuMs: 60_000,
  wallMs: 120_000,
}

/** Returns the passages of a text in any format, or the kinds of personal data in it. Throws ReadingRefusal. */
export async function readSource(
  { bytes, title }: SourceToRead,
  runTask: RunTask,
  limits: Partial<TaskModule> = {},
): Promise<Exclude<ReadSource, { refusal: ReadingRefusalCode }>> {
  if (bytes.length > READING_LIMITS.bytes) throw new ReadingRefusal('TOO_LARGE')
  try {
    const result = await runTask<ReadSource>({
      module: { ...READ_SOURCE, ...limits },
      input: { bytes: new Uint8Array(bytes), title },
      bytes: bytes.length,
    })
    if ('refusal' in result) throw new ReadingRefusal(result.refusal)
    return result
  } catch (error) {
    throw error instanceof TaskTooLarge ? new ReadingRefusal('TOO_LARGE') : error
  }
}
