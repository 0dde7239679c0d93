import { describe, expect, test } from 'vitest'
import { formatShortMoney } from '../../../short-money.ts'
import {
  formatCell,
  type GridCell,
  type GridRow,
  getShownCents,
  getTone,
  listMonthsToActOn,
  summariseLateness,
} from './month-words.ts'

const TODAY = '2026-11-25'

const buildCell = (fields: Partial<GridCell>): GridCell => ({
  month: '2026-10',
  state: 'ON_TIME',
  batchId: 'batch',
  dueOn: '2026-11-21',
  totalCents: 300_000,
  receivedCents: 300_000,
  varianceCents: 0,
  daysLate: 0,
  ...fields,
})
const NO_FILE = { batchId: null, totalCents: null, receivedCents: null, varianceCents: null }

const CELLS = {
  inTime: buildCell({}),
  tooMuch: buildCell({ receivedCents: 301_000, varianceCents: 1_000 }),
  nothing: buildCell({ totalCents: 0, receivedCents: 0 }),
  late: buildCell({ state: 'LATE', daysLate: 1 }),
  overdue: buildCell({ state: 'OVERDUE', receivedCents: 0, varianceCents: -300_000, daysLate: 4 }),
  partOverdue: buildCell({ state: 'OVERDUE', receivedCents: 180_000, varianceCents: -120_000, daysLate: 4 }),
  noFile: buildCell({ ...NO_FILE, state: 'OVERDUE', daysLate: 4 }),
  awaiting: buildCell({
    month: '2026-11',
    state: 'AWAITING_FUNDS',
    dueOn: '2026-12-21',
    receivedCents: 0,
    varianceCents: -300_000,
  }),
  part: buildCell({
    month: '2026-11',
    state: 'PART_FUNDED',
    dueOn: '2026-12-21',
    receivedCents: 100_000,
    varianceCents: -200_000,
  }),
  expected: buildCell({ ...NO_FILE, month: '2026-11', state: 'EXPECTED', dueOn: '2026-12-21' }),
  none: buildCell({ ...NO_FILE, month: '2026-09', state: 'NONE', dueOn: '2026-10-21' }),
}

test.each<[keyof typeof CELLS, string, string, number | null]>([
  ['inTime', 'Oct 2026: €3,000.00 paid in time', 'done', 300_000],
  ['tooMuch', 'Oct 2026: €3,000.00 paid in time, and €10.00 too much', 'done', 300_000],
  ['nothing', 'Oct 2026: no contributions owed', 'done', 0],
  ['late', 'Oct 2026: €3,000.00 paid 1 day late', 'late', 300_000],
  ['overdue', 'Oct 2026: €3,000.00 is 4 days overdue: due 21 Nov 2026', 'late', 300_000],
  ['partOverdue', 'Oct 2026: €1,200.00 of €3,000.00 is 4 days overdue: due 21 Nov 2026', 'late', 120_000],
  ['noFile', 'Oct 2026: file missing, payment was due 21 Nov 2026, 4 days ago', 'late', null],
  ['awaiting', 'Nov 2026: €3,000.00 is outstanding: due 21 Dec 2026', 'progress', 300_000],
  ['part', 'Nov 2026: €2,000.00 of €3,000.00 is outstanding: due 21 Dec 2026', 'progress', 200_000],
  ['expected', 'Nov 2026: no file yet, payment due by 21 Dec 2026', 'idle', null],
  ['none', 'Sep 2026: no contributions expected', 'idle', null],
])('a cell that is %s', (name, words, tone, cents) => {
  expect(formatCell(CELLS[name])).toBe(words)
  expect(getTone(CELLS[name], TODAY)).toBe(tone)
  expect(getShownCents(CELLS[name])).toBe(cents)
})

test('an open month is amber from ten days before its due date', () => {
  for (const cell of [CELLS.awaiting, CELLS.part, CELLS.expected]) {
    expect(getTone(cell, '2026-12-10')).not.toBe('soon')
    expect(getTone(cell, '2026-12-11')).toBe('soon')
  }
})

const buildRow = (employerId: string, cells: GridCell[]): GridRow => ({
  schemeId: `scheme${employerId}`,
  schemeName: 'Acme DC',
  schemeType: 'DC',
  employerId,
  employerName: 'Acme',
  cells,
  onTimePercent: null,
  monthsDue: 0,
})

describe('over all rows', () => {
  const rows = [
    buildRow('a', [CELLS.none, CELLS.inTime, CELLS.expected]),
    buildRow('b', [CELLS.partOverdue, CELLS.part]),
    buildRow('b', [buildCell({ ...CELLS.overdue, daysLate: 35, dueOn: '2026-10-21' }), CELLS.awaiting]),
    buildRow('c', [CELLS.noFile, CELLS.late]),
  ]
  const grid = {
    asOfOn: TODAY,
    months: [],
    rows,
    onTimePercent: null,
    overdueCents: 420_000,
    truncated: false,
  }

  test('lists overdue months, the longest overdue first, then short ones, but none far from due', () =>
    expect(
      listMonthsToActOn(grid).map(({ row, cell }) => [row.employerId, cell.state, cell.daysLate]),
    ).toEqual([
      ['b', 'OVERDUE', 35],
      ['b', 'OVERDUE', 4],
      ['c', 'OVERDUE', 4],
      ['b', 'PART_FUNDED', 0],
    ]))

  test('lists all open months from ten days before the due date', () =>
    expect(listMonthsToActOn({ ...grid, asOfOn: '2026-12-11' })).toHaveLength(6))

  test('counts an employer with two schemes once, and a missing file without an amount', () =>
    expect(summariseLateness(grid)).toEqual({ overdueCents: 420_000, employers: 1, missingFiles: 1 }))
})

describe('short amounts', () => {
  test.each([
    [0, '€0'],
    [9_999_00, '€9,999'],
    [11_232_02, '€11.2K'],
    [112_320_00, '€112K'],
    [1_234_567_00, '€1.23M'],
    [98_765_432_00, '€98.8M'],
  ])('%i cents are shown as %s', (cents, words) => {
    expect(formatShortMoney(cents)).toBe(words)
    // A cell shows six characters.
    expect(words.length).toBeLessThanOrEqual(6)
  })
})
