/** The thread that a workbook is read in. It sends rows as they are taken, and no more than a few at once. */
import { serveTasks } from '../worker-task.ts'
import { type SheetNotice, SheetRefusal, type SheetRefusalCode, type SheetRow } from './shape.ts'
import { readSheetOfWorkbook } from './spreadsheet.ts'
import { Table } from './table.ts'

export type WorkbookRows = SheetRow[]
export type WorkbookResult =
  | { end: { header: string[]; headerRow: number; notices: SheetNotice[] } }
  | { refusal: { code: SheetRefusalCode; message: string; row?: number } }

/** Taking over this many is a matter of a millisecond. */
const CELLS_AT_ONCE = 4_000

export interface WorkbookTask {
  bytes: Uint8Array
  /** Null: the first visible sheet. */
  sheetName: string | null
}

serveTasks<WorkbookTask, WorkbookResult, WorkbookRows>(async ({ bytes, sheetName }, sendRows) => {
  const table = new Table()
  async function handOver(): Promise<void> {
    const rowsAtOnce = Math.ceil(CELLS_AT_ONCE / Math.max(1, table.header.length))
    while (table.rows.length > 0) await sendRows(table.rows.splice(0, rowsAtOnce))
  }
  try {
    await readSheetOfWorkbook(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      table,
      async () => {
        if (table.rows.length * table.header.length >= CELLS_AT_ONCE) await handOver()
      },
      sheetName,
    )
    table.end()
    await handOver()
    const { header, headerRow, notices } = table
    return { end: { header, headerRow, notices } }
  } catch (error) {
    if (!(error instanceof SheetRefusal)) throw error
    const { code, message, row } = error
    return { refusal: { code, message, ...(row === undefined ? {} : { row }) } }
  }
})
