import { formatCount } from '../../../contract/value-format.ts'
import type { NextPage } from '../show-more.tsx'

/** Rows that the last row sums up: never more than are shown. */
export const formatSum = (rows: number, more: NextPage | undefined): string =>
  more?.has ? `Sum of the first ${formatCount(rows, 'row')}` : `Sum of ${formatCount(rows, 'row')}`
