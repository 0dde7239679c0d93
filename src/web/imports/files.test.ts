import { expect, test } from 'vitest'
import { CONTRIBUTION_COLUMNS } from '../../contract/contributions.ts'
import { formatCsv } from '../ui/csv.ts'
import { listProblemCsvColumns, listProblemRows, listSampleColumns } from './files.ts'
import { toReport } from './report.ts'

test('the sample has every canonical column, and empty cells for missing values', () => {
  const [head = '', first = ''] = formatCsv(listSampleColumns(CONTRIBUTION_COLUMNS), [
    { ppsn: '1234567FA' },
  ]).split('\r\n')
  expect(head.split(',')).toEqual(CONTRIBUTION_COLUMNS.map((name) => `"${name}"`))
  expect(first.split(',')).toEqual(['"1234567FA"', ...CONTRIBUTION_COLUMNS.slice(1).map(() => '""')])
})

test('the list of problems has the rows with their issues, then the issues of the file', () => {
  const report = toReport({
    columns: [
      { column: 1, header: 'PPSN', field: 'ppsn', from: 'HEADER' },
      { column: 2, header: 'EE', field: 'ee_contribution', from: 'HEADER' },
    ],
    preview: [
      { row: 2, state: 'OK', cells: ['*******FA', '10'] },
      { row: 3, state: 'REJECT', cells: ['*******F', '=1+1'] },
      { row: 4, state: 'SKIPPED', cells: ['', 'x'] },
    ],
    errors: [
      { row: 3, column: 'EE', code: 'R05', level: 'REJECT', message: 'No amount' },
      { row: 3, column: null, code: 'R02', level: 'REJECT', message: 'No member' },
      { row: null, column: null, code: 'W05', level: 'WARN', message: 'Somebody is missing' },
      { row: null, column: null, code: 'M82', level: 'INFO', message: 'Not kept' },
    ],
  })
  expect(formatCsv(listProblemCsvColumns(report), listProblemRows(report))).toBe(
    [
      '"PPSN","EE","Row","Problems"',
      `"*******F","'=1+1","3","EE: No amount | No member"`,
      '"","","","Somebody is missing"',
      '',
    ].join('\r\n'),
  )
})
