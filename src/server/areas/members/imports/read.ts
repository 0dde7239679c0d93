/** What a cell was read as: a value, what stands in the way of one, or null for an empty cell. */
export type Read<T> = { value: T; note?: ReadNote } | { problem: string } | null

/** EXCEL_SERIAL: a day was written as Excel counts days. OLD_STYLE: a PPS number as they were before 2013. */
export type ReadNote = 'EXCEL_SERIAL' | 'OLD_STYLE'

/** Every kind of space, and what stands like one without being seen. */
const SPACES = /[\s\u00a0\u2000-\u200f\u202f\u205f\u2060\u3000\ufeff]+/g
const MINUSES = /[\u2010-\u2015\u2212\ufe63\uff0d]/g

/** One kind of space and one kind of minus, trimmed: spreadsheets and copying bring many. */
export const toPlainText = (text: string): string => text.replace(SPACES, ' ').replace(MINUSES, '-').trim()
