/** Headings, paragraphs and tables of a report. */
import type { Block, Column, Row } from '../../../platform/paper/pages.ts'

const MOST_ROWS = 60

export const buildHeading = (text: string, level: 2 | 3 = 2): Block => ({ kind: 'heading', level, text })
export const buildParagraph = (text: string): Block => ({ kind: 'paragraph', text })
export const note = (text: string): Block => ({ kind: 'paragraph', text, isNote: true })

/** A table, or a sentence where there is nothing; what is too long for a meeting says how much more there is. */
export function buildTable(columns: Column[], rows: Row[], none: string): Block[] {
  if (rows.length === 0) return [buildParagraph(none)]
  const shown: Block = { kind: 'table', columns, rows: rows.slice(0, MOST_ROWS) }
  const more = rows.length - MOST_ROWS
  return more > 0 ? [shown, note(`${more} more records are in the register.`)] : [shown]
}
export const buildColumn = (header: string, share: number, isNumber = false): Column => ({
  header,
  share,
  isNumber,
})
