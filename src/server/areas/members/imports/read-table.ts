/** The common part of all imports: from the rows of a sheet to a table with its report, and from the report to the commit. */
import type { ImportOptions } from '../../../../contract/imports.ts'
import type { Changed } from '../../../pipeline/define-operation.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Sheet } from '../../../platform/sheet/sheet.ts'
import type { CheckedFacts, KeptFile } from '../import-drafts/index.ts'
import { type ColumnDefinition, matchColumns, type RememberedMapping } from './columns.ts'
import {
  createMissingColumnsRefusal,
  createRowsRefusal,
  createUnconfirmedWarningsRefusal,
} from './refusals.ts'
import { createImportReporter, type ImportReporter, listUnconfirmed } from './report.ts'
import { buildTable, type ImportTable } from './table.ts'

interface TableSource<F extends string> {
  sheet: Sheet
  fileName: string
  columns: readonly ColumnDefinition<F>[]
  input: Pick<ImportOptions, 'mapping' | 'edits' | 'skipRows' | 'preview'>
  isDryRun: boolean
  remembered?: RememberedMapping
  /** Of a workbook with several sheets. */
  sheetName?: string
  /** The columns without which no row can be read, as users read them; 422 F03 with one of them. */
  findMissing?: (has: (field: F) => boolean) => string[]
}

export interface ReadTable<F extends string = string> {
  table: ImportTable<F>
  report: ImportReporter<F>
  /** The mapping to remember once the file is imported. */
  remember: RememberedMapping
}

export function readTable<F extends string>({
  sheet,
  fileName,
  columns,
  input,
  isDryRun,
  remembered = {},
  sheetName,
  findMissing = () => [],
}: TableSource<F>): ReadTable<F> {
  const matched = matchColumns(sheet.header, columns, { given: input.mapping, remembered, sheet: sheetName })
  const missing = findMissing((field) => matched.places.has(field))
  if (missing.length > 0) throw createMissingColumnsRefusal(matched, missing)
  const table = buildTable(sheet, matched, input)
  const ppsFields = columns.flatMap(({ field }) => (field === 'ppsn' ? [field] : []))
  const report = createImportReporter({
    sheet,
    table,
    fileName,
    dryRun: isDryRun,
    preview: input.preview,
    ppsFields,
  })
  return { table, report, remember: matched.remember }
}

interface Attempt<A> {
  answer: A
  /** Keeps the file of a dry run, and ends its unfinished import with the commit. */
  keep?: { tx: Tx; kept: KeptFile; facts: CheckedFacts }
  isRejected: boolean
  warningCodes: readonly string[]
  isDryRun: boolean
  confirmedWarnings: readonly string[]
  /** Where a file with rejected rows is kept. */
  keepRejected?: () => Promise<Changed<A>>
  commit: () => Promise<Changed<A>>
}

/** A dry run creates no records; a commit is refused with rejected rows or an unconfirmed warning. */
export async function finishImport<A extends object>({
  answer,
  isRejected,
  warningCodes,
  isDryRun,
  confirmedWarnings,
  keep,
  keepRejected,
  commit,
}: Attempt<A>): Promise<Changed<A>> {
  if (isDryRun) {
    const saved = await keep?.kept.save(keep.tx, keep.facts)
    return saved
      ? { answer: { ...answer, importDraftId: saved.id }, changes: saved.changes, status: 200 }
      : { answer, changes: [], status: 200 }
  }
  if (isRejected) {
    if (keepRejected) return keepRejected()
    throw createRowsRefusal(answer)
  }
  const unconfirmed = listUnconfirmed(warningCodes, confirmedWarnings)
  if (unconfirmed.length > 0) throw createUnconfirmedWarningsRefusal(answer, unconfirmed)
  const done = await commit()
  return keep ? { ...done, changes: [...done.changes, ...(await keep.kept.finish(keep.tx))] } : done
}
