/** Writes CSV in which a spreadsheet program does not execute any cell as a formula. */
import { stringify } from 'csv-stringify/sync'
import type { ImportColumn } from '../../../../contract/imports.ts'
import { cleanCell } from '../../../platform/sheet/cell.ts'
import type { ProblemRow } from './report.ts'

const BYTE_ORDER_MARK = '\ufeff'
const ROWS_AT_ONCE = 50

/** Full-width variants, which some versions of Excel also execute. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const NEGATIVE_AMOUNT = /^-\d+(?:[.,]\d+)*$/
/** The sheet reader drops an apostrophe at the beginning, except before a small letter ('t Hooft). */
const DROPPED_APOSTROPHE = /^'(?!\p{Ll})/u

/** Invisible characters are ignored here, because spreadsheet programs may ignore them too. */
function isEscaped(cell: string): boolean {
  const cleaned = cleanCell(cell).text
  return FORMULA.test(cell) || FORMULA.test(cleaned)
    ? !NEGATIVE_AMOUNT.test(cell)
    : DROPPED_APOSTROPHE.test(cell) || DROPPED_APOSTROPHE.test(cleaned)
}

/** Lines of CSV with CRLF. A formula gets an apostrophe, which the sheet reader removes again. */
export const formatCsvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((cells) => cells.map((cell) => (isEscaped(cell) ? `'${cell}` : cell))),
    { record_delimiter: 'windows', quoted_match: /^'/ },
  )

/** The rows with an issue as they were sent, each with its message; streamed, UTF-8 with BOM. */
export function* formatAnnotatedCsv(
  columns: readonly Pick<ImportColumn, 'header'>[],
  rows: readonly ProblemRow[],
): Generator<string> {
  yield BYTE_ORDER_MARK + formatCsvLines([[...columns.map(({ header }) => header), 'Row', 'Problems']])
  const empty = columns.map(() => '')
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    yield formatCsvLines(
      rows
        .slice(from, from + ROWS_AT_ONCE)
        .map(({ row, cells, problems }) => [
          ...(row === null ? empty : cells),
          row === null ? '' : String(row),
          problems.map(formatProblem).join('; '),
        ]),
    )
}

const formatProblem = ({ column, code, message }: ProblemRow['problems'][number]): string =>
  column === null ? `${code} ${message}` : `${code} ${column}: ${message}`
