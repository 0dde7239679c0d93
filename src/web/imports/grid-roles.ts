/** Said in so many words: laid out as blocks, the elements alone are no table to some screen readers. */
export const ROLES = {
  group: 'rowgroup',
  row: 'row',
  head: 'columnheader',
  rowHead: 'rowheader',
  cell: 'gridcell',
} as const
