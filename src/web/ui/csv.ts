/** CSV file of the rows on screen, for a spreadsheet. */

interface CsvColumn<Row> {
  label: string
  text: (row: Row) => string
}

/** Beginnings that a spreadsheet would run as a formula, also after a space or in full width. */
const FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/u

/** RFC 4180, every cell in quotes, because some spreadsheets separate cells at semicolons; a formula is prefixed with an apostrophe. */
export function formatCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const cell = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
  const lines = [
    columns.map(({ label }) => cell(label)),
    ...rows.map((row) => columns.map(({ text }) => cell(text(row)))),
  ]
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`
}

export function downloadCsv<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): void {
  // The byte order mark shows older spreadsheets that this is UTF-8.
  download(
    `${name.toLowerCase().replaceAll(' ', '-')}.csv`,
    new Blob([`\uFEFF${formatCsv(columns, rows)}`], { type: 'text/csv;charset=utf-8' }),
  )
}

/** Saves a file that the page has. */
export function download(fileName: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
}
