/** The files of the demo, made as they are needed: small, and true to their type. */

const quoteCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const createCsv = (rows: readonly (readonly string[])[]): Uint8Array =>
  Buffer.from(rows.map((cells) => `${cells.map(quoteCell).join(',')}\r\n`).join(''))

/** One page with a few lines of ASCII text. */
export function createPdf(lines: readonly string[]): Uint8Array {
  const text = lines.map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`).join(' ')
  const stream = `BT /F1 12 Tf 18 TL 72 770 Td ${text} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
