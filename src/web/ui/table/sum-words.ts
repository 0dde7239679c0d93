import { formatCount } from '../../../contract/value-format.ts'
import type { More } from '../show-more.tsx'

/** Rows that the last row sums up: never more than are shown. */
export const formatSum = (rows: number, more: More | undefined): string =>
  more?.has ? `Sum of the first ${formatCount(rows, 'row')}` : `Sum of ${formatCount(rows, 'row')}`
