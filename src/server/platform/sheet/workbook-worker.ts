/** The thread that a workbook is read in. It sends rows as it is asked for them, and no more than a few at once. */
import { once } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type SheetNotice, SheetRefusal, type SheetRefusalCode, type SheetRow } from './shape.ts'
import { readFirstSheet } from './spreadsheet.ts'
import { Table } from './table.ts'

export type WorkbookMessage =
  | { rows: SheetRow[] }
  | { end: { header: string[]; headerRow: number; notices: SheetNotice[] } }
  | { refusal: { code: SheetRefusalCode; message: string; row?: number } }

/** Taking over this many is a matter of a millisecond. */
const CELLS_AT_ONCE = 4_000

const port = parentPort as MessagePort
const send = (message: WorkbookMessage): void => port.postMessage(message)
const { bytes } = workerData as { bytes: Uint8Array }
const table = new Table()

async function handOver(): Promise<void> {
  const rowsAtOnce = Math.ceil(CELLS_AT_ONCE / Math.max(1, table.header.length))
  while (table.rows.length > 0) {
    send({ rows: table.rows.splice(0, rowsAtOnce) })
    await once(port, 'message')
  }
}

try {
  await readFirstSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), table, async () => {
    if (table.rows.length * table.header.length >= CELLS_AT_ONCE) await handOver()
  })
  table.end()
  await handOver()
  const { header, headerRow, notices } = table
  send({ end: { header, headerRow, notices } })
} catch (error) {
  if (!(error instanceof SheetRefusal)) throw error
  const { code, message, row } = error
  send({ refusal: { code, message, ...(row === undefined ? {} : { row }) } })
}
