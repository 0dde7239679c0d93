import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Names the column in settings and in the file. */
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** Text for the CSV file; that of the cell where the cell is text. */
  text: (row: Row) => string
  /** The `sort` parameter after a click on the header. */
  sort?: string
  /** The `sort` parameter after the next click. */
  sortBack?: string
  align?: 'right'
  /** Sum of the rows, in a last row: money. */
  sum?: (rows: readonly Row[]) => ReactNode
  /**
   * In pixels; longer text ends in an ellipsis, so that every row has one line and no column moves. The least width of a column that
   * grows.
   */
  width?: number
  /** Text wider than the column takes a second line; all rows of the table are then as high as two lines. */
  wraps?: boolean
  /** Shares the remaining width with other such columns; the first column unless another one is set. */
  grows?: boolean
  /** Shown on a phone's card below the name, and the last to give way in a narrow table; the first column always is. */
  onCard?: boolean
  /** The cell on a card, which is a link itself and cannot contain links or buttons; `cell` without it. */
  card?: (row: Row) => ReactNode
  /** Hidden until the user chooses it. */
  isExtra?: boolean
}

export interface Sorting {
  current: string
  onSort: (sort: string) => void
}
