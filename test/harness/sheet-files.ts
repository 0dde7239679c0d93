/** Reads files of test/fixtures/uploads as the service does, and compares what is read with what each file is there for. */
import { expect, test } from 'vitest'
import { readSheet, type Sheet, SheetRefusal } from '../../src/server/platform/sheet/sheet.ts'
import type { UPLOADS } from '../fixtures/uploads/expected-imports.ts'
import { PAYROLL_ROWS, PAYROLL_ROWS_TYPED, readUpload } from '../fixtures/uploads/files.ts'
import { runTask } from './workers.ts'

/** The sheet, or the refusal of the file. */
export async function readOrRefuse(bytes: Buffer, fileName = ''): Promise<Sheet | SheetRefusal> {
  try {
    return await readSheet(bytes, { fileName, runTask })
  } catch (error) {
    if (error instanceof SheetRefusal) return error
    throw error
  }
}

/** One test for each file. */
export function testSheets(uploads: typeof UPLOADS): void {
  test.each(uploads.map((upload) => ({ ...upload, sent: upload.sentAs ?? upload.file })))(
    '$sent',
    async ({ file, sent, sheet: expected }) => {
      const found = await readOrRefuse(readUpload(file), sent)
      if ('refusal' in expected) {
        expect(found).toBeInstanceOf(SheetRefusal)
        const { code, row } = found as SheetRefusal
        expect({ refusal: code, ...(row === undefined ? {} : { row }) }).toEqual(expected)
        return
      }
      if (found instanceof SheetRefusal) throw found
      const { rows, notices = [], isPayroll, cells = [], headerRow = 1, encoding = 'UTF-8' } = expected
      const { format = 'CSV', delimiter = format === 'CSV' ? ',' : null } = expected
      expect({
        format: found.format,
        encoding: found.encoding,
        delimiter: found.delimiter,
        headerRow: found.headerRow,
        rows: found.rows.length,
        notices: found.notices.map(({ code }) => code),
      }).toEqual({ format, encoding, delimiter, headerRow, rows, notices })
      if (isPayroll) {
        expect(found.rows.map((row) => row.cells)).toEqual(
          format === 'CSV' ? PAYROLL_ROWS : PAYROLL_ROWS_TYPED,
        )
      }
      for (const [row, column, text] of cells) expect(found.rows[row]?.cells[column]).toBe(text)
      for (const row of found.rows) expect(row.cells).toHaveLength(found.header.length)
    },
  )
}
