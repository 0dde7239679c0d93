/**
 * Reads an Excel workbook in a thread, so that a hostile one ends that thread and not the service: its heap and its time are limited,
 * and it is given nothing but the bytes.
 */
import { type RunTask, type TaskModule, TaskTooLarge } from '../worker-pool.ts'
import { type Sheet, SheetRefusal, type SheetRow } from './shape.ts'
import type { WorkbookResult, WorkbookRows, WorkbookTask } from './workbook-worker.ts'

/** Several times what the limits of the parsers let a workbook take; V8 does not always survive an allocation beyond. */
const READ_WORKBOOK: TaskModule = {
  url: new URL('./workbook-worker.ts', import.meta.url),
  heapMegabytes: 96,
  cpuMs: 5_000,
  wallMs: 30_000,
}

/** The first visible sheet, or the one with a name. Throws SheetRefusal. */
export async function readWorkbook(
  bytes: Buffer,
  runTask: RunTask,
  limits: Partial<TaskModule> = {},
  sheetName: string | null = null,
): Promise<Sheet> {
  const rows: SheetRow[] = []
  try {
    const result = await runTask<WorkbookResult>({
      module: { ...READ_WORKBOOK, ...limits },
      input: { bytes: new Uint8Array(bytes), sheetName } satisfies WorkbookTask,
      bytes: bytes.length,
      onPart: (part: WorkbookRows) => {
        for (const row of part) rows.push(row)
      },
    })
    if (!('refusal' in result))
      return { format: 'XLSX', encoding: 'UTF-8', delimiter: null, rows, ...result.end }
    const { code, message, row } = result.refusal
    throw new SheetRefusal(code, message, row)
  } catch (error) {
    if (!(error instanceof TaskTooLarge)) throw error
    throw new SheetRefusal(
      'F07',
      'The workbook is too large to be read; save the one sheet that is needed as CSV',
    )
  }
}
