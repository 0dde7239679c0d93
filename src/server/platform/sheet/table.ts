/**
 * Takes the rows of a file one by one, in order, and makes of them a header and rows below it. What both formats have
 * in common is here: cleaning, empty rows, titles above the header, limits, notices.
 */

import { normaliseText } from '../../../contract/plain-text.ts'
import { formatNumber } from '../../../contract/value-format.ts'
import { cleanCell, formatColumnName } from './cell.ts'
import { SHEET_LIMITS, type SheetNotice, type SheetNoticeCode, SheetRefusal, type SheetRow } from './shape.ts'

/** A payroll report puts its title above the header; rows further down are not searched for one. */
const HEADER_WITHIN_ROWS = 10
const FILLED_CELLS_OF_A_HEADER = 3

/** No spreadsheet has more; a file of line breaks only would go on for longer. */
const LAST_ROW = 1_048_576

const MESSAGES: Record<SheetNoticeCode, string> = {
  ENCODING_GUESSED: 'The file does not say how its letters are encoded; check names with accents',
  ERROR_VALUES: 'Cells that show an error, such as #REF!, are read as that text',
  FORMULA_VALUES: 'Formulas are read by the value that was saved with them',
  FORMULA_WITHOUT_VALUE:
    'Formulas that were never calculated are read as empty cells; open the workbook, save it and send it again',
  HEADER_BELOW_TITLE: 'The rows above this row are read as a title',
  HIDDEN_COLUMNS: 'Hidden columns are read like the others',
  HIDDEN_ROWS: 'Hidden rows are read like the others',
  INVISIBLE_CHARACTERS: 'Characters that cannot be seen were left out',
  MERGED_CELLS: 'Of merged cells only the first holds a value; the others are read as empty',
  NAMED_OTHERWISE: 'The name of the file does not fit its content; the content was read',
  OTHER_SHEETS_IGNORED: 'Only the first visible sheet is read',
  REPLACED_CHARACTERS: 'Some characters are damaged and show as �; check names with accents',
}

export const toNotice = (code: SheetNoticeCode, row?: number): SheetNotice => ({
  code,
  ...(row === undefined ? {} : { row }),
  message: MESSAGES[code],
})

export const createTooManyColumnsRefusal = (row: number): SheetRefusal =>
  new SheetRefusal(
    'F07',
    `Row ${row} has more than ${formatNumber(SHEET_LIMITS.columns)} columns; delete those that are not needed`,
    row,
  )

interface TakenRow {
  row: number
  cells: string[]
  filled: number
}

export class Table {
  header: string[] = []
  headerRow = 0
  /** Complete rows, in order; the caller that empties it takes them over. */
  rows: SheetRow[] = []
  readonly #notices = new Map<SheetNoticeCode, SheetNotice>()
  readonly #refine: (text: string) => string
  /** Rows seen before the header is decided. */
  #undecided: TakenRow[] = []
  #count = 0
  #filled = 0

  /** `refine` turns the clean text of a cell into what it stands for in this format. */
  constructor(refine: (text: string) => string = (text) => text) {
    this.#refine = refine
  }

  get notices(): SheetNotice[] {
    return [...this.#notices.values()].sort((a, b) => a.code.localeCompare(b.code))
  }

  /** Only the first row of a kind is reported. */
  note(code: SheetNoticeCode, row?: number): void {
    if (!this.#notices.has(code)) this.#notices.set(code, toNotice(code, row))
  }

  /** False for an empty row. Throws SheetRefusal F07. */
  add(row: number, raw: readonly string[]): boolean {
    if (row > LAST_ROW)
      throw new SheetRefusal(
        'F07',
        `The file goes on below row ${formatNumber(LAST_ROW)}; delete what is empty`,
      )
    const cells: string[] = []
    let filled = 0
    let last = -1
    for (let i = 0; i < raw.length; i++) {
      const cell = this.#cell(raw[i] as string, row, i)
      cells.push(cell)
      if (cell === '') continue
      filled++
      last = i
    }
    if (last >= SHEET_LIMITS.columns) throw createTooManyColumnsRefusal(row)
    if (filled === 0) return false
    this.#filled += filled
    if (this.#filled > SHEET_LIMITS.cells)
      throw new SheetRefusal(
        'F07',
        `There are more than ${formatNumber(SHEET_LIMITS.cells)} filled cells; split the file before row ${row}`,
        row,
      )
    cells.length = last + 1
    if (this.headerRow > 0) this.#data(row, cells)
    else this.#decide({ row, cells, filled })
    return true
  }

  /** Throws SheetRefusal F01 or F02. */
  end(): void {
    const [first] = this.#undecided
    if (first) this.#settle(first)
    if (this.headerRow === 0) throw new SheetRefusal('F01', 'The file is empty')
    if (this.#count === 0)
      throw new SheetRefusal('F02', 'There is a header and no row below it', this.headerRow)
  }

  #cell(raw: string, row: number, index: number): string {
    if (raw.length > SHEET_LIMITS.cellCharacters)
      throw new SheetRefusal(
        'F07',
        `Cell ${formatColumnName(index)}${row} has more than ${formatNumber(SHEET_LIMITS.cellCharacters)} characters; shorten it, or look for a quotation mark that is not closed`,
        row,
      )
    const { text, isChanged } = cleanCell(raw)
    if (isChanged) this.note('INVISIBLE_CHARACTERS', row)
    if (text.includes('�')) this.note('REPLACED_CHARACTERS', row)
    return this.#refine(text)
  }

  #decide(taken: TakenRow): void {
    const [first = taken] = this.#undecided
    this.#undecided.push(taken)
    if (first.filled > 1) this.#settle(first)
    else if (taken.filled >= FILLED_CELLS_OF_A_HEADER) {
      this.note('HEADER_BELOW_TITLE', taken.row)
      this.#settle(taken)
    } else if (this.#undecided.length === HEADER_WITHIN_ROWS) this.#settle(first)
  }

  #settle(header: TakenRow): void {
    this.headerRow = header.row
    this.header = header.cells.map((text) => normaliseText(text, 'NFC'))
    const below = this.#undecided.filter(({ row }) => row > header.row)
    this.#undecided = []
    for (const { row, cells } of below) this.#data(row, cells)
  }

  #data(row: number, cells: string[]): void {
    if (this.#count === SHEET_LIMITS.rows)
      throw new SheetRefusal(
        'F07',
        `There are more than ${formatNumber(SHEET_LIMITS.rows)} rows; split the file before row ${row}`,
        row,
      )
    this.#count++
    const columns = this.header.length
    const extra = cells.length > columns ? cells.splice(columns).filter((text) => text !== '') : []
    while (cells.length < columns) cells.push('')
    this.rows.push({ row, cells, ...(extra.length > 0 ? { extra } : {}) })
  }
}
