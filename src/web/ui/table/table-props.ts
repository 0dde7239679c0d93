import type { LinkProps } from '@tanstack/react-router'
import type { NextPage } from '../show-more.tsx'
import type { Column, Sorting } from './column.ts'
import type { Selection } from './selection.ts'
import type { RowKeys } from './use-marked-row.ts'

export interface TableProps<Row extends { id: string }> {
  /** Name of the rows, for the table's label, the file's name and the settings: `Schemes`. */
  name: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** Link of a row. */
  linkTo?: ((row: Row) => LinkProps) | undefined
  sorting?: Sorting
  /** The next page, where there is one. */
  more?: NextPage
  keys?: RowKeys<Row>
  /** Selected rows, if there are actions for several. */
  selection?: Selection
  /** Cells of two lines: the rows are higher. */
  hasTwoLines?: boolean | undefined
}
