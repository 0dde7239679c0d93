/** Writes a workbook of texts, one sheet after the other, with a bold header that stays in sight. */
import { Readable } from 'node:stream'

export interface WrittenSheet {
  name: string
  header: readonly string[]
  rows: readonly (readonly string[])[]
  /** Widths of the columns in characters; that of the header unless given. */
  widths?: readonly number[]
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const WORKBOOK_MEDIA_TYPE = `${MEDIA}.sheet`

/** The bytes of the workbook. The same sheets make the same bytes. */
export async function writeWorkbook(sheets: readonly WrittenSheet[]): Promise<Buffer> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream as unknown as AsyncIterable<Uint8Array>)
  for (const [path, content] of splitIntoParts(sheets))
    zip.addBuffer(Buffer.from(DECLARATION + content), path, {
      mtime: new Date(2020, 0, 1, 12),
      mode: 0o100644,
      forceDosTimestamp: true,
    })
  zip.end()
  const pieces: Uint8Array[] = []
  for await (const piece of output) pieces.push(piece as Uint8Array)
  return Buffer.concat(pieces)
}

function* splitIntoParts(sheets: readonly WrittenSheet[]): Generator<[path: string, content: string]> {
  const numbers = sheets.map((_, index) => index + 1)
  const override = (part: string, type: string): string =>
    `<Override PartName="/${part}" ContentType="${MEDIA}.${type}+xml"/>`
  yield [
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('xl/workbook.xml', 'sheet.main')}${override('xl/styles.xml', 'styles')}${numbers.map((number) => override(`xl/worksheets/sheet${number}.xml`, 'worksheet')).join('')}</Types>`,
  ]
  yield ['_rels/.rels', formatRelationsXml([['rId1', 'officeDocument', 'xl/workbook.xml']])]
  yield [
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.map(({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
  ]
  yield [
    'xl/_rels/workbook.xml.rels',
    formatRelationsXml([
      ...numbers.map((number): Relation => [`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`]),
      [`rId${sheets.length + 1}`, 'styles', 'styles.xml'],
    ]),
  ]
  yield ['xl/styles.xml', STYLES]
  for (const [index, sheet] of sheets.entries())
    yield [`xl/worksheets/sheet${index + 1}.xml`, formatSheetXml(sheet)]
}

type Relation = [id: string, type: string, target: string]
const formatRelationsXml = (relations: readonly Relation[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${relations.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`

/** Style 0 is text (format 49), so that PB numbers and dates stay as they are typed; style 1 is the bold header. */
const STYLES = `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="49" fontId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="49" fontId="1" applyFont="1" applyNumberFormat="1"/></cellXfs></styleSheet>`

const NARROWEST = 12

function formatSheetXml({ header, rows, widths = [] }: WrittenSheet): string {
  const columns = header
    .map((text, index) => {
      const width = widths[index] ?? Math.max(NARROWEST, text.length + 3)
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" style="0" customWidth="1"/>`
    })
    .join('')
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns}</cols><sheetData>${formatRowXml(header, 1)}${rows.map((row) => formatRowXml(row, 0)).join('')}</sheetData></worksheet>`
}

const formatRowXml = (cells: readonly string[], style: number): string =>
  `<row>${cells.map((text) => `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`).join('')}</row>`

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
