/** Reads the rows of a payroll file cell by cell, without member data: checks only what a row can show by itself. */

import { type ContributionColumn, LineKind } from '../../../../contract/contributions.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import {
  Cells,
  type ImportTable,
  type Read,
  readChoice,
  readDate,
  readMoney,
  readPpsNumber,
  type TableRow,
} from '../imports/index.ts'
import { AMOUNT_COLUMNS, AMOUNT_FIELDS } from './columns.ts'
import { type AddIssue, addIssuesTo, ISSUES, type Report } from './issues.ts'
import { type Amounts, addAmounts, NOTHING } from './rules.ts'

/** Identifies the member of a row: numbers and name in a file, or the id in a manual entry. */
export interface RowIdentity {
  memberId: string | null
  /** Keyed hash of the PPS number; the number itself is discarded as soon as it is read. */
  ppsHash: string | null
  isOldPpsNumber: boolean
  worksNumber: string
  firstName: string
  lastName: string
}

export interface ContributionRow extends Amounts, RowIdentity {
  /** Row number as in a spreadsheet. */
  number: number
  kind: LineKind
  payOn: string
  /** The file has a readable pay date. */
  isDated: boolean
  periodStartOn: string | null
  periodEndOn: string | null
  payCents: number | null
  leftOn: string | null
}

type Table = ImportTable<ContributionColumn>
type Row = TableRow<ContributionColumn>

/** How the rows of one source differ from totals, and how each identifies its member. */
interface RowSource {
  hasTotals: boolean
  identify: (row: Row, add: AddIssue) => RowIdentity
}

interface Reading {
  table: Table
  report: Report
  decimalComma: boolean
  /** Latest pay date allowed. */
  latestPayOn: string
  /** Pay date for files without one: the last day of the month they are declared for. */
  lastDayOfMonth: string
  source: RowSource
}

/** Maximum number of days that a pay date may be in the future. */
export const DAYS_AHEAD = 31
const IDENTIFYING = ['ppsn', 'works_number', 'first_name', 'last_name'] as const
const TOTAL = /^(grand|sub|page|overall)?[\s-]*(totals?|sum|iomlán|iomlan)(?=$|[\s:(])/i
const KINDS: Record<LineKind, readonly string[]> = {
  REGULAR: ['Regular', 'Normal'],
  SINGLE: ['Single', 'Single Premium', 'One-off'],
  TRANSFER_IN: ['Transfer In', 'Transfer'],
  CORRECTION: ['Correction', 'Adjustment'],
}
/** Characters that appear in a name when a file was saved in one encoding and read in another. */
const LOST_CHARACTERS = /\?|\uFFFD|Ã[\u0080-\u00ff]|Â[\u0080-\u00bf]/

/** Reads the rows that may become lines. Reports issues; omits skipped and total rows. */
export async function readRows(reading: Reading): Promise<ContributionRow[]> {
  const { table, report, decimalComma, source } = reading
  const rows: ContributionRow[] = []
  const sums = { all: NOTHING, sinceLast: NOTHING }
  for (const row of table.rows) {
    await yieldToEventLoop()
    if (row.isSkipped) continue
    if (
      source.hasTotals &&
      (isNoContribution(row) || (isUnnamed(row) && isSumRow(row, sums, decimalComma)))
    ) {
      addIssuesTo(report, row.row)('TOTAL_ROW', null)
      report.drop(row.row)
      sums.sinceLast = NOTHING
      continue
    }
    const read = readRow(reading, row)
    rows.push(read)
    sums.all = addAmounts(sums.all, read)
    sums.sinceLast = addAmounts(sums.sinceLast, read)
  }
  return rows
}

/** Whether a row is a total, which names no member, or a remark; a person called Total has a number or a pay date. */
function isNoContribution(row: Row): boolean {
  const named = IDENTIFYING.map((field) => row.get(field)).filter((text) => text !== '')
  const numbers = [row.get('ppsn'), row.get('works_number')].filter((text) => text !== '')
  const isTotal = [...named, findFirstCell(row)].some((text) => TOTAL.test(text))
  if (isTotal && numbers.every((text) => TOTAL.test(text))) return true
  if (named.length === 0) return AMOUNT_FIELDS.every((field) => row.get(field) === '')
  return named.length === 1 && row.cells.filter((cell) => cell.trim() !== '').length === 1 && !isNumber(row)
}

const isUnnamed = (row: Row): boolean => IDENTIFYING.every((field) => row.get(field) === '')

/** An amount without a name is left out only if it is the sum of rows above it: otherwise it may belong to a member. */
function isSumRow(row: Row, sums: { all: Amounts; sinceLast: Amounts }, decimalComma: boolean): boolean {
  const filled = AMOUNT_FIELDS.filter((field) => row.get(field) !== '')
  return [sums.all, sums.sinceLast].some((sum) =>
    filled.every((field) => {
      const read = readMoney(row.get(field), { decimalComma, mostEuros: 1_000_000_000 })
      return read !== null && 'value' in read && read.value === sum[AMOUNT_COLUMNS[field]]
    }),
  )
}
/** A works number alone may identify a member without pay. */
const isNumber = (row: Row): boolean => {
  const read = readPpsNumber(row.get('ppsn'))
  return row.get('works_number') !== '' || (read !== null && 'value' in read)
}
const findFirstCell = (row: Row): string => row.cells.find((cell) => cell.trim() !== '')?.trim() ?? ''

function readRow({ latestPayOn, lastDayOfMonth, source, ...reading }: Reading, row: Row): ContributionRow {
  const { report, decimalComma, table } = reading
  const cells = new Cells(row, { table, report, issues: ISSUES, notes: { EXCEL_SERIAL: 'DATE_AS_SERIAL' } })
  const { add } = cells
  const money = (field: ContributionColumn): number | null =>
    cells.value(field, (text) => readMoney(text, { decimalComma }), 'AMOUNT_NOT_READABLE') ?? null
  const date = (field: ContributionColumn): string | null =>
    cells.value(field, readDate, 'DATE_NOT_READABLE') ?? null

  const kind = cells.value('kind', readKind, 'KIND_UNKNOWN') ?? 'REGULAR'
  const amounts = { ...NOTHING }
  for (const field of AMOUNT_FIELDS) {
    const cents = money(field) ?? 0
    if (cents < 0 && kind !== 'CORRECTION') add('AMOUNT_NEGATIVE', field)
    amounts[AMOUNT_COLUMNS[field]] = cents
  }
  if (row.hasMoreCells) add('MORE_CELLS_THAN_HEADER', null)
  const identity = source.identify(row, add)
  const payOn = readPayDate(cells, date, latestPayOn)
  return {
    number: row.row,
    kind,
    ...identity,
    ...amounts,
    payOn: payOn ?? lastDayOfMonth,
    isDated: payOn !== null,
    periodStartOn: date('period_start'),
    periodEndOn: date('period_end'),
    payCents: money('pensionable_pay'),
    leftOn: date('leave_date'),
  }
}

/** Null if the file has no such column, or an impossible date. */
function readPayDate(
  cells: Cells<typeof ISSUES, ContributionColumn>,
  date: (field: ContributionColumn) => string | null,
  latestPayOn: string,
): string | null {
  if (!cells.has('pay_date')) return null
  if (cells.text('pay_date') === '') cells.add('PAY_DATE_MISSING', 'pay_date')
  const on = date('pay_date')
  if (on === null || on <= latestPayOn) return on
  cells.add('PAY_DATE_AHEAD', 'pay_date', formatDate(on), String(DAYS_AHEAD))
  return null
}

const readKind = (text: string): Read<LineKind> => {
  const read = readChoice(text, KINDS)
  return read && 'problem' in read ? { problem: LineKind.options.join(', ') } : read
}

/** Rows of a file, which has numbers and names, and often a total. */
export const createFileSource = (hashPpsNumber: (ppsNumber: string) => string): RowSource => ({
  hasTotals: true,
  identify(row, add) {
    const damaged = (['first_name', 'last_name'] as const).find((field) =>
      LOST_CHARACTERS.test(row.get(field)),
    )
    if (damaged) add('LETTERS_LOST', damaged)
    const pps = parsePpsNumber(row, add)
    return {
      memberId: null,
      ppsHash: pps && hashPpsNumber(pps.value),
      isOldPpsNumber: pps?.note === 'OLD_STYLE',
      worksNumber: row.get('works_number'),
      firstName: row.get('first_name'),
      lastName: row.get('last_name'),
    }
  },
})

/** Lines of a manual entry, which identify their members by id. The first row is 1. */
export const createEntrySource = (lines: readonly { memberId: string }[]): RowSource => ({
  hasTotals: false,
  identify: ({ row }) => ({
    memberId: lines[row - 1]?.memberId ?? '',
    ppsHash: null,
    isOldPpsNumber: false,
    worksNumber: '',
    firstName: '',
    lastName: '',
  }),
})

/** An invalid PPS number cannot identify a member; the works number may. */
function parsePpsNumber(row: Row, add: AddIssue): { value: string; note?: string } | null {
  const read = readPpsNumber(row.get('ppsn'))
  const hasWorksNumber = row.get('works_number') !== ''
  if (read === null) {
    if (!hasWorksNumber) add('NUMBER_MISSING', 'ppsn')
    return null
  }
  if ('value' in read) return read
  add(hasWorksNumber ? 'PPS_NUMBER_NOT_USED' : 'PPS_NUMBER_INVALID', 'ppsn', read.problem)
  return null
}
