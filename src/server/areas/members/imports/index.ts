/** How rows of a file become records: what all imports have in common. Pure but for the file and the mapping. */
export { Cells } from './cells.ts'
export { readChoice } from './choice.ts'
export { type ColumnDefinition, matchColumns, PERSON_COLUMNS, type RememberedMapping } from './columns.ts'
export { formatAnnotatedCsv, formatCsvLines } from './csv.ts'
export { readDate } from './date.ts'
export { readImportFile, readImportSheets, receiveImport } from './file.ts'
export {
  type AddIssue,
  createAddIssue,
  type Found,
  type IssueReport,
  type IssuesOf,
  inform,
  reject,
  toHeaderIssue,
  warn,
} from './issues.ts'
export { hasLostCharacters } from './lost-characters.ts'
export { readMapping, rememberMapping, selectMapping } from './mappings.ts'
export { readMoney } from './money.ts'
export { maskCell, readPpsNumber } from './pps.ts'
export { readRate } from './rate.ts'
export type { Read } from './read.ts'
export { finishImport, type ReadTable, readTable } from './read-table.ts'
export { createEveryRowRefusal, createRowsRefusal } from './refusals.ts'
export type { ProblemRow } from './report.ts'
export type { ImportTable, TableRow } from './table.ts'
