/** Result of reading a cell: a value, a problem, or null for an empty cell. */
export type Read<T> = { value: T; note?: ReadNote } | { problem: string } | null

/** EXCEL_SERIAL: a date was written as an Excel serial number. OLD_STYLE: a PPS number in the format before 2013. */
export type ReadNote = 'EXCEL_SERIAL' | 'OLD_STYLE'

/** Every kind of space, and invisible characters. */
const SPACES = /[\s\u00a0\u2000-\u200f\u202f\u205f\u2060\u3000\ufeff]+/g
const MINUSES = /[\u2010-\u2015\u2212\ufe63\uff0d]/g

/** Reduces spaces and minus signs to one kind each, trimmed: spreadsheets and copied text contain many. */
export const toPlainText = (text: string): string => text.replace(SPACES, ' ').replace(MINUSES, '-').trim()
