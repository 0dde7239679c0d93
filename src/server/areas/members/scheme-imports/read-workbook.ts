/** The sheets of an uploaded workbook as tables with their reports, before any record of the firm was looked at. */
import {
  type importSchemes,
  listSheetColumns,
  SHEETS,
  type SheetName,
} from '../../../../contract/scheme-imports.ts'
import type { Upload } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import type { Sheet } from '../../../platform/sheet/sheet.ts'
import type { RunTask } from '../../../platform/worker-pool.ts'
import { type ReadTable, readImportSheets, readTable } from '../imports/index.ts'
import { type FieldOfSheet, listColumnDefinitions } from './columns.ts'
import { addIssuesTo } from './issues.ts'

type Input = ReturnType<typeof importSchemes.input.parse>

export type Sheets = { [S in SheetName]: ReadTable<FieldOfSheet<S>> | null }

/** 400 for a file that is no workbook; 422 F02 where none of the sheets has rows. */
export async function readImportedWorkbook(
  upload: Upload<Buffer>,
  input: Input,
  runTask: RunTask,
): Promise<Sheets> {
  const found = await readImportSheets(upload, SHEETS, runTask)
  if (found.size === 0)
    throw createBusinessRuleRefusal(
      'F02',
      `The workbook has no rows in the sheets ${SHEETS.join(', ')}: fill in the template`,
    )
  const read = <S extends SheetName>(name: S): ReadTable<FieldOfSheet<S>> | null => {
    const sheet = found.get(name)
    return sheet ? readSheet(name, sheet, input, upload.fileName) : null
  }
  return {
    Employers: read('Employers'),
    Schemes: read('Schemes'),
    Trustees: read('Trustees'),
    Members: read('Members'),
  }
}

function readSheet<S extends SheetName>(
  name: S,
  sheet: Sheet,
  { mapping, edits, skipRows, preview, dryRun }: Input,
  fileName: string,
): ReadTable<FieldOfSheet<S>> {
  const read = readTable({
    sheet,
    sheetName: name,
    fileName,
    columns: listColumnDefinitions(name),
    input: {
      mapping: mapping[name] ?? {},
      edits: edits.filter((one) => one.sheet === name),
      skipRows: skipRows.filter((one) => one.sheet === name).map(({ row }) => row),
      preview,
    },
    isDryRun: dryRun,
  })
  for (const [field, { isRequired }] of listSheetColumns(name))
    if (isRequired && !read.table.has(field as FieldOfSheet<S>))
      addIssuesTo(read.report, null)('COLUMN_MISSING', null, field)
  return read
}
