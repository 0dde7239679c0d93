import { describe, expect, test } from 'vitest'
import { Refusal } from '../../../pipeline/refusal.ts'
import { type ColumnDefinition, matchColumns } from './columns.ts'

type Field = 'ppsn' | 'ee' | 'ee_rate' | 'pay_date' | 'period_end'
const TOLD = { code: 'W00', level: 'WARN', message: 'Taken for the pay date' } as const
const DEFINITIONS: ColumnDefinition<Field>[] = [
  { field: 'ppsn', headers: ['PPS No', 'Tax Ref'] },
  { field: 'ee', headers: ['EE Amount', 'Employee Contribution'] },
  { field: 'ee_rate', unit: '%', headers: ['EE %', 'Employee Rate'] },
  { field: 'pay_date', headers: ['Pay Date'], doubtful: { 'Period End': TOLD, Date: TOLD } },
  { field: 'period_end', headers: ['Period End'] },
]

const match = (
  header: string[],
  given: Record<string, string | number | null> = {},
  remembered: Record<string, string | null> = {},
) => matchColumns(header, DEFINITIONS, { given, remembered })
const placesOf = (...call: Parameters<typeof match>) => Object.fromEntries(match(...call).places)

/** The issues of the 400 that a mapping is refused with. */
function issuesOf(...call: Parameters<typeof match>): { path: unknown[]; message: string }[] {
  try {
    match(...call)
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return error.issues ?? []
    throw error
  }
  throw new Error('It was not refused')
}

test.each([
  ['PPS No', { ppsn: 0 }],
  ['pps no', { ppsn: 0 }],
  ['PPS_No.', { ppsn: 0 }],
  ['p-p-s n o', { ppsn: 0 }],
  ['PPS\u00a0N\u200bo', { ppsn: 0 }],
  ['PPSN', { ppsn: 0 }],
  ['Pps Nó', { ppsn: 0 }],
  ['EE', { ee: 0 }],
  ['EE (€)', { ee: 0 }],
  ['EE Amount EUR', { ee: 0 }],
  ['ee amount €', { ee: 0 }],
  ['EE_EUR', { ee: 0 }],
  ['EE %', { ee_rate: 0 }],
  ['EE (%)', { ee_rate: 0 }],
  ['Employee Rate', { ee_rate: 0 }],
  ['Employee Rate %', { ee_rate: 0 }],
  ['Employee Contribution %', {}],
  ['Nobody knows', {}],
  ['', {}],
])('the header "%s" is read as %o', (header, places) => {
  expect(placesOf([header])).toEqual(places)
})

describe('the column mapping', () => {
  test('lists every column with its field and the reason', () => {
    const { columns } = match(
      ['Tax Ref', 'Extra', 'Amount', 'Paid on'],
      { ee: 'Amount' },
      { pay_date: 'Paid on' },
    )
    expect(columns).toEqual([
      { column: 1, header: 'Tax Ref', field: 'ppsn', from: 'HEADER' },
      { column: 2, header: 'Extra', field: null, from: null },
      { column: 3, header: 'Amount', field: 'ee', from: 'GIVEN' },
      { column: 4, header: 'Paid on', field: 'pay_date', from: 'REMEMBERED' },
    ])
  })

  test('a given mapping takes precedence over a remembered one, and that over the header', () => {
    const header = ['PPSN', 'Tax Ref', 'Other']
    expect(placesOf(header, { ppsn: 'Other' }, { ppsn: 'Tax Ref' })).toEqual({ ppsn: 2 })
    expect(placesOf(header, { ppsn: 3 }, { ppsn: 'Tax Ref' })).toEqual({ ppsn: 2 })
    expect(placesOf(header, {}, { ppsn: 'Tax Ref' })).toEqual({ ppsn: 1 })
  })

  test('a column that is given to one field is not recognised as another', () => {
    expect(placesOf(['PPSN', 'EE'], { pay_date: 'EE' })).toEqual({ ppsn: 0, pay_date: 1 })
  })

  test('null switches a field off, in a given or in a remembered mapping', () => {
    const given = match(['PPSN', 'EE'], { ppsn: null })
    expect(Object.fromEntries(given.places)).toEqual({ ee: 1 })
    expect(given.columns[0]).toMatchObject({ field: null, from: 'GIVEN' })
    const remembered = match(['PPSN', 'EE'], {}, { ppsn: null })
    expect(Object.fromEntries(remembered.places)).toEqual({ ee: 1 })
    expect(remembered.columns[0]).toMatchObject({ field: null, from: 'REMEMBERED' })
    expect(placesOf(['PPSN', 'EE'], { ppsn: 'PPSN' }, { ppsn: null })).toEqual({ ppsn: 0, ee: 1 })
  })

  test('a remembered mapping of another file is ignored', () => {
    expect(placesOf(['PPSN'], {}, { ppsn: 'Sozialnummer', ee: 'Amount', unknown: 'PPSN' })).toEqual({
      ppsn: 0,
    })
    expect(placesOf(['A', 'A', 'EE'], {}, { ppsn: 'A' })).toEqual({ ee: 2 })
    expect(placesOf(['A'], { ee: 'A' }, { ppsn: 'A' })).toEqual({ ee: 0 })
  })
})

describe('a doubtful header', () => {
  test('is used if no other header matches, and reported', () => {
    const { places, doubts } = match(['PPSN', 'Date'])
    expect(Object.fromEntries(places)).toEqual({ ppsn: 0, pay_date: 1 })
    expect(doubts).toEqual([{ row: null, column: 'Date', ...TOLD }])
  })

  test('is ignored beside a clear one', () => {
    const { places, doubts } = match(['Pay Date', 'Date'])
    expect(Object.fromEntries(places)).toEqual({ pay_date: 0 })
    expect(doubts).toEqual([])
  })

  test('can match a second field, unless the mapping is given', () => {
    const { places, columns, doubts } = match(['Period End'])
    expect(Object.fromEntries(places)).toEqual({ pay_date: 0, period_end: 0 })
    expect(columns).toEqual([{ column: 1, header: 'Period End', field: 'period_end', from: 'HEADER' }])
    expect(doubts).toHaveLength(1)
    expect(placesOf(['Period End'], { period_end: 1 })).toEqual({ period_end: 0 })
    expect(placesOf(['Period End'], { pay_date: null })).toEqual({ period_end: 0 })
  })

  test('is a question if there are two', () => {
    expect(issuesOf(['Date', 'date'])).toMatchObject([{ path: ['mapping', 'pay_date'] }])
  })
})

describe('refuses', () => {
  test('a file with two headers for one field, and names both', () => {
    expect(issuesOf(['PPSN', 'EE', 'Tax Ref'])).toEqual([
      {
        path: ['mapping', 'ppsn'],
        code: 'custom',
        message: '"PPSN" (column 1) and "Tax Ref" (column 3) are both read as ppsn: choose one in mapping',
      },
    ])
    expect(issuesOf(['PPSN', 'PPSN'])).toMatchObject([{ path: ['mapping', 'ppsn'] }])
    expect(placesOf(['PPSN', 'EE', 'Tax Ref'], { ppsn: 'Tax Ref' })).toEqual({ ppsn: 2, ee: 1 })
    expect(placesOf(['PPSN', 'PPSN'], { ppsn: 2 })).toEqual({ ppsn: 1 })
  })

  test.each([
    [{ pps: 'PPSN' }, /does not exist. Choose one of ppsn, ee/],
    [{ ppsn: 'Nowhere' }, /no column with this header or position/],
    [{ ppsn: 4 }, /no column with this header or position/],
    [{ ppsn: 'Twice' }, /Several columns/],
  ])('a mapping that does not fit: %o', (given, message) => {
    expect(issuesOf(['PPSN', 'Twice', 'Twice'], given)).toMatchObject([
      { path: ['mapping', Object.keys(given)[0]], message: expect.stringMatching(message) },
    ])
  })

  test('one column for two fields', () => {
    expect(issuesOf(['A'], { ppsn: 'A', ee: 1 })).toMatchObject([
      { path: ['mapping', 'ee'], message: 'This column is already used for ppsn' },
    ])
  })
})

describe('the remembered mapping', () => {
  test('contains given mappings, and remembered ones that were used', () => {
    const { remember } = match(
      ['PPSN', 'Amount', 'Paid on'],
      { ee: 'Amount', period_end: null },
      { pay_date: 'Paid on', ee_rate: 'Gone' },
    )
    expect(remember).toEqual({ ee: 'Amount', pay_date: 'Paid on', period_end: null })
  })

  test('leaves out columns that their header does not identify', () => {
    expect(match(['', 'A', 'A', 'x'.repeat(201)], { ppsn: 1, ee: 2, pay_date: 4 }).remember).toEqual({})
  })

  test('leaves out a PPS number that was read as a header', () => {
    const { columns, remember } = match(['1234567FA', 'EE'], { ppsn: 1 })
    expect(columns[0]).toMatchObject({ header: '*******FA', field: 'ppsn' })
    expect(remember).toEqual({})
  })
})
