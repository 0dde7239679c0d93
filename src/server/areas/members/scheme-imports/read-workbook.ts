/** The sheets of an uploaded workbook as tables with their reports, before any record of the firm was looked at. */
import type { ImportOptions } from '../../../../contract/imports.ts'
import type { importSchemes, SheetName } from '../../../../contract/scheme-imports.ts'
import { SHEET_COLUMNS, SHEETS } from '../../../../contract/scheme-imports.ts'
import type { Upload } from '../../../operation/upload.ts'
import { rule } from '../../../pipeline/refusal.ts'
import type { Sheet } from '../../../platform/sheet/sheet.ts'
import type { RunTask } from '../../../platform/worker-pool.ts'
import { buildTable, matchColumns, readImportSheets, reportOf } from '../imports/index.ts'
import { definitionsOf } from './columns.ts'
import type { Sheets } from './import-plan.ts'
import { createFound, type ReadSheet } from './sheet-rows.ts'

type Input = ReturnType<typeof importSchemes.input.parse>

/** 400 for a file that is no workbook; 422 F02 where none of the sheets has rows. */
export async function readImportedWorkbook(
  upload: Upload<Buffer>,
  input: Input,
  runTask: RunTask,
): Promise<Sheets> {
  const found = await readImportSheets(upload, SHEETS, runTask)
  if (found.size === 0)
    throw rule('F02', `The workbook has no rows in the sheets ${SHEETS.join(', ')}: fill in the template`)
  return new Map(
    [...found].map(([name, sheet]) => [
      name,
      readSheet(name, sheet, { ...input, fileName: upload.fileName }),
    ]),
  )
}

function readSheet(name: SheetName, sheet: Sheet, input: Input & { fileName: string }): ReadSheet {
  const given: ImportOptions['mapping'] = input.mapping[name] ?? {}
  const matched = matchColumns(sheet.header, definitionsOf(name), { given, remembered: {} })
  const table = buildTable(sheet, matched, {
    edits: input.edits.filter((one) => one.sheet === name),
    skipRows: input.skipRows.filter((one) => one.sheet === name).map(({ row }) => row),
  })
  const { fileName, dryRun, preview } = input
  const report = reportOf({
    sheet,
    table,
    fileName,
    dryRun,
    preview,
    ppsFields: name === 'Members' ? ['ppsn'] : [],
  })
  for (const [field, { isRequired }] of Object.entries(SHEET_COLUMNS[name]))
    if (isRequired && !table.has(field))
      createFound(report, null)('S01', null, `The sheet has no column ${field}: choose it under Columns`)
  return { table, report }
}
