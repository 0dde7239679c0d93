import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SAMPLE_MEMBERS, UPLOADS } from '../../../../test/fixtures/uploads/expected-imports.ts'
import {
  buildUpload,
  FILES,
  FOLDER,
  MADE_WHEN_ASKED,
  readUpload,
} from '../../../../test/fixtures/uploads/files.ts'
import { readOrRefuse, testSheets } from '../../../../test/harness/sheet-files.ts'
import { runTask } from '../../../../test/harness/workers.ts'
import { readSheet, SHEET_LIMITS, type Sheet, SheetRefusal } from './sheet.ts'

const read = (text: string): Promise<Sheet> => readSheet(Buffer.from(text), { runTask })

async function refusalOf(text: string): Promise<Pick<SheetRefusal, 'code' | 'message' | 'row'>> {
  const refusal = await readOrRefuse(Buffer.from(text))
  if (!(refusal instanceof SheetRefusal)) throw new Error('It was not refused')
  const { code, message, row } = refusal
  return { code, message, ...(row === undefined ? {} : { row }) }
}

describe('every text file in the upload fixtures', () => {
  // A workbook takes a worker of its own to read; sheet-files.system.test.ts reads all of them.
  testSheets(UPLOADS.filter(({ file }) => !/\.(xls\w|ods|zip)$/.test(file) && !file.startsWith('rows-')))
  testSheets(UPLOADS.filter(({ file }) => file === 'payroll.xlsx'))

  test('is stored as it is built, and listed in the table', () => {
    const storedFiles = FILES.filter((file) => !MADE_WHEN_ASKED.has(file))
    expect(readdirSync(FOLDER).sort()).toEqual(storedFiles.toSorted())
    for (const file of storedFiles) expect(readUpload(file).equals(buildUpload(file)), file).toBe(true)
    expect([...new Set(UPLOADS.map(({ file }) => file))].sort()).toEqual(FILES.toSorted())
  })
})

test('messages about a file name rows and limits, and no cell content', async () => {
  const secrets = SAMPLE_MEMBERS.flatMap(({ ppsNumber, firstName, lastName, worksNumber }) => [
    ppsNumber,
    firstName,
    lastName,
    worksNumber,
  ])
  const files = FILES.filter((file) => /\.csv$|error-cell|merged|cell-twice|out-of|column-xfd/.test(file))
  for (const file of files) {
    const found = await readOrRefuse(readUpload(file))
    const messages =
      found instanceof SheetRefusal ? [found.message] : found.notices.map(({ message }) => message)
    for (const secret of secrets) expect(messages.join(), file).not.toContain(secret)
  }
})

describe('a row', () => {
  test('keeps cells beyond the header, and is padded to the header', async () => {
    const { header, rows } = await read('a,b,\n1\n1,2,,3,\n1,2,,,4,,5\n')
    expect(header).toEqual(['a', 'b'])
    expect(rows).toEqual([
      { row: 2, cells: ['1', ''] },
      { row: 3, cells: ['1', '2'], extra: ['3'] },
      { row: 4, cells: ['1', '2'], extra: ['4', '5'] },
    ])
  })

  test('has its row number in the spreadsheet', async () => {
    const { headerRow, rows } = await read('\n\na,b\n\n"1\n1",2\n , \n3,4')
    expect(headerRow).toBe(3)
    expect(rows.map(({ row }) => row)).toEqual([5, 7])
  })

  test('is counted without a line that only declares the delimiter', async () => {
    const { delimiter, rows } = await read('sep=|\na,x|b\n1|2')
    expect({ delimiter, rows }).toEqual({ delimiter: '|', rows: [{ row: 2, cells: ['1', '2'] }] })
  })
})

describe('a header', () => {
  test('is normalised, without invisible characters', async () => {
    const { header } = await read('\uFEFFSea\u0301n,\u200bpps\u2060n\u00a0,"pay\ndate"\n1,2,3')
    expect(header).toEqual(['Seán', 'ppsn', 'pay date'])
  })

  test.each([
    ['a title of one cell above three', 'Report\na,b,c\n1,2,3', 2],
    ['two titles', 'Report\n,October\na,b,c\n1,2,3', 3],
    ['nine titles', `${'Report\n'.repeat(9)}a,b,c\n1,2,3`, 10],
    ['ten titles, which are a column', `${'Report\n'.repeat(10)}a,b,c\n1,2,3`, 1],
    ['one column', 'a\n1\n2', 1],
    ['two columns', 'a,b\n1,2\n1,2,3', 1],
    ['one column with a second cell somewhere', 'a\n1,2', 1],
  ])('below %s is found in row %#', async (_, text, headerRow) => {
    expect((await read(text)).headerRow).toBe(headerRow)
  })
})

describe('a cell', () => {
  test.each([
    ['" 1 "', '1'],
    ['  x  ', 'x'],
    ['"a\r\nb"', 'a b'],
    ['"a \n\n b"', 'a b'],
    ['="007"', '007'],
    ['"=""007"""', '007'],
    ['"=""say """"so"""""""', 'say "so"'],
    ['=A1', '=A1'],
    ["'007", '007'],
    ["'=1+1", '=1+1'],
    ["''t Hooft", "'t Hooft"],
    ["'t Hooft", "'t Hooft"],
    ["O'Brien", "O'Brien"],
    ['5" pipe', '5" pipe'],
    ['say "so"', 'say "so"'],
    ['1\u202e2\u202c3', '123'],
    ['41\u200d00', '4100'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['👩\u200d🌾', '👩\u200d🌾'],
    ['Maith\u00adthú', 'Maiththú'],
    ['NÃ\u00ad', 'NÃ\u00ad'],
    ['\u00a01\u00a0234\u3000', '1\u00a0234'],
  ])('%j is read as %j', async (written, text) => {
    const { rows } = await read(`a,b\n1,${written}\n`)
    expect(rows[0]?.cells[1]).toBe(text)
  })
})

describe('the delimiter', () => {
  test.each([
    ['the one in the header, whatever decimals have', 'a;b\n1,5;2,5\n1,5;2,5', ';'],
    ['not a comma in a title', 'Acme, Dublin\na;b;c\n1;2;3', ';'],
    ['not one in quotes', 'a|"b;c;d;e"\n1|"2;3;4;5"', '|'],
    ['a tab beside commas in names', 'name\tpay\nByrne, Zoë\t1,000.00', '\t'],
    ['a comma where there is none', 'a\n1', ','],
    ['the one that is told', 'sep=;\na,b;c\n1,2;3', ';'],
    ['not one that nobody knows', 'sep=:\na,b\n1,2', ','],
  ] as const)('is %s', async (_, text, delimiter) => {
    expect((await read(text)).delimiter).toBe(delimiter)
  })
})

describe('at its limit a file is read, and beyond it refused', () => {
  const columns = (count: number): string =>
    `${Array.from({ length: count }, (_, i) => `c${i}`).join()}\n1,2\n`
  const rows = (count: number): string => `a,b\n${'1,2\n'.repeat(count)}`
  const cell = (characters: number): string => `a,b\n1,2\n3,${'x'.repeat(characters)}`

  test.each([
    ['columns', columns(SHEET_LIMITS.columns)],
    ['rows', rows(SHEET_LIMITS.rows)],
    ['characters', cell(SHEET_LIMITS.cellCharacters)],
    ['filled cells', `${'x,'.repeat(199)}x\n`.repeat(5_000)],
  ])('%s', async (_, text) => {
    expect((await read(text)).header.length).toBeGreaterThan(1)
  })

  test.each([
    ['columns', columns(201), 'Row 1 has more than 200 columns; delete those that are not needed', 1],
    [
      'columns below the header',
      `a,b\n${columns(203)}`,
      'Row 2 has more than 200 columns; delete those that are not needed',
      2,
    ],
    ['rows', rows(20_001), 'There are more than 20,000 rows; split the file before row 20002', 20_002],
    [
      'filled cells',
      `${'x,'.repeat(199)}x\n`.repeat(5_001),
      'There are more than 1,000,000 filled cells; split the file before row 5001',
      5_001,
    ],
    [
      'characters',
      cell(10_001),
      'Cell B3 has more than 10,000 characters; shorten it, or look for a quotation mark that is not closed',
      3,
    ],
    [
      'characters in column AB',
      `${columns(30)}${'x,'.repeat(27)}${'y'.repeat(10_001)}`,
      'Cell AB3 has more than 10,000 characters; shorten it, or look for a quotation mark that is not closed',
      3,
    ],
  ])('%s', async (_, text, message, row) => {
    expect(await refusalOf(text)).toEqual({ code: 'F07', message, row })
  })

  test('bytes', async () => {
    const whole = Buffer.alloc(SHEET_LIMITS.bytes, 'a,b\n1,2\n')
    expect(await readOrRefuse(whole)).toMatchObject({ code: 'F07', row: 20_002 })
    expect(await readOrRefuse(Buffer.concat([whole, Buffer.from('3')]))).toMatchObject({
      code: 'F07',
      message: 'The file is larger than 10 MB; split it or delete what is not needed',
    })
  })
})

test.each([
  ['cut off in a letter', Buffer.from(`a,b\nSeán,Ní\n${'é'.repeat(50)},1é`).subarray(0, -1), '1�'],
  [
    'with a letter of another encoding',
    Buffer.concat([Buffer.from(`a,b\n${'é'.repeat(50)},`), Buffer.from([0xe9])]),
    '�',
  ],
])('UTF-8 that is %s is read as UTF-8, and the damage is reported', async (_, bytes, last) => {
  const { encoding, notices, rows } = (await readOrRefuse(bytes)) as Sheet
  expect({ encoding, notices: notices.map(({ code }) => code) }).toEqual({
    encoding: 'UTF-8',
    notices: ['REPLACED_CHARACTERS'],
  })
  expect(rows.at(-1)?.cells).toEqual(['é'.repeat(50), last])
})

test.each([
  ['rows', 'a,b\n"1,2\n3,4\n', 2],
  ['rows and an empty line', 'a,b\n\n1,2\n"3",4\n5,"6\n7,8\n', 5],
  ['text after it', 'a,b\n1,"2"3\n', 2],
])('a quote that is not closed is reported with the row where it opens: %s', async (_, text, row) => {
  expect(await refusalOf(text)).toEqual({
    code: 'UNREADABLE',
    message: `A quotation mark that opens a cell of row ${row} is not closed, or text follows where it is; correct that row`,
    row,
  })
})

test.each(['rows-20000.csv', 'cell-of-a-megabyte.csv', 'row-below-a-million.csv', 'rows-20001.xlsx'])(
  'other work continues while %s is read',
  async (file) => {
    const bytes = readUpload(file)
    let turns = 0
    let isRead = false
    const turn = (): void => {
      turns++
      if (!isRead) setImmediate(turn)
    }
    setImmediate(turn)
    await readOrRefuse(bytes)
    isRead = true
    // A slice is 16 KiB.
    const slices = file.endsWith('.csv') ? Math.floor(bytes.length / 16_384) : 40
    expect(turns).toBeGreaterThanOrEqual(slices)
  },
)
