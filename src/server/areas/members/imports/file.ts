import { readToBuffer } from '../../../operation/upload.ts'
import type { Upload, UploadHandler } from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createInvalidFieldRefusal,
  type Refusal,
} from '../../../pipeline/refusal.ts'
import { readNamedSheets, readSheet, type Sheet, SheetRefusal } from '../../../platform/sheet/sheet.ts'
import type { RunTask } from '../../../platform/worker-pool.ts'

/** The file of an import, whole in memory. An empty one is refused (422 F01) before any other field is read (Spec 4). */
export const receiveImport: UploadHandler<Buffer> = {
  async receive(file) {
    const bytes = await readToBuffer(file)
    if (bytes.length === 0) throw createBusinessRuleRefusal('F01', 'The file is empty')
    return bytes
  },
}

/** The rows of the file; 422 F01, F02 or F07 for one that cannot be imported, 400 beside the file for one that cannot be read. */
export async function readImportFile(
  { content, fileName }: Upload<Buffer>,
  runTask: RunTask,
): Promise<Sheet> {
  try {
    return await readSheet(content, { fileName, runTask })
  } catch (error) {
    throw error instanceof SheetRefusal ? createRefusal(error) : error
  }
}

/** The sheets of a workbook by name, refused as a file is. A sheet without rows is left out. */
export async function readImportSheets<Name extends string>(
  { content }: Upload<Buffer>,
  names: readonly Name[],
  runTask: RunTask,
): Promise<Map<Name, Sheet>> {
  try {
    return await readNamedSheets(content, names, runTask)
  } catch (error) {
    throw error instanceof SheetRefusal ? createRefusal(error) : error
  }
}

const createRefusal = ({ code, message, row }: SheetRefusal): Refusal =>
  code === 'UNREADABLE'
    ? createInvalidFieldRefusal('file', message)
    : createBusinessRuleRefusal(code, message, row === undefined ? {} : { row })
