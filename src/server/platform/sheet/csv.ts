/** Reads CSV as it is found: any of four delimiters, any line ends, and the habits of Excel. */
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { CsvError, type Parser, parse } from 'csv-parse'
import { SHEET_LIMITS, type Sheet, SheetRefusal } from './shape.ts'
import { createTooManyColumnsRefusal, Table } from './table.ts'
import { decodeText } from './text.ts'

type Delimiter = NonNullable<Sheet['delimiter']>
/** In the order in which a tie is decided. */
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|']

/** One more column than there may be, and one that takes the rest of the line, however long. */
const COLUMNS_AT_MOST = SHEET_LIMITS.columns + 2

/** XFD in Excel. */
const LAST_COLUMN = 16_384

const SNIFFED_LINES = 20
const SNIFFED_CHARACTERS = 16 * 1024

/** Throws SheetRefusal. */
export async function readCsv(bytes: Buffer): Promise<Sheet> {
  const text = decodeText(bytes)
  const declared = /^"?sep=(.)"?(?:\r\n|\n|\r|$)/i.exec(text.head)
  const skip = declared?.[0].length ?? 0
  const delimiter =
    DELIMITERS.find((one) => one === declared?.[1]) ??
    detectDelimiter(text.head.slice(skip, skip + SNIFFED_CHARACTERS))
  const table = new Table(readAsExcel)
  if (text.isGuessed) table.note('ENCODING_GUESSED')
  // Excel does not show that line, so it is not counted; it is ASCII: as many bytes as characters.
  try {
    await pipeline(yieldInTurns(text.slices(), skip), createTableParser(table, delimiter))
  } catch (error) {
    // With these options the parser fails for its quotes only.
    if (error instanceof CsvError)
      throw createQuoteRefusal(Number(error.records) + Number(error.empty_lines) + 1)
    throw error
  }
  table.end()
  const { header, headerRow, rows, notices } = table
  return { format: 'CSV', encoding: text.encoding, delimiter, header, headerRow, rows, notices }
}

/** Lets others have the event loop between two slices. */
async function* yieldInTurns(slices: Iterable<Buffer>, skip: number): AsyncGenerator<Buffer> {
  let rest = skip
  for (const slice of slices) {
    yield slice.subarray(rest)
    rest = Math.max(0, rest - slice.length)
    await setImmediate()
  }
}

/**
 * Gives each row to the table as soon as it is complete; the parser itself hands nothing on. A quote within a cell is
 * text, but one that opens a cell has to be closed where the cell ends (`rtrim` sees to that): a stray one would make
 * one row of two.
 */
function createTableParser(table: Table, delimiter: Delimiter): Parser {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    ltrim: true,
    rtrim: true,
    max_record_size: 0,
    ignore_last_delimiters: COLUMNS_AT_MOST,
    on_record: (record, { records, empty_lines }) => {
      const row = records + empty_lines
      if (record.length === COLUMNS_AT_MOST && isFilled(record.pop() as string, delimiter))
        throw createTooManyColumnsRefusal(row)
      table.add(row, record)
      return null
    },
  })
  return parser.resume()
}

/** Is there more than delimiters in the rest of a line? The widest spreadsheet would leave no more of them. */
const isFilled = (rest: string, delimiter: Delimiter): boolean =>
  rest.length > LAST_COLUMN || /[^\s"]/.test(rest.replaceAll(delimiter, ''))

const createQuoteRefusal = (row: number): SheetRefusal =>
  new SheetRefusal(
    'UNREADABLE',
    `A quotation mark that opens a cell of row ${row} is not closed, or text follows where it is; correct that row`,
    row,
  )

/** The text that Excel shows of `="0123"` and of `'0123`; an apostrophe before a small letter begins a name ('t Hooft). */
function readAsExcel(text: string): string {
  if (!text.startsWith('=') && !text.startsWith("'")) return text
  const formula = /^="((?:[^"]|"")*)"$/.exec(text)
  if (formula) return (formula[1] as string).replaceAll('""', '"').trim()
  return /^'(?!\p{Ll})/u.test(text) ? text.slice(1).trim() : text
}

/**
 * The delimiter with the same count in most lines; of several the most frequent one. Text in quotes does not count; a decimal
 * comma does, but not in the header.
 */
function detectDelimiter(head: string): Delimiter {
  const lines: Map<Delimiter, number>[] = [new Map()]
  let isQuoted = false
  let isAtStart = true
  for (const character of head) {
    const line = lines.at(-1) as Map<Delimiter, number>
    const delimiter = DELIMITERS.find((one) => one === character)
    if (character === '"' && (isQuoted || isAtStart)) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n' || character === '\r') {
      if (line.size > 0) lines.push(new Map())
      if (lines.length > SNIFFED_LINES) break
    } else if (delimiter) line.set(delimiter, (line.get(delimiter) ?? 0) + 1)
    // After a quote that closes another one may follow: it is doubled, and nothing was closed.
    isAtStart = delimiter !== undefined || /["\r\n]/.test(character) || (isAtStart && character === ' ')
  }
  const found = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.get(delimiter) ?? 0).filter((count) => count > 0)
    const agreeing = counts.map((count) => ({
      count,
      lines: counts.filter((other) => other === count).length,
    }))
    const best = agreeing.sort((a, b) => b.lines - a.lines || b.count - a.count)[0] ?? { count: 0, lines: 0 }
    return { delimiter, ...best }
  })
  return (found.sort((a, b) => b.lines - a.lines || b.count - a.count)[0] as { delimiter: Delimiter })
    .delimiter
}
