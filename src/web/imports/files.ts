/** Files that are made here: the sample to fill in, and the list of problems to send back. */
import type { ImportIssue } from '../../contract/imports.ts'
import { downloadCsv } from '../ui/csv.ts'
import type { Report } from './report.ts'

interface CsvColumn<Row> {
  label: string
  text: (row: Row) => string
}

export const listSampleColumns = (
  columns: readonly string[],
): CsvColumn<Readonly<Record<string, string>>>[] =>
  columns.map((name) => ({ label: name, text: (row) => row[name] ?? '' }))

export const downloadSample = (
  noun: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
): void => downloadCsv(`Sample ${noun}`, listSampleColumns(columns), rows)

interface ProblemRow {
  row: number | null
  cells: readonly string[]
  issues: readonly ImportIssue[]
}

/** Rows that are rejected or to be confirmed, then what is said of the file as a whole; cells are masked as they came. */
export const listProblemRows = ({ rows, issuesOf, notes }: Report): ProblemRow[] => [
  ...rows
    .filter(({ state }) => state === 'REJECT' || state === 'WARN')
    .map(({ row, cells }) => ({ row, cells, issues: issuesOf.get(row) ?? [] })),
  ...notes.filter(({ level }) => level !== 'INFO').map((note) => ({ row: null, cells: [], issues: [note] })),
]

export const listProblemCsvColumns = ({ columns }: Pick<Report, 'columns'>): CsvColumn<ProblemRow>[] => [
  ...columns.map(({ header, column }) => ({
    label: header,
    text: ({ cells }: ProblemRow) => cells[column - 1] ?? '',
  })),
  { label: 'Row', text: ({ row }) => (row === null ? '' : String(row)) },
  {
    label: 'Problems',
    text: ({ issues }) =>
      issues.map(({ column, message }) => (column === null ? message : `${column}: ${message}`)).join(' | '),
  },
]

export const downloadProblems = (fileName: string, report: Report): void =>
  downloadCsv(
    `${fileName.replace(/\.[^.]*$/, '')} problems`,
    listProblemCsvColumns(report),
    listProblemRows(report),
  )

/** The bytes as they are at this moment: a spreadsheet that is saved meanwhile would break a file off on its way. */
export async function createFixedCopy(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: file.type })
}
