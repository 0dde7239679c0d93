import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSheetXml, buildWorkbook } from '../../../../test/fixtures/uploads/workbook.ts'
import { getPropertyRuns } from '../../../../test/harness/property-runs.ts'
import { runTask } from '../../../../test/harness/workers.ts'
import { readSheet, type Sheet, SheetRefusal } from './sheet.ts'
import { readSheetOfWorkbook } from './spreadsheet.ts'
import { Table } from './table.ts'

/** Rethrows errors other than refusals. */
async function readOrRefused(reading: Promise<unknown>): Promise<unknown> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof SheetRefusal) return error
    throw error
  }
}

const letter = fc.constantFrom(
  ...[...'ab0 9.,;|\t"\'=-+@#\r\n<&áéÓß€'],
  '\r\n',
  '""',
  '中',
  'ש',
  '💶',
  '\u00a0',
  'e\u0301',
)
const cell = fc
  .array(letter, { maxLength: 12 })
  .map((letters) => letters.join(''))
  // Other tests cover these by example.
  .filter((text) => !/^\s*['=]/.test(text))

/** Changes that the reader may make to a cell. */
const asRead = (text: string): string => text.replace(/ ?[\t\r\n]+ ?/g, ' ').trim()

const table = fc
  .tuple(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 1, max: 30 }))
  .chain(([columns, rows]) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  )
  .filter((rows) => rows.some((row) => row.some((text) => asRead(text) !== '')))

const ENCODINGS: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16LE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
}

test('any table written as CSV is read back, with every delimiter, line end, quoting and encoding', async () => {
  const style = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    record_delimiter: fc.constantFrom('\n', '\r\n', '\r'),
    quoted: fc.boolean(),
    isTold: fc.boolean(),
    encoding: fc.constantFrom(...Object.keys(ENCODINGS)),
  })
  await fc.assert(
    fc.asyncProperty(table, style, async (rows, { isTold, encoding, ...options }) => {
      const header = (rows[0] as string[]).map((_, column) => `column ${column}`)
      // A line break of any kind ends a row unless it is in quotes.
      const csv = stringify([header, ...rows], { ...options, quoted_match: /[\r\n]/ })
      const separatorLine = isTold ? `sep=${options.delimiter}${options.record_delimiter}` : ''
      const sheet = await readSheet((ENCODINGS[encoding] as (text: string) => Buffer)(separatorLine + csv), {
        runTask,
      })
      const expected = rows
        .map((row, index) => ({ row: index + 2, cells: row.map(asRead) }))
        .filter(({ cells }) => cells.some((text) => text !== ''))
      expect(sheet.header).toEqual(header)
      expect(sheet.delimiter).toBe(options.delimiter)
      expect(sheet.rows).toEqual(expected)
    }),
    { numRuns: getPropertyRuns(400) },
  )
})

test('any table that was written as a workbook is read back', async () => {
  const words = cell.filter((text) => !/_x|[\r]/.test(text))
  const rows = fc.array(fc.array(words, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(rows, fc.boolean(), fc.boolean(), async (cells, isDeflated, hasNoReferences) => {
      const given = new Table()
      const sheet = { rows: [['a', 'b', 'c'], ...cells], hasNoReferences }
      await readSheetOfWorkbook(buildWorkbook({ sheets: [sheet], isDeflated }), given, async () => {})
      const expected = cells
        .map((row, index) => ({ row: index + 2, cells: row.map(asRead) }))
        .filter((row) => row.cells.some((text) => text !== ''))
      expect(given.rows).toEqual(expected)
    }),
    { numRuns: getPropertyRuns(200) },
  )
})

test('any bytes are read or refused', async () => {
  const soup = fc
    .array(
      fc.constantFrom(
        '"',
        '""',
        ',',
        ';',
        '\t',
        '|',
        '\n',
        '\r',
        'a',
        '=',
        "'",
        'sep=',
        ' ',
        '\uFEFF',
        'é',
        '\0',
      ),
      { maxLength: 200 },
    )
    .map((parts) => Buffer.from(parts.join('')))
  const noise = fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes))
  const begun = fc
    .tuple(fc.constantFrom('efbbbf', 'fffe', 'feff', 'd0cf11e0a1b11ae1', '25504446', '61003b00'), noise)
    .map(([beginning, rest]) => Buffer.concat([Buffer.from(beginning, 'hex'), rest]))
  await fc.assert(
    fc.asyncProperty(fc.oneof(soup, noise, begun), async (bytes) => {
      const found = await readOrRefused(readSheet(bytes, { runTask }))
      if (found instanceof SheetRefusal) return
      const { header, rows } = found as Sheet
      expect(header.length).toBeGreaterThan(0)
      for (const { cells } of rows) expect(cells).toHaveLength(header.length)
    }),
    { numRuns: getPropertyRuns(2_000) },
  )
})

const XML = buildSheetXml({
  rows: [
    ['a', 'b', 'c'],
    ['x', 1, true],
    ['y', { attributes: 's="1"', content: '<v>46325</v>' }, { content: '<f>A1</f><v>2</v>' }],
  ],
})

test('a workbook with any damage is read or refused', async () => {
  const bytes = buildWorkbook({ sheets: [{ xml: XML }], formats: [14], strings: ['s'] })
  const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(bytes.length), async (changes, end) => {
      const damaged = Buffer.from(bytes)
      for (const [at, value] of changes) damaged[at] = value
      await readOrRefused(readSheetOfWorkbook(damaged, new Table(), async () => {}))
      await readOrRefused(readSheetOfWorkbook(bytes.subarray(0, end), new Table(), async () => {}))
    }),
    { numRuns: getPropertyRuns(500) },
  )
})

test('a workbook of any XML is read or refused', async () => {
  const piece = fc.constantFrom(
    '<row>',
    '<row r="3">',
    '</row>',
    '<c>',
    '<c r="B3" t="s">',
    '<c t="inlineStr">',
    '<c t="e">',
    '<c t="x">',
    '</c>',
    '<v>',
    '</v>',
    '<v>7</v>',
    '<v>1e999</v>',
    '<f>',
    '</f>',
    '<is><t>',
    '</t></is>',
    '<r>',
    '</r>',
    '<rPh>',
    '</rPh>',
    '<mergeCell ref="A1:B9"/>',
    '<mergeCell/>',
    '<col hidden="1"/>',
    '<!-- -->',
    '<![CDATA[x]]>',
    '&amp;',
    '&#xD800;',
    '&',
    '<a b=c>',
    '<a b="c" b="d">',
    '<!DOCTYPE x>',
    '<?x y?>',
    'text',
    '_xD800_',
    '"',
    '>',
    '<',
  )
  const inserted = fc.array(fc.tuple(fc.nat(XML.length), piece), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(inserted, async (pieces) => {
      let xml = XML
      for (const [at, text] of pieces) xml = xml.slice(0, at) + text + xml.slice(at)
      const given = new Table()
      await readOrRefused(
        readSheetOfWorkbook(buildWorkbook({ sheets: [{ xml }], formats: [14] }), given, async () => {}),
      )
      for (const { cells } of given.rows) for (const text of cells) expect(text.isWellFormed()).toBe(true)
    }),
    { numRuns: getPropertyRuns(1_000) },
  )
})
