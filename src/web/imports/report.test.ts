import { describe, expect, test } from 'vitest'
import type { ImportIssue, ImportPreviewRow } from '../../contract/imports.ts'
import { NOTHING_DECIDED, withEdit } from './draft.ts'
import {
  ALL_ROWS,
  filterRows,
  findReport,
  getFirstFilter,
  LEFT_OUT,
  listAcceptedValues,
  listRejectReasons,
  listRowsWithValue,
  listWarnings,
  toReport,
} from './report.ts'

const issue = (row: number | null, code: string, level: ImportIssue['level'] = 'WARN'): ImportIssue => ({
  row,
  column: null,
  code,
  level,
  message: `${code} is wrong`,
})
const row = (number: number, state: ImportPreviewRow['state']): ImportPreviewRow => ({
  row: number,
  state,
  cells: [],
})

const REPORT = toReport({
  errors: [
    issue(2, 'R02', 'REJECT'),
    issue(3, 'W03'),
    issue(3, 'W03'),
    issue(3, 'W04'),
    issue(4, 'W03'),
    issue(null, 'W05'),
    issue(null, 'W05'),
    issue(5, 'W10', 'INFO'),
  ],
  preview: [
    row(2, 'REJECT'),
    row(3, 'WARN'),
    row(4, 'WARN'),
    row(5, 'OK'),
    row(6, 'SKIPPED'),
    row(7, 'DROPPED'),
  ],
  warningCodes: ['W03', 'W04', 'W05'],
})

describe('a report', () => {
  test('issues are found by row; those of the file are notes', () => {
    expect(REPORT.issuesOf.get(3)?.map(({ code }) => code)).toEqual(['W03', 'W03', 'W04'])
    expect(REPORT.issuesOf.get(7)).toBeUndefined()
    expect(REPORT.notes).toHaveLength(2)
  })
  test('errors of a row come before its warnings', () => {
    const { issuesOf } = toReport({
      errors: [
        issue(2, 'W10', 'INFO'),
        issue(2, 'W06'),
        issue(2, 'R05', 'REJECT'),
        issue(2, 'R07', 'REJECT'),
      ],
    })
    expect(issuesOf.get(2)?.map(({ code }) => code)).toEqual(['R05', 'R07', 'W06', 'W10'])
  })
  test('warnings are counted by code, in the form in which they are confirmed', () => {
    expect(listWarnings(REPORT)).toEqual([
      { code: 'W03', rows: 2, notes: [] },
      { code: 'W04', rows: 1, notes: [] },
      { code: 'W05', rows: 0, notes: ['W05 is wrong', 'W05 is wrong'] },
    ])
  })
  test('a code that is not listed is still to be confirmed', () => {
    expect(listWarnings({ issues: [], warningCodes: ['W09'] })).toEqual([{ code: 'W09', rows: 0, notes: [] }])
  })
})

describe('reasons and values', () => {
  test('reasons of rejected rows are counted by row, the most frequent first', () => {
    const report = toReport({
      errors: [
        issue(2, 'S05', 'REJECT'),
        issue(2, 'M02', 'REJECT'),
        issue(3, 'M02', 'REJECT'),
        issue(3, 'M02', 'REJECT'),
        { ...issue(4, 'S05', 'REJECT'), message: 'another message' },
        issue(4, 'M02', 'REJECT'),
        issue(5, 'M58'),
        issue(null, 'S01', 'REJECT'),
      ],
    })
    expect(listRejectReasons(report)).toEqual([
      { code: 'M02', rows: 3, message: 'M02 is wrong' },
      { code: 'S05', rows: 2, message: null },
    ])
  })

  const cells = (number: number, ...texts: string[]): ImportPreviewRow => ({
    ...row(number, 'OK'),
    cells: texts,
  })
  const report = toReport({
    preview: [
      cells(2, '*******FA', 'Plan A', ''),
      cells(7, '*******FA', 'Plan B', '*******FA'),
      cells(9, '*******B', 'Plan B', '*******FA'),
      { ...cells(11, '', 'Plan B', ''), state: 'DROPPED' },
    ],
    errors: [7, 9].map((number) => ({ ...issue(number, 'S05', 'REJECT'), column: 'Scheme' })),
    columns: [
      { column: 2, field: 'scheme', header: 'Scheme', from: 'HEADER' },
      { column: 3, field: 'email', header: 'Remarks', from: 'HEADER' },
    ],
  })
  const scheme = { column: 2, field: 'scheme', header: 'Scheme' }

  test('rows with a value and an issue have the numbers of the service; a cell changed since keeps its change', () => {
    expect(listRowsWithValue(report, NOTHING_DECIDED, scheme, 'Plan B')).toEqual([7, 9])
    expect(listRowsWithValue(report, NOTHING_DECIDED, scheme, 'Plan A')).toEqual([])
    const changed = withEdit(NOTHING_DECIDED, 9, 2, { value: 'Plan C', before: 'Plan B' })
    expect(listRowsWithValue(report, changed, scheme, 'Plan B')).toEqual([7])
  })
  test('no rows are found by a PPS number, whose digits are not shown, in any column', () => {
    const pps = { column: 1, field: 'ppsn', header: 'PPSN' }
    expect(listRowsWithValue(report, NOTHING_DECIDED, pps, '*******FA')).toEqual([])
    expect(listRowsWithValue(report, NOTHING_DECIDED, pps, '')).toEqual([])
    expect(
      listRowsWithValue(report, NOTHING_DECIDED, { column: 3, field: null, header: 'Remarks' }, '*******FA'),
    ).toEqual([])
  })
  test('values of all sheets without an issue are suggested, never masked ones', () => {
    const schemes = toReport({
      preview: [cells(2, 'Plan C'), cells(3, 'Plan A')],
      columns: [{ column: 1, field: 'scheme', header: 'Name', from: 'HEADER' }],
    })
    expect(listAcceptedValues([schemes, report], 'scheme')).toEqual(['Plan A', 'Plan C'])
    expect(listAcceptedValues([report], 'email')).toEqual([])
  })
})

describe('the report in a refusal', () => {
  test('is missing if the file was not read', () =>
    expect(findReport({ code: 'F01', message: 'The file is empty' })).toBeNull())
  test('can consist of columns only', () =>
    expect(
      findReport({ code: 'F03', columns: [{ column: 1, header: 'A', field: null, from: null }] }),
    ).toMatchObject({
      counts: null,
      columns: [{ header: 'A' }],
      rows: [],
    }))
})

describe('the filter of rows', () => {
  const numbers = (filter: Parameters<typeof filterRows>[1]) =>
    filterRows(REPORT, filter).map((one) => one.row)
  test('selects all rows, rows in a state, or rows with a code', () => {
    expect(numbers(ALL_ROWS)).toEqual([2, 3, 4, 5, 6, 7])
    expect(numbers({ kind: 'state', states: ['WARN'] })).toEqual([3, 4])
    expect(numbers({ kind: 'state', states: LEFT_OUT })).toEqual([6, 7])
    expect(numbers({ kind: 'code', code: 'W04' })).toEqual([3])
  })
  test.each([
    [
      { reject: 1, warn: 5 },
      { kind: 'state', states: ['REJECT'] },
    ],
    [
      { reject: 0, warn: 5 },
      { kind: 'state', states: ['WARN'] },
    ],
    [{ reject: 0, warn: 0 }, { kind: 'all' }],
  ])('%j begins with the filter %j', (counts, filter) => expect(getFirstFilter(counts)).toEqual(filter))
  test('is the same object for the same counts, so that rows are not filtered again', () =>
    expect(getFirstFilter({ reject: 1, warn: 0 })).toBe(getFirstFilter({ reject: 2, warn: 2 })))
})
