/** Results and refusals of the sheet reader: types that its parsers, its worker and its callers share. */

const MEBIBYTE = 1024 * 1024

export const SHEET_LIMITS = {
  bytes: 10 * MEBIBYTE,
  rows: 20_000,
  columns: 200,
  /** Filled cells of all rows: fifty in each of the maximum number of rows, far fewer than rows and columns would allow. */
  cells: 1_000_000,
  cellCharacters: 10_000,
  /** Total unpacked size of a workbook; its text is streamed and never held whole. */
  unpackedBytes: 64 * MEBIBYTE,
  zipEntries: 2_000,
  /** Ratio of unpacked to packed bytes of one entry, checked once it unpacks to more than `ratioFromBytes`. */
  ratio: 100,
  ratioFromBytes: MEBIBYTE,
} as const

export interface Sheet {
  format: 'CSV' | 'XLSX'
  /** 'UTF-8' for a workbook. */
  encoding: 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'WINDOWS-1252'
  /** Null for a workbook. */
  delimiter: ',' | ';' | '\t' | '|' | null
  /** Cells of the header row: trimmed, NFC, '' where empty; it ends with its last filled cell. */
  header: string[]
  /** As in a spreadsheet: from 1, with empty rows and titles. */
  headerRow: number
  /** Without empty rows. */
  rows: SheetRow[]
  /** Guesses and repairs, one of each kind, for the user who sent the file. */
  notices: SheetNotice[]
}

export interface SheetRow {
  /** As in a spreadsheet: from 1, with the header and empty rows. */
  row: number
  /** As many as the header; '' where missing. */
  cells: string[]
  /** Filled cells beyond the header, if any. */
  extra?: string[]
}

export type SheetNoticeCode =
  | 'ENCODING_GUESSED'
  | 'ERROR_VALUES'
  | 'FORMULA_VALUES'
  | 'FORMULA_WITHOUT_VALUE'
  | 'HEADER_BELOW_TITLE'
  | 'HIDDEN_COLUMNS'
  | 'HIDDEN_ROWS'
  | 'INVISIBLE_CHARACTERS'
  | 'MERGED_CELLS'
  | 'NAMED_OTHERWISE'
  | 'OTHER_SHEETS_IGNORED'
  | 'REPLACED_CHARACTERS'

export interface SheetNotice {
  code: SheetNoticeCode
  /** The first affected row. */
  row?: number
  message: string
}

/**
 * F01: empty. F02: a header without rows. F07: a limit is exceeded; the message says which and where. UNREADABLE: neither text nor a
 * workbook, or damaged. NO_SHEET: no sheet of the workbook has the name.
 */
export type SheetRefusalCode = 'F01' | 'F02' | 'F07' | 'UNREADABLE' | 'NO_SHEET'

/** Its message is for the user who sent the file: it names rows and limits, never the content of a cell. */
export class SheetRefusal extends Error {
  readonly code: SheetRefusalCode
  readonly row?: number

  constructor(code: SheetRefusalCode, message: string, row?: number) {
    super(message)
    this.code = code
    if (row !== undefined) this.row = row
  }
}
