/**
 * Reads one sheet of an Office Open XML workbook (ECMA-376 part 1, 18) into a table: the first visible one, or the one with a name. Opens
 * only the parts that define the cells of that sheet: no macro, no link, no picture.
 */
import { posix } from 'node:path'
import { type Archive, createTooLargeRefusal, openArchive } from './archive.ts'
import { classifyNumberFormat, formatNumber, type NumberFormat } from './number-format.ts'
import { SHEET_LIMITS, SheetRefusal } from './shape.ts'
import { SharedStrings } from './shared-strings.ts'
import { createTooManyColumnsRefusal, type Table } from './table.ts'
import { type Attribute, createDamagedWorkbookRefusal, readXml } from './xml.ts'

const MEBIBYTE = 1024 * 1024
/** Limits for parts that are held as lists, so that the thread's heap does not grow suddenly. */
const INDEX_BYTES = 4 * MEBIBYTE
const STYLE_BYTES = 16 * MEBIBYTE
/** Formats of cells and of numbers; Excel allows 65,490. */
const STYLES_AT_MOST = 100_000

const createUnreadableRefusal = (message: string): SheetRefusal => new SheetRefusal('UNREADABLE', message)

/** Other kinds of zip archive, recognised by a part. */
const OTHER_ARCHIVES: [part: string, message: string][] = [
  ['xl/vbaproject.bin', 'The workbook holds macros. Save it as .xlsx'],
  ['xl/workbook.bin', 'This is a binary workbook (.xlsb). Save it as .xlsx'],
  ['word/document.xml', 'This is a text document. Send an Excel workbook (.xlsx) or a CSV file'],
  ['content.xml', 'This is an OpenDocument file. Save it as .xlsx or CSV'],
]

/**
 * Calls `afterPiece` at points where it may be interrupted, with complete rows in the table. Without a name it reads the first visible
 * sheet. Throws SheetRefusal; `NO_SHEET` if no sheet has the name.
 */
export async function readSheetOfWorkbook(
  bytes: Buffer,
  table: Table,
  afterPiece: () => Promise<void>,
  sheetName: string | null = null,
): Promise<void> {
  const archive = await openArchive(bytes)
  for (const [part, message] of OTHER_ARCHIVES) if (archive.has(part)) throw createUnreadableRefusal(message)
  if (!archive.has('_rels/.rels'))
    throw createUnreadableRefusal('This is a compressed file and no Excel workbook. Send .xlsx or CSV')

  const workbookPart = getTarget(await readRelations(archive, ''), 'officeDocument')
  if (!workbookPart) throw createDamagedWorkbookRefusal()
  const relations = await readRelations(archive, workbookPart)
  const { sheets, isFrom1904 } = await readWorkbook(archive, workbookPart)
  const worksheets = sheets.filter(({ id }) => relations.get(id)?.type === 'worksheet')
  const sheet = worksheets.find(({ name, isVisible }) =>
    sheetName === null ? isVisible : isSameName(name, sheetName),
  )
  if (!sheet && sheetName !== null)
    throw new SheetRefusal('NO_SHEET', `The workbook has no sheet ${sheetName}`)
  if (!sheet) throw createUnreadableRefusal('The workbook has no visible sheet')
  if (sheetName === null && worksheets.length > 1) table.note('OTHER_SHEETS_IGNORED')

  const stylesPart = getTarget(relations, 'styles')
  const stringsPart = getTarget(relations, 'sharedStrings')
  await readSheetPart(archive, (relations.get(sheet.id) as Relation).target, {
    table,
    isFrom1904,
    formats: stylesPart ? await readFormats(archive, stylesPart) : [],
    strings: stringsPart ? await listStrings(archive, stringsPart) : new SharedStrings(),
    afterPiece,
  })
}

interface Relation {
  /** The last part of its type URI: transitional and strict workbooks differ in the rest. */
  type: string
  target: string
}

/** Excel treats names of sheets as case-insensitive. */
const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

const isTrue = (text: string): boolean => text === '1' || text === 'true'

/** Relationships of a part, by id. Targets stay within the archive: they are looked up, never opened as paths. */
async function readRelations(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(`/${part}`)
  const relations = new Map<string, Relation>()
  const own = posix.join(folder, '_rels', `${posix.basename(part)}.rels`).slice(1)
  if (!archive.has(own)) return relations
  await readXml(archive.read(own, INDEX_BYTES), {
    open(name, attribute) {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return
      relations.set(attribute('Id'), {
        type: posix.basename(attribute('Type')),
        target: posix.resolve(folder, attribute('Target')).slice(1),
      })
    },
  })
  return relations
}

const getTarget = (relations: Map<string, Relation>, type: string): string | undefined =>
  [...relations.values()].find((relation) => relation.type === type)?.target

interface WorkbookSheet {
  id: string
  name: string
  isVisible: boolean
}

async function readWorkbook(
  archive: Archive,
  part: string,
): Promise<{ sheets: WorkbookSheet[]; isFrom1904: boolean }> {
  const sheets: WorkbookSheet[] = []
  let isFrom1904 = false
  await readXml(archive.read(part, INDEX_BYTES), {
    open(name, attribute) {
      if (name === 'workbookPr') isFrom1904 ||= isTrue(attribute('date1904'))
      if (name === 'sheet')
        sheets.push({
          id: attribute('id'),
          name: attribute('name'),
          isVisible: ['', 'visible'].includes(attribute('state')),
        })
    },
  })
  return { sheets, isFrom1904 }
}

/** By the style number that a cell has in `s`. */
async function readFormats(archive: Archive, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  // Thousands of cell formats may have the same number format.
  const known = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  let isOfCells = false
  await readXml(archive.read(part, STYLE_BYTES), {
    open(name, attribute) {
      if (formats.length + codes.size > STYLES_AT_MOST) throw createTooLargeRefusal()
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode'))
      if (name === 'cellXfs') isOfCells = true
      if (name !== 'xf' || !isOfCells) return
      const id = Number(attribute('numFmtId'))
      const format = known.get(id) ?? classifyNumberFormat(id, codes.get(id))
      known.set(id, format)
      formats.push(format)
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

/** Joins the runs of a text, without phonetic readings. */
class Runs {
  text = ''
  #isText = false
  #isPhonetic = false

  open(name: string): void {
    if (name === 't') this.#isText = true
    if (name === 'rPh') this.#isPhonetic = true
  }

  take(text: string): void {
    if (this.#isText && !this.#isPhonetic) this.text = appendText(this.text, text)
  }

  close(name: string): void {
    if (name === 't') this.#isText = false
    if (name === 'rPh') this.#isPhonetic = false
  }

  end(): string {
    const whole = unescapeText(this.text)
    this.text = ''
    return whole
  }
}

/** At most one character longer than a cell may be, at which it is refused. */
const appendText = (text: string, more: string): string =>
  text.length > SHEET_LIMITS.cellCharacters ? text : text + more.slice(0, SHEET_LIMITS.cellCharacters + 1)

/** `_x000D_` is how a workbook writes characters that XML does not allow (ECMA-376 part 1, 22.9.2.19). */
const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

async function listStrings(archive: Archive, part: string): Promise<SharedStrings> {
  const strings = new SharedStrings()
  const runs = new Runs()
  await readXml(archive.read(part), {
    open: (name) => runs.open(name),
    text: (text) => runs.take(text),
    close(name) {
      if (name === 'si') strings.push(runs.end())
      else runs.close(name)
    },
  })
  return strings
}

interface SheetSource {
  table: Table
  isFrom1904: boolean
  formats: NumberFormat[]
  strings: SharedStrings
  afterPiece: () => Promise<void>
}

async function readSheetPart(archive: Archive, part: string, source: SheetSource): Promise<void> {
  const { table, afterPiece } = source
  const runs = new Runs()
  let row = 0
  let isHidden = false
  let cells: string[] = []
  let column = 0
  let cell: Cell | undefined
  let isValue = false
  let widest = 0
  let firstHiddenColumn = Number.POSITIVE_INFINITY

  await readXml(
    archive.read(part),
    {
      open(name, attribute) {
        if (name === 'row') {
          row = readRowNumber(row, attribute('r'))
          isHidden = isTrue(attribute('hidden'))
          cells = []
          column = 0
        } else if (name === 'c') {
          column = readColumnIndex(column, attribute('r'))
          cell = {
            type: attribute('t') || 'n',
            style: attribute('s'),
            value: '',
            isFormula: false,
            hasValue: false,
          }
        } else if (name === 'v') isValue = true
        else if (name === 'f' && cell) cell.isFormula = true
        else if (name === 'col' && isTrue(attribute('hidden')))
          firstHiddenColumn = Math.min(firstHiddenColumn, Number(attribute('min')))
        else if (name === 'mergeCell') noteMerged(table, attribute)
        else if (cell) runs.open(name)
      },
      text(text) {
        if (!cell) return
        if (isValue) cell.value = appendText(cell.value, text)
        else runs.take(text)
      },
      close(name) {
        if (name === 'v') {
          isValue = false
          if (cell) cell.hasValue = true
        } else if (name === 'c' && cell) {
          const text = getText(cell, runs.end(), source, row)
          cell = undefined
          if (text === '') return
          if (column > SHEET_LIMITS.columns) throw createTooManyColumnsRefusal(row)
          while (cells.length < column - 1) cells.push('')
          cells.push(text)
        } else if (name === 'row') {
          widest = Math.max(widest, cells.length)
          if (table.add(row, cells) && isHidden) table.note('HIDDEN_ROWS', row)
        } else if (cell) runs.close(name)
      },
    },
    afterPiece,
  )
  // Unused rows are often hidden, up to the last one.
  if (firstHiddenColumn <= widest) table.note('HIDDEN_COLUMNS')
}

interface Cell {
  /** ECMA-376 part 1, 18.18.11: n(umber), s(hared string), inlineStr, str (text of a formula), b(oolean), e(rror), d(ate). */
  type: string
  style: string
  value: string
  isFormula: boolean
  hasValue: boolean
}

function getText(cell: Cell, inline: string, source: SheetSource, row: number): string {
  const { type, style, value } = cell
  const { table, formats, strings, isFrom1904 } = source
  if (cell.isFormula) table.note(cell.hasValue ? 'FORMULA_VALUES' : 'FORMULA_WITHOUT_VALUE', row)
  switch (type) {
    case 'inlineStr':
      return inline
    case 's':
      return value === '' ? '' : (strings.at(Number(value)) ?? reject())
    case 'str':
      return unescapeText(value)
    case 'b':
      return value === '' ? '' : isTrue(value) ? 'TRUE' : 'FALSE'
    case 'e':
      table.note('ERROR_VALUES', row)
      return value
    case 'd':
      return /^\d{4}-\d\d-\d\d/.exec(value)?.[0] ?? value
    case 'n':
      return formatNumber(value, formats[Number(style)] ?? 'PLAIN', isFrom1904)
    default:
      return reject()
  }
}

/** Rows and cells may omit their position; then each follows the previous one. Positions never decrease. */
function readRowNumber(previous: number, reference: string): number {
  if (reference === '') return previous + 1
  const row = /^\d{1,7}$/.test(reference) ? Number(reference) : 0
  return row > previous ? row : reject()
}

function readColumnIndex(previous: number, reference: string): number {
  if (reference === '') return previous + 1
  let column = 0
  for (const letter of /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column > previous ? column : reject()
}

/** Titles are merged for layout; below the header a merged cell leaves others empty. */
function noteMerged(table: Table, attribute: Attribute): void {
  const [firstRow = 0, lastRow = 0] = (attribute('ref').match(/\d{1,7}/g) ?? []).map(Number)
  if (table.headerRow > 0 && lastRow >= table.headerRow)
    table.note('MERGED_CELLS', Math.max(firstRow, table.headerRow))
}

function reject(): never {
  throw createDamagedWorkbookRefusal()
}
