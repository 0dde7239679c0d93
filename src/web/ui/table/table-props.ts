import type { LinkProps } from '@tanstack/react-router'
import type { More } from '../more.tsx'
import type { Column, Sorting } from './column.ts'
import type { RowKeys } from './marked-row.ts'
import type { Selection } from './selection.ts'

export interface TableProps<Row extends { id: string }> {
  /** What the rows are, for the table's name, the file's name and the settings: `Schemes`. */
  name: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** Where a row leads. */
  linkTo?: ((row: Row) => LinkProps) | undefined
  sorting?: Sorting
  /** The next page, where there is one. */
  more?: More
  keys?: RowKeys<Row>
  /** The rows that were picked, where there is something to do with several. */
  selection?: Selection
  /** Cells of two lines: the rows are higher. */
  hasTwoLines?: boolean | undefined
}
