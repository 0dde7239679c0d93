/** The report of a file: issues by row, the number of valid rows, and the rows themselves on request. */

import type { z } from 'zod'
import type {
  ImportIssue,
  ImportLevel,
  ImportPreviewRow,
  ImportRowState,
  importReport,
} from '../../../../contract/imports.ts'
import type { Sheet } from '../../../platform/sheet/sheet.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { maskCell, maskPpsNumber } from './pps.ts'
import type { ImportTable, TableRow } from './table.ts'

/** The fields of `importReport`, as the contract of each import spreads them. */
export type ImportReportFields = { [K in keyof typeof importReport]: z.output<(typeof importReport)[K]> }

export interface Finding<F extends string = string> {
  /** Null for an issue of the whole file. */
  row: number | null
  /** Null for an issue of the whole row. */
  field: F | null
  code: string
  level: ImportLevel
  /** The problem and what to do; never a PPS number. */
  message: string
}

/** A row of the problem file for the sender; `row` is null for issues of the whole file. */
export interface ProblemRow {
  row: number | null
  /** Masked; empty where `row` is null. */
  cells: string[]
  problems: Pick<ImportIssue, 'column' | 'code' | 'level' | 'message'>[]
}

interface ReportOptions<F extends string> {
  sheet: Sheet
  table: ImportTable<F>
  fileName: string
  dryRun: boolean
  /** Records every row and every issue. */
  preview: boolean
  /** The columns with PPS numbers. */
  ppsFields: readonly F[]
}

const SHOWN_AT_MOST = 1_000

interface Placed {
  issue: ImportIssue
  /** The column of the cell; -1 for the whole row. */
  place: number
}

/** Collects the issues of a table's rows, beginning with the warnings about its columns. */
export const createImportReporter = <F extends string>(options: ReportOptions<F>): ImportReporter<F> =>
  new ImportReporter(options)

export class ImportReporter<F extends string = string> {
  readonly #options: ReportOptions<F>
  readonly #ofRows = new Map<number, Placed[]>()
  readonly #ofFile: ImportIssue[]
  readonly #rejected = new Set<number>()
  readonly #dropped = new Set<number>()
  readonly #warningCodes = new Set<string>()
  #findings: number

  constructor(options: ReportOptions<F>) {
    this.#options = options
    this.#ofFile = [...options.table.matched.doubts]
    this.#findings = this.#ofFile.length
    for (const { code, level } of this.#ofFile) if (level === 'WARN') this.#warningCodes.add(code)
  }

  add({ row, field, code, level, message }: Finding<F>): void {
    const { columns, places } = this.#options.table.matched
    const place = (field === null ? undefined : places.get(field)) ?? -1
    const issue = { row, column: columns[place]?.header ?? null, code, level, message }
    this.#findings++
    if (level === 'WARN') this.#warningCodes.add(code)
    if (row === null) {
      this.#ofFile.push(issue)
      return
    }
    if (level === 'REJECT') this.#rejected.add(row)
    const known = this.#ofRows.get(row)
    if (known) known.push({ issue, place })
    else this.#ofRows.set(row, [{ issue, place }])
  }

  /** A total row, ignored by the validator. */
  drop(row: number): void {
    this.#dropped.add(row)
  }

  isRejected(row: number): boolean {
    return this.#rejected.has(row)
  }

  /** Counts only rows to be imported. */
  get isEveryRowRejected(): boolean {
    const rowsToImport = this.#options.table.rows.filter(
      ({ row, isSkipped }) => !isSkipped && !this.#dropped.has(row),
    )
    return rowsToImport.length > 0 && rowsToImport.every(({ row }) => this.#rejected.has(row))
  }

  /** A row, or the whole file. */
  get isRejecting(): boolean {
    return this.#rejected.size > 0 || this.#ofFile.some(({ level }) => level === 'REJECT')
  }

  /** Issues of the whole file, in order. */
  get warningCodes(): string[] {
    return [...this.#warningCodes].sort()
  }

  /** Issues of one row, in order. */
  warningsOf(row: number): string[] {
    const found = this.#ofRows.get(row) ?? []
    return [...new Set(found.filter(isWarning).map(({ issue }) => issue.code))].sort()
  }

  async fields(): Promise<ImportReportFields> {
    const { sheet, table, fileName, dryRun, preview } = this.#options
    const errors = await this.#errors(preview ? Number.POSITIVE_INFINITY : SHOWN_AT_MOST)
    return {
      dryRun,
      status: this.isRejecting ? 'REJECTED' : 'VALIDATED',
      fileName: maskCell(fileName),
      format: sheet.format,
      encoding: sheet.encoding,
      delimiter: sheet.delimiter,
      headerRow: sheet.headerRow,
      counts: this.#counts(),
      errors,
      moreErrors: this.#findings - errors.length,
      warningCodes: this.warningCodes,
      columns: table.matched.columns,
      notices: sheet.notices.map(({ message, row }) =>
        row === undefined ? message : `${message} (row ${row})`,
      ),
      preview: preview ? await this.#preview() : null,
    }
  }

  /** The rows with a REJECT or WARN, then such issues of the whole file. */
  async problemRows(): Promise<ProblemRow[]> {
    const rows: ProblemRow[] = []
    const mask = this.#masking()
    for (const row of this.#options.table.rows) {
      await yieldToEventLoop()
      const problems = (this.#ofRows.get(row.row) ?? []).filter(({ issue }) => issue.level !== 'INFO')
      if (problems.length === 0) continue
      rows.push({ row: row.row, cells: mask(row), problems: problems.sort(compareByPlace).map(getProblem) })
    }
    for (const issue of this.#ofFile)
      if (issue.level !== 'INFO') rows.push({ row: null, cells: [], problems: [getProblem({ issue })] })
    return rows
  }

  /** Issues of columns first, then by row, then issues of the whole file. */
  async #errors(limit: number): Promise<ImportIssue[]> {
    const errors = this.#ofFile.filter(({ column }) => column !== null)
    for (const { row } of this.#options.table.rows) {
      if (errors.length >= limit) break
      await yieldToEventLoop()
      const found = this.#ofRows.get(row)
      if (found) for (const { issue } of found.sort(compareByPlace)) errors.push(issue)
    }
    for (const issue of this.#ofFile) if (issue.column === null) errors.push(issue)
    if (errors.length > limit) errors.length = limit
    return errors
  }

  async #preview(): Promise<ImportPreviewRow[]> {
    const mask = this.#masking()
    const rows: ImportPreviewRow[] = []
    for (const row of this.#options.table.rows) {
      await yieldToEventLoop()
      rows.push({ row: row.row, state: this.#stateOf(row), cells: mask(row) })
    }
    return rows
  }

  #counts(): ImportReportFields['counts'] {
    const counts = { OK: 0, WARN: 0, REJECT: 0, SKIPPED: 0, DROPPED: 0 }
    const { rows } = this.#options.table
    for (const row of rows) counts[this.#stateOf(row)]++
    const { OK: ok, WARN: warn, REJECT: reject, SKIPPED: skipped, DROPPED: dropped } = counts
    return { rows: rows.length, ok, warn, reject, skipped, dropped }
  }

  #stateOf({ row, isSkipped }: TableRow<F>): ImportRowState {
    if (isSkipped) return 'SKIPPED'
    if (this.#dropped.has(row)) return 'DROPPED'
    if (this.#rejected.has(row)) return 'REJECT'
    return this.#ofRows.get(row)?.some(isWarning) ? 'WARN' : 'OK'
  }

  #masking(): (row: TableRow<F>) => string[] {
    const { table, ppsFields } = this.#options
    const ppsPlaces = new Set(ppsFields.map((field) => table.matched.places.get(field)))
    return ({ cells }) =>
      cells.map((cell, place) => (ppsPlaces.has(place) ? maskPpsNumber(cell) : maskCell(cell)))
  }
}

const isWarning = ({ issue }: Placed): boolean => issue.level === 'WARN'
const compareByPlace = (one: Placed, other: Placed): number => one.place - other.place
const getProblem = ({ issue: { column, code, level, message } }: Pick<Placed, 'issue'>) => ({
  column,
  code,
  level,
  message,
})

/** Codes of the warnings that were found and not confirmed. */
export const listUnconfirmed = (warningCodes: readonly string[], confirmed: readonly string[]): string[] =>
  warningCodes.filter((code) => !confirmed.includes(code))
