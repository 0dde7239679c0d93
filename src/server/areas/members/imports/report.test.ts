import { describe, expect, test } from 'vitest'
import { Refusal } from '../../../pipeline/refusal.ts'
import type { Sheet } from '../../../platform/sheet/sheet.ts'
import { matchColumns } from './columns.ts'
import { formatAnnotatedCsv, formatCsvLines } from './csv.ts'
import { createImportReporter, listUnconfirmed } from './report.ts'
import { buildTable } from './table.ts'

type Field = 'ppsn' | 'name' | 'pay'
const DEFINITIONS = [
  { field: 'ppsn' as const, headers: ['PPS No'] },
  { field: 'name' as const, headers: [] },
  {
    field: 'pay' as const,
    headers: [],
    doubtful: { Gross: { code: 'W03', level: 'WARN' as const, message: 'Taken for pay' } },
  },
]

const buildSheet = (rows: string[][], header = ['Name', 'PPS No', 'Gross', 'Note']): Sheet => ({
  format: 'CSV',
  encoding: 'UTF-8',
  delimiter: ',',
  header,
  headerRow: 1,
  rows: rows.map((cells, index) => ({ row: index + 2, cells })),
  notices: [
    { code: 'HIDDEN_ROWS', message: 'Hidden rows are read like the others', row: 3 },
    { code: 'NAMED_OTHERWISE', message: 'The content was read' },
  ],
})
const ROWS = [
  ['Aoife', '1234567FA', '12', 'of 6433435F'],
  ['Brian', '123456FA', '13', ''],
  ['Ciara', 'pending', '14', ''],
  ['Total', '', '39', ''],
  ['Donal', '9876543QA', '', ''],
]

const tableFrom = (sheet: Sheet, options: Partial<Parameters<typeof buildTable>[2]> = {}) =>
  buildTable<Field>(sheet, matchColumns<Field>(sheet.header, DEFINITIONS, { given: {}, remembered: {} }), {
    edits: [],
    skipRows: [],
    ...options,
  })

function buildReport({ rows = ROWS, preview = false, skipRows = [] as number[] } = {}) {
  const sheet = buildSheet(rows)
  const table = tableFrom(sheet, { skipRows })
  return createImportReporter({
    sheet,
    table,
    fileName: 'of 1234567FA.csv',
    dryRun: true,
    preview,
    ppsFields: ['ppsn'],
  })
}

describe('a table', () => {
  test('returns cells by field, trimmed, and an empty text without such a column', () => {
    const table = tableFrom(buildSheet([[' Aoife ', 'x', '1', '']], ['Name', 'A', 'B', 'C']))
    expect(table.rows[0]?.get('name')).toBe('Aoife')
    expect(table.rows[0]?.get('ppsn')).toBe('')
    expect([table.has('name'), table.has('ppsn')]).toEqual([true, false])
  })

  test('applies edits, cleaned like cells of the file, and skips rows', () => {
    const sheet = buildSheet(ROWS)
    const table = tableFrom(sheet, {
      edits: [
        { row: 3, column: 1, value: ' Brí\u200bd\n ' },
        { row: 3, column: 3, value: '1' },
        { row: 3, column: 3, value: '2' },
      ],
      skipRows: [4],
    })
    expect(table.rows[1]?.cells).toEqual(['Bríd', '123456FA', '2', ''])
    expect(sheet.rows[1]?.cells[0]).toBe('Brian')
    expect(table.rows.map(({ isSkipped }) => isSkipped)).toEqual([false, false, true, false, false])
  })

  test('refuses an edit or a skip of an unknown row or column', () => {
    const refused = (options: Parameters<typeof tableFrom>[1]) => {
      try {
        tableFrom(buildSheet(ROWS), options)
      } catch (error) {
        return error instanceof Refusal ? [error.status, error.issues] : error
      }
      return null
    }
    const edit = (row: number, column: number) => ({ edits: [{ row, column, value: '' }] })
    expect(refused(edit(1, 1))).toMatchObject([400, [{ path: ['edits', 0, 'row'] }]])
    expect(refused(edit(7, 1))).toMatchObject([400, [{ path: ['edits', 0, 'row'] }]])
    expect(refused(edit(2, 5))).toMatchObject([400, [{ path: ['edits', 0, 'column'] }]])
    expect(refused({ skipRows: [2, 9] })).toMatchObject([400, [{ path: ['skipRows', 1] }]])
    expect(refused(edit(6, 4))).toBeNull()
  })

  test('marks a row with more cells than columns', () => {
    const sheet = buildSheet(ROWS)
    sheet.rows[0] = { row: 2, cells: ['a', 'b', 'c', 'd'], extra: ['e'] }
    expect(tableFrom(sheet).rows.map(({ hasMoreCells }) => hasMoreCells)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('a report', () => {
  test('lists issues by row and column, doubts about columns first, with the headers of the file', async () => {
    const report = buildReport()
    report.add({ row: null, field: null, code: 'W05', level: 'WARN', message: 'Missing' })
    report.add({ row: 4, field: 'pay', code: 'W01', level: 'WARN', message: 'Pay' })
    report.add({ row: 4, field: 'name', code: 'W06', level: 'WARN', message: 'Name' })
    report.add({ row: 4, field: null, code: 'R08', level: 'REJECT', message: 'Twice' })
    report.add({ row: 3, field: 'ppsn', code: 'R01', level: 'INFO', message: 'PPS' })
    const { errors, moreErrors, warningCodes } = await report.fields()
    expect(errors).toEqual([
      { row: null, column: 'Gross', code: 'W03', level: 'WARN', message: 'Taken for pay' },
      { row: 3, column: 'PPS No', code: 'R01', level: 'INFO', message: 'PPS' },
      { row: 4, column: null, code: 'R08', level: 'REJECT', message: 'Twice' },
      { row: 4, column: 'Name', code: 'W06', level: 'WARN', message: 'Name' },
      { row: 4, column: 'Gross', code: 'W01', level: 'WARN', message: 'Pay' },
      { row: null, column: null, code: 'W05', level: 'WARN', message: 'Missing' },
    ])
    expect(moreErrors).toBe(0)
    expect(warningCodes).toEqual(['W01', 'W03', 'W05', 'W06'])
    expect(report.warningsOf(4)).toEqual(['W01', 'W06'])
    expect(report.warningsOf(3)).toEqual([])
  })

  test('counts every row once, by its worst issue', async () => {
    const report = buildReport({ skipRows: [3] })
    report.add({ row: 2, field: null, code: 'I', level: 'INFO', message: '' })
    report.add({ row: 4, field: null, code: 'W01', level: 'WARN', message: '' })
    report.drop(5)
    report.add({ row: 6, field: null, code: 'W01', level: 'WARN', message: '' })
    report.add({ row: 6, field: null, code: 'R01', level: 'REJECT', message: '' })
    const { counts, status } = await report.fields()
    expect(counts).toEqual({ rows: 5, ok: 1, warn: 1, reject: 1, skipped: 1, dropped: 1 })
    expect(status).toBe('REJECTED')
    expect([report.isRejected(6), report.isRejected(4), report.isEveryRowRejected]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('knows if every row to be imported is rejected', () => {
    const report = buildReport({ skipRows: [2, 3] })
    expect(report.isEveryRowRejected).toBe(false)
    for (const row of [4, 6]) report.add({ row, field: null, code: 'R01', level: 'REJECT', message: '' })
    expect(report.isEveryRowRejected).toBe(false)
    report.drop(5)
    expect(report.isEveryRowRejected).toBe(true)
    expect(buildReport({ skipRows: [2, 3, 4, 5, 6] }).isEveryRowRejected).toBe(false)
  })

  test('shows rows on request, and no PPS number of any column', async () => {
    const { preview, fileName, notices } = await buildReport({ preview: true }).fields()
    expect(preview?.map(({ cells }) => cells)).toEqual([
      ['Aoife', '*******FA', '12', 'of *******F'],
      ['Brian', '******FA', '13', ''],
      ['Ciara', 'pending', '14', ''],
      ['Total', '', '39', ''],
      ['Donal', '*******QA', '', ''],
    ])
    expect(fileName).toBe('of *******FA.csv')
    expect(notices).toEqual(['Hidden rows are read like the others (row 3)', 'The content was read'])
    expect((await buildReport().fields()).preview).toBeNull()
  })

  test('lists at most a thousand issues, and all of them with a preview', async () => {
    const rows = Array.from({ length: 1_200 }, () => ['Aoife', '', '', ''])
    for (const preview of [false, true]) {
      const report = buildReport({ rows, preview })
      for (let row = 1_201; row > 1; row--)
        for (const code of ['W06', 'W12'])
          report.add({ row, field: 'name', code, level: 'WARN', message: '' })
      const { errors, moreErrors } = await report.fields()
      expect([errors.length, moreErrors]).toEqual(preview ? [2_401, 0] : [1_000, 1_401])
      expect(errors.slice(0, 4).map(({ row }) => row)).toEqual([null, 2, 2, 3])
    }
  })

  test('returns the rows with a problem for the file of problems', async () => {
    const report = buildReport()
    report.add({ row: 6, field: 'ppsn', code: 'R01', level: 'REJECT', message: 'Bad' })
    report.add({ row: 2, field: 'pay', code: 'W01', level: 'WARN', message: 'Pay' })
    report.add({ row: 2, field: 'name', code: 'W06', level: 'WARN', message: 'Name' })
    report.add({ row: 3, field: 'name', code: 'W10', level: 'INFO', message: 'Old' })
    expect(await report.problemRows()).toEqual([
      {
        row: 2,
        cells: ['Aoife', '*******FA', '12', 'of *******F'],
        problems: [
          { column: 'Name', code: 'W06', level: 'WARN', message: 'Name' },
          { column: 'Gross', code: 'W01', level: 'WARN', message: 'Pay' },
        ],
      },
      {
        row: 6,
        cells: ['Donal', '*******QA', '', ''],
        problems: [{ column: 'PPS No', code: 'R01', level: 'REJECT', message: 'Bad' }],
      },
      {
        row: null,
        cells: [],
        problems: [{ column: 'Gross', code: 'W03', level: 'WARN', message: 'Taken for pay' }],
      },
    ])
  })

  test('names the warnings that are not confirmed', () => {
    expect(listUnconfirmed(['W01', 'W03'], ['W03', 'W09'])).toEqual(['W01'])
    expect(listUnconfirmed([], ['W03'])).toEqual([])
  })
})

describe('the CSV file of problems', () => {
  test('contains the rows with a problem and their messages', () => {
    const text = [
      ...formatAnnotatedCsv(
        [{ header: 'Name' }, { header: 'Pay' }],
        [
          {
            row: 4,
            cells: ['O"Neill, Aoife', '-12.34'],
            problems: [
              { column: 'Name', code: 'W06', level: 'WARN', message: 'Check it' },
              { column: null, code: 'R08', level: 'REJECT', message: 'Twice' },
            ],
          },
          {
            row: null,
            cells: [],
            problems: [{ column: null, code: 'W05', level: 'WARN', message: 'Missing' }],
          },
        ],
      ),
    ].join('')
    expect(text).toBe(
      '\ufeffName,Pay,Row,Problems\r\n"O""Neill, Aoife",-12.34,4,W06 Name: Check it; R08 Twice\r\n,,,W05 Missing\r\n',
    )
  })

  test.each([
    ['=1+1', `"'=1+1"`],
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+353 1 555', `"'+353 1 555"`],
    ['-1+cmd|calc', `"'-1+cmd|calc"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    ['＝1+1', `"'＝1+1"`],
    ['\u200b=1', `"'\u200b=1"`],
    ["'=1", `"''=1"`],
    ["'Abc", `"''Abc"`],
    ["'t Hooft", `"'t Hooft"`],
    ['-12.34', '-12.34'],
    ['-1,234.56', '"-1,234.56"'],
    ['12.34-', '12.34-'],
    ['a=1', 'a=1'],
    ['', ''],
  ])('escapes %s', (cell, written) => {
    expect(formatCsvLines([[cell, 'b']])).toBe(`${written},b\r\n`)
  })
})
