import type { ImportOptions } from '../../../../contract/imports.ts'
import { createInvalidInputRefusal, type Issue } from '../../../pipeline/refusal.ts'
import { cleanCell } from '../../../platform/sheet/cell.ts'
import type { Sheet, SheetRow } from '../../../platform/sheet/sheet.ts'
import type { MatchedColumns } from './columns.ts'

export interface TableRow<F extends string = string> {
  /** As a spreadsheet counts. */
  row: number
  /** As in the file, with the edits applied; as many as the file has columns. */
  cells: readonly string[]
  /** Left out by the person. */
  isSkipped: boolean
  /** There are filled cells beyond the last column: a comma or the like has moved what stands after it. */
  hasMoreCells: boolean
  /** The cell of a field, trimmed; '' where it is empty or the file has no such column. */
  get(field: F): string
}

export interface ImportTable<F extends string = string> {
  matched: MatchedColumns<F>
  rows: readonly TableRow<F>[]
  has(field: F): boolean
}

/** The rows of a sheet by field. 400 for an edit or a skip that names a row or a column that is not there. */
export function buildTable<F extends string>(
  sheet: Sheet,
  matched: MatchedColumns<F>,
  { edits, skipRows }: Pick<ImportOptions, 'edits' | 'skipRows'>,
): ImportTable<F> {
  refuseAbsent(sheet, { edits, skipRows })
  const edited = Map.groupBy(edits, ({ row }) => row)
  const skipped = new Set(skipRows)
  return {
    matched,
    rows: sheet.rows.map(
      (row) => new Row(row, matched.places, skipped.has(row.row), edited.get(row.row) ?? []),
    ),
    has: (field) => matched.places.has(field),
  }
}

class Row<F extends string> implements TableRow<F> {
  readonly row: number
  readonly cells: readonly string[]
  readonly isSkipped: boolean
  readonly hasMoreCells: boolean
  readonly #places: ReadonlyMap<F, number>

  constructor(
    { row, cells, extra }: SheetRow,
    places: ReadonlyMap<F, number>,
    isSkipped: boolean,
    edits: ImportOptions['edits'],
  ) {
    this.row = row
    this.cells = edits.length === 0 ? cells : withEdits(cells, edits)
    this.isSkipped = isSkipped
    this.hasMoreCells = extra !== undefined
    this.#places = places
  }

  get(field: F): string {
    const place = this.#places.get(field)
    return place === undefined ? '' : (this.cells[place] ?? '').trim()
  }
}

const withEdits = (cells: readonly string[], edits: ImportOptions['edits']): string[] => {
  const corrected = [...cells]
  for (const { column, value } of edits) corrected[column - 1] = cleanCell(value).text
  return corrected
}

function refuseAbsent(sheet: Sheet, { edits, skipRows }: Pick<ImportOptions, 'edits' | 'skipRows'>): void {
  if (edits.length === 0 && skipRows.length === 0) return
  const rows = new Set(sheet.rows.map(({ row }) => row))
  const issues: Issue[] = []
  const absent = (path: Issue['path'], message: string) => issues.push({ path, code: 'custom', message })
  for (const [index, { row, column }] of edits.entries()) {
    if (!rows.has(row)) absent(['edits', index, 'row'], 'The file has no such row')
    else if (column > sheet.header.length)
      absent(['edits', index, 'column'], 'The file has no column with this header or position')
  }
  for (const [index, row] of skipRows.entries())
    if (!rows.has(row)) absent(['skipRows', index], 'The file has no such row')
  if (issues.length > 0) throw createInvalidInputRefusal(...issues.slice(0, 20))
}
