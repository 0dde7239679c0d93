/**
 * Turns the bytes of an uploaded CSV file or Excel workbook into rows of text. The content decides which it is, never
 * the name of the file. It knows nothing of what the columns mean.
 */
import type { RunTask } from '../worker-pool.ts'
import { readCsv } from './csv.ts'
import { SHEET_LIMITS, type Sheet, SheetRefusal, type SheetRefusalCode } from './shape.ts'
import { toNotice } from './table.ts'
import { readWorkbook } from './workbook.ts'

export {
  SHEET_LIMITS,
  type Sheet,
  type SheetNoticeCode,
  SheetRefusal,
  type SheetRefusalCode,
  type SheetRow,
} from './shape.ts'

/** Throws only SheetRefusal or WorkersBusy, for any bytes. `fileName` only leads to a notice. */
export async function readSheet(
  bytes: Buffer,
  { fileName = '', runTask }: { fileName?: string; runTask: RunTask },
): Promise<Sheet> {
  if (bytes.length > SHEET_LIMITS.bytes)
    throw new SheetRefusal('F07', 'The file is larger than 10 MB; split it or delete what is not needed')
  const isWorkbook = isWorkbookFile(bytes)
  const sheet = isWorkbook ? await readWorkbook(bytes, runTask) : await readCsv(bytes)
  const isNamedOtherwise = isWorkbook ? /\.(csv|txt|tsv)$/i.test(fileName) : /\.xls[xmb]?$/i.test(fileName)
  if (isNamedOtherwise) sheet.notices.push(toNotice('NAMED_OTHERWISE'))
  return sheet
}

/**
 * The sheets of a workbook by name. A sheet that is absent, or that has a header and no rows, is left out. Throws only SheetRefusal or
 * WorkersBusy; UNREADABLE for bytes that are no workbook.
 */
export async function readNamedSheets<Name extends string>(
  bytes: Buffer,
  names: readonly Name[],
  runTask: RunTask,
): Promise<Map<Name, Sheet>> {
  if (bytes.length > SHEET_LIMITS.bytes)
    throw new SheetRefusal('F07', 'The file is larger than 10 MB; split it or delete what is not needed')
  if (!isWorkbookFile(bytes))
    throw new SheetRefusal(
      'UNREADABLE',
      'This is no Excel workbook. Send a workbook (.xlsx) with the sheets of the template',
    )
  const sheets = new Map<Name, Sheet>()
  for (const name of names) {
    try {
      sheets.set(name, await readWorkbook(bytes, runTask, {}, name))
    } catch (error) {
      if (!(error instanceof SheetRefusal) || !LEFT_OUT.has(error.code)) throw error
    }
  }
  return sheets
}

const LEFT_OUT: ReadonlySet<SheetRefusalCode> = new Set(['NO_SHEET', 'F01', 'F02'])
const isWorkbookFile = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 4) === 'PK\x03\x04'
