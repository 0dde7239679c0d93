import { expect, test } from 'vitest'
import type { Column } from './column.ts'
import { calculateColumnWidths, listFittingColumns } from './column-widths.ts'

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

test('the name and the fields of cards stay, even where they are too wide', () => {
  expect(listFittingColumns([NAME, STATUS], 100)).toEqual([NAME, STATUS])
})

test('room beyond the texts is spread over all columns', () => {
  const widths = calculateColumnWidths([NAME, STATUS], [{ name: 'x'.repeat(30), place: '' }], 772)
  expect(widths.get(NAME)).toBe(512)
  expect(widths.get(STATUS)).toBe(260)
})

test('columns that grow share what is left in proportion to their texts', () => {
  const rows = [{ name: 'x'.repeat(90), place: 'x'.repeat(40) }]
  const widths = calculateColumnWidths([NAME, STATUS, PLACE], rows, 730)
  expect(widths.get(STATUS)).toBe(130)
  expect((widths.get(NAME) ?? 0) + (widths.get(PLACE) ?? 0)).toBeLessThanOrEqual(600)
  expect(widths.get(NAME)).toBe(409)
})

test('a column that grows keeps its least width', () => {
  const rows = [{ name: 'x'.repeat(200), place: 'x'.repeat(25) }]
  const widths = calculateColumnWidths([NAME, PLACE], rows, 600)
  expect(widths.get(PLACE)).toBe(150)
  expect(widths.get(NAME)).toBe(450)
})
