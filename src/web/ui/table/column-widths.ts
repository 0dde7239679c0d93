/** Calculates the widths of table columns and selects the columns that fit beside the navigation. */
import { useMedia } from '../media.ts'
import type { Column } from './column.ts'

export const CHECK_WIDTH = 36
const USUAL_WIDTH = 124
/** Of a column that grows. The first column identifies the record. */
const LEAST = { first: 190, other: 150 }
/** Average width of a character of 14 px, and the padding of a cell. */
const CHARACTER_WIDTH = 7.6
const PADDING = 32
/** The widths follow the first rows only: no column moves while further rows are loaded. */
const MEASURED_ROWS = 50

/** Width available to a table, in pixels: in the narrowest window of the matching media query. */
export function useTableWidth(): number {
  const isWide = useMedia('(min-width: 1700px)')
  const isRoomy = useMedia('(min-width: 1400px)')
  const isDesktop = useMedia('(min-width: 1280px)')
  const hasNavigation = useMedia('(min-width: 1024px)')
  const isTablet = useMedia('(min-width: 768px)')
  if (isWide) return 1390
  if (isRoomy) return 1120
  if (isDesktop) return 1008
  if (hasNavigation) return 752
  return isTablet ? 703 : 655
}

const listGrowing = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] => {
  const growing = columns.filter(({ grows }) => grows)
  return growing.length === 0 ? columns.slice(0, 1) : growing
}

const sum = (widths: Iterable<number>): number =>
  Array.from(widths).reduce((total, width) => total + width, 0)

const getLeastWidth = <Row>(column: Column<Row>, columns: readonly Column<Row>[]): number =>
  column.width ?? (column === columns[0] ? LEAST.first : LEAST.other)

/** Drops columns from the end until the others fit; columns that cards do not show are dropped first. */
export function listFittingColumns<Row>(columns: readonly Column<Row>[], room: number): Column<Row>[] {
  const growing = listGrowing(columns)
  const leastOf = (column: Column<Row>): number =>
    growing.includes(column) ? getLeastWidth(column, columns) : (column.width ?? USUAL_WIDTH)
  const fitting = [...columns]
  while (fitting.length > 1 && sum(fitting.map(leastOf)) + CHECK_WIDTH > room) {
    const last = fitting.findLastIndex(({ onCard }, index) => index > 0 && !onCard)
    fitting.splice(last === -1 ? fitting.length - 1 : last, 1)
  }
  return fitting
}

const calculateNeededWidth = <Row>({ label, text, width = 0 }: Column<Row>, rows: readonly Row[]): number =>
  Math.max(width, Math.max(label.length, ...rows.map((row) => text(row).length)) * CHARACTER_WIDTH + PADDING)

/**
 * In pixels, by column. Columns that grow are as wide as their texts, or share the remaining width in proportion to them; further room
 * is spread over all columns.
 */
export function calculateColumnWidths<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  room: number,
): Map<Column<Row>, number> {
  const growing = listGrowing(columns)
  const firstRows = rows.slice(0, MEASURED_ROWS)
  const neededFor = (column: Column<Row>): number => calculateNeededWidth(column, firstRows)
  const widths = new Map(
    columns.map((column) => [
      column,
      growing.includes(column) ? neededFor(column) : (column.width ?? USUAL_WIDTH),
    ]),
  )
  const natural = sum(widths.values())
  if (natural <= room) {
    for (const [column, width] of widths) widths.set(column, Math.floor((width * room) / natural))
    return widths
  }
  const fixed = sum(
    columns.filter((column) => !growing.includes(column)).map((column) => widths.get(column) ?? 0),
  )
  const leastOf = (column: Column<Row>): number => Math.min(neededFor(column), getLeastWidth(column, columns))
  for (const [column, width] of shareRoom(growing, neededFor, leastOf, room - fixed))
    widths.set(column, width)
  return widths
}

/** Whether a column that wraps is narrower than its longest text. */
export const isTwoLines = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  widths: ReadonlyMap<Column<Row>, number>,
): boolean =>
  columns.some(
    (column) =>
      column.wraps && calculateNeededWidth(column, rows.slice(0, MEASURED_ROWS)) > (widths.get(column) ?? 0),
  )

/** Divides the width in proportion to the texts; each column gets at least its minimum width. */
function shareRoom<Row>(
  columns: readonly Column<Row>[],
  neededFor: (column: Column<Row>) => number,
  leastOf: (column: Column<Row>) => number,
  room: number,
): [Column<Row>, number][] {
  const need = sum(columns.map(neededFor))
  const isShort = (column: Column<Row>): boolean => (neededFor(column) * room) / need < leastOf(column)
  const short = columns.filter(isShort)
  if (short.length === 0 || short.length === columns.length)
    return columns.map((column) => [
      column,
      Math.floor(Math.max(leastOf(column), (neededFor(column) * room) / need)),
    ])
  return [
    ...short.map((column): [Column<Row>, number] => [column, Math.floor(leastOf(column))]),
    ...shareRoom(
      columns.filter((column) => !isShort(column)),
      neededFor,
      leastOf,
      room - sum(short.map(leastOf)),
    ),
  ]
}
