/** How rows of a file become records: what imports of contributions and of members have in common. Pure but for the file and the mapping. */
export { readChoice } from './choice.ts'
export {
  type ColumnDefinition,
  type MatchedColumns,
  matchColumns,
  type RememberedMapping,
} from './columns.ts'
export { formatAnnotatedCsv, formatCsvLines } from './csv.ts'
export { readDate } from './date.ts'
export { readImportFile, readImportSheets, receiveImport } from './file.ts'
export { hasLostCharacters } from './lost-characters.ts'
export { readMapping, rememberMapping, selectMapping } from './mappings.ts'
export { readMoney } from './money.ts'
export { maskCell, readPpsNumber } from './pps.ts'
export { readRate } from './rate.ts'
export type { Read } from './read.ts'
export { refuseEveryRow, refuseMissingColumns, refuseRows, refuseUnconfirmedWarnings } from './refusals.ts'
export {
  findUnconfirmed,
  type ImportReporter,
  type ProblemRow,
  reportOf,
} from './report.ts'
export { buildTable, type ImportTable, type TableRow } from './table.ts'
