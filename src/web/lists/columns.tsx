/** The columns that most lists have: `createTextColumn('tradingName', { width: 200 })`. What a list says differently it gives along. */

import type { ReactNode } from 'react'
import { formatDate, formatMoney, formatMonth } from '../../contract/value-format.ts'
import { toDublinDate } from '../format.ts'
import { formatCode, getLabel } from '../labels.ts'
import { Status, type Tone } from '../ui/status.tsx'
import type { Column } from '../ui/table/column.ts'

type Own<Row> = Partial<Omit<Column<Row>, 'key'>>
/** The fields of a row that hold such a value. */
type FieldOf<Row, Value> = { [K in keyof Row & string]: Row[K] extends Value ? K : never }[keyof Row & string]

const NOTHING = '—'
const DAY_WIDTH = 116
const MONEY_WIDTH = 118
const MONTH_WIDTH = 104

function defineColumn<Row, Value>(
  key: string,
  own: Own<Row>,
  cell: (value: Value) => ReactNode,
  text: (value: Value) => string,
): Column<Row> {
  const valueIn = (row: Row): Value => row[key as keyof Row] as Value
  return {
    key,
    label: getLabel(key),
    cell: (row) => cell(valueIn(row)),
    text: (row) => text(valueIn(row)),
    ...own,
  }
}

type Text = string | number | null
export const createTextColumn = <Row,>(key: FieldOf<Row, Text>, own: Own<Row> = {}): Column<Row> =>
  defineColumn<Row, Text>(
    key,
    own,
    (value) => value ?? NOTHING,
    (value) => String(value ?? ''),
  )

export const createCodeColumn = <Row,>(key: FieldOf<Row, string>, own: Own<Row> = {}): Column<Row> =>
  defineColumn(key, own, formatCode, formatCode)

export const createStatusColumn = <Row extends { status: string }>(
  tones: Readonly<Record<Row['status'], Tone>>,
  own: Own<Row> = {},
): Column<Row> =>
  defineColumn<Row, Row['status']>(
    'status',
    { onCard: true, ...own },
    (status) => <Status tone={tones[status]}>{formatCode(status)}</Status>,
    formatCode,
  )

/** A civil date; in the file as the API gives it, which spreadsheets understand. */
export const createDateColumn = <Row,>(key: FieldOf<Row, string | null>, own: Own<Row> = {}): Column<Row> =>
  defineColumn<Row, string | null>(
    key,
    { width: DAY_WIDTH, ...own },
    (day) => (day ? formatDate(day) : NOTHING),
    (day) => day ?? '',
  )

const createMoneyCellColumn = <Row,>(key: string, own: Own<Row>): Column<Row> =>
  defineColumn<Row, number | null>(
    key,
    { width: MONEY_WIDTH, align: 'right', ...own },
    (cents) => (cents === null ? NOTHING : formatMoney(cents)),
    (cents) => (cents === null ? '' : (cents / 100).toFixed(2)),
  )

/** Money in cents; in the file as euro with a point, which spreadsheets understand. */
export const createMoneyColumn = <Row,>(key: FieldOf<Row, number | null>, own: Own<Row> = {}): Column<Row> =>
  createMoneyCellColumn(key, own)

/** The same, with what the rows come to below. */
export const createSumColumn = <Row,>(key: FieldOf<Row, number>, own: Own<Row> = {}): Column<Row> =>
  createMoneyCellColumn<Row>(key, {
    sum: (rows) => formatMoney(rows.reduce((sum, row) => sum + (row[key] as number), 0)),
    ...own,
  })

/** A payroll month; in the file as the API gives it. */
export const createMonthColumn = <Row,>(key: FieldOf<Row, string>, own: Own<Row> = {}): Column<Row> =>
  defineColumn<Row, string>(key, { width: MONTH_WIDTH, ...own }, formatMonth, (month) => month)

/** The day in Dublin on which a record was made. */
export const createAddedColumn = <Row extends { createdAt: string }>(own: Own<Row> = {}): Column<Row> =>
  defineColumn<Row, string>(
    'createdAt',
    { label: 'Added', sort: '-createdAt', width: DAY_WIDTH, ...own },
    (createdAt) => formatDate(toDublinDate(createdAt)),
    toDublinDate,
  )
