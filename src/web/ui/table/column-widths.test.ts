import { expect, test } from 'vitest'
import type { Column } from './column.ts'
import { calculateColumnWidths, isTwoLines, listFittingColumns } from './column-widths.ts'

interface Row {
  name: string
  place: string
}
const build = (key: keyof Row | 'status' | 'note', own: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  label: key,
  cell: () => null,
  text: (row) => row[key as keyof Row] ?? '',
  ...own,
})
const NAME = build('name', { grows: true })
const PLACE = build('place', { grows: true })
const STATUS = build('status', { width: 130, onCard: true })
const NOTE = build('note', { width: 300 })

test('the last columns that no card shows give way where the room is short', () => {
  expect(listFittingColumns([NAME, NOTE, STATUS, PLACE], 1008)).toEqual([NAME, NOTE, STATUS, PLACE])
  expect(listFittingColumns([NAME, NOTE, STATUS, PLACE], 703)).toEqual([NAME, NOTE, STATUS])
  expect(listFittingColumns([NAME, NOTE, STATUS, PLACE], 400)).toEqual([NAME, STATUS])
})

test('the last fields of cards give way next, and the name stays', () => {
  const day = build('place', { width: 116, onCard: true })
  expect(listFittingColumns([NAME, STATUS, day], 400)).toEqual([NAME, STATUS])
  expect(listFittingColumns([NAME, STATUS], 100)).toEqual([NAME])
})

const buildRow = (name: number, place: number): Row => ({ name: 'x'.repeat(name), place: 'x'.repeat(place) })
const widthsOf = (columns: readonly Column<Row>[], row: Row, room: number): number[] =>
  Array.from(calculateColumnWidths(columns, [row], room).values())

test('room beyond the texts is spread over all columns', () => {
  const [name = 0, status = 0] = widthsOf([NAME, STATUS], buildRow(30, 0), 772)
  expect(status).toBeGreaterThan(200)
  expect(name).toBeGreaterThan(status)
  expect(name + status).toBeGreaterThan(769)
  expect(name + status).toBeLessThanOrEqual(772)
})

test('columns that grow share what is left in proportion to their texts', () => {
  const [name = 0, status = 0, place = 0] = widthsOf([NAME, STATUS, PLACE], buildRow(90, 40), 730)
  expect(status).toBe(130)
  expect(name + place).toBeGreaterThan(597)
  expect(name + place).toBeLessThanOrEqual(600)
  expect(name / place).toBeCloseTo(90 / 40, 0)
})

test('a column that grows keeps its least width', () =>
  expect(widthsOf([NAME, PLACE], buildRow(200, 25), 600)).toEqual([450, 150]))

test('a column that grows has at least its given width, also with short texts: its cells can show a button', () => {
  const act = build('place', { grows: true, width: 280 })
  const [, place = 0] = widthsOf([NAME, act], buildRow(200, 5), 600)
  expect(place).toBe(280)
})

test('a table has rows of two lines only if a text of a column that wraps is wider than its column', () => {
  const title = build('name', { grows: true, wraps: true, width: 200 })
  const needs = (columns: readonly Column<Row>[], row: Row, room: number): boolean =>
    isTwoLines(columns, [row], calculateColumnWidths(columns, [row], room))
  expect(needs([title, STATUS], buildRow(20, 0), 600)).toBe(false)
  expect(needs([title, STATUS], buildRow(90, 0), 600)).toBe(true)
  expect(needs([NAME, STATUS], buildRow(90, 0), 600)).toBe(false)
})
