/** The columns that most lists have: `textColumn('tradingName', { width: 200 })`. What a list says differently it gives along. */
import type { ReactNode } from 'react'
import { codeWords, labelOf } from '../labels.ts'
import { Status, type Tone } from '../ui/status.tsx'
import type { Column } from '../ui/table/column.ts'
import { dateWords, dayOf, moneyWords, monthWords } from '../words.ts'

type Own<Row> = Partial<Omit<Column<Row>, 'key'>>
/** The fields of a row that hold such a value. */
type FieldOf<Row, Value> = { [K in keyof Row & string]: Row[K] extends Value ? K : never }[keyof Row & string]

const NOTHING = '—'
const DAY_WIDTH = 116
const MONEY_WIDTH = 118
const MONTH_WIDTH = 104

function column<Row, Value>(
  key: string,
  own: Own<Row>,
  cell: (value: Value) => ReactNode,
  text: (value: Value) => string,
): Column<Row> {
  const valueIn = (row: Row): Value => row[key as keyof Row] as Value
  return {
    key,
    label: labelOf(key),
    cell: (row) => cell(valueIn(row)),
    text: (row) => text(valueIn(row)),
    ...own,
  }
}

type Text = string | number | null
export const textColumn = <Row,>(key: FieldOf<Row, Text>, own: Own<Row> = {}): Column<Row> =>
  column<Row, Text>(
    key,
    own,
    (value) => value ?? NOTHING,
    (value) => String(value ?? ''),
  )

export const codeColumn = <Row,>(key: FieldOf<Row, string>, own: Own<Row> = {}): Column<Row> =>
  column(key, own, codeWords, codeWords)

export const statusColumn = <Row extends { status: string }>(
  tones: Readonly<Record<Row['status'], Tone>>,
  own: Own<Row> = {},
): Column<Row> =>
  column<Row, Row['status']>(
    'status',
    { onCard: true, ...own },
    (status) => <Status tone={tones[status]}>{codeWords(status)}</Status>,
    codeWords,
  )

/** A civil date; in the file as the API gives it, which spreadsheets understand. */
export const dayColumn = <Row,>(key: FieldOf<Row, string | null>, own: Own<Row> = {}): Column<Row> =>
  column<Row, string | null>(
    key,
    { width: DAY_WIDTH, ...own },
    (day) => (day ? dateWords(day) : NOTHING),
    (day) => day ?? '',
  )

const money = <Row,>(key: string, own: Own<Row>): Column<Row> =>
  column<Row, number | null>(
    key,
    { width: MONEY_WIDTH, align: 'right', ...own },
    (cents) => (cents === null ? NOTHING : moneyWords(cents)),
    (cents) => (cents === null ? '' : (cents / 100).toFixed(2)),
  )

/** Money in cents; in the file as euro with a point, which spreadsheets understand. */
export const moneyColumn = <Row,>(key: FieldOf<Row, number | null>, own: Own<Row> = {}): Column<Row> =>
  money(key, own)

/** The same, with what the rows come to below. */
export const summedColumn = <Row,>(key: FieldOf<Row, number>, own: Own<Row> = {}): Column<Row> =>
  money<Row>(key, {
    sum: (rows) => moneyWords(rows.reduce((sum, row) => sum + (row[key] as number), 0)),
    ...own,
  })

/** A payroll month; in the file as the API gives it. */
export const monthColumn = <Row,>(key: FieldOf<Row, string>, own: Own<Row> = {}): Column<Row> =>
  column<Row, string>(key, { width: MONTH_WIDTH, ...own }, monthWords, (month) => month)

/** The day in Dublin on which a record was made. */
export const addedColumn = <Row extends { createdAt: string }>(own: Own<Row> = {}): Column<Row> =>
  column<Row, string>(
    'createdAt',
    { label: 'Added', sort: '-createdAt', width: DAY_WIDTH, ...own },
    (createdAt) => dateWords(dayOf(createdAt)),
    dayOf,
  )
