/** A file of what is on screen, for a spreadsheet. */

interface CsvColumn<Row> {
  label: string
  text: (row: Row) => string
}

/** RFC 4180; a cell that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const cell = (text: string): string => {
    const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
  }
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
  // The mark tells older spreadsheets that this is UTF-8.
  download(
    `${name.toLowerCase().replaceAll(' ', '-')}.csv`,
    `\uFEFF${csvText(columns, rows)}`,
    'text/csv;charset=utf-8',
  )
}

function download(fileName: string, content: string | Blob, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
}
