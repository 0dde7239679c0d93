import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Names the column in settings and in the file. */
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** What the CSV file has; the cell's text where it is a text. */
  text: (row: Row) => string
  /** The `sort` that a click on the head asks for. */
  sort?: string
  /** The `sort` that the next click asks for. */
  sortBack?: string
  align?: 'right'
  /** What the rows come to together, in a last row: money. */
  sum?: (rows: readonly Row[]) => ReactNode
  /** In pixels; what does not fit ends in an ellipsis, so that every row has one line and no column moves. */
  width?: number
  /** Takes the room that is left, shared with others where there is much; the first column unless another says so. */
  grows?: boolean
  /** Shown on a phone's card below the name; the first column always is. */
  onCard?: boolean
  /** The cell on a card, which is a link itself and cannot contain links or buttons; `cell` without it. */
  card?: (row: Row) => ReactNode
  /** Not shown until somebody chooses it. */
  isExtra?: boolean
}

export interface Sorting {
  current: string
  onSort: (sort: string) => void
}
