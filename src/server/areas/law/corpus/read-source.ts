/** What the thread of read-source-worker.ts is given and what it answers. */
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
  /** In one of its units. */
  | { personalData: PersonalDataKind[] }

/** Several times what a text of 2,000 pages takes. */
const READ_SOURCE: TaskModule = {
  url: new URL('./read-source-worker.ts', import.meta.url),
  heapMegabytes: 384,
  // What a PDF unpacks lies outside of the heap.
  bufferMegabytes: 384,
  cpuMs: 60_000,
  wallMs: 120_000,
}

/** The passages of a text in any format, or the personal data in it. Throws ReadingRefusal. */
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
