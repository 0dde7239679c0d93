import {
  type AddIssue,
  addIssue,
  createAddIssue,
  type Issue,
  type IssueReport,
  type IssueTable,
  type ProblemName,
} from './issues.ts'
import type { Read, ReadNote } from './read.ts'
import type { ImportTable, TableRow } from './table.ts'

interface CellsOptions<T extends IssueTable, F extends string> {
  table: Pick<ImportTable<F>, 'has'>
  report: Pick<IssueReport<F>, 'add'>
  issues: T
  /** Issues of cells that can be read, but are written in an unusual form. */
  notes?: Partial<Record<ReadNote, keyof T>>
}

/** The cells of one row; a cell that cannot be read is an issue of its column. */
export class Cells<T extends IssueTable, F extends string> {
  readonly add: AddIssue<T, F>
  /** Columns whose cell is filled and cannot be read: their value is not missing. */
  readonly unread = new Set<F>()
  readonly #row: TableRow<F>
  readonly #options: CellsOptions<T, F>

  constructor(row: TableRow<F>, options: CellsOptions<T, F>) {
    this.#row = row
    this.#options = options
    this.add = createAddIssue(options.issues)(options.report, row.row)
  }

  has(field: F): boolean {
    return this.#options.table.has(field)
  }

  text(field: F): string {
    return this.#row.get(field)
  }

  /** Null for an empty cell; undefined where there is no such column, or something that cannot be read. */
  value<V>(field: F, read: (text: string) => Read<V>, problem: ProblemName<T>): V | null | undefined {
    if (!this.has(field)) return undefined
    const found = read(this.text(field))
    if (found === null) return null
    if ('problem' in found) {
      this.unread.add(field)
      this.#add(field, problem, found.problem)
      return undefined
    }
    const note = found.note && this.#options.notes?.[found.note]
    // A PPS number is never part of a message.
    if (note) this.#add(field, note, ...(found.note === 'EXCEL_SERIAL' ? [String(found.value)] : []))
    return found.value
  }

  #add(field: F, name: keyof T, ...values: string[]): void {
    const { report, issues } = this.#options
    addIssue(report, this.#row.row, field, issues[name] as Issue, values)
  }
}
